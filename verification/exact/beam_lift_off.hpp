// SPDX-License-Identifier: MIT
#pragma once

namespace beltdyn::exact {

// A belt with bending stiffness on two equal rigid pulleys without friction, at rest or running steadily. Its force is
// N = EA (λ − λ₀), its bending moment EI dθ/ds with s the reference length.
struct BeamOnPulleys {
  double axial_stiffness{};         // EA [N]
  double bending_stiffness{};       // EI > 0 [N m²]
  double unstressed_stretch = 1.0;  // λ₀ = 1 + ε_ref [-]
  double mass_per_length{};         // ρA, per reference length [kg/m]
  double reference_length{};        // of the whole belt [m]
  double radius{};                  // R of the centre line on the pulleys [m]
  double distance{};                // D > 2 R of the axes [m]
  double flux{};                    // G, reference length that passes a point per time [m/s]
};

// Where such a belt lifts off. It leaves the pulley before the string would, by the angle α, with the curvature of the
// pulley, a concentrated force at the last touching point, and a bulge between the pulleys.
struct BeamLiftOff {
  double horizontal_force{};    // H of the spans, of effective force N_e = N − ρA G² λ [N]
  double angle{};               // α between the belt at its last touching point and the straight span [rad]
  double wrap{};                // π − 2 α of each pulley [rad]
  double concentrated_force{};  // P = H sin α of the pulley on the belt, at either end of the wrap [N]
  double bulge{};               // height of the middle of a span above that of the straight one [m]
  double contact_force{};       // N_e = H cos α of the belt on the pulley [N]
  double contact_stretch{};     // λ_c of the belt on the pulley [-]
  double middle_curvature{};    // dθ/ds in the middle of a span [1/m]
};

// The exact solution, an extensible elastica. With θ the angle of the belt to the span, θ = 0 in its middle, a = EA −
// ρA G² and b = EA λ₀:
//
//     N_e = H cos θ,   λ = (b + H cos θ)/a,   EI θ'' = λ H sin θ,   θ'(α) = λ_c/R,                                (1)
//     θ'² = θ'(0)² + q² w²,   w = 2 sin(θ/2),   q² = (H/(a EI)) [b + H (1 − w²/4)],                               (2)
//     ∫ λ cos θ ds = D/2 + R sin α,   4 ∫ ds + 2 R (π − 2 α)/λ_c = L_ref                                          (3)
//
// over half a span. The curvature in the middle falls off as exp(−D/(2 l)), l = √(EI/H), and is soon too small for
// numbers; with w = w_α sinh u/sinh U the integrals are over u in [0, U], where they are smooth for any U, and (1) at
// the touching point is a quadratic equation for w_α². What is left are (3) for U and H, found to the last digits.
// Throws UsageError if the values make no sense or the belt is slack, SolverError if it is so stiff that no such
// solution exists.
BeamLiftOff beam_lift_off(const BeamOnPulleys& belt);

}  // namespace beltdyn::exact
