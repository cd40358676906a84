// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

// The units of UDUNITS-2 as a table, which unit_table.py writes.
namespace beltdyn::web {

struct TableUnit {
  std::string_view text;
  double factor;            // times powers of base units
  std::string_view powers;  // "kg 1 m 2 s -2"
  bool is_linear;           // without an offset, and no logarithm
  bool is_symbol;           // upper and lower case count
};

struct TablePrefix {
  std::string_view text;
  double factor;
  bool is_symbol;
};

std::span<const TableUnit> table_units();
std::span<const TablePrefix> table_prefixes();

}  // namespace beltdyn::web
