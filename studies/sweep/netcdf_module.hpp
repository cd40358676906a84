// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

// The interface between the program and the module with NetCDF, which the program opens to write a table. It consists
// of C numbers and texts only, since the two sides may have different C++ libraries.
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

// The bytes of a file, allocated by malloc(); the caller frees them.
struct BeltdynBytes {
  void* data;
  std::size_t size;
};

// Makes the bytes of a NetCDF-4 file with the dimension "member". The file is made in memory: HDF5 crashes if it cannot
// write the rest of a file, for instance on a full disk; and no path is mistaken for a web address. Returns null, or a
// message on failure.
__attribute__((visibility("default"))) const char* beltdyn_netcdf_bytes(const BeltdynTable* table, BeltdynBytes* bytes);
}
