// SPDX-License-Identifier: MIT
// The state of a string at a place: a result that steady strings and strings in time share.
#pragma once

#include "core/belt/belt_point.hpp"
#include "core/contact/contact_state.hpp"
#include "core/drive/belt/belt_path.hpp"

namespace beltdyn::analytic {

// The belt at a point of the contour. Pressure and traction are per stretched length.
struct StringPoint {
  double stretch{};   // λ [-]
  double force{};     // N [N]
  double speed{};     // [m/s]
  double pressure{};  // p [N/m]
  double traction{};  // on the belt, positive in its running direction [N/m]
  contact::ContactState state = contact::ContactState::free;
  double material{};  // reference length from the entry of the first pulley to here [m]
};

// Converts such a point at σ of a path to a result. `material`: reference length of the particle on the caller's scale
// [m].
BeltPoint belt_point(const StringPoint& point, const BeltPath& path, double sigma, double material);
ContactPoint contact_point(const StringPoint& point, const BeltPath& path, double sigma, double material);

}  // namespace beltdyn::analytic
