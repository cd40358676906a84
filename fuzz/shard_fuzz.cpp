// SPDX-License-Identifier: MIT
// The rows that a shard of a sweep has left: lines of the fuzzer, most of them with their checksums behind them.
#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "core/error.hpp"
#include "fuzz/expected.hpp"
#include "sweep/checked_lines.hpp"
#include "sweep/sweep_files.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace beltdyn;
  constexpr std::string_view kHeader = "member,friction [-],speed [rad/s],status,message,checksum";
  std::string text;
  if (fuzz::is_read_as_it_is(size)) {
    text = fuzz::text_of(data, size);
  } else {
    text = fmt::format("{}\n", kHeader);
    for (std::string_view left = fuzz::text_of(data, size); !left.empty();) {
      const std::string_view row = left.substr(0, left.find('\n'));
      left.remove_prefix(std::min(left.size(), row.size() + 1));
      text += sweep::checked_line(row, ',');
    }
  }
  fuzz::expect_one_of<IoError>([&] {
    const sweep::Rows rows = sweep::parse_rows("fuzz.csv", kHeader, text);
    for (const auto& [member, row] : rows) {
      fuzz::claim(std::stoull(row) == member, "a row begins with its member");
      fuzz::claim(row.find('\n') == std::string::npos, "a row is one line");
    }
    sweep::missing_members(rows, rows.size() + 1);
  });
  return 0;
}
