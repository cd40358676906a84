// SPDX-License-Identifier: MIT
#include "studies/sweep/netcdf_module.hpp"

#include <cstdlib>
#include <cstring>
#include <span>

#include <netcdf.h>
#include <netcdf_mem.h>

namespace {

constexpr int kCompression = 4;  // 0 to 9; higher levels take longer and save little
constexpr int kCompress = 1;
constexpr std::size_t kFirstBytes = 1 << 16;  // initial size of the file
constexpr int kShuffle = 1;                   // groups bytes of equal significance

int put_text(int file, int variable, const char* name, const char* text) {
  return nc_put_att_text(file, variable, name, std::strlen(text), text);
}

int write_values(int file, int variable, const BeltdynVariable& of) {
  switch (of.type) {
    case kBeltdynNumbers:
      return nc_put_var_ulonglong(file, variable, static_cast<const unsigned long long*>(of.values));
    case kBeltdynDoubles:
      return nc_put_var_double(file, variable, static_cast<const double*>(of.values));
    case kBeltdynTexts:
      // The library takes non-const pointers, but does not change the texts.
      return nc_put_var_string(file, variable, const_cast<const char**>(static_cast<const char* const*>(of.values)));
  }
  return NC_EBADTYPE;
}

int write_variable(int file, int dimension, const BeltdynVariable& of) {
  constexpr int kTypes[]{NC_UINT64, NC_DOUBLE, NC_STRING};
  int variable = 0;
  if (const int status = nc_def_var(file, of.name, kTypes[of.type], 1, &dimension, &variable); status != NC_NOERR) {
    return status;
  }
  if (of.type != kBeltdynTexts) {
    const int status = nc_def_var_deflate(file, variable, kShuffle, kCompress, kCompression);
    if (status != NC_NOERR) return status;
  }
  if (const int status = put_text(file, variable, "long_name", of.meaning); status != NC_NOERR) return status;
  if (of.unit != nullptr) {
    if (const int status = put_text(file, variable, "units", of.unit); status != NC_NOERR) return status;
  }
  return write_values(file, variable, of);
}

int write_content(int file, const BeltdynTable& table) {
  int dimension = 0;
  if (const int status = nc_def_dim(file, "member", table.n_members, &dimension); status != NC_NOERR) return status;
  for (const BeltdynVariable& variable : std::span(table.variables, table.n_variables)) {
    if (const int status = write_variable(file, dimension, variable); status != NC_NOERR) return status;
  }
  for (const BeltdynAttribute& attribute : std::span(table.attributes, table.n_attributes)) {
    const int status = put_text(file, NC_GLOBAL, attribute.name, attribute.text);
    if (status != NC_NOERR) return status;
  }
  return NC_NOERR;
}

}  // namespace

const char* beltdyn_netcdf_bytes(const BeltdynTable* table, BeltdynBytes* bytes) {
  int file = 0;
  int status = nc_create_mem("sweep.nc", NC_NETCDF4, kFirstBytes, &file);
  if (status != NC_NOERR) return nc_strerror(status);
  status = write_content(file, *table);
  // The file is closed in any case; an error in closing is reported if there was none before.
  NC_memio memory{};
  const int closing = nc_close_memio(file, &memory);
  if (status == NC_NOERR) status = closing;
  if (status != NC_NOERR) {
    std::free(memory.memory);
    return nc_strerror(status);
  }
  *bytes = {memory.memory, memory.size};
  return nullptr;
}
