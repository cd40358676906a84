// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/drive/rope/rope_drive.hpp"

namespace beltdyn {

// The forces and the acceleration with which a rope starts.
struct RopeStart {
  std::vector<std::array<double, 2>> spans{};  // at the begin and the end of each span, shape (n_pulleys + 1) [N]
  double acceleration{};                       // of the whole rope towards its second end [m/s²]
  bool is_balanced = true;                     // with moving axes: is no body and no mount accelerated?
};

// Does an end determine the force of the rope at t = 0? A force, a body that is not held and a drum that turns freely
// do.
bool tells_force(const RopeDriveEnd& end);

// The start of a rope. With a given natural length, its force is uniform along the path apart from the weight of the
// rope. Otherwise it has the forces of an inextensible rope of this mass per length [kg/m] at t = 0, with prescribed
// motions at constant speed: static forces if all bodies are in equilibrium, otherwise those of bodies that accelerate
// without vibrations. No spans if no end determines the force. If axes move, the forces are those of even_forces(),
// without friction and inertia of pulleys. Throws SolverError if the ends are out of balance and no mass moves with
// them.
RopeStart rope_start(const RopeDrive& drive, const RopePath& path, double mass_per_length);

// A sentence if the spans have no start force or if one is slack; `name` is the formulation.
std::vector<std::string> start_force_objections(std::span<const std::array<double, 2>> spans, std::string_view name);
// The same for a rope of this mass per length [kg/m]; also a sentence if the rope has no start.
std::vector<std::string> start_objections(const RopeDrive& drive, double mass_per_length, std::string_view name);

}  // namespace beltdyn
