// SPDX-License-Identifier: MIT
#include "core/settings/numerical_parameters.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace beltdyn {

std::vector<NumericalParameter> numerical_parameters_of(const RunOptions& options) {
  const auto* known = dynamic_cast<const HasNumericalParameters*>(&options);
  return known == nullptr ? std::vector<NumericalParameter>{} : known->numerical_parameters();
}

double divide_counts(double ratio, std::initializer_list<std::pair<int*, int>> counts_and_least) {
  constexpr double kRounding = 1e-9;
  // The smallest ratio is the safe one: assuming less growth of the error yields a larger error estimate.
  double smallest = std::numeric_limits<double>::infinity();
  for (const auto& [count, least] : counts_and_least) {
    const int before = *count;
    *count = std::max(least, static_cast<int>(std::ceil(before / ratio - kRounding)));
    if (*count < before) smallest = std::min(smallest, static_cast<double>(before) / *count);
  }
  return std::isfinite(smallest) ? smallest : 1.0;
}

}  // namespace beltdyn
