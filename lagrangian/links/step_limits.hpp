// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/drive/belt_drive.hpp"
#include "lagrangian/links/link_model.hpp"

namespace beltdyn::lagrangian::links {

// What a part of the belt or of its contacts allows if nothing else limits the step.
struct SingleLimit {
  double step{};     // the longest stable one [s]
  std::string what;  // "the damping of the joints in bending, 0.01 N m s/rad"
};

// How long steps of the classical Runge–Kutta method may be.
//
// The limit is that of small waves on a straight row of links, free or pressed on a pulley by the pretension, stuck to
// it: along the row, and across it together with the turning of the links. With the phase θ from link to link,
// e = 1 − cos θ and z = ℓφ each satisfies M q″ + D q′ + K q = 0,
//
//     along    M = m,  D = 2 e b + d_T,  K = 2 e c + k_T;  at θ = 0 M = 1/(1/m + n R²/I_p) on a pulley that turns
//     across   M = diag(m, I/ℓ²),  D = diag(d_N, 2 e b_φ/ℓ²)
//              K = [2 e c + k_N, c sin θ; c sin θ, c (1 + cos θ)/2 + 2 e c_φ/ℓ²]
//
// with stiffness k and damping d of the contact, normal N and tangential T; n links lie around the pulley.
struct StepLimits {
  double step{};  // of everything together [s]
  // Of links that are laid on their path and have yet to align: the damping of a joint, which acts along its gap, is as
  // good as 3 times as large where the gap lies across [s].
  double step_when_laid{};
  std::vector<SingleLimit> single;  // the shortest first

  // Why a step beyond the limit is too long: what forbids it alone, or the first of the list. One sentence.
  std::string reason(double time_step) const;
};

StepLimits step_limits(const BeltDrive& drive, const LinkModel& model);

}  // namespace beltdyn::lagrangian::links
