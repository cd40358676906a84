// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "verification/largest.hpp"

namespace beltdyn::verification {

// How far a column of elements on contacts as stiff as K and four times as stiff is from the string.
struct StickDifference {
  double soft{}, stiff{};
  double limit{};  // of rigid stick
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
