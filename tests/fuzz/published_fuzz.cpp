// SPDX-License-Identifier: MIT
// Fuzzes the reader of published tables.
#include <vector>

#include "core/base/error.hpp"
#include "tests/fuzz/expected.hpp"
#include "verification/published_data.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace beltdyn;
  fuzz::expect_one_of<IoError>([&] {
    const verification::PublishedTable table = verification::parse_published("fuzz.csv", fuzz::text_of(data, size));
    fuzz::claim(!table.empty(), "a table has columns");
    for (const std::vector<double>& column : table) {
      fuzz::claim(!column.empty(), "a table has rows");
      fuzz::claim_sound_column(column, table.front().size());
    }
  });
  return 0;
}
