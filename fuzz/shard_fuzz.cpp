// SPDX-License-Identifier: MIT
// The rows that a shard of a sweep has left. Checksums would keep the fuzzer out, so that it gives lines, which are
// read both as they are and with their checksums behind them.
#include <string>

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/text_file.hpp"
#include "fuzz/expected.hpp"
#include "sweep/sweep_files.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace beltdyn;
  constexpr std::string_view kHeader = "member,friction [-],speed [rad/s],status,message,checksum";
  const std::string_view lines = fuzz::text_of(data, size);
  std::string sealed = fmt::format("{}\n", kHeader);
  for (std::string_view left = lines; !left.empty();) {
    const std::string_view row = left.substr(0, left.find('\n'));
    left.remove_prefix(std::min(left.size(), row.size() + 1));
    sealed += fmt::format("{},{:016x}\n", row, checksum(row));
  }
  for (const std::string_view text : {lines, std::string_view(sealed)}) {
    fuzz::expect_one_of<IoError>([&] {
      const sweep::Rows rows = sweep::parse_rows("fuzz.csv", kHeader, text);
      for (const auto& [member, row] : rows) {
        fuzz::claim(std::stoull(row) == member, "a row begins with its member");
        fuzz::claim(row.find('\n') == std::string::npos, "a row is one line");
      }
      sweep::missing_members(rows, rows.size() + 1);
    });
  }
  return 0;
}
