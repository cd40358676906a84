// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "core/linear/linear_analysis.hpp"
#include "core/run/simulation.hpp"
#include "eulerian/ale/ale_parameters.hpp"
#include "eulerian/ale/steady/steady_drive.hpp"

namespace beltdyn::eulerian::ale {

// The steady motion that a drive has found for a time, on the mesh and with the stick from which small motions are
// accurate; null if it is not found there. `drive` is the drive that the steady one discretises.
std::unique_ptr<SteadyDrive> drive_for_small_motions(const SteadyDrive& steady, const BeltDrive& drive, double time);

// The small motions about the steady motion of a drive at a time. Outputs are the columns span_force_k;
// angular_velocity_k, torque_k and drive_torque_k, the last one of pulleys whose motion is prescribed; mount_position_k
// and mount_force_k of mounts that the belt moves; accessory_angular_velocity_k and accessory_torque_k of accessories.
// `configured` is the drive with the orders in its time functions. Both drives must outlive the analysis and stay
// unchanged. Throws SolverError if the drive is at rest.
std::unique_ptr<LinearAnalysis> linear_analysis_of(SteadyDrive& drive, double time, const LinearOptions& options,
                                                   const BeltDrive& configured);

// Changes the numbers of elements for errors of modes; false if pulleys have too few elements for a coarser mesh.
bool change_mesh(MeshParameters& mesh, OtherMesh to);

}  // namespace beltdyn::eulerian::ale
