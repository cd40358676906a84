// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

namespace beltdyn::exact {

enum class BeamEnds { simply_supported, clamped };

// A taut beam that runs lengthwise through two supports; its small transverse displacement u(x, t) obeys
//
//     ρ (u_tt + 2 v u_xt + v² u_xx) − T u_xx + EI u_xxxx = 0,                                                     (1)
//     simply supported: u = u_xx = 0,   clamped: u = u_x = 0   at x = 0 and x = L.
struct MovingBeam {
  double bending_stiffness{};  // EI > 0 [N m²]
  double tension{};            // T ≥ 0 [N]
  double mass_per_length{};    // ρ > 0 [kg/m]
  double length{};             // L > 0 [m]
  double speed{};              // v ≥ 0 [m/s]
  BeamEnds ends = BeamEnds::simply_supported;
};

// The speed at which the beam can stay deflected in its n-th buckling shape, n = 1, 2, ..., whatever its own speed:
//
//     ρ v² = T + EI κ²,   simply supported: κ L = n π,   clamped: κ L = (n + 1) π for odd n, tan(κL/2) = κL/2 for even
//     n.
//
// The first one is the critical speed, where the lowest frequency has fallen to 0 [m/s].
double divergence_speed(const MovingBeam& beam, int shape);

// The lowest `count` natural frequencies, ascending [rad/s], nearly to machine precision. With exp(iωt + ikx) in (1),
//
//     EI k⁴ + T k² = ρ (ω + v k)²                                                                                 (2)
//
// has a positive root k₁, a negative root k₂ next to 0, and two more that are conjugate or real, Σ k = 0. Frequencies
// are the zeros of the determinant of the end conditions over that of Vandermonde, which is real and has no other
// zeros:
//
//     D(ω) = Σ ± m_ab m_cd exp(i (k_c + k_d) L) / Π_{j<l} (k_l − k_j)                                             (3)
//
// over the six ways to part k₁...k₄ into (a, b) and (c, d), with m_ab = k_b² − k_a² for simply supported ends and
// k_b − k_a for clamped ones. The phase θ = (k₁ − k₂) L/2 of the two waves that travel grows by π, but for a slowly
// varying share of the ends, from one frequency to the next. The search walks from ω = 0 in steps of θ by π/24 at most
// (θ is concave, so that a step along its tangent is no longer), so that no step holds two zeros, and refines each
// change of sign. Throws UsageError if a value is out of its range or the speed is not below the critical one,
// SolverError if it is so close to it that the lowest frequency is below 1e-4 √(EI/ρ)/L².
std::vector<double> moving_beam_frequencies(const MovingBeam& beam, int count);

}  // namespace beltdyn::exact
