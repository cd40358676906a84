// SPDX-License-Identifier: MIT
// A table of results.
#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "fuzz/expected.hpp"
#include "results/csv_table.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace beltdyn;
  fuzz::expect_one_of<IoError>([&] {
    const results::CsvTable table = results::CsvTable::parse("fuzz.csv", fuzz::text_of(data, size));
    for (const std::string& name : table.names()) {
      const std::span<const double> column = table.column(name);
      fuzz::claim(column.size() == table.rows(), "columns are of one length");
      fuzz::claim(std::ranges::all_of(column, [](double x) { return std::isfinite(x); }), "values are finite");
    }
  });
  return 0;
}
