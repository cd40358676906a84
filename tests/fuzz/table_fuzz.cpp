// SPDX-License-Identifier: MIT
// Fuzzes the reader of a table of results.
#include <string>

#include "core/base/csv_table.hpp"
#include "core/base/error.hpp"
#include "tests/fuzz/expected.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace beltdyn;
  fuzz::expect_one_of<IoError>([&] {
    const CsvTable table = CsvTable::parse("fuzz.csv", fuzz::text_of(data, size));
    for (const std::string& name : table.names()) {
      fuzz::claim_sound_column(table.column(name), table.rows());
    }
  });
  return 0;
}
