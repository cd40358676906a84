// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/drive/any_drive.hpp"
#include "lagrangian/links/link_model.hpp"
#include "lagrangian/links/links_parameters.hpp"

namespace beltdyn::lagrangian::links {

// The stability limit by one part of the belt or of its contacts alone.
struct SingleLimit {
  double step{};     // longest stable step [s]
  std::string what;  // "the damping of the joints in bending, 0.01 N m s/rad"
};

// The stability limits of steps of the classical Runge–Kutta method.
//
// The limit is derived from small waves on a straight row of links, free or pressed on a pulley by the pretension and
// stuck to it. With the phase θ from link to link, e = 1 − cos θ and z = ℓφ, the motion satisfies M q″ + D q′ + K q =
// 0,
//
//     M = diag(m, m, I/ℓ²),  D = diag(2 e b, d_N, 2 e b_φ/ℓ²) + d_T a aᵀ
//     K = [2 e c, 0, 0; 0, 2 e c + k_N, c sin θ; 0, c sin θ, c (1 + cos θ)/2 + 2 e c_φ/ℓ²] + k_T a aᵀ
//
// for the motion along the row, across it, and z. Stiffness k and damping d of the contact, normal N and tangential T,
// act at the lever Y from the centre line, a = (1, 0, −Y/ℓ). At θ = 0 the first mass is 1/(1/m + n R²/I_p) on a pulley
// that turns freely, with n links around it.
//
// A mount of inertia J about its coordinate u is treated alike, with J/|dc/du|² in place of I_p/R² in both directions
// across each other. By itself, with spring, stops, dampers and stuck friction, it is a mass on a spring. So is a
// pulley on the stuck friction of its bearing.
//
// In slip the memory of friction may relax by itself, ż = −(K/D) z + … for an elastoplastic bristle with damper.
struct StepLimits {
  double step{};  // of all parts together [s]
  // The limit for links that are laid on their path and not yet aligned [s]: the damping of a joint acts along its gap,
  // and counts 3 times where the gap lies across the links.
  double step_when_laid{};
  std::vector<SingleLimit> single;  // shortest first

  // Why a step beyond the limit is too long, as one sentence: the part that forbids it alone, or the first one of the
  // list.
  std::string reason(double time_step) const;
};

StepLimits step_limits(const BeltDrive& drive, const LinkModel& model);

// Safety factor of steps that the run does not choose, of settling and of the first adaptive step [-].
inline constexpr double kSafeStep = 0.9;

// Time for which links settle in motion: as given, or until their damping leaves no difference [s].
double settling_in_motion(const LinksParameters& parameters);

// Number of steps before the start in which links move for this time [s].
long preparing_steps(double duration, const LinksParameters& parameters, const StepLimits& limits);

}  // namespace beltdyn::lagrangian::links
