// SPDX-License-Identifier: MIT
#include "verification/belts/seen_drives.hpp"

#include <cmath>

#include <fmt/format.h>

namespace beltdyn::verification {

std::string Placement::direction(double x, double y, double unit) const {
  const double up = sense() * y;
  const double c = std::cos(angle);
  const double s = std::sin(angle);
  return fmt::format("[{}, {}]", unit * (c * x - s * up), unit * (s * x + c * up));
}

double DriveScene::of_time_function(const DriveSubject& subject, double t) const {
  return times(subject.slowness * t + v_.delay);
}

std::string DriveScene::driver(const DriveSubject& subject) const {
  return fmt::format(
      R"({{"name": "driver", "center": {}, "radius": {}, "side": "inside", "inertia": {}, "motion": {{"type": "prescribed",
           "angular_velocity": {{"type": "cosine_ramp", "from": {}, "to": {}, "start_time": {}, "end_time": {}}}}}}})",
      place(0.0, 0.0), lengths(0.06), inertias(1e-3), speeds(subject.initial_speed), speeds(20.0),
      of_time_function(subject, 0.01), of_time_function(subject, 0.09));
}

std::string DriveScene::driven(const DriveSubject& subject) const {
  return fmt::format(
      R"({{"name": "driven", "center": {}, "radius": {}, "side": "inside", "inertia": {}, "bearing_damping": {},
           "motion": {{"type": "torque", "torques": [{{"type": "applied", "moment": {{"type": "cosine_ramp",
           "from": 0, "to": {}, "start_time": {}, "end_time": {}}}}}]}}}})",
      place(0.4, 0.1), lengths(0.11), inertias(2e-2), forces(0.5) * v_.units.length * v_.units.time, moments(-4.0),
      of_time_function(subject, 0.02), of_time_function(subject, 0.08));
}

std::string DriveScene::contact() const {
  const double stiffness = 1e9 * forces(1.0) / std::pow(v_.units.length, 3);
  const double damping = 1e-5 * stiffness * v_.units.time;
  return fmt::format(
      R"({{"normal": {{"type": "penalty", "stiffness_per_area": {0}, "damping_per_area": {1}}},
    "friction": {{"type": "elastoplastic_coulomb", "coefficient": 0.4, "stiffness_per_area": {0},
                  "damping_per_area": {1}}}}})",
      stiffness, damping);
}

std::string DriveScene::configuration(const DriveSubject& subject) const {
  const std::string instructions =
      v_.instruction_set.empty() ? std::string() : fmt::format(R"(, "instruction_set": "{}")", v_.instruction_set);
  const double length = v_.units.length;
  return fmt::format(
      R"({{"format": "beltdyn/1", "name": "invariance", "end_time": {},
  "runs": [{{"name": "run", {}, "time_step": {}}}],
  "drive": {{"type": "belt_drive", "direction": "{}", "pulleys": [{}, {}], "gravity": {}, "initial_state": "{}",
  "belt": {{"axial_stiffness": {}, "bending_stiffness": {}, "mass_per_length": {}, "width": {}, "contact_offset": {},
    "axial_damping": {}, "pretension": {{"type": "reference_strain", "strain": -0.02}}}},
  "contact": {}}}}})",
      times(subject.end + v_.delay), subject.members + subject.with_units(*this) + instructions,
      times(subject.time_step), v_.placement.mirrored != v_.reversed ? "clockwise" : "counterclockwise",
      v_.renumbered ? driven(subject) : driver(subject), v_.renumbered ? driver(subject) : driven(subject),
      v_.placement.direction(3.0, -9.0, length / (v_.units.time * v_.units.time)),
      subject.initial_speed == 0.0 ? "rest" : "running", forces(1e4), forces(1e-2) * length * length,
      0.2 * v_.units.mass / length, lengths(0.02), lengths(5e-4), forces(1.0) * v_.units.time, contact());
}

}  // namespace beltdyn::verification
