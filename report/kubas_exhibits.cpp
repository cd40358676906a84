// SPDX-License-Identifier: MIT
// [Kubas 2021]: the belt of rigid links with GMS friction.
#include "report/paper_exhibits.hpp"

namespace beltdyn::report {
namespace {

constexpr const char* kPaper = "kubas-2021";

// A load case: its configuration, the curves of another code with the same parameters, its published numbers.
struct LoadCase {
  const char* configuration;
  const char* reference;
  std::vector<std::string> cases;
};

PlannedExhibit exhibit(const LoadCase& load, const char* label, const char* title, const char* text,
                       PlannedPicture picture, std::vector<std::string> quantities) {
  return {.paper = kPaper,
          .label = label,
          .title = title,
          .text = text,
          .configuration = load.configuration,
          .pictures = {std::move(picture)},
          .quantities = std::move(quantities),
          .references = {load.reference}};
}

const std::vector<std::string> kContact{"tagged_normal_force", "tagged_friction_force", "tagged_joint_force"};
const std::vector<std::string> kDisplacement{"tagged_displacement_", "tagged_slip_velocity"};
const std::vector<std::string> kSpeeds{"angular_velocity_"};

void add_first(std::vector<PlannedExhibit>& list) {
  const std::size_t first = list.size();
  const LoadCase load{"papers/kubas-2021/figures_6_14.json",
                      "kubas-2021/figures_6_14",
                      {"kubas-2021/published/case-1", "kubas-2021/regression/case-1"}};
  list.push_back(
      exhibit(load, "Figs. 6 and 7", "Load case 1: torques and angular velocities",
              "Masses, inertias, contact, Stribeck velocity and pretension are not in the paper and are calibrated to "
              "its numbers, which the cases below verify. Black and dashed: another code with the same parameters.",
              {"links_drive",
               "Above, torques over time: 20 N m driving, 15 N m resisting. Below, both "
               "pulleys reach 154 rad/s at 2.1 s and stand at 2.8 s."},
              kSpeeds));
  list[first].cases = load.cases;
  list.push_back(exhibit(load, "Figs. 8 to 10", "Load case 1: normal, friction and joint force of a link",
                         "The link leaves the driven pulley at 0.58 s and touches the driving one at 0.75 s. In the "
                         "paper it loses contact for a moment at the start; here it does not.",
                         {"links_contact",
                          "Three panels over time: normal and friction force are zero in the spans; "
                          "the joint force is 160 N in the tight and 80 N in the slack span."},
                         kContact));
  list.push_back(exhibit(load, "Figs. 11 and 12", "Load case 1: friction of each GMS element",
                         "As force and as coefficient. In the paper coefficients stay below the static one; here they "
                         "reach it at the highest speeds.",
                         {"links_elements",
                          "Forces and coefficients of the three elements over time; the stiffest "
                          "element carries most."},
                         {"tagged_friction_1", "tagged_element_force_"}));
  list.push_back(exhibit(load, "Figs. 13 and 14", "Load case 1: displacement and velocity in the contact",
                         "In the paper displacements stay below 4e-4 m, largest when the link first meets the driving "
                         "pulley; here they are twice that at the highest speeds. The largest slip velocity, 0.53 m/s "
                         "just before 2 s in the paper, is 0.59 m/s.",
                         {"links_displacement",
                          "Displacements of the three elements, up to 0.8 mm, and slip velocity, "
                          "up to 0.59 m/s, over time."},
                         kDisplacement));
}

void add_second(std::vector<PlannedExhibit>& list) {
  const std::size_t first = list.size();
  const LoadCase load{"papers/kubas-2021/figures_15_23.json",
                      "kubas-2021/figures_15_23",
                      {"kubas-2021/published/case-2", "kubas-2021/regression/case-2"}};
  list.push_back(
      exhibit(load, "Figs. 15 and 16", "Load case 2: torques and angular velocities",
              "Twice the torques of load case 1. Gross slip begins at 0.93 s, 0.9 s in the paper; the driving "
              "pulley spins up to 833 rad/s, 835 rad/s in the paper. The driven pulley turns until 1.7 s, "
              "shorter in the paper. Black and dashed: another code with the same parameters.",
              {"links_drive",
               "Above, torques over time: 40 N m driving, 30 N m resisting. Below, the pulleys "
               "part at 0.93 s: one spins up to 833 rad/s, the other stops."},
              kSpeeds));
  list[first].cases = load.cases;
  list.push_back(exhibit(load, "Figs. 17 to 19", "Load case 2: normal, friction and joint force of a link",
                         "After the onset of gross slip, results depend on single stick-slip transitions of links, and "
                         "the two codes diverge.",
                         {"links_contact",
                          "Three panels over time: forces of a link that goes around faster and faster "
                          "and then slips on both pulleys."},
                         kContact));
  list.push_back(exhibit(load, "Figs. 20 and 21", "Load case 2: friction of each GMS element",
                         "Coefficients reach the static one, as in the paper.",
                         {"links_elements",
                          "Forces and coefficients of the three elements over time; all coefficients "
                          "are near 1 while the belt slips."},
                         {"tagged_friction_1", "tagged_element_force_"}));
  list.push_back(exhibit(
      load, "Figs. 22 and 23", "Load case 2: displacement and velocity in the contact",
      "In the paper the belt nearly stops while the driving pulley spins, and slips by 141 m/s; here it continues at "
      "27 m/s, slipping on both pulleys, by up to 137 m/s on the driving one. No parameters were found that stop the "
      "belt, and quasi-static friction with coefficients 0.9 and 1 excludes it.",
      {"links_displacement",
       "Displacements of the three elements, frozen while they slip, and slip velocity, up to 137 m/s, over time."},
      kDisplacement));
}

}  // namespace

std::vector<PlannedExhibit> kubas_exhibits() {
  std::vector<PlannedExhibit> list{{.paper = kPaper,
                                    .label = "Figs. 1 to 5",
                                    .title = "Friction elements, links, forces, and the drive",
                                    .left_out = "Sketches, without numbers."},
                                   {.paper = kPaper,
                                    .label = "Table 1",
                                    .title = "Parameters",
                                    .left_out = "Input: configs/papers/kubas-2021/figures_6_14.json states which "
                                                "values are printed and which are calibrated."}};
  add_first(list);
  add_second(list);
  return list;
}

}  // namespace beltdyn::report
