// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

// What the program and the module with NetCDF, which it opens when it writes a table, exchange: numbers and texts of C,
// since each may have a C++ library of its own.
extern "C" {

enum BeltdynVariableType { kBeltdynNumbers, kBeltdynDoubles, kBeltdynTexts };

// A variable over the members of a sweep.
struct BeltdynVariable {
  const char* name;
  const char* unit;  // null: none
  const char* meaning;
  enum BeltdynVariableType type;
  const void* values;  // unsigned long long, double or const char*, shape (n_members)
};

struct BeltdynAttribute {
  const char* name;
  const char* text;
};

struct BeltdynTable {
  const char* path;
  std::size_t n_members;
  const BeltdynVariable* variables;
  std::size_t n_variables;
  const BeltdynAttribute* attributes;
  std::size_t n_attributes;
};

// Writes a NetCDF-4 file with the dimension "member". Returns null, or why it cannot be written.
__attribute__((visibility("default"))) const char* beltdyn_write_netcdf(const BeltdynTable* table);
}
