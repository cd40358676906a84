// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/drive/rope/rope_drive.hpp"

namespace beltdyn {

// With which forces a rope starts.
struct RopeStart {
  std::vector<std::array<double, 2>> spans{};  // at the begin and the end of each, shape (n_pulleys + 1) [N]
  double acceleration{};                       // with which all of it goes towards its second end [m/s²]
  bool is_balanced = true;                     // of moving axes: does neither a body nor a mount accelerate?
};

// Does an end tell the force of the rope at t = 0? It is a force, a body that is not held, or a drum that turns freely.
bool tells_force(const RopeDriveEnd& end);

// If the natural length is given: the force that it has all along the path, up to the weight of the rope. Else the
// forces that an inextensible rope of this mass per length [kg/m] has at t = 0, where what is prescribed keeps its
// speed: those of statics if all are in equilibrium, and if not, of bodies that accelerate without vibrations. No spans
// if no end tells its force. If axes move those of even_forces(), without friction and inertia of pulleys. Throws
// SolverError if nothing with a mass moves with ends out of balance.
RopeStart rope_start(const RopeDrive& drive, const RopePath& path, double mass_per_length);

// A sentence if there are no forces of spans at the start, or if one is slack; `name` is that of the formulation.
std::vector<std::string> start_force_objections(std::span<const std::array<double, 2>> spans, std::string_view name);
// The same for a rope of this mass per length, and a sentence if it has no start.
std::vector<std::string> start_objections(const RopeDrive& drive, double mass_per_length, std::string_view name);

}  // namespace beltdyn
