// SPDX-License-Identifier: MIT
#pragma once

#include "core/belt/belt_point.hpp"

namespace beltdyn {

// The particle between two neighbouring contact points of one pulley, first.material < second.material, where the state
// changes [m]. `before` and `behind` are the points in front of and behind them.
//
// Between stick and slip the front is where the traction of stick reaches the limit of friction. Which part of the
// limit it is at a contact point is given by the ratio of traction to pressure, that of the point that slips being 1.
// From the point that sticks and the one beyond it the ratio continues exponentially, as on a belt on bristles, EA
// z'' = k z; where it changes its sign there, straight. Where it does not grow, bristles being too stiff for the
// distance of the points, the front is half way. Between slip forward and backward it is where the straight line of the
// traction vanishes.
double front_between(const ContactPoint& before, const ContactPoint& first, const ContactPoint& second,
                     const ContactPoint& behind);

}  // namespace beltdyn
