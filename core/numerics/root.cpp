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

Interval bracket_root(const std::function<double(double)>& function, double low, double high, double width,
                      int most_evaluations) {
  const BracketEnd at_low{.place = low, .value = function(low)};
  return bracket_root(function, at_low, {.place = high, .value = function(high)}, width, most_evaluations);
}

Interval bracket_root(const std::function<double(double)>& function, const BracketEnd& low, const BracketEnd& high,
                      double width, int most_evaluations) {
  auto evaluations = static_cast<std::uintmax_t>(most_evaluations);
  const auto is_close = [width](double a, double b) { return b - a <= width; };
  const auto bracket =
      boost::math::tools::toms748_solve(function, low.place, high.place, low.value, high.value, is_close, evaluations);
  return {.low = bracket.first, .high = bracket.second};
}

}  // namespace beltdyn::numerics
