// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/config/json_document.hpp"
#include "core/config/reader.hpp"
#include "core/drive/belt/belt_drive.hpp"

namespace beltdyn::test {

// The drive of [Ntarladima 2023] Tables 2, 3. Its mass is that of a belt 0.01 m high, 1036 kg/m^3 x 0.08 m x 0.01 m.
// Its stick damping is 3.22e5 N s/m^3, with which the published results were computed. Both pulleys turn
// counter-clockwise, so the belt runs from the second pulley to the first one above.
inline constexpr std::string_view kNtarladimaDrive = R"({
  "direction": "counterclockwise",
  "pulleys": [
    {
      "center": [0, 0], "radius": 0.09995, "side": "inside", "inertia": 0.25,
      "motion": {
        "type": "prescribed",
        "angular_velocity": {"type": "piecewise_linear", "time": [0.05, 0.6], "value": [0, 12]}
      }
    },
    {
      "center": [0.3141592653589793, 0], "radius": 0.09995, "side": "inside", "inertia": 0.25, "bearing_damping": 2,
      "motion": {
        "type": "torque",
        "torques": [
          {"type": "applied", "moment": {"type": "cosine_ramp", "from": 0, "to": -25, "start_time": 1, "end_time": 1.5}}
        ]
      }
    }
  ],
  "belt": {
    "axial_stiffness": 8000, "bending_stiffness": 1.3333333333333333e-3, "mass_per_length": 0.8288, "width": 0.08,
    "contact_offset": 0.00005, "axial_damping": 1,
    "pretension": {"type": "reference_strain", "strain": -0.05}
  },
  "contact": {
    "normal": {"type": "penalty", "stiffness_per_area": 4e9, "damping_per_area": 8e4},
    "friction": {
      "type": "elastoplastic_coulomb", "coefficient": 0.5, "stiffness_per_area": 5e9, "damping_per_area": 321869.5
    }
  },
  "gravity": [0, -9.81],
  "probes": [
    {"name": "driven", "type": "pulley", "pulley": 2},
    {"name": "upper", "type": "span", "span": 2},
    {"name": "entry", "type": "point", "sigma": 0.0},
    {"name": "tag", "type": "particle", "sigma": 0.25}
  ]
})";

inline BeltDrive read_drive(std::string_view text) {
  const config::JsonDocument document = config::JsonDocument::parse("drive.json", text);
  BeltDrive drive;
  config::Reader(document).read([&drive](config::FieldVisitor& v) { drive.visit(v); });
  return drive;
}

// kNtarladimaDrive after edits: "/pointer=value" sets or adds a value, "/pointer" alone removes it.
inline std::string edited_text(const std::vector<std::string>& edits) {
  auto json = nlohmann::ordered_json::parse(kNtarladimaDrive);
  for (const std::string& edit : edits) {
    const std::size_t equals = edit.find('=');
    const nlohmann::ordered_json::json_pointer pointer(edit.substr(0, equals));
    if (equals != std::string::npos) {
      json[pointer] = nlohmann::ordered_json::parse(edit.substr(equals + 1));
    } else {
      auto& parent = json.at(pointer.parent_pointer());
      if (parent.is_array()) {
        parent.erase(std::stoul(pointer.back()));
      } else {
        parent.erase(pointer.back());
      }
    }
  }
  return json.dump();
}

inline BeltDrive edited_drive(const std::vector<std::string>& edits) { return read_drive(edited_text(edits)); }

}  // namespace beltdyn::test
