// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "core/belt/belt_map.hpp"
#include "core/belt/pulley_state.hpp"
#include "core/drive/any_drive.hpp"
#include "core/drive/belt/belt_path.hpp"

namespace beltdyn {

// Slip of a belt on a pulley at one instant. p is the pressure and t the traction on the belt, both per length. v_s is
// the velocity of the belt relative to the pulley at the place where friction acts. The formulation gives it, or
// v_s = r ((v − c·t)/R − w ω) with r the distance of that place from the centre of the circle, v the speed of the
// centre line at R, t its direction, w = ±1 the turn of the belt, and c the velocity of the circle's centre on a mount
// or an eccentric pulley.
struct PulleySlip {
  double margin{};  // 1 − |∫ t ds|/(μ ∫ p ds), μ the kinetic coefficient: the part of the friction limit that the
                    // torque does not use; 0 in gross slip, without contact, and where stick carries more than μ [-]
  double speed{};  // the largest |v_s| where the belt slips [m/s]
  double power{};  // −∫ t v_s ds: dissipated, or exchanged with elastic bristles [W]
};

// For each pulley, shape (n_pulleys) like `states`. The margin of a pulley without friction is 0.
std::vector<PulleySlip> pulley_slips(const BeltMap& belt, const BeltDrive& drive, const BeltPath& path,
                                     std::span<const PulleyState> states);

}  // namespace beltdyn
