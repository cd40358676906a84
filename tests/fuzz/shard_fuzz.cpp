// SPDX-License-Identifier: MIT
// Fuzzes the rows that a shard of a sweep has written: lines by the fuzzer, most of them followed by their checksums.
#include <string>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "studies/sweep/sweep_files.hpp"
#include "tests/fuzz/checked_text.hpp"
#include "tests/fuzz/expected.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace beltdyn;
  constexpr std::string_view kHeader = "member,friction [-],speed [rad/s],status,message,checksum";
  const std::string_view lines = fuzz::text_of(data, size);
  const std::string text = fuzz::is_read_as_it_is(size)
                               ? std::string(lines)
                               : fmt::format("{}\n", kHeader) + fuzz::with_checksums(lines, ',');
  fuzz::expect_one_of<IoError>([&] {
    const studies::Rows rows = studies::parse_rows("fuzz.csv", kHeader, text);
    for (const auto& [member, row] : rows) {
      fuzz::claim(std::stoull(row) == member, "a row begins with its member");
      fuzz::claim(row.find('\n') == std::string::npos, "a row is one line");
    }
    studies::missing_members(rows, rows.size() + 1);
  });
  return 0;
}
