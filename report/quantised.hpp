// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace beltdyn::report {

// Numbers as multiples of a common quantum: value = low + (high − low) code/most. Decoding restores each number to
// within half a quantum.
struct Quantised {
  double low{};          // smallest value
  double high{};         // largest value
  std::uint32_t most{};  // largest code, 255 or 65 535
  std::vector<std::uint16_t> codes;

  double decoded(std::size_t i) const { return low + (high - low) * codes[i] / most; }
};
// The size of a code.
enum class Bits { eight, sixteen };
Quantised quantise(std::span<const double> values, Bits bits);

// Base64 according to RFC 4648, with padding.
std::string base64(std::span<const std::uint8_t> bytes);

// {"low":…,"high":…,"bits":8 or 16,"data":"…"}, base64 of the codes, little-endian.
std::string json_of(const Quantised& numbers);

}  // namespace beltdyn::report
