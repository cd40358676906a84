// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

namespace beltdyn::exact {

enum class BeamEnds { simply_supported, clamped };

// A taut beam that runs lengthwise through two supports. Its small transverse displacement u(x, t) obeys
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

// The divergence speed of the n-th buckling shape, n = 1, 2, ... [m/s]. At this speed the beam can stay deflected in
// that shape. beam.speed is not used:
//
//     ρ v² = T + EI κ²,   simply supported: κ L = n π,   clamped: κ L = (n + 1) π for odd n, tan(κL/2) = κL/2 for even
//     n.
//
// The first one is the critical speed, at which the lowest frequency vanishes.
double divergence_speed(const MovingBeam& beam, int shape);

// The lowest `count` natural frequencies, ascending [rad/s], accurate nearly to rounding. With exp(iωt + ikx) in (1),
//
//     EI k⁴ + T k² = ρ (ω + v k)²                                                                                 (2)
//
// has a positive root k₁, a negative root k₂ (the one closest to 0), and two more that are conjugate or real, Σ k = 0.
// The roots k₁ and k₂ belong to travelling waves. Frequencies are the zeros of D(ω), the determinant of the end
// conditions divided by the Vandermonde determinant of the roots. D is real and has no other zeros:
//
//     D(ω) = Σ ± m_ab m_cd exp(i (k_c + k_d) L) / Π_{j<l} (k_l − k_j)                                             (3)
//
// summed over the six ways to split k₁...k₄ into (a, b) and (c, d), with m_ab = k_b² − k_a² for simply supported ends
// and m_ab = k_b − k_a for clamped ends. The phase θ = (k₁ − k₂) L/2 of the two travelling waves grows by π from one
// frequency to the next, up to a slowly varying contribution of the ends. The search walks from ω = 0 in steps of θ by
// at most π/24, so that no step contains two zeros, and refines each change of sign. θ(ω) is concave, so a step along
// its tangent does not exceed this limit. Throws UsageError if a value is out of range or the speed is not below the
// critical speed, SolverError if it is so close to the critical speed that the lowest frequency is below 1e-4
// √(EI/ρ)/L².
std::vector<double> moving_beam_frequencies(const MovingBeam& beam, int count);

}  // namespace beltdyn::exact
