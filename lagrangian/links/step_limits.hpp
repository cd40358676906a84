// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/drive/any_drive.hpp"
#include "lagrangian/links/link_model.hpp"
#include "lagrangian/links/links_parameters.hpp"

namespace beltdyn::lagrangian::links {

// What a part of the belt or of its contacts allows if nothing else limits the step.
struct SingleLimit {
  double step{};     // the longest stable one [s]
  std::string what;  // "the damping of the joints in bending, 0.01 N m s/rad"
};

// How long steps of the classical Runge–Kutta method may be.
//
// The limit is that of small waves on a straight row of links, free or pressed on a pulley by the pretension, stuck to
// it. With the phase θ from link to link,
// e = 1 − cos θ and z = ℓφ each satisfies M q″ + D q′ + K q = 0,
//
//     M = diag(m, m, I/ℓ²),  D = diag(2 e b, d_N, 2 e b_φ/ℓ²) + d_T a aᵀ
//     K = [2 e c, 0, 0; 0, 2 e c + k_N, c sin θ; 0, c sin θ, c (1 + cos θ)/2 + 2 e c_φ/ℓ²] + k_T a aᵀ
//
// for the motion along the row, across it, and z, with stiffness k and damping d of the contact, normal N and
// tangential T, which acts at a lever Y from the centre line, a = (1, 0, −Y/ℓ). At θ = 0 the first mass is 1/(1/m + n
// R²/I_p) on a pulley that turns, n the links that lie around it.
//
// A mount of the inertia J about its coordinate u counts alike, with J/|dc/du|² in place of I_p/R² in both directions
// across each other; by itself, with its spring, stops, dampers and stuck friction, it is a mass on a spring. So is a
// pulley on the stuck friction of its bearing.
//
// Where friction slips its memory may relax by itself, ż = −(K/D) z + … for an elastoplastic bristle with a damper.
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

// The part of a stable step that steps have which the run does not choose: those of settling, and the first adaptive
// one.
inline constexpr double kSafeStep = 0.9;

// How long links settle that settle in motion: as long as is given, or until their damping leaves nothing [s].
double settling_in_motion(const LinksParameters& parameters);

// Steps in which links move for this time [s] before the start.
long preparing_steps(double duration, const LinksParameters& parameters, const StepLimits& limits);

}  // namespace beltdyn::lagrangian::links
