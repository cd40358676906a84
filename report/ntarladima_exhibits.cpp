// SPDX-License-Identifier: MIT
// [Ntarladima 2023]: friction rig, pressed wire, belt drive.
#include "report/paper_exhibits.hpp"

namespace beltdyn::report {
namespace {

constexpr const char* kPaper = "ntarladima-2023";
constexpr const char* kMeshes = "papers/ntarladima-2023/figures_12_17.json";
constexpr const char* kDrive = "papers/ntarladima-2023/drive.json";

const std::vector<std::string> kPublished{"ntarladima-2023/n60", "ntarladima-2023/n120", "ntarladima-2023/n240",
                                          "ntarladima-2023/n480"};
const std::vector<std::string> kOurMeshes{"n60", "n120", "n240", "n480", "n480_published"};

PlannedExhibit left_out(const char* label, const char* title, const char* reason) {
  return {.paper = kPaper, .label = label, .title = title, .left_out = reason};
}

void add_experiments(std::vector<PlannedExhibit>& list) {
  list.push_back({.paper = kPaper,
                  .label = "Figs. 6 and 7",
                  .title = "Stick-slip of a pulled mass with LuGre and with the bristle of the paper",
                  .text = "Against curves of another code. The bristle has the Stribeck curve of LuGre as its limit, "
                          "which the paper does not say; with one constant coefficient, Eq. (21), nothing would slip.",
                  .configuration = "papers/ntarladima-2023/figures_6_7.json",
                  .pictures = {{"rig_motion",
                                "Position and velocity of the mass over 25 s: three times it sticks and "
                                "jumps; the curves of the other code lie on ours."},
                               {"rig_friction",
                                "Friction force over time with a zoom on the first slip: it rises to "
                                "1.5 N and falls; LuGre begins to slip 0.1 s before the bristle."}},
                  .quantities = {"position", "velocity", "friction_force"},
                  .references = {"friction/lugre", "friction/bristle"},
                  .cases = {"friction/stick-slip/"}});
  list.push_back(left_out("Fig. 8", "Contact forces of a segment", "A sketch, without numbers."));
  list.push_back({.paper = kPaper,
                  .label = "Figs. 9 and 10",
                  .title = "A wire pressed by a circle: convergence",
                  .text = "As in the paper, errors are those from the finest mesh. The cases below compare the finest "
                          "mesh with the closed form of a string on an elastic circle. The paper gives neither "
                          "supports, bending stiffness nor contact stiffness, and no numbers at its axes.",
                  .configuration = "papers/ntarladima-2023/section_3.json",
                  .pictures = {{"beam_shape",
                                "The wire and the circle in equilibrium on the coarsest and on the finest "
                                "mesh; the wire lies around the lower part of the circle."},
                               {"beam_convergence",
                                "Two log-log panels over the number of elements, a curve for each "
                                "number of segments: errors of position and axial force fall with "
                                "the order 2."}},
                  .cases = {"ntarladima-2023/section-3/"}});
  list.push_back({.paper = kPaper,
                  .label = "Fig. 11",
                  .title = "The belt drive",
                  .text = "A sketch in the paper; here the loaded drive at 2.45 s, as computed.",
                  .configuration = kDrive,
                  .pictures = {{"belt_force",
                                "The belt around two equal pulleys, coloured by its force: 664 N in the "
                                "upper span, 186 N in the lower one.",
                                {"consistent"}},
                               {"belt_contact",
                                "The same, coloured by stick and slip, with the pressure as a comb "
                                "that falls along the slip arc.",
                                {"consistent"}}},
                  .quick = false});
}

void add_meshes(std::vector<PlannedExhibit>& list) {
  list.push_back(left_out("Tables 2 and 3", "Parameters", "Input: configs/papers/ntarladima-2023/drive.json."));
  list.push_back({.paper = kPaper,
                  .label = "Fig. 12",
                  .title = "Angular velocity of the driven pulley for more and more elements",
                  .text = "The friction mode of the paper. Thin and black: data of the authors.",
                  .configuration = kMeshes,
                  .pictures = {{"belt_angular_velocity",
                                "Angular velocities of both pulleys over time. The driver "
                                "ramps to 12 rad/s, the driven pulley swings, drops under the load and ends at "
                                "11.37 rad/s with 60 and 11.33 rad/s with 480 elements.",
                                kOurMeshes}},
                  .quantities = {"angular_velocity_2"},
                  .references = kPublished,
                  .cases = {"ntarladima-2023/paper/"},
                  .quick = false});
  list.push_back({.paper = kPaper,
                  .label = "Fig. 13",
                  .title = "Moments on the pulleys",
                  .text = "The published moment is that of the constraint, sampled where the trapezoidal rule has no "
                          "angular acceleration: the moment of contact. Thin and black: data of the authors.",
                  .configuration = kMeshes,
                  .pictures = {{"belt_torque",
                                "Moments of the belt on both pulleys over time, which ring while the "
                                "drive speeds up and end at 47.7 N m.",
                                kOurMeshes}},
                  .quantities = {"torque_1"},
                  .references = kPublished,
                  .quick = false});
  list.push_back(
      {.paper = kPaper,
       .label = "Figs. 14 to 17",
       .title = "Normal stress, force, speed and tangential stress along the belt for more and more elements",
       .text = "Stresses are drawn per length of the belt, 0.08 m wide, and over the path, not over the material. "
               "Published "
               "points are laid on the path by the stretch that their own force means. Errors of coarse meshes are "
               "those of the "
               "interpolation between points that lie elsewhere; the cases compare point by point.",
       .configuration = kMeshes,
       .pictures = {{"belt_profiles",
                     "Four panels over the path at 2.45 s, for 60, 120, 240 and 480 elements: force, "
                     "speed, pressure, traction. Pressure and traction of 60 elements oscillate, the speed of the "
                     "slack span depends on the mesh.",
                     {"n60", "n120", "n240", "n480"},
                     "Four meshes"},
                    {"belt_profiles",
                     "The same for 240 elements, with the published curves on it.",
                     {"n240", "n240_published"},
                     "240 elements and the data of the authors"},
                    {"belt_profiles",
                     "The same for 480 elements, with the published curves on it.",
                     {"n480", "n480_published"},
                     "480 elements and the data of the authors"}},
       .quantities = {"profile force [N]", "profile speed [m/s]", "profile pressure [N/m]", "profile traction [N/m]"},
       .references = kPublished,
       .cases = {"ntarladima-2023/published/"},
       .quick = false});
}

void add_variations(std::vector<PlannedExhibit>& list) {
  list.push_back({.paper = kPaper,
                  .label = "Figs. 18 to 21",
                  .title = "The same for other parameters",
                  .text = "240 elements; normal stiffness a tenth (kc10), friction stiffness a tenth (muk10), friction "
                          "coefficient 1 (mu1), eight segments for an element (ns8). The cases compare forces and "
                          "speed of each with the data of the authors. A file describes one drive, so the parameters "
                          "are changed with --set; see the comment in the file.",
                  .configuration = "papers/ntarladima-2023/figures_18_21.json",
                  .pictures = {{"belt_profiles",
                                "Force, speed, pressure and traction over the path at 2.45 s for five sets of "
                                "parameters: with twice the friction the slip arcs are half as long, the others "
                                "differ little."}},
                  .cases = {"ntarladima-2023/parameters/"},
                  .quick = false});
  list.push_back({.paper = kPaper,
                  .label = "Fig. 22",
                  .title = "Force along the spans with three rules of integration",
                  .text = "60 elements, at 1 s. There is no published data; the cases measure the roughness.",
                  .configuration = "papers/ntarladima-2023/figure_22.json",
                  .pictures = {{"belt_spans",
                                "Force along each span, to its own scale: rules a and b jump by 1 N behind a "
                                "pulley and oscillate for a few elements, rule c is smooth."}},
                  .cases = {"ntarladima-2023/figure-22"},
                  .quick = false});
  list.push_back({.paper = kPaper,
                  .label = "Fig. 23",
                  .title = "Force along the belt at several instants",
                  .configuration = kDrive,
                  .pictures = {{"belt_instants",
                                "Force over the path at seven instants: 400 N everywhere at rest, then "
                                "the spans part as the drive speeds up and is loaded.",
                                {"paper", "consistent"}}},
                  .cases = {"ntarladima-2023/static-start"},
                  .quick = false});
  list.push_back({.paper = kPaper,
                  .label = "Table 4",
                  .title = "Forces, moments and speeds at 2.45 s",
                  .text = "Every number of the table with its tolerance, and the theory of Eqs. (38) to (42) including "
                          "the terms they neglect.",
                  .cases = {"ntarladima-2023/table-4"}});
  list.push_back(
      {.paper = kPaper,
       .label = "Fig. 24",
       .title = "Force on the pulleys and Euler-Eytelwein",
       .text =
           "Eq. (42) with its exponential, from where slip begins, over the true angle; the cases are under Table 4.",
       .configuration = kMeshes,
       .pictures = {{"belt_eytelwein",
                     "Force along the arcs of both pulleys with 480 elements and the "
                     "exponential along their slip arcs, 0.3 % apart.",
                     {"n480"}}},
       .quick = false});
  list.push_back(
      {.paper = kPaper,
       .label = "Section 4",
       .title = "The same drive in every formulation",
       .text =
           "Not in the paper: Lagrangian cable elements in consistent friction and in that of the paper, the Eulerian "
           "beam in time and in steady motion, and the closed form of a string on rigid pulleys. The friction of the "
           "paper differs by a slip at the entry of each pulley, which vanishes with the segment length.",
       .configuration = kDrive,
       .pictures = {{"belt_profiles",
                     "Force, speed, pressure and traction over the path at 2.45 s in five "
                     "runs, which coincide but for the entries of the pulleys."},
                    {"belt_angular_velocity",
                     "Angular velocities over time; the closed form and the steady motion neglect inertia and do not "
                     "oscillate."}},
       .quantities = {"last profile force [N]", "last profile speed [m/s]", "last profile pressure [N/m]"},
       .cases = {"ntarladima-2023/consistent/", "string-drive/ntarladima", "ale/ntarladima/", "cross/belt/ancf-ale",
                 "cross/belt/stiff-contact"},
       .quick = false});
  list.push_back({.paper = kPaper,
                  .label = "Section 4, rigid links",
                  .title = "The same drive as a chain of links",
                  .text = "Not in the paper: 60, 120 and 240 rigid links converge to cable elements with order 2.",
                  .configuration = "papers/ntarladima-2023/links.json",
                  .pictures = {{"belt_profiles",
                                "Force, speed, pressure and traction over the path at 2.45 s: more links are closer to "
                                "the cable elements."}},
                  .cases = {"cross/belt/links-converge", "cross/belt/links-converge-coarse"},
                  .quick = false});
}

}  // namespace

std::vector<PlannedExhibit> ntarladima_exhibits() {
  std::vector<PlannedExhibit> list{
      left_out("Table 1", "Rules of integration", "Input: the option \"integration\" of lagrangian_ancf."),
      left_out("Figs. 1 to 4", "Search for contact, segment and circle, bristle", "Sketches, without numbers."),
      left_out("Fig. 5", "Iteration over contact states", "A flow chart.")};
  add_experiments(list);
  add_meshes(list);
  add_variations(list);
  return list;
}

}  // namespace beltdyn::report
