// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <fmt/format.h>

namespace beltdyn::test {

// Two bodies of 1 t at ±2 m/s on a massless rope over a sheave of radius 0.5 m with 50 kg m²: a brake with the torque M
// alone stops them, without slip. The moved mass is m = 2000 kg + 50 kg m²/(0.5 m)² = 2200 kg, the braking force
// M/(0.5 m). `rest`: further members of the file, each behind a comma.
inline std::string braked_rope(double brake, const std::string& rest) {
  return R"({
    "format": "beltdyn/1", "name": "stops",
    "drive": {
      "type": "rope_drive",
      "ends": [
        {"type": "body", "mass": 1000, "position": [-0.5, -20], "direction": [0, 1], "velocity": 2},
        {"type": "body", "mass": 1000, "position": [0.5, -20], "direction": [0, 1], "velocity": -2}
      ],
      "pulleys": [{"center": [0, 0], "radius": 0.5, "side": "right", "inertia": 50, "motion": {"type": "free"},
                   "brake": {"capacity": {"type": "constant", "value": )" +
         fmt::format("{}", brake) + R"(}}}],
      "belt": {"inextensible": true, "mass_per_length": 0},
      "contact": {"friction": {"type": "coulomb", "coefficient": 0.9}},
      "gravity": [0, -9.81], "initial_state": "running"
    },
    "end_time": 5,
    "runs": [{"name": "stop", "formulation": "analytic_string_dynamics"}])" +
         rest + "}";
}

}  // namespace beltdyn::test
