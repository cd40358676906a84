// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "core/belt/belt_map.hpp"
#include "core/belt/pulley_state.hpp"
#include "core/drive/any_drive.hpp"
#include "core/drive/belt/belt_path.hpp"

namespace beltdyn {

// How a belt rubs on a pulley at one instant. With the pressure p and the traction t on the belt, both per length, and
// the velocity v_s = r ((v − c·t)/R − w ω) of the belt where friction acts, r from the centre of the circle, relative
// to the pulley (v the speed of the centre line at R and t its direction, w = ±1 the turn of the belt, c the velocity
// of the centre of the circle on a mount or an eccentric pulley; or v_s as a formulation gives it):
struct PulleySlip {
  double margin{};  // 1 − |∫ t ds|/(μ ∫ p ds), μ the kinetic coefficient: what friction could bear beyond the torque of
                    // now; 0 in gross slip and where nothing presses, < 0 of stick beyond μ [-]
  double speed{};  // the largest |v_s| where the belt slips [m/s]
  double power{};  // −∫ t v_s ds, which turns into heat, or into bristles and back [W]
};

// Of each pulley, shape (n_pulleys), as `states`. The margin of a pulley without friction is 0.
std::vector<PulleySlip> pulley_slips(const BeltMap& belt, const BeltDrive& drive, const BeltPath& path,
                                     std::span<const PulleyState> states);

}  // namespace beltdyn
