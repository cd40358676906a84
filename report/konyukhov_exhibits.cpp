// SPDX-License-Identifier: MIT
// [Konyukhov 2021]: ropes on surfaces.
#include "report/paper_exhibits.hpp"

namespace beltdyn::report {
namespace {

constexpr const char* kPaper = "konyukhov-2021";

PlannedExhibit left_out(const char* label, const char* title, const char* reason) {
  return {.paper = kPaper, .label = label, .title = title, .left_out = reason};
}

// The ratio of the forces, its error, and what the rope looks like.
PlannedExhibit sweep(const char* label, const char* title, const char* text, const char* file,
                     std::vector<std::string> cases, const char* ratio, const char* error) {
  return {.paper = kPaper,
          .label = label,
          .title = title,
          .text = text,
          .configuration = std::string("papers/konyukhov-2021/") + file,
          .pictures = {{"rope_ratio", ratio, {}, "Ratio of the forces at the ends"},
                       {"rope_error", error},
                       {"rope_picture", "The rope on its surface in the last state, coloured by its force."}},
          .quantities = {"force_ratio"},
          .cases = std::move(cases)};
}

PlannedExhibit study(const char* label, const char* title, const char* text, const char* file,
                     std::vector<PlannedPicture> pictures, std::vector<std::string> cases) {
  return {.paper = kPaper,
          .label = label,
          .title = title,
          .text = text,
          .configuration = std::string("papers/konyukhov-2021/") + file,
          .pictures = std::move(pictures),
          .quantities = {"force_ratio"},
          .cases = std::move(cases)};
}

const char* const kNoData =
    "The paper gives neither the tension nor tables of its curves, so the results are compared with the closed form. ";

void add_figures(std::vector<PlannedExhibit>& list) {
  list.push_back(left_out("Fig. 15", "Finite elements of the helix", "A screenshot of a model; see Fig. 16."));
  list.push_back(sweep("Fig. 16", "A helix on a cylinder: ratio of the forces over the friction",
                       (std::string(kNoData) + "Bars, Hermite cables, and linear solid beams as in the paper with four "
                                               "rules of contact integration, tension 10 N.")
                           .c_str(),
                       "figure_16.json", {"konyukhov-2021/cables", "konyukhov-2021/linear-elements"},
                       "Ratio of the end forces over the coefficient of friction from 0.1 to 0.7, growing to 8.8; "
                       "beams with Gauss points lie above the closed form.",
                       "Relative error over the friction: bars up to 0.3 %, Hermite cables below 5e-5, "
                       "beams with Gauss points 0.3 % to 2 %."));
  list.push_back(
      sweep("Fig. 17", "A helix on a cylinder: ratio of the forces over the pitch",
            (std::string(kNoData) + "The error of linear beams with Gauss points is contact locking; it falls "
                                    "with the tension, here 10 N, and with the shear modulus.")
                .c_str(),
            "figure_17.json", {"konyukhov-2021/locking-10N", "konyukhov-2021/locking-100N"},
            "Ratio of the end forces over the pitch from 0 to twice the radius, from 1.369 to 1.349; locked "
            "beams lie up to 0.5 % above, with a hundredfold shear modulus 3.5 %.",
            "Relative error over the pitch: Lobatto points and Hermite cables below 0.03 %, Gauss points "
            "0.2 % to 0.5 %, or up to 3.5 % with another sign at large pitch."));
  list.push_back(left_out("Fig. 18", "Lobatto and Gauss points in the initial state", "A sketch, without numbers."));
  list.push_back(left_out("Fig. 19", "Finite elements of the circle on a cone", "A screenshot; see Fig. 20."));
  list.push_back(sweep("Fig. 20", "A circle on a cone: ratio of the forces over the friction",
                       (std::string(kNoData) + "Friction begins just above the critical 0.1, below which the rope does "
                                               "not stay on its circle.")
                           .c_str(),
                       "figure_20.json", {},
                       "Ratio of the end forces over the coefficient of friction from 0.11 to 0.7, growing to 8.7.",
                       "Relative error over the friction: bars up to 0.3 %, Hermite cables below 5e-5, "
                       "beams with Gauss points up to 2 %."));
  list.push_back(left_out("Fig. 21", "Finite elements of the geodesic on a cone", "A screenshot; see Fig. 22."));
  list.push_back(sweep("Fig. 22", "A geodesic on a cone: ratio of the forces over the friction",
                       (std::string(kNoData) + "Contrary to Remark 5 of the paper there is a closed form.").c_str(),
                       "figure_22.json", {"konyukhov-2021/offset-geodesic"},
                       "Ratio of the end forces over the coefficient of friction from 0.1 to 0.7, growing to 5.3.",
                       "Relative error over the friction: bars within 0.2 %, Hermite cables within 2e-5, beams with "
                       "Gauss points 2 % to 3 %; the paper claims less than 0.25 %."));
  list.push_back(left_out("Fig. 23", "Finite elements of the circle on a sphere", "A screenshot; see Fig. 24."));
  list.push_back(
      sweep("Fig. 24", "A parallel of a sphere: ratio of the forces over the friction",
            (std::string(kNoData) + "10 degrees from the equator, critical friction 0.176. Linear beams with "
                                    "Gauss points are drawn off the parallel near it and left out.")
                .c_str(),
            "figure_24.json", {},
            "Ratio of the end forces over the coefficient of friction from 0.18 to 0.7, growing to 8.1.",
            "Relative error over the friction: bars up to 0.25 %, Hermite cables below 1e-4, "
            "largest near the critical friction, where the rope slips sideways before it holds."));
  list.push_back(
      sweep("Appendix, Figs. A1 and A2", "A quarter of an ellipse",
            "The ratio depends on the rotation of the tangent, not on the parameter of the ellipse: half axes 2 and 1.",
            "ellipse.json", {"konyukhov-2021/closed-forms"},
            "Ratio of the end forces over the coefficient of friction from 0.1 to 0.7, growing to 3.0.",
            "Relative error over the friction: bars 0.1 % to 0.25 %, Hermite cables below 1e-5."));
}

void add_studies(std::vector<PlannedExhibit>& list) {
  const std::size_t first = list.size();
  list.push_back(study("Section 2.3, critical friction", "The friction that keeps a rope on its circle",
                       "Found by bisection, over the tension. It exceeds tan α = 0.1 because the contact deforms "
                       "before it holds; the difference decreases with the tension.",
                       "critical.json",
                       {{"rope_critical",
                         "Critical coefficient of friction over the tension on a "
                         "logarithmic axis: 0.10003 at 1 N to 0.10011 at 1000 N, exact 0.1."}},
                       {"konyukhov-2021/critical-friction", "konyukhov-2021/no-equilibrium"}));
  list.push_back(
      study("Section 2.3, drift", "The speed at which a rope leaves its circle",
            "Below the critical friction there is no equilibrium; with viscosity the rope drifts towards the "
            "apex.",
            "drift.json",
            {{"rope_drift",
              "Drift speed over the coefficient of friction: a straight line to 0 "
              "at 0.1."}},
            {"konyukhov-2021/drift"}));
  list.push_back(sweep("Section 2.6, Fig. 9", "A rope in a tube along a sine",
                       "Fig. 9 is a sketch, and the paper gives neither amplitude nor period; here 0.25 m and 1 m, "
                       "without clearance, tension 1 N.",
                       "tube.json", {},
                       "Ratio of the end forces over the coefficient of friction from 0.1 to 0.5, growing to 7.4.",
                       "Relative error over the friction: 0.01 % with soft cables and 128 elements; bending stiffness "
                       "matters, for what slides carries its curvature along."));
  list.push_back(study("Section 4.4.2, locking", "Contact locking over the tension",
                       "The error decreases as 1/T until the penalty error, which grows as T, dominates. Excluding the "
                       "initial gap, Lobatto points or Hermite interpolation remove it.",
                       "locking.json",
                       {{"rope_error",
                         "Relative error over the tension, both logarithmic, for rules of "
                         "integration and shear moduli: lines of slope -1."}},
                       {"konyukhov-2021/locking-law", "konyukhov-2021/locking-removal"}));
  list.push_back(study("Section 4, convergence", "Convergence of bars and cables",
                       "A half circle, friction 0.7. Bars follow their exact discrete solution, order 2; Hermite "
                       "cables have order 4 until the penalty error dominates.",
                       "convergence.json",
                       {{"rope_convergence",
                         "Relative error over the number of elements, both "
                         "logarithmic: slopes 2 and 4."}},
                       {"konyukhov-2021/order", "konyukhov-2021/discrete-identity"}));
  list.push_back(study("Section 4, penalty", "The error of the penalty",
                       "It is proportional to tension over stiffness; an augmented Lagrangian removes it.",
                       "penalty.json",
                       {{"rope_error",
                         "Relative error over the tension, both logarithmic: slope 1 with "
                         "two penalties, and far less with the augmented Lagrangian."}},
                       {"konyukhov-2021/order"}));
  list.push_back(sweep("Section 3, swept surface", "A parallel of a torus made of Hermite curves",
                       "The surface of a solid beam with fixed nodes, which the paper takes for the master of its "
                       "contact. Its nodes are fixed in all benchmarks.",
                       "torus.json", {"konyukhov-2021/swept-surface"},
                       "Ratio of the end forces over the coefficient of friction from 0.2 to 0.8.",
                       "Relative error over the friction, below 0.1 %."));
  for (std::size_t i = first; i < list.size(); ++i) list[i].quick = false;
}

}  // namespace

std::vector<PlannedExhibit> konyukhov_exhibits() {
  std::vector<PlannedExhibit> list{
      left_out("Figs. 1 to 8", "Frames, and the geometry of the benchmarks",
               "Sketches, without numbers; the resulting closed forms are verified in the cases under Figs. 16 to 24."),
      left_out("Figs. 10 to 12", "Solid-beam element, its contact, its nodes", "Sketches, without numbers."),
      left_out("Figs. 13 and 14", "Bending of a flexible beam by a rigid beam",
               "Contact of two deformable beams, which BeltDyn does not have; the paper shows it without numbers to "
               "choose its shear modulus, whose effect is under Fig. 17.")};
  add_figures(list);
  add_studies(list);
  return list;
}

}  // namespace beltdyn::report
