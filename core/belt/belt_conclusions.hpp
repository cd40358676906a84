// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "core/drive/any_drive.hpp"
#include "core/run/summary.hpp"

namespace beltdyn {

// What the columns of a belt drive (BeltSimulation) come to over a run: mean powers between pulleys and belt, what
// slip, damping of the belt, mounts and bearings take of them, also as energies, what rotors store, the efficiency of a
// steady motion, and the least margin to gross slip. Empty if no row counts.
std::vector<Conclusion> belt_conclusions(const BeltDrive& drive, const Summary& summary);

}  // namespace beltdyn
