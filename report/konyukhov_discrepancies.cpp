// SPDX-License-Identifier: MIT
// [Konyukhov 2021]: as printed, and what BeltDyn takes.
#include "report/paper_exhibits.hpp"

namespace beltdyn::report {

std::vector<Discrepancy> konyukhov_discrepancies() {
  const auto entry = [](const char* place, const char* found, const char* reading, const char* evidence) {
    return Discrepancy{"konyukhov-2021", place, found, reading, evidence};
  };
  return {
      entry("Eq. (35), second line", "exp(φ √(μ² r² − H²)/(μ R)).",
            "Without μ in the denominator: at μ = 0.2 1.339, not 4.306. The first line is right.",
            "konyukhov-2021/closed-forms"),
      entry("Remark 5", "There is no closed form for a geodesic on a cone.",
            "There is: the integral of the curvature is cot α [sin(φ sin α − ψ₀) + sin ψ₀], 2.39025 in the example.",
            "konyukhov-2021/closed-forms"),
      entry("Section 4.6", "The quadrature of that integral is in error by less than (π/2/100)² = 9.86e-4.",
            "The numbers do not fit; the trapezium rule with 100 intervals is in error by 4.9e-5.",
            "konyukhov-2021/closed-forms"),
      entry("Section 4.6", "An apex angle of 30 degrees; Eq. (77) has 2.390.", "It is the half-angle; 2.39025.",
            "konyukhov-2021/closed-forms"),
      entry("Eqs. (1), (10), (24), (25) and Figs. 16, 17, 20", "Ratios are T₀/T or T/T₀ by turns.",
            "The larger force over the smaller one throughout.", "konyukhov-2021/closed-forms"),
      entry("Section 2.3, Remark 4",
            "The rope keeps its course if the friction does not exceed the critical one; −μ ≥ tan α ≥ μ.",
            "It has to exceed it: |tan α| ≤ μ.", "konyukhov-2021/critical-friction"),
      entry("Eqs. (3), (6), (23), (28)",
            "The normal is not normalised, and the geodesic curvature has the other sign than in the text.",
            "Normalised; the sign is squared away.", "konyukhov-2021/closed-forms"),
      entry("Eqs. (42) to (45), Section 2.6, Fig. 9", "exp(μ Δα) with Δα < 0 on falling branches; inflections at π n.",
            "|Δα|; at n l/2. Amplitude and period of the tube are not given.", "konyukhov-2021/closed-forms"),
      entry("Eqs. (A1), (A3)", "The angle of the ellipse is called polar, and the same as that of the circle.",
            "It is the eccentric anomaly. The relevant angle is the rotation of the tangent: on arcs other than "
            "quarters and halves the ratio differs by up to 20 %.",
            "konyukhov-2021/closed-forms"),
      entry("Eq. (67), Figs. 16, 17, 22", "The closed form neglects the radius of the rope.",
            "The mid-line lies at R + r: 0.03 % at H = 2 m. On the cone the offset of a geodesic is none: 0.16 % at μ "
            "= 0.7. BeltDyn compares with the course of the mid-line.",
            "konyukhov-2021/offset-geodesic"),
      entry("Eq. (75)", "α = 5.71 degrees.",
            "arctan 0.1; the rounding is 7e-5 in the ratio near the critical friction.",
            "konyukhov-2021/critical-friction"),
      entry("Section 4.4.2", "G = E/(1 + 2ν); H up to R in the text, up to 2R in Fig. 17.",
            "G = E/(2 (1 + ν)); up to 2R.", "konyukhov-2021/locking-10N"),
      entry("Figs. 16, 17", "Tension, springs and load steps are not given.",
            "Locking is proportional to 1/T, so that its curves cannot be compared; they are computed for 10 N and 100 "
            "N.",
            "konyukhov-2021/locking-law"),
      entry("Section 4.4.2, locking", "It is an error of integration, and Lobatto points are the only remedy.",
            "It is the bending or shear stiffness of a rope that is laid into the surface by the sagitta of its "
            "chords. Subtracting the initial gap, Hermite curves, a cable without bending stiffness, or more tension "
            "cure it too.",
            "konyukhov-2021/locking-removal"),
      entry("Fig. 17", "With Gauss points the ratio is too large.",
            "So it is for H ≤ R; at 10 N it is too small at large pitch.", "konyukhov-2021/locking-10N"),
      entry("Section 4.4.2, Hermite curves",
            "Splines with Gauss points are worse than linear elements with Lobatto points.",
            "With the slopes of the course they are better by orders; with slopes from differences of the nodes they "
            "are not.",
            "konyukhov-2021/locking-removal"),
      entry("Shear modulus", "Its effect on locking.",
            "Linear beams with full axial integration cannot become soft in shear; with one point they do as the paper "
            "shows.",
            "konyukhov-2021/locking-10N"),
      entry("Eqs. (53) to (66)",
            "Lengths, directions and signs of the contact: dl_s = |r'| dl_s, v_m − v_s, tangents of changing sign.",
            "Not transcribed: residual and tangent are derived and checked by differentiation.",
            "unit tests of lagrangian_rope"),
      entry("Eqs. (47) to (49), (54), (69)",
            "Shape functions are incomplete; R and ρ mean the rope here and the surface there.",
            "ρ = C + cos φ D₂ + sin φ D₃; the radius of the rope; the mid-line.", "konyukhov-2021/swept-surface"),
      entry("Sections 4.1, 4.4.1, 4.5",
            "Radius of the rope, scale of the shear modulus and penalty differ from place to place.",
            "r = 0.01 m, 2.1e6 N/m², and what the figure names.", "konyukhov-2021/linear-elements"),
      entry("Section 4.5", "Below the critical friction the computation diverges.",
            "There is no equilibrium; with viscosity the rope drifts at T k (sin α − μ cos α) over the viscosity.",
            "konyukhov-2021/drift"),
      entry("Fig. 24", "Deviations are larger on the sphere than on the cone.",
            "Not found: they are alike. Near the critical friction slip sideways is the larger error.",
            "konyukhov-2021/linear-elements"),
  };
}

}  // namespace beltdyn::report
