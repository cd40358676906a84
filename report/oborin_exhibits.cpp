// SPDX-License-Identifier: MIT
// [Oborin 2018]: the contour drive.
#include "report/paper_exhibits.hpp"

namespace beltdyn::report {
namespace {

constexpr const char* kPaper = "oborin-2018";

PlannedExhibit slip_under_varying_speed(const char* which, const char* file, const char* speed, const char* what,
                                        std::vector<std::string> cases = {}) {
  return {
      .paper = kPaper,
      .label = std::string("Fig. 10, ") + which,
      .title = std::string("Slip length under a driving speed of ") + speed,
      .text =
          std::string(
              "The scheme of the paper with its penalty K = 1e5 N/m², BeltDyn's Eulerian scheme, and front tracking, "
              "whose error is invisible at this scale. Light: forward slip on the driving pulley, dark: backward. ") +
          what,
      .configuration = std::string("papers/oborin-2018/") + file,
      .pictures = {{"fig10",
                    "Slip length on pulley 1 over time, a panel for each run, coloured by direction; the "
                    "curves agree to about one element of the mesh."},
                   {"slip_zones",
                    "Slip zones of both pulleys in space and time for each run, coloured by "
                    "direction."}},
      .quantities = {"slip_length_1", "strain_tight"},
      .cases = std::move(cases)};
}

}  // namespace

std::vector<PlannedExhibit> oborin_exhibits() {
  const std::string lagrangian = "papers/oborin-2018/fig2-5.json";
  return {
      {.paper = kPaper,
       .label = "Fig. 1",
       .title = "Contour motion of a belt on two pulleys",
       .left_out = "A sketch of the drive, without numbers."},
      {.paper = kPaper,
       .label = "Fig. 2",
       .title = "Strain along the contour at three instants",
       .text = "Lagrangian finite elements of Section 3 (600 elements, steps of 1 ms) and, thin and black, the exact "
               "solution of the model they converge to: delay equations with finite strains and friction per length of "
               "the material.",
       .configuration = lagrangian,
       .pictures = {{"fig2",
                     "Strain over the contour coordinate at 0.5 s, 1.5 s and 10 s. Tight and slack span are "
                     "constant, the slip zones at the exits are linear; the exact curves lie on those of the "
                     "elements."}},
       .quantities = {"profile strain [-]"},
       .cases = {"oborin-2018/lagrangian/"}},
      {.paper = kPaper,
       .label = "Fig. 3",
       .title = "Lengths of the slip zones",
       .text =
           "The count of slipping nodes jumps by elements and is smoothed, as in the paper, which does not give its "
           "filter. The exact curves have their kinks at t* on pulley 2 and t** on pulley 1, 8 % apart.",
       .configuration = lagrangian,
       .pictures = {{"fig3",
                     "Slip lengths on both pulleys over time with a zoom on the two kinks; they grow to 0.53 m, "
                     "the smoothed counts within one element of the exact curves."}},
       .quantities = {"slip_length_"}},
      {.paper = kPaper,
       .label = "Fig. 4",
       .title = "Strains of both spans",
       .text = "The zoom shows the sawtooth error caused by nodes entering the pulleys; its height decreases with the "
               "element length.",
       .configuration = lagrangian,
       .pictures = {{"fig4",
                     "Strains of tight and slack span over time with a zoom on the last second; they tend to 0.0550 "
                     "and -0.0505, with a sawtooth of 0.8 % around the exact value."}},
       .quantities = {"strain_tight", "strain_slack"},
       .cases = {"oborin-2018/stationary"}},
      {.paper = kPaper,
       .label = "Fig. 5",
       .title = "Speed of the first node",
       .text = "Envelopes and filtered signal. The envelopes do not converge: jumps of the position are divided by the "
               "step, so they grow as its inverse. There is no exact curve for them; the filtered speed lies between "
               "the surface speeds 0.9 m/s and 1 m/s.",
       .configuration = lagrangian,
       .pictures = {{"fig5",
                     "Speed of node 1 over time: lower and upper envelope between 0.15 m/s and 1.75 m/s, and "
                     "the filtered signal between 0.9 m/s and 1 m/s."}}},
      {.paper = kPaper,
       .label = "Figs. 6 and 7",
       .title = "The stages of the transient, and their zones",
       .left_out = "Sketches that define the zones of the analysis, without numbers; the zones themselves are the slip "
                   "diagrams under Fig. 10."},
      {.paper = kPaper,
       .label = "Fig. 8",
       .title = "Strain on the driving pulley for three stick penalties",
       .text =
           "The scheme of the paper with three penalties K against the exact solution. What it calls a penalty acts "
           "as a viscosity K τ: the lowest one has no slip at all at 0.5 s.",
       .configuration = "papers/oborin-2018/fig8.json",
       .pictures = {{"fig8",
                     "Strain over the contour of pulley 1 at 0.5 s and 1 s. K = 5e3 blurs the curve, 1e5 and "
                     "2e6 N/m² lie on the exact one at 1 s."}},
       .quantities = {"profile strain [-]"},
       .cases = {"oborin-2018/eulerian/fig8", "oborin-2018/eulerian/penalty-is-viscosity"}},
      {.paper = kPaper,
       .label = "Fig. 9",
       .title = "Strain of the tight span in every formulation",
       .text =
           "The paper draws solutions of three slightly different models in one picture. Here each run is compared "
           "with the exact solution of its own model, below. The formulas of Eqs. (28) and (29) are valid until t*.",
       .configuration = "papers/oborin-2018/fig9.json",
       .pictures = {{"fig9",
                     "Above, strain of the tight span over time in eleven runs, which coincide but for the "
                     "formulas behind t*. Below, distance of each run from the exact solution of its model, "
                     "from 1e-6 of front tracking to 1e-2, more only of the formulas behind t*."}},
       .quantities = {"strain_tight"},
       .cases = {"oborin-2018/abel", "oborin-2018/linear", "oborin-2018/dde/", "oborin-2018/eulerian/paper",
                 "cross/contour/formulations-agree"}},
      slip_under_varying_speed("case 1, λ = 1", "fig10-case1-lambda1.json", "1.0005 + 0.0005 cos t",
                               "The direction never changes.",
                               {"oborin-2018/eulerian/fig10", "oborin-2018/front-tracking/fig10"}),
      slip_under_varying_speed("case 1, λ = 2", "fig10-case1-lambda2.json", "1.0005 + 0.0005 cos 2t",
                               "Twice as fast, the slip zone swings half as far."),
      slip_under_varying_speed("case 2, λ = 1", "fig10-case2-lambda1.json", "1 + 0.001 cos t",
                               "The slip reverses twice in a period, 1.2 s after the speeds have crossed."),
      slip_under_varying_speed("case 2, λ = 2", "fig10-case2-lambda2.json", "1 + 0.001 cos 2t",
                               "The slip reverses, and its zone stays half as long."),
  };
}

}  // namespace beltdyn::report
