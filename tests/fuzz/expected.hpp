// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string_view>

// Provided by the fuzzer library: mutates bytes and returns their number.
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

// Common parts of the fuzz targets. A target reads bytes as the program reads a file. Errors that the program reports
// to its user are valid results. Any other exception, a violated claim or a finding of a sanitizer stops the fuzzer,
// which keeps the input.
namespace beltdyn::fuzz {

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

// Whether a target reads this input unchanged. Other inputs get checksums, without which the fuzzer would not get past
// the first check. One in eight unchanged inputs suffices, because a line with a wrong checksum is not processed
// further.
inline bool is_read_as_it_is(std::size_t size) {
  constexpr std::size_t kOneIn = 8;
  return size % kOneIn == 0;
}

// Calls read(), which may throw one of these exceptions.
template <class First, class... Rest, class Read>
void expect_one_of(const Read& read) {
  try {
    if constexpr (sizeof...(Rest) == 0) {
      read();
    } else {
      expect_one_of<Rest...>(read);
    }
  } catch (const First&) {
    return;
  }
}

// Stops the fuzzer unless the claim holds.
inline void claim(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "claim does not hold: %s\n", what);
  std::abort();
}

// Claims that a column has as many values as the table has rows, all finite.
inline void claim_sound_column(std::span<const double> column, std::size_t rows) {
  claim(column.size() == rows, "columns are of one length");
  claim(std::ranges::all_of(column, [](double x) { return std::isfinite(x); }), "values are finite");
}

}  // namespace beltdyn::fuzz
