// SPDX-License-Identifier: MIT
// [Ntarladima 2023]: as printed, in the code and in the data, and what BeltDyn takes.
#include "report/paper_exhibits.hpp"

namespace beltdyn::report {

std::vector<Discrepancy> ntarladima_discrepancies() {
  const auto entry = [](const char* place, const char* found, const char* reading, const char* evidence) {
    return Discrepancy{"ntarladima-2023", place, found, reading, evidence};
  };
  return {
      entry("Table 2, h_b", "The belt is 1e-4 m high.",
            "That is the height of the contact line. Mass and stiffness are those of a belt 0.01 m high: ρA = 0.8288 "
            "kg/m, a hundred times more.",
            "ntarladima-2023/static-start"),
      entry("Table 3, μ_v",
            "3.22e6 N s/m³, and the formula √(m_seg μ_k); headers of the data and today's script have other values.",
            "3.22e5 N s/m³ = √(2 μ_k ρA/w_b). With the printed value forces are off by 5 N and the torque chatters.",
            "ntarladima-2023/published/"),
      entry("Table 3, text to Fig. 18", "The normal damping d_c is coupled to the stiffness k_c.",
            "The data for a tenth of k_c were computed with the same d_c.", "ntarladima-2023/parameters/soft-contact"),
      entry(
          "Table 3, text to Fig. 19", "The friction stiffness μ_k alone is changed.",
          "The data for a tenth of μ_k were computed with μ_v = √(2 μ_k ρA/w_b) of that μ_k, 1.02e5 N s/m³: the driven "
          "pulley ends with 11.32984 rad/s as published, with the μ_v of Table 3 with 11.32942 rad/s.",
          "ntarladima-2023/parameters/soft-friction"),
      entry("Eqs. (1) to (3)", "The elements are said to be C².", "Cubic Hermite curves are C¹.",
            "an element of lagrangian_ancf"),
      entry("Eq. (8)", "A sign in the rate of curvature.",
            "r' × (S'' q̇) with a plus. Without effect: the damping of bending is 0.",
            "automatic differentiation in the unit tests"),
      entry("Eqs. (9), (31), (33), (34)", "Forces are those of the left-hand side.", "The belt gets their negative.",
            "ntarladima-2023/paper/n240"),
      entry("Eqs. (18), (19)", "The relative velocity takes the velocity of the centre.",
            "It also takes that of the rim, r ω.", "ntarladima-2023/paper/n240"),
      entry("Eq. (21)", "The sign of the deflection decides the direction of slip, the trial force has a damping too.",
            "As printed; the two signs can differ. Consistent friction takes the sign of the trial force.",
            "friction/stick-slip/bristle"),
      entry("Eq. (21), Figs. 6 and 7", "One coefficient of friction.",
            "With one coefficient nothing would slip and stick. The figures need the Stribeck curve of LuGre as limit, "
            "as the script of the authors has it.",
            "friction/stick-slip/bristle"),
      entry("Eq. (24)",
            "The place on a segment is measured in its reference length, on the circle in its stretched one.",
            "Every segment slips by half of L_seg (|r'| − 1) as it enters a pulley, more than the bristle can take: an "
            "error of the order of the segment length, whatever the step, which rules all convergence plots. Friction "
            "\"paper\" has it, friction \"consistent\" integrates the relative velocity.",
            "ntarladima-2023/consistent/coarse-step"),
      entry("Eq. (24)", "The sign of the place on the segment.",
            "It depends on the direction of the belt along its parametrisation.", "ntarladima-2023/paper/n240"),
      entry("Iteration, steps 2 and 3", "The two branches of x_slip read alike.",
            "|x_slip| ≠ 1 is stick, |x_slip| = 1 is slip.", "ntarladima-2023/paper/n240"),
      entry("Section 2, iteration limit", "The limit of 5 iterations is stated not to be reached with small steps.",
            "It is, in some 120 of 49 000 steps of 5e-5 s, and the step is accepted. BeltDyn counts and reports them.",
            "ntarladima-2023/paper/n240"),
      entry("Contact frame", "Two directions of the contact forces are offered; which one was used is not stated.",
            "The data agree with forces from the centre to rounding; the other frame differs by 0.2 N.",
            "ntarladima-2023/published/n60"),
      entry("Section 3",
            "Supports, bending and contact stiffness, and the unit of E (N m²) are missing, Fig. 10 has no numbers.",
            "Pinned, a square section, 1e6 N/m², E in Pa: EA = 200 N, which stretches the wire by 57 %. With soft "
            "contact the order is 1, not 2.",
            "ntarladima-2023/section-3/tables"),
      entry("Eq. (36)", "f_pre = EA ε_ref with ε_ref = −0.05 is −400 N.",
            "N = EA (ε − ε_ref), hence +400 N; EA belongs to the reference length, not to the stress-free one.",
            "ntarladima-2023/static-start"),
      entry("Eq. (37), ramp of ω₁", "The documentation has the ramp with a sign turned around.",
            "Linear from 0 at 0.05 s to 12 rad/s at 0.6 s.", "ntarladima-2023/published/n240"),
      entry("Fig. 13", "The torque is that of the constraint, every 1 ms.",
            "The trapezoidal rule alternates the angular acceleration of the ramp between 0 and twice its value, and "
            "every 1 ms it is 0: the figure shows the moment of contact without I α = 5.45 N m.",
            "ntarladima-2023/published/n240"),
      entry("Eq. (38)", "The arm is r, the error 0.37 %.",
            "The number belongs to r + h_b/2. The rest is the weight and the momentum of the belt: with them 0.07 %.",
            "ntarladima-2023/table-4"),
      entry("Eqs. (40), (41)", "Two kinds of creep, 3.3 % apart.",
            "Eq. (41) lacks the stretch of the tight span; with it 0.2 %.", "ntarladima-2023/table-4"),
      entry("Eq. (42)", "F = F₁ exp(μ φ), which grows beyond F₁.", "F = F₂ exp(μ φ) from where slip begins.",
            "ntarladima-2023/table-4"),
      entry("Fig. 24", "13.6 N or 2.5 % from Euler-Eytelwein.",
            "The figure takes forces of 480 elements, end values of 240, and material for spatial arc length. Over the "
            "true angle of slip they are 0.3 % apart.",
            "ntarladima-2023/table-4"),
      entry("Table 4, ω_P2", "11.3405 rad/s.",
            "True of 240 elements in the friction of the paper; the converged drive has 11.306 rad/s, and so have all "
            "other formulations.",
            "ntarladima-2023/consistent/n960"),
      entry("Text to Fig. 19", "More segments have almost no effect.",
            "Their effect is half of the remaining error, 0.15 % of the speed: the result depends on the segment "
            "length only.",
            "ntarladima-2023/parameters/more-segments"),
      entry("Eq. (44), Figs. 14 to 24", "Zones are given along the path.",
            "The data are over the material, whose arcs are shorter by their stretch; BeltDyn draws over the path.",
            "ntarladima-2023/published/n240"),
      entry("Data, contact stresses", "Stresses.", "Per area of the reference, and pressure is negative.",
            "ntarladima-2023/published/stresses-n60"),
      entry("Table 2, units", "N/(m s²) for the axial damping, one I_p.",
            "N s; both pulleys have it. The mass of the wheels is without effect.", "ntarladima-2023/paper/n240"),
      entry("Repository", "The script does not run as it is, and its defaults are not those of the data.",
            "Parameters are taken from the names of the data files.", "ntarladima-2023/published/"),
  };
}

}  // namespace beltdyn::report
