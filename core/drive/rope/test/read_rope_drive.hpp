// SPDX-License-Identifier: MIT
// Rope drives for tests, read as from files.
#pragma once

#include <string>

#include "core/config/json_document.hpp"
#include "core/config/reader.hpp"
#include "core/drive/rope/rope_drive.hpp"

namespace beltdyn::rope_drive_test {

// A drive with an elastic, massless rope and a gravity of 10 m/s² downwards.
inline RopeDrive read_rope_drive(const std::string& ends, const std::string& pulleys, double stiffness = 1e5,
                                 double friction = 0.15, const std::string& more = {}) {
  RopeDrive drive;
  const config::JsonDocument document = config::JsonDocument::parse(
      "rope.json", R"({"ends": [)" + ends + R"(], "pulleys": [)" + pulleys + R"(], "belt": {"axial_stiffness": )" +
                       std::to_string(stiffness) +
                       R"(, "mass_per_length": 0}, "contact": {"friction": {"type": "coulomb", "coefficient": )" +
                       std::to_string(friction) + R"(}}, "gravity": [0, -10])" + more + "}");
  config::Reader(document).read([&drive](config::FieldVisitor& v) { drive.visit(v); });
  return drive;
}

}  // namespace beltdyn::rope_drive_test
