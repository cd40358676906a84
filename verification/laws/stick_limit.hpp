// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "verification/largest.hpp"

namespace beltdyn::verification {

// Largest differences between the exact string and a history column of elements: on contacts of stiffness K (`soft`),
// on contacts four times as stiff (`stiff`), and extrapolated to rigid stick (`limit`). `range` is the range of the
// exact column.
struct StickDifference {
  double soft{}, stiff{};
  double limit{};  // extrapolated to rigid stick
  double range{};
};

inline StickDifference difference(const std::vector<double>& exact, const std::vector<double>& soft,
                                  const std::vector<double>& stiff) {
  StickDifference d;
  for (std::size_t k = 0; k < exact.size(); ++k) {
    d.soft = larger(d.soft, std::abs(soft[k] - exact[k]));
    d.stiff = larger(d.stiff, std::abs(stiff[k] - exact[k]));
    d.limit = larger(d.limit, std::abs(2.0 * stiff[k] - soft[k] - exact[k]));
  }
  const auto [low, high] = std::ranges::minmax_element(exact);
  d.range = *high - *low;
  return d;
}

}  // namespace beltdyn::verification
