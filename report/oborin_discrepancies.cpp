// SPDX-License-Identifier: MIT
// [Oborin 2018]: as printed, and what BeltDyn takes.
#include "report/paper_exhibits.hpp"

namespace beltdyn::report {

std::vector<Discrepancy> oborin_discrepancies() {
  const auto entry = [](const char* place, const char* found, const char* reading, const char* evidence) {
    return Discrepancy{"oborin-2018", place, found, reading, evidence};
  };
  return {
      entry("Sections 3, 4, 5",
            "The solutions of Fig. 9 belong to three models: linear delay equations, finite strains with friction per "
            "length of the contour, and with friction per length of the material.",
            "Each formulation names its model and is compared with the exact solution of that model. Between them lie "
            "4e-4 with parameters (62) and 5 % in Section 3.",
            "oborin-2018/dde/high-accuracy"),
      entry("Section 3, Fig. 3",
            "The stage without an unstrained part is stated to start on both pulleys at nearly the same time.",
            "t* and t** differ by 8 %: 0.906 s and 0.839 s. Fig. 3 has one kink for each pulley.",
            "oborin-2018/dde/high-accuracy"),
      entry("Section 3", "The difference of the span forces is explained by (π r − c) f, about 0.1.",
            "It is c f = 0.1055; the two are close because c happens to be near half the contact.",
            "oborin-2018/stationary"),
      entry("Figs. 3 and 5", "The low-pass filter and the window of the envelopes are not given.",
            "Window and filter are 1/50 and 1/200 of the time shown. The envelopes of Fig. 5 do not converge: jumps of "
            "the position are divided by the step, so they grow as its inverse.",
            "runs of configs/papers/oborin-2018/fig2-5.json with other steps"),
      entry("Eq. (8) and Section 5",
            "The friction q of the Lagrangian scheme acts on the belt; K u_rel of the Eulerian scheme has the opposite "
            "sign, without notice.",
            "One sign throughout: traction on the belt. A sign turned around changes the strains by a few per cent "
            "only, but makes the states chatter.",
            "oborin-2018/eulerian/no-chatter"),
      entry("Eq. (61)", "Both signs, without stating which belongs to which direction.",
            "The upper one is forward slip.", "oborin-2018/eulerian/paper"),
      entry("Eqs. (28), (29)", "Used beyond the time for which they are derived.",
            "Solutions until t* only. Runs beyond it warn.", "oborin-2018/abel"),
      entry("Section 6", "t* is given as about 0.831 s, said to follow from Eqs. (28) and (31).",
            "That is the root with the linear formula (29); with Eq. (28) it is 0.8359 s.", "oborin-2018/abel"),
      entry("Eq. (46)", "Two equations for two strains.",
            "At rest they are one equation: the length of the belt is conserved but not enforced, and errors of the "
            "steps stay as an offset. Front tracking conserves the length.",
            "cross/contour/length"),
      entry("Eq. (48)", "The first half step is garbled in print.", "∓ (τ/2) (V₁ − V₂)/(L/2 − π r).",
            "oborin-2018/dde/midpoint"),
      entry("Section 5, K", "A penalty, to be taken large.",
            "The displacement it acts on is that of one step, so that K τ is a viscosity: at a fixed K the error grows "
            "as the step shrinks, and the explicit scheme is stable for K τ² V² ≤ 2 b. BeltDyn's own scheme takes the "
            "mean of the old and the new derivative inside the energy and depends on neither.",
            "oborin-2018/eulerian/penalty-is-viscosity"),
      entry("Sections 5, 6", "The slip length is counted in elements.",
            "The count is biased low by up to an element; BeltDyn's own scheme continues the line of slip to its end.",
            "oborin-2018/eulerian/fig10"),
      entry("Section 7", "Angular velocities 1 and 1.0005.",
            "Surface speeds ω r. With r = 1/π literally, the belt would be in resonance and the statements about Fig. "
            "10 would not hold.",
            "oborin-2018/front-tracking/fig10"),
      entry("Section 7", "The end of validity of the delay equations is not stated.",
            "They hold for constant speeds and growing slip. Where slip shrinks or reverses, the old profile continues "
            "to travel; front tracking includes the rule for it.",
            "oborin-2018/front-tracking/order"),
      entry("Fig. 10, caption", "Light is forward slip on the driving pulley.",
            "As printed. A driver that is faster has backward slip, hence dark.", "oborin-2018/eulerian/fig10"),
  };
}

}  // namespace beltdyn::report
