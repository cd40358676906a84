// SPDX-License-Identifier: MIT
#include "core/belt/slip_front.hpp"

#include <algorithm>
#include <cmath>

namespace beltdyn {
namespace {

// The distance of the front from the sticking point, over the distance from the sticking to the slipping point [-].
double fraction_of_distance(const ContactPoint& beyond, const ContactPoint& sticks, const ContactPoint& slips) {
  constexpr double kHalf = 0.5;
  if (beyond.pulley != sticks.pulley || slips.traction == 0.0 || !(beyond.pressure > 0.0)) return kHalf;
  const auto share = [&slips](const ContactPoint& point) {
    return point.traction / point.pressure * (slips.pressure / slips.traction);
  };
  const double here = share(sticks);
  const double there = share(beyond);
  if (!(here > 0.0) || there >= here) return kHalf;
  const double spacings = there > 0.0 ? -std::log(here) / std::log(here / there) : (1.0 - here) / (here - there);
  const double fraction = spacings * (sticks.material - beyond.material) / (slips.material - sticks.material);
  return std::clamp(fraction, 0.0, 1.0);
}

}  // namespace

double front_between(const ContactPoint& before, const ContactPoint& first, const ContactPoint& second,
                     const ContactPoint& behind) {
  const double distance = second.material - first.material;
  const bool first_slips = contact::is_slipping(first.state);
  if (first_slips && contact::is_slipping(second.state)) {
    const double part = first.traction / (first.traction - second.traction);
    return first.material + (part > 0.0 && part < 1.0 ? part : 0.5) * distance;
  }
  return first_slips ? second.material - fraction_of_distance(behind, second, first) * distance
                     : first.material + fraction_of_distance(before, first, second) * distance;
}

}  // namespace beltdyn
