// SPDX-License-Identifier: MIT
#include "core/numerics/root.hpp"

#include <cstdint>

#include <boost/math/tools/roots.hpp>

namespace beltdyn::numerics {
namespace {

// More evaluations than the halvings that reduce any interval of doubles, exponents included, to adjacent numbers.
constexpr std::uintmax_t kMostEvaluations = 2200;

}  // namespace

double find_root(const std::function<double(double)>& function, double low, double high) {
  const double at_low = function(low);
  const double at_high = function(high);
  if (at_low == 0.0) return low;
  if (at_high == 0.0) return high;
  std::uintmax_t iterations = kMostEvaluations;
  const auto bracket = boost::math::tools::toms748_solve(function, low, high, at_low, at_high,
                                                         boost::math::tools::eps_tolerance<double>(), iterations);
  return 0.5 * (bracket.first + bracket.second);
}

}  // namespace beltdyn::numerics
