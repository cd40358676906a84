// SPDX-License-Identifier: MIT
// Fuzzes the journal of the runs of an identification: lines by the fuzzer, most of them followed by their checksums.
#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/error.hpp"
#include "studies/identify/run_journal.hpp"
#include "tests/fuzz/checked_text.hpp"
#include "tests/fuzz/expected.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace beltdyn;
  constexpr std::string_view kIdentity = "identity";
  const std::string_view lines = fuzz::text_of(data, size);
  const std::string text = fuzz::is_read_as_it_is(size)
                               ? std::string(lines)
                               : studies::checked_line(kIdentity, ' ') + fuzz::with_checksums(lines, ' ');
  fuzz::expect_one_of<IoError, UsageError>([&] {
    for (const auto& [key, trials] : studies::parse_journal("fuzz.jsonl", kIdentity, text)) {
      for (const studies::RunTrial& trial : trials) {
        for (std::size_t c = 0; trial.succeeds() && c < trial.curve.values.size(); ++c) {
          const auto [least, largest] = std::ranges::minmax(trial.curve.values[c]);
          const double value = trial.curve.at(c, trial.curve.time.front());
          fuzz::claim(std::isnan(value) || (least <= value && value <= largest), "a curve has its own values");
        }
      }
    }
  });
  return 0;
}
