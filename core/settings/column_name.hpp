// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

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

}  // namespace beltdyn
