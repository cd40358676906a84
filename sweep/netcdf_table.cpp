// SPDX-License-Identifier: MIT
#include "sweep/netcdf_table.hpp"

#include <algorithm>
#include <system_error>

#include <dlfcn.h>
#include <fmt/format.h>
#include <netcdf.h>

#include "core/csv_table.hpp"
#include "core/error.hpp"
#include "core/text_file.hpp"

namespace beltdyn::sweep {
namespace {

namespace fs = std::filesystem;

constexpr int kCompression = 4;  // of 0 to 9: more takes longer and spares little
constexpr int kCompress = 1;
constexpr int kShuffle = 1;  // bytes of the same weight come together

// The library is opened only where it is needed: it brings along others that take ten times as long to load as the
// program does.
class NetcdfLibrary {
 public:
  explicit NetcdfLibrary(const fs::path& path) : path_(path.string()), handle_(dlopen(BELTDYN_NETCDF, RTLD_NOW)) {
    if (handle_ == nullptr) throw cannot(fmt::format("{}; install the NetCDF library", dlerror()));
    find(create, "nc_create");
    find(define_dimension, "nc_def_dim");
    find(define_variable, "nc_def_var");
    find(deflate, "nc_def_var_deflate");
    find(put_text, "nc_put_att_text");
    find(put_doubles, "nc_put_var_double");
    find(put_numbers, "nc_put_var_ulonglong");
    find(put_strings, "nc_put_var_string");
    find(close, "nc_close");
    find(describe, "nc_strerror");
  }
  ~NetcdfLibrary() { dlclose(handle_); }
  NetcdfLibrary(const NetcdfLibrary&) = delete;
  NetcdfLibrary& operator=(const NetcdfLibrary&) = delete;

  void check(int status) const {
    if (status != NC_NOERR) throw cannot(describe(status));
  }

  decltype(&nc_create) create{};
  decltype(&nc_def_dim) define_dimension{};
  decltype(&nc_def_var) define_variable{};
  decltype(&nc_def_var_deflate) deflate{};
  decltype(&nc_put_att_text) put_text{};
  decltype(&nc_put_var_double) put_doubles{};
  decltype(&nc_put_var_ulonglong) put_numbers{};
  decltype(&nc_put_var_string) put_strings{};
  decltype(&nc_close) close{};
  decltype(&nc_strerror) describe{};

 private:
  template <class Function>
  void find(Function& function, const char* name) const {
    function = reinterpret_cast<Function>(dlsym(handle_, name));
    if (function == nullptr) throw cannot(fmt::format("{} has no function {}", BELTDYN_NETCDF, name));
  }

  IoError cannot(std::string_view why) const { return IoError(fmt::format("{}: cannot be written: {}", path_, why)); }

  std::string path_;
  void* handle_;
};

// A file with the dimension of the members.
class NetcdfFile {
 public:
  NetcdfFile(const fs::path& path, std::size_t n_members) : library_(path) {
    library_.check(library_.create(path.c_str(), NC_NETCDF4, &file_));
    library_.check(library_.define_dimension(file_, "member", n_members, &dimension_));
  }

  void close() { library_.check(library_.close(file_)); }

  void describe(const std::string& name, const std::string& text) { put(NC_GLOBAL, name, text); }

  void numbers(const std::string& name, const std::vector<unsigned long long>& values, const std::string& meaning) {
    const int variable = define(name, NC_UINT64, meaning);
    library_.check(library_.put_numbers(file_, variable, values.data()));
  }

  void doubles(const std::string& name, const std::string& unit, const std::vector<double>& values,
               const std::string& meaning) {
    const int variable = define(name, NC_DOUBLE, meaning);
    put(variable, "units", unit);
    library_.check(library_.put_doubles(file_, variable, values.data()));
  }

  void texts(const std::string& name, const std::vector<std::string>& values, const std::string& meaning) {
    const int variable = define(name, NC_STRING, meaning);
    std::vector<const char*> pointers;
    for (const std::string& value : values) pointers.push_back(value.c_str());
    library_.check(library_.put_strings(file_, variable, pointers.data()));
  }

 private:
  int define(const std::string& name, int type, const std::string& meaning) {
    int variable = 0;
    library_.check(library_.define_variable(file_, name.c_str(), type, 1, &dimension_, &variable));
    if (type != NC_STRING) library_.check(library_.deflate(file_, variable, kShuffle, kCompress, kCompression));
    put(variable, "long_name", meaning);
    return variable;
  }

  void put(int variable, const std::string& name, const std::string& text) {
    library_.check(library_.put_text(file_, variable, name.c_str(), text.size(), text.c_str()));
  }

  NetcdfLibrary library_;
  int file_{};
  int dimension_{};
};

// A name of NetCDF has no slash.
std::string variable_name(std::string_view name) {
  std::string text(name);
  std::ranges::replace(text, '/', '_');
  return text;
}

std::vector<double> column_of(const SweepTable& table, std::size_t column) {
  std::vector<double> values;
  for (const std::vector<double>& row : table.numbers) values.push_back(row[column]);
  return values;
}

}  // namespace

void write_netcdf(const fs::path& path, const SweepTable& table,
                  const std::vector<std::pair<std::string, std::string>>& attributes) {
  refuse_link(path);
  const fs::path temporary = path.string() + ".new";
  refuse_link(temporary);
  NetcdfFile file(temporary, table.members.size());
  std::string coordinates;
  file.numbers("member", {table.members.begin(), table.members.end()}, "member number");
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const ColumnHeader header = split_header(table.columns[i]);
    const bool is_parameter = i < table.n_parameters;
    const std::string name = variable_name(header.name);
    if (is_parameter) coordinates += (coordinates.empty() ? "" : " ") + name;
    file.doubles(name, header.unit == "-" ? "1" : std::string(header.unit), column_of(table, i),
                 is_parameter ? "parameter" : "quantity");
  }
  file.texts("status", table.status, "complete, failed or infeasible");
  file.texts("message", table.messages, "why a member is not complete");
  // By this attribute xarray recognises the parameters as coordinates.
  file.describe("coordinates", coordinates);
  for (const auto& [name, text] : attributes) file.describe(name, text);
  file.close();
  std::error_code error;
  fs::rename(temporary, path, error);
  if (error) throw IoError(fmt::format("{}: cannot be written: {}", path.string(), error.message()));
}

}  // namespace beltdyn::sweep
