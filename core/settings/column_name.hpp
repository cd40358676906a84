// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/config/field_visitor.hpp"

namespace beltdyn {

// The key "name" of a column that a user names, in a table that spreadsheets open too.
inline void visit_column_name(config::FieldVisitor& v, std::string_view meaning, std::string& name) {
  v.text({"name", "-", meaning}, name, config::Presence::optional);
  v.check(
      "name", [&name] { return name.empty() || std::string_view("=+-@").find(name.front()) == std::string_view::npos; },
      "begins as a formula, which a spreadsheet that opens the table would carry out; begin it with a letter or "
      "digit");
}

// The last part of a JSON pointer, which names a column that has no other name.
inline std::string last_token(const std::string& pointer) { return pointer.substr(pointer.rfind('/') + 1); }

// Do all items differ in this member?
template <class Item>
bool differ(const std::vector<Item>& items, std::string Item::*member) {
  std::set<std::string> seen;
  return std::ranges::all_of(items, [&](const Item& item) { return seen.insert(item.*member).second; });
}

}  // namespace beltdyn
