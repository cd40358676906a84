// SPDX-License-Identifier: MIT
#include "core/drive/friction_rig_drive.hpp"

#include <string>

#include <doctest/doctest.h>

#include "core/base/error.hpp"
#include "core/config/reader.hpp"

namespace beltdyn::friction_rig_drive_test {

namespace {

FrictionRigDrive read(const std::string& motion) {
  FrictionRigDrive drive;
  const config::JsonDocument document =
      config::JsonDocument::parse("rig.json", R"({"normal_force": 2, "motion": )" + motion + "}");
  config::Reader(document).read([&drive](config::FieldVisitor& v) { drive.visit(v); });
  return drive;
}

std::string mistakes(const std::string& motion) {
  try {
    read(motion);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "none";
}

}  // namespace

TEST_CASE("friction rig drive: the three motions") {
  const FrictionRigDrive pulled = read(R"({"type": "pulled_mass", "mass": 3, "spring_stiffness": 4,
                                           "pull_speed": {"type": "constant", "value": 5},
                                           "force_rate": 6, "damping": 7, "initial_velocity": 8})");
  CHECK(pulled.normal_force == 2.0);
  const auto& mass = std::get<PulledMass>(pulled.motion);
  CHECK(mass.mass == 3.0);
  CHECK(mass.damping == 7.0);
  CHECK(mass.initial_velocity == 8.0);
  CHECK(mass.pull(2.0, 1.0) == 4.0 * (5.0 * 2.0 - 1.0) + 6.0 * 2.0);
  const FrictionRigDrive fast =
      read(R"({"type": "prescribed_velocity", "velocity": {"type": "constant", "value": 3}})");
  CHECK(std::get<PrescribedVelocity>(fast.motion).velocity.value(1.0) == 3.0);
  const FrictionRigDrive path =
      read(R"({"type": "prescribed_position", "position": {"type": "constant", "value": 3}})");
  CHECK(std::get<PrescribedPosition>(path.motion).position.value(1.0) == 3.0);
}

TEST_CASE("friction rig drive: a mass without a load is an error") {
  CHECK(mistakes(R"({"type": "pulled_mass", "mass": 1, "spring_stiffness": 1})") ==
        "rig.json:1: /motion: the mass does not move; give spring_stiffness and pull_speed, a force_rate or an "
        "initial_velocity");
  CHECK(mistakes(R"({"type": "pulled_mass", "mass": 1, "pull_speed": {"type": "constant", "value": 1}})") ==
        "rig.json:1: /motion/pull_speed: has no effect without a spring; give spring_stiffness");
  CHECK(mistakes(R"({"type": "pulled_mass", "mass": 1, "initial_velocity": -1})") == "none");
}

}  // namespace beltdyn::friction_rig_drive_test
