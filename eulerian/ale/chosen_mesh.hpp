// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "core/drive/any_drive.hpp"
#include "eulerian/ale/transient/ale_mesh.hpp"

namespace beltdyn::eulerian::ale {

// Most halvings of an element: in shorter elements, some millionths of the drive, rounding spoils the forces.
inline constexpr int kMostRefinement = 12;

// A mesh whose numbers are left out.
MeshParameters mesh_left_out();
// A sentence on a mesh that is given in part, whose elements are not refined for a belt that bends; empty for others.
std::string unrefined_note(const Drive& drive, const MeshParameters& mesh);
// Chooses the numbers of a mesh that are left out for a run until end_time [s] and small motions up to a frequency
// [Hz], 0 if there are none. If all of a belt's are, they follow from its bending layer, sag, runs and damping, and the
// mesh stays free.
void choose_mesh(const Drive& drive, double end_time, double highest_frequency, MeshParameters& mesh);

}  // namespace beltdyn::eulerian::ale
