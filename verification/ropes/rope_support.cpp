// SPDX-License-Identifier: MIT
#include "verification/ropes/rope_support.hpp"

#include <vector>

#include <fmt/format.h>

#include "core/settings/configuration.hpp"
#include "formulations/all_formulations.hpp"

namespace beltdyn::verification {
namespace {

// The penalties ε_N and ε_T of [Konyukhov 2021] [N/m²].
constexpr double kPenaltyOfPaper = 2.1e6;

RopeOutcome outcome(const RopeCase& rope, const std::string& run) {
  const std::string text = fmt::format(
      R"({{"format": "beltdyn/1", "name": "verification", "end_time": 1,
          "drive": {{"type": "rope_on_surface", "course": {{{}}}, "rope_radius": 0.01, "young_modulus": 2.1e11,
                     "tension": {{"type": "constant", "value": {}}},
                     "friction_coefficient": {{"type": "constant", "value": {}}}}},
          "runs": [{{"name": "run", "time_step": 1, {}}}]}})",
      rope.course, rope.tension, rope.friction, run);
  const Configuration configuration =
      read_configuration(config::JsonDocument::parse("verification", text), all_formulations());
  const auto simulation = configuration.runs[0].options->create(*configuration.drive, configuration.end_time);
  RopeOutcome result;
  const History history = simulation->history();
  std::vector<double> values(history.columns().size());
  history.values(values);
  for (std::size_t i = 0; i < values.size(); ++i) result[history.columns()[i].name] = values[i];
  return result;
}

}  // namespace

RopeOutcome solved(const RopeCase& rope) {
  std::string contact = rope.contact;
  for (const char* penalty : {"normal_stiffness", "tangential_stiffness"}) {
    if (contact.find(penalty) != std::string::npos) continue;
    contact += fmt::format(R"({}"{}": {})", contact.empty() ? "" : ", ", penalty, kPenaltyOfPaper);
  }
  return outcome(rope, fmt::format(R"("formulation": "lagrangian_rope", "elements": {}, "element": {{{}}},
                                      "contact": {{{}}}{})",
                                   rope.elements, rope.element, contact, rope.options));
}

RopeOutcome exact(const RopeCase& rope) { return outcome(rope, R"("formulation": "analytic_rope")"); }

double ratio_error(const RopeCase& rope) {
  return solved(rope).at("force_ratio") / exact(rope).at("force_ratio") - 1.0;
}

std::string helix(double pitch) {
  return fmt::format(
      R"("type": "helix_on_cylinder", "radius": 1, "angle": 3.141592653589793, "pitch": {{"type": "constant", "value": {}}})",
      pitch);
}

const char* const kConeCircle =
    R"("type": "circle_on_cone", "half_angle": 0.09966865249116204, "radius": 1, "angle": 3.141592653589793)";
const char* const kConeGeodesic =
    R"("type": "geodesic_on_cone", "half_angle": 0.5235987755982988, "start_height": 2.598, "end_height": 4.098,
       "angle": 3.141592653589793)";
const char* const kSphereCircle =
    R"("type": "circle_on_sphere", "radius": 1, "latitude": 0.17453292519943295, "angle": 3.141592653589793)";

}  // namespace beltdyn::verification
