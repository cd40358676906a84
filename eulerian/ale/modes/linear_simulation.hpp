// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "core/linear/linear_analysis.hpp"
#include "core/run/simulation.hpp"
#include "eulerian/ale/ale_parameters.hpp"
#include "eulerian/ale/steady/steady_drive.hpp"

namespace beltdyn::eulerian::ale {

// The small motions about the steady motion of a drive at a time. Outputs are the columns span_force_k;
// angular_velocity_k, torque_k and drive_torque_k, the last one of pulleys whose motion is prescribed; mount_position_k
// and mount_force_k of mounts that the belt moves; accessory_angular_velocity_k and accessory_torque_k of accessories.
// `drive` is the drive that the steady one discretises, `configured` the one with the orders in its time functions. The
// drives must outlive the analysis and stay unchanged. If contact or stick is rigid, the analysis finds the motion anew
// on the mesh and with the stick from which small motions are accurate, if there is one.
std::unique_ptr<LinearAnalysis> linear_analysis_of(SteadyDrive& steady, const BeltDrive& drive, double time,
                                                   const LinearOptions& options, const BeltDrive& configured);

// Changes the numbers of elements for errors of modes; false if pulleys have too few elements for a coarser mesh.
bool change_mesh(MeshParameters& mesh, OtherMesh to);

}  // namespace beltdyn::eulerian::ale
