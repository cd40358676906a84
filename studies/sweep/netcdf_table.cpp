// SPDX-License-Identifier: MIT
#include "studies/sweep/netcdf_table.hpp"

#include <cstdlib>
#include <deque>
#include <memory>

#include <fmt/format.h>

#include "core/base/csv_table.hpp"
#include "core/base/error.hpp"
#include "core/base/memory.hpp"
#include "core/base/text_file.hpp"
#include "studies/module.hpp"
#include "studies/sweep/netcdf_module.hpp"

namespace beltdyn::studies {

#ifdef BELTDYN_NETCDF_MODULE
namespace {

namespace fs = std::filesystem;

// The input of the module, and the data to which its pointers point.
class TableContent {
 public:
  void add_numbers(const char* name, const std::vector<std::size_t>& values, const char* meaning) {
    numbers_.assign(values.begin(), values.end());
    variables_.push_back({name, nullptr, meaning, kBeltdynNumbers, numbers_.data()});
  }
  void add_doubles(const std::string& name, const std::string& unit, std::vector<double> values, const char* meaning) {
    const double* data = doubles_.emplace_back(std::move(values)).data();
    variables_.push_back({kept(name), kept(unit), meaning, kBeltdynDoubles, data});
  }
  void add_texts(const char* name, const std::vector<std::string>& values, const char* meaning) {
    std::vector<const char*>& pointers = pointers_.emplace_back();
    for (const std::string& value : values) pointers.push_back(value.c_str());
    variables_.push_back({name, nullptr, meaning, kBeltdynTexts, pointers.data()});
  }
  void describe(const std::string& name, const std::string& text) { attributes_.push_back({kept(name), kept(text)}); }

  BeltdynTable table(std::size_t n_members) const {
    return {n_members, variables_.data(), variables_.size(), attributes_.data(), attributes_.size()};
  }

 private:
  const char* kept(const std::string& text) { return texts_.emplace_back(text).c_str(); }

  std::vector<unsigned long long> numbers_;
  std::deque<std::vector<double>> doubles_;
  std::deque<std::vector<const char*>> pointers_;
  std::deque<std::string> texts_;
  std::vector<BeltdynVariable> variables_;
  std::vector<BeltdynAttribute> attributes_;
};

// Memory that the libraries may need for a table [bytes]; they may abort without it.
std::size_t memory_of_libraries(const SweepTable& table) {
  constexpr std::size_t kOfAll = std::size_t{16} << 20;
  constexpr std::size_t kCopies = 4;
  return kOfAll + kCopies * sizeof(double) * table.members.size() * (table.columns.size() + 1);
}

std::vector<double> column_of(const SweepTable& table, std::size_t column) {
  std::vector<double> values;
  for (const std::vector<double>& row : table.numbers) values.push_back(row[column]);
  return values;
}

}  // namespace

bool writes_netcdf() { return true; }

void write_netcdf(const fs::path& path, const SweepTable& table,
                  const std::vector<std::pair<std::string, std::string>>& attributes) {
  TableContent content;
  std::string coordinates;
  content.add_numbers("member", {table.members.begin(), table.members.end()}, "member number");
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const ColumnHeader header = split_header(table.columns[i]);
    const bool is_parameter = i < table.n_parameters;
    const std::string name(header.name);
    if (is_parameter) coordinates += (coordinates.empty() ? "" : " ") + name;
    content.add_doubles(name, header.unit == "-" ? "1" : std::string(header.unit), column_of(table, i),
                        is_parameter ? "parameter" : "quantity");
  }
  content.add_texts("status", table.status, "complete, failed or infeasible");
  content.add_texts("message", table.messages, "why a member is not complete");
  // xarray recognises parameters as coordinates by this attribute.
  content.describe("coordinates", coordinates);
  for (const auto& [name, text] : attributes) content.describe(name, text);
  const auto make = reinterpret_cast<decltype(&beltdyn_netcdf_bytes)>(
      module_function(BELTDYN_NETCDF_MODULE, "beltdyn_netcdf_bytes", "the NetCDF library"));
  const BeltdynTable call = content.table(table.members.size());
  { const MemoryReserve is_there(memory_of_libraries(table)); }
  BeltdynBytes bytes{};
  if (const char* why = make(&call, &bytes)) {
    throw IoError(fmt::format("{}: the table cannot be made: {}", path.string(), why));
  }
  const std::unique_ptr<void, decltype(&std::free)> owner(bytes.data, &std::free);
  replace_file(path, {static_cast<const char*>(bytes.data), bytes.size});
}
#else
bool writes_netcdf() { return false; }

void write_netcdf(const std::filesystem::path&, const SweepTable&,
                  const std::vector<std::pair<std::string, std::string>>&) {
  throw IoError("this program was built without NetCDF (BELTDYN_NETCDF)");
}
#endif

}  // namespace beltdyn::studies
