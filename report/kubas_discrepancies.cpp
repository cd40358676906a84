// SPDX-License-Identifier: MIT
// [Kubas 2021]: as printed and what is missing, and what BeltDyn takes.
#include "report/paper_exhibits.hpp"

namespace beltdyn::report {

std::vector<Discrepancy> kubas_discrepancies() {
  const auto entry = [](const char* place, const char* found, const char* reading, const char* evidence) {
    return Discrepancy{"kubas-2021", place, found, reading, evidence};
  };
  return {
      entry("Table 1",
            "Masses, inertias, contact stiffness and damping, Stribeck velocity and pretension are missing; its "
            "sources could not be obtained.",
            "Calibrated to the numbers in the text, in two sets: one keeps Table 1 where it can, one is insensitive "
            "and serves regression.",
            "kubas-2021/published/case-1"),
      entry("Table 1, c_tra", "50 000 N/m.",
            "Read as the stiffness of the belt, 50 000 N. As the stiffness of one link the belt would slip by 6 % to "
            "30 %, not 1.3 %.",
            "kubas-2021/published/case-1"),
      entry("Table 1, units", "c_ben in N/rad, b_ben in N s/rad, μ_d beside μ_C.", "N m/rad, N m s/rad; μ_d is μ_C.",
            "dimensions"),
      entry("Section 3.1, text to Fig. 7", "Driven pulley 155 rad/s, driving pulley 153 rad/s.",
            "Exchanged: the driving pulley is the faster one.", "kubas-2021/published/case-1"),
      entry("Eqs. (4) to (7)", "σ_k is the same for all links, and σ_μ = σ_k/N.",
            "Both cannot be constant. σ_μ is, in 1/m, so that the stiffness follows the normal force.",
            "friction/gms/masing"),
      entry("Eqs. (10), (12)", "A factor ν_k before the attraction.",
            "An option, \"relaxation\"; in these runs friction is frozen at its break-away value in either form.",
            "friction/gms/frictional-lag"),
      entry("Eqs. (5), (11), (12)", "sgn(0), and 0/0 at rest.", "s(v) > 0, and the direction is kept from break-away.",
            "friction/gms/sliding"),
      entry("Stick and slip", "An element sticks while |μ| ≤ s.",
            "It slips if |μ| > s and it is being loaded, and is returned to s; without this a fixed step leaves "
            "friction coefficients beyond 2.",
            "kubas-2021/located-switches"),
      entry("Entry of a link", "The state that an element keeps from its last pulley is not stated.",
            "Nothing is remembered. With memory the creep is three to five times as large.", "runs of another code"),
      entry("Eqs. (13), (21)", "The direction of friction.", "Against the velocity of the link relative to the pulley.",
            "kubas-2021/capstan"),
      entry("Eq. (24)", "c_con1 twice, and adhesion.", "Force only where there is penetration, and never tension.",
            "kubas-2021/regression/case-1"),
      entry("Eqs. (30), (33)", "Gaps between two right ends; the left force has the direction of the gap.",
            "From right end to left end, and opposite on the two links.", "kubas-2021/regression/case-1"),
      entry("Eq. (35)", "Bending moments that amplify bending, and b_tra for b_ben.",
            "Restoring, with b_ben. With b_tra = 0.5 N m s/rad the joints would dissipate fifteen times the power of "
            "the drive.",
            "kubas-2021/published/case-1"),
      entry("Eqs. (36) to (38)",
            "A vector equals a number; moment and velocity lack the radius; the sign of the torques.",
            "|P|; r T and r ω; M₁ drives, M₂ resists.", "kubas-2021/regression/case-1"),
      entry("M₂(t)", "A resisting torque of constant sign.",
            "It would turn the driven pulley backward at rest. Resisting, with a transition at 0.05 rad/s.",
            "kubas-2021/published/case-1"),
      entry("Fig. 8", "The link loses contact for a moment at the start.", "It does not here: at least 12 N.",
            "configs/papers/kubas-2021/figures_6_14.json"),
      entry("Figs. 12, 13", "Coefficients stay far below the static one, displacements below 4e-4 m.",
            "They reach it, with 8e-4 m, at the highest speeds. Stiff, hardly damped contact that bounces has small "
            "displacements, but then load case 2 does not slip: no set of parameters was found that does both.",
            "configs/papers/kubas-2021/figures_6_14.json"),
      entry("Fig. 16", "The driven pulley reaches 102 rad/s and stops shortly after 0.9 s.",
            "111 rad/s, and it stops at 1.7 s.", "kubas-2021/published/case-2"),
      entry("Figs. 17 to 23", "The belt nearly stops while the driving pulley spins: a link needs 0.43 s to pass it.",
            "It continues at 27 m/s, slipping on both pulleys. Quasi-static friction of 0.9 and 1 carries more than "
            "the load, so that the belt cannot stop by it.",
            "configs/papers/kubas-2021/figures_15_23.json"),
      entry("Number of links", "120.",
            "Part of the result: polygons excite the belt, and with 60 or 240 links slip and speeds differ.",
            "runs of another code"),
  };
}

}  // namespace beltdyn::report
