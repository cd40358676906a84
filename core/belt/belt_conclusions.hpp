// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/drive/any_drive.hpp"
#include "core/run/summary.hpp"

namespace beltdyn {

class BeltPath;
struct Pulley;

// The first pulley of prescribed speed, if it is round.
std::optional<std::size_t> round_driver(const BeltDrive& drive);
// Does a pulley bear a torque, and is it round?
bool has_creep(const Pulley& pulley);
// 1 − w_k ω_k R_k/(w_d ω_d R_d) of pulley k and the driver d, with the turn w = ±1 of the belt and the radii R of the
// centre line; speeds in rad/s.
double creep(const BeltPath& path, std::size_t pulley, double speed, std::size_t driver, double driver_speed);

// What the columns of a belt drive (BeltSimulation) come to over a run: mean powers between pulleys and belt, what
// slip, damping of the belt, mounts and bearings take of them, also as energies, what rotors store, the efficiency of a
// steady motion, the least margin to gross slip, and creep by the means of the speeds. Empty if no row counts.
std::vector<Conclusion> belt_conclusions(const BeltDrive& drive, const Summary& summary);

}  // namespace beltdyn
