// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include <boost/math/tools/toms748_solve.hpp>

namespace beltdyn::eulerian::ale {

// The root of a function between two places along the belt, to 2^-36 = 1.5e-11 of their distance; none if the function
// has the same sign at both places, or is 0 at one of them.
template <class Function>
std::optional<double> root_between(const Function& f, double low, double high) {
  constexpr int kBits = 36;
  std::uintmax_t evaluations = 60;
  const double at_low = f(low);
  const double at_high = f(high);
  if (!(at_low * at_high < 0.0)) return std::nullopt;
  const auto bracket = boost::math::tools::toms748_solve(f, low, high, at_low, at_high,
                                                         boost::math::tools::eps_tolerance<double>(kBits), evaluations);
  return 0.5 * (bracket.first + bracket.second);
}

}  // namespace beltdyn::eulerian::ale
