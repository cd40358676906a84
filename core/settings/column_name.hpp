// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/config/field_visitor.hpp"

namespace beltdyn {

// Is this name valid for a column in all table formats? NetCDF has the strictest rules.
inline bool is_column_name(std::string_view name) {
  constexpr std::size_t kLongest = 200;  // [bytes]
  const auto is_in_all_words = [](char c) {
    const auto code = static_cast<unsigned char>(c);
    return (code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z') || (code >= '0' && code <= '9') || c == '_' ||
           code >= 0x80;  // part of a character that is not ASCII
  };
  const auto is_refused = [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '/' || c == '\x7f'; };
  return !name.empty() && name.size() <= kLongest && is_in_all_words(name.front()) && name.back() != ' ' &&
         std::ranges::none_of(name, is_refused);
}

// The key "name" of a column named by the user. Spreadsheets must be able to open the table, too.
inline void visit_column_name(config::FieldVisitor& v, std::string_view meaning, std::string& name) {
  v.text({"name", "-", meaning}, name, config::Presence::optional);
  v.check(
      "name", [&name] { return name.empty() || std::string_view("=+-@").find(name.front()) == std::string_view::npos; },
      "begins as a formula, which a spreadsheet that opens the table would carry out; begin it with a letter or "
      "digit");
  v.check(
      "name",
      [&name] {
        return name.empty() || std::string_view("=+-@").find(name.front()) != std::string_view::npos ||
               is_column_name(name);
      },
      "is no name that a table can have; use up to 200 letters, digits, '_' and other characters but line breaks and "
      "'/', begin it with a letter or digit, and end it without a blank");
}

// The last part of a JSON pointer: the default name of a column.
inline std::string last_token(const std::string& pointer) { return pointer.substr(pointer.rfind('/') + 1); }

// Do all items have different values of this member?
template <class Item>
bool differ(const std::vector<Item>& items, std::string Item::*member) {
  std::set<std::string> seen;
  return std::ranges::all_of(items, [&](const Item& item) { return seen.insert(item.*member).second; });
}

}  // namespace beltdyn
