// SPDX-License-Identifier: MIT
#include "report/quantised.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

#include <fmt/format.h>

namespace beltdyn::report {
namespace {

constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint32_t kSixBits = 0x3f;
constexpr std::uint32_t kByte = 0xff;

}  // namespace

Quantised quantise(std::span<const double> values, Bits bits) {
  Quantised result;
  result.most =
      bits == Bits::eight ? std::numeric_limits<std::uint8_t>::max() : std::numeric_limits<std::uint16_t>::max();
  if (values.empty()) return result;
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  result.low = *low;
  result.high = *high;
  const double range = result.high - result.low;
  result.codes.reserve(values.size());
  for (const double value : values) {
    const double step = range > 0.0 ? std::round((value - result.low) / range * result.most) : 0.0;
    result.codes.push_back(static_cast<std::uint16_t>(step));
  }
  return result;
}

std::string base64(std::span<const std::uint8_t> bytes) {
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) group = group << 8 | (k < count ? bytes[i + k] : 0U);
    for (std::size_t k = 0; k < 4; ++k) {
      text += k <= count ? kAlphabet[group >> (18 - 6 * k) & kSixBits] : '=';
    }
  }
  return text;
}

std::string json_of(const Quantised& numbers) {
  const bool is_wide = numbers.most > kByte;
  std::vector<std::uint8_t> bytes;
  bytes.reserve(numbers.codes.size() * (is_wide ? 2 : 1));
  for (const std::uint16_t code : numbers.codes) {
    bytes.push_back(static_cast<std::uint8_t>(code & kByte));
    if (is_wide) bytes.push_back(static_cast<std::uint8_t>(code >> 8));
  }
  return fmt::format("{{\"low\":{:.9g},\"high\":{:.9g},\"bits\":{},\"data\":\"{}\"}}", numbers.low, numbers.high,
                     is_wide ? 16 : 8, base64(bytes));
}

}  // namespace beltdyn::report
