// SPDX-License-Identifier: MIT
#include "core/numerics/finite.hpp"

#include <bit>
#include <cstdint>

namespace beltdyn::numerics {

bool are_finite(std::span<const double> values) {
  // Only infinity and NaN have an exponent of ones; adding one to it carries into the sign bit. Without a branch the
  // compiler can check several numbers at a time.
  constexpr std::uint64_t kExponent = 0x7ff0'0000'0000'0000;
  constexpr std::uint64_t kOneMore = 0x0010'0000'0000'0000;
  std::uint64_t carries = 0;
  for (const double x : values) carries |= (std::bit_cast<std::uint64_t>(x) & kExponent) + kOneMore;
  return (carries >> 63U) == 0;
}

}  // namespace beltdyn::numerics
