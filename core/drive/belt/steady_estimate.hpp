// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/drive/any_drive.hpp"

namespace beltdyn {

// An estimate of the forces in the steady motion, made before the motion is computed. It takes the belt as a string on
// rigid pulleys whose mean force N is that of the belt at rest. With the torques M_k,
//
//     T_k − T_{k−1} = M_k/R_k,   T = N − ρA v² as mean over the length of the path.
//
// The part |ln(T_k/T_{k−1})|/(μ φ) of the wrap φ of a pulley slips. On a run of length ℓ and direction t, T grows by
// m_L v² where the run begins, and by (w − (ρA + m_L) g·t) ℓ along it. T_k is then the force where span k begins,
// T_{k−1} the force where the previous span ends. Mounts are where they are in equilibrium with these forces, or in
// their rest position if there is no such equilibrium.
struct SteadyEstimate {
  double force{};                    // N at rest [N]
  double momentum{};                 // ρA v² [N]
  std::vector<double> mounts{};      // coordinates u of the pulleys [m, rad]
  std::vector<double> span_force{};  // least T of each span; empty unless exactly one speed is prescribed [N]
  std::vector<double> used_wrap{};   // part of the wrap of each pulley that slips; infinite next to a slack span [-]
};
// The estimate for a belt speed [m/s].
SteadyEstimate steady_estimate(const BeltDrive& drive, double time, double speed);

// The most likely reason, judged by the estimate, why no steady motion was found, and a remedy. Reasons are a belt too
// fast for its force, a slack span, a pulley that needs more than its wrap, or, if the belt can carry the loads, the
// mesh.
std::string why_no_steady_motion(const BeltDrive& drive, const SteadyEstimate& estimate);

}  // namespace beltdyn
