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
  std::size_t n_members;
  const BeltdynVariable* variables;
  std::size_t n_variables;
  const BeltdynAttribute* attributes;
  std::size_t n_attributes;
};

// Of a file, made by malloc(): who asked for them frees them.
struct BeltdynBytes {
  void* data;
  std::size_t size;
};

// The bytes of a NetCDF-4 file with the dimension "member". Made in memory: HDF5 that cannot write what is left of a
// file, as on a full disk, ends the process with a fault; and no path is taken for an address of the web. Returns null,
// or why there are none.
__attribute__((visibility("default"))) const char* beltdyn_netcdf_bytes(const BeltdynTable* table, BeltdynBytes* bytes);
}
