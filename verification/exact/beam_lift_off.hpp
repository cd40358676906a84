// SPDX-License-Identifier: MIT
#pragma once

namespace beltdyn::exact {

// A belt with bending stiffness on two equal rigid pulleys without friction, at rest or in steady motion: the
// parameters of the closed form. The axial force is N = EA (λ − λ₀), the bending moment EI dθ/ds, where s is the
// reference length.
struct BeamOnPulleys {
  double axial_stiffness{};         // EA [N]
  double bending_stiffness{};       // EI > 0 [N m²]
  double unstressed_stretch = 1.0;  // λ₀ = 1 + ε_ref [-]
  double mass_per_length{};         // ρA, per reference length [kg/m]
  double reference_length{};        // of the whole belt [m]
  double radius{};                  // R of the centre line on the pulleys [m]
  double distance{};                // D > 2 R between the axes [m]
  double flux{};                    // G, reference length that passes a point per time [m/s]
};

// How such a belt lifts off its pulleys. It leaves a pulley earlier than a string would, by the angle α, with the
// curvature of the pulley and a concentrated force at the last point of contact. Between the pulleys it bulges
// outwards.
struct BeamLiftOff {
  double horizontal_force{};    // H in the spans, horizontal part of the effective force N_e = N − ρA G² λ [N]
  double angle{};               // α between the belt at its last point of contact and the straight span [rad]
  double wrap{};                // π − 2 α of each pulley [rad]
  double concentrated_force{};  // P = H sin α of the pulley on the belt, at either end of the wrap [N]
  double bulge{};               // height of the middle of a span above the straight span [m]
  double contact_force{};       // N_e = H cos α of the belt on the pulley [N]
  double contact_stretch{};     // λ_c of the belt on the pulley [-]
  double middle_curvature{};    // dθ/ds in the middle of a span [1/m]
};

// The exact solution, an extensible elastica. θ is the angle between belt and span, with θ = 0 in the middle;
// a = EA − ρA G² and b = EA λ₀:
//
//     N_e = H cos θ,   λ = (b + H cos θ)/a,   EI θ'' = λ H sin θ,   θ'(α) = λ_c/R,                                (1)
//     θ'² = θ'(0)² + q² w²,   w = 2 sin(θ/2),   q² = (H/(a EI)) [b + H (1 − w²/4)],                               (2)
//     ∫ λ cos θ ds = D/2 + R sin α,   4 ∫ ds + 2 R (π − 2 α)/λ_c = L_ref                                          (3)
//
// with integrals over half a span. The curvature in the middle falls as exp(−D/(2 l)), l = √(EI/H), and soon
// underflows. Therefore w = w_α sinh u/sinh U is substituted; the integrals over u in [0, U] are smooth for any U. The
// conditions (1) at the last point of contact are a quadratic equation for w_α². The remaining equations (3) for U and
// H are solved to rounding. Throws UsageError if values are invalid or the belt is slack, SolverError if the belt is so
// stiff that no such solution exists.
BeamLiftOff beam_lift_off(const BeamOnPulleys& belt);

}  // namespace beltdyn::exact
