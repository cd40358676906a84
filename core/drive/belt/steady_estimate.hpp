// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/drive/any_drive.hpp"

namespace beltdyn {

// What the steady motion of a drive asks of its belt, before it is known: a string on rigid pulleys whose spans have
// the mean force N of the belt at rest, whatever it carries. With the torques M_k,
//
//     T_k − T_{k−1} = M_k/R_k,   T = N − ρA v² in the mean over the length of the path,
//     and of the wrap φ of a pulley |ln(T_k/T_{k−1})|/(μ φ) slips.
// Along a run of the length ℓ in the direction t T grows by m_L v² where it begins and by (w − (ρA + m_L) g·t) ℓ: T_k
// is then that where span k begins, T_{k−1} that where the span before ends. Mounts are where they are in equilibrium
// with these forces, or at rest if there is no such place.
struct SteadyEstimate {
  double force{};                    // N [N]
  double momentum{};                 // ρA v² [N]
  std::vector<double> mounts{};      // u of the pulleys [m, rad]
  std::vector<double> span_force{};  // least T of spans; none if more than one speed is prescribed [N]
  std::vector<double> used_wrap{};   // of the pulleys, infinite where a span is slack [-]
};
// At a surface speed [m/s].
SteadyEstimate steady_estimate(const BeltDrive& drive, double time, double speed);

// Why a search for the steady motion has come to no end, as far as the estimate tells: a belt that is too fast for its
// force, a span that is slack, a pulley that asks for more than its wrap, or, if the belt can carry what it has to, the
// mesh; and what to do.
std::string why_no_steady_motion(const BeltDrive& drive, const SteadyEstimate& estimate);

}  // namespace beltdyn
