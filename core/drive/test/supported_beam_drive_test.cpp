// SPDX-License-Identifier: MIT
#include "core/drive/supported_beam_drive.hpp"

#include <string>

#include <doctest/doctest.h>

#include "core/base/error.hpp"
#include "core/config/reader.hpp"

namespace beltdyn::supported_beam_drive_test {

namespace {

SupportedBeamDrive read(const std::string& rest_position) {
  SupportedBeamDrive drive;
  const config::JsonDocument document = config::JsonDocument::parse(
      "beam.json", R"({"length": 2, "axial_stiffness": 3, "bending_stiffness": 4, "mass_per_length": 5,
                       "left_support": "clamped", "right_support": "pinned", "gravity": [6, 7],
                       "circle": {"radius": 0.25, "rest_position": )" +
                       rest_position + R"(, "spring_stiffness": 8, "contact_stiffness": 9,
                                  "force": {"type": "constant", "value": -10}}})");
  config::Reader(document).read([&drive](config::FieldVisitor& v) { drive.visit(v); });
  return drive;
}

}  // namespace

TEST_CASE("supported beam drive: every field is assigned correctly") {
  const SupportedBeamDrive drive = read("[0.5, 0.75]");
  CHECK(drive.length == 2.0);
  CHECK(drive.axial_stiffness == 3.0);
  CHECK(drive.bending_stiffness == 4.0);
  CHECK(drive.mass_per_length == 5.0);
  CHECK(drive.supports[0] == BeamSupport::clamped);
  CHECK(drive.supports[1] == BeamSupport::pinned);
  CHECK(drive.gravity == Eigen::Vector2d(6.0, 7.0));
  CHECK(drive.circle.radius == 0.25);
  CHECK(drive.circle.rest_position == Eigen::Vector2d(0.5, 0.75));
  CHECK(drive.circle.spring_stiffness == 8.0);
  CHECK(drive.circle.contact_stiffness == 9.0);
  CHECK(drive.circle.force.value(1.0) == -10.0);
}

TEST_CASE("supported beam drive: the circle may be on either side, touching") {
  CHECK(read("[0.5, 0.25]").side() == 1.0);
  CHECK(read("[0.5, -0.25]").side() == -1.0);
  CHECK_THROWS_AS(read("[0.5, 0.24]"), ConfigError);
  CHECK_THROWS_AS(read("[0.5, -0.24]"), ConfigError);
  // Over a support
  CHECK_THROWS_AS(read("[0.2, 0.75]"), ConfigError);
  CHECK_THROWS_AS(read("[1.8, 0.75]"), ConfigError);
}

}  // namespace beltdyn::supported_beam_drive_test
