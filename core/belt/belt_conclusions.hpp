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

// The first pulley of prescribed speed; none if that pulley is eccentric.
std::optional<std::size_t> round_driver(const BeltDrive& drive);
// Does the pulley carry a torque, and is it round?
bool has_creep(const Pulley& pulley);
// Creep of pulley k relative to the driver d: 1 − w_k ω_k R_k/(w_d ω_d R_d), with the turn w = ±1 of the belt and the
// radii R of the centre line; speeds ω in rad/s.
double creep(const BeltPath& path, std::size_t pulley, double speed, std::size_t driver, double driver_speed);

// Conclusions from the columns of a belt drive (BeltSimulation) over a run: mean powers between pulleys and belt;
// losses by slip, belt damping, mounts and bearings, as powers and energies; energy stored in rotors; the efficiency of
// a steady motion; the smallest margin to gross slip; the extreme forces along the belt; the sag between idlers;
// and creep from the mean speeds. Empty if no row counts.
std::vector<Conclusion> belt_conclusions(const BeltDrive& drive, const Summary& summary);

}  // namespace beltdyn
