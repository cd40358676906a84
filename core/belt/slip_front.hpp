// SPDX-License-Identifier: MIT
#pragma once

#include "core/belt/belt_point.hpp"

namespace beltdyn {

// The particle at which the contact state changes between two neighbouring contact points of one pulley, first.material
// < second.material [m]. `before` and `behind` are the contact points before `first` and behind `second`.
//
// Between stick and slip, the front is where the traction of stick reaches the friction limit. The used part of the
// limit at a point is its ratio of traction to pressure, relative to that of the slipping point. The ratio is
// extrapolated from the sticking point and the point beyond it: exponentially, as for a belt on bristles, EA z'' = k z;
// linearly if it changes its sign there. If it does not grow, because the bristles are too stiff for the distance of
// the points, the front is half-way. Between forward and backward slip the front is where the linear interpolation of
// the traction vanishes.
double front_between(const ContactPoint& before, const ContactPoint& first, const ContactPoint& second,
                     const ContactPoint& behind);

}  // namespace beltdyn
