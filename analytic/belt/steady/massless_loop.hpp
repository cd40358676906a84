// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "analytic/belt/steady/friction_loop.hpp"
#include "analytic/belt/steady/string_loop.hpp"

namespace beltdyn::analytic {

// The steady motion of a StringLoop without mass, with Coulomb friction and rigid stick. Entry i belongs to the span
// behind pulley i, or to mount i.
struct MasslessLoopMotion {
  double flux{};               // G > 0 [m/s]
  std::vector<double> force;   // N_i [N]
  std::vector<double> mounts;  // q [m, rad]
};

// Computes that motion with the surface speeds v_i of some pulleys and the torques M_i(ω_i) of the others:
//
//     R_i (N_i − N_{i−1}) = M_i(ω_i),  ω_i R_i = G λ_{i−1},   or G λ_{i−1} = v_i,                                  (1)
//     Σ ℓ_i/λ_i + Σ R_i [(α_i − β_i)/λ_{i−1} + (β_i − |ln(λ_i/λ_{i−1})|/μ_i)/λ₀] = L₀,
//     β_i = |ln(N_i/N_{i−1})|/μ_i,                                                                                 (2)
//     F·dc/dq = force(q),   F = N_i u_i − N_{i−1} u_{i−1}                                                          (3)
//
// by Newton's method from a motion near. `speeds` has the shape (n_pulleys) and at least one speed [m/s], for the first
// pulley. Throws SolverError if no motion is found, the belt is at rest, or it slips on a whole pulley.
MasslessLoopMotion massless_loop_motion(const StringLoop& loop, std::span<const std::optional<double>> speeds,
                                        const MasslessLoopMotion& near);

// A FrictionLoop as such a string, with its friction coefficients of fast sliding, and the massless motion near a
// motion of the FrictionLoop. In steady motion friction and pulleys depend on the effective force
//
//     τ = N − ρA G² λ = (EA − ρA G²) (λ − λ₀ EA/(EA − ρA G²)),
//
// which is the force of a massless string with another stiffness and unstressed stretch. This string is `string`.
struct MasslessLoop {
  StringLoop string;
  MasslessLoopMotion motion;
  double momentum{};  // ρA G² [N]

  double stretch(std::size_t i) const { return string.unstressed_stretch + motion.force[i] / string.axial_stiffness; }
};
MasslessLoop massless_loop_of(const FrictionLoop& loop, const FrictionLoopMotion& motion, double driver_speed);

}  // namespace beltdyn::analytic
