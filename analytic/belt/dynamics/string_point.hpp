// SPDX-License-Identifier: MIT
// What the string is at a place: the result that steady strings and strings in time have in common.
#pragma once

#include "core/belt/belt_point.hpp"
#include "core/contact/contact_state.hpp"
#include "core/drive/belt/belt_path.hpp"

namespace beltdyn::analytic {

// The belt at a point of the contour. Pressure and traction per stretched length.
struct StringPoint {
  double stretch{};   // λ [-]
  double force{};     // N [N]
  double speed{};     // [m/s]
  double pressure{};  // p [N/m]
  double traction{};  // on the belt, positive in its running direction [N/m]
  contact::ContactState state = contact::ContactState::free;
  double material{};  // reference length from the entry of the first pulley to here [m]
};

// Of such a point at the place σ of a path, where a particle with a reference length [m] on a scale of the caller's is.
BeltPoint belt_point(const StringPoint& point, const BeltPath& path, double sigma, double material);
ContactPoint contact_point(const StringPoint& point, const BeltPath& path, double sigma, double material);

}  // namespace beltdyn::analytic
