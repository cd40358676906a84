// SPDX-License-Identifier: MIT
#include "core/drive/pulley/pulley_mount.hpp"

#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/base/error.hpp"
#include "core/config/json_document.hpp"
#include "core/config/reader.hpp"
#include "core/drive/belt/test/test_belt_drives.hpp"
#include "core/drive/pulley/mount_rest.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::pulley_mount_test {
namespace {

constexpr double kEps = std::numeric_limits<double>::epsilon();
const Eigen::Vector2d kDrawn(0.5, 0.2);
const Eigen::Vector2d kGravity(0.0, -9.81);

PulleyMount read_mount(const std::string& text) {
  const config::JsonDocument document = config::JsonDocument::parse("m.json", text);
  PulleyMount mount;
  config::Reader(document).read([&mount](config::FieldVisitor& v) { visit_mount(v, mount); });
  return mount;
}

std::string mount_mistake(const std::string& text) {
  try {
    read_mount(text);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "none";
}

constexpr const char* kArm = R"({"type": "arm", "pivot": [0.4, 0.2], "inertia": 1e-3, "damping": 0.3,
  "spring": {"stiffness": 30, "free_angle": "-70 deg"},
  "stops": {"lowest": -0.5, "highest": 0.5, "stiffness": 1e3, "damping": 2}})";
constexpr const char* kSlider = R"({"type": "slider", "direction": [0, -2], "mass": 4, "damping": 3,
  "force": {"type": "constant", "value": 10}, "spring": {"stiffness": 100, "free_position": 0.1}})";
constexpr const char* kMoved =
    R"({"type": "moved", "x": {"type": "piecewise_linear", "time": [0, 2], "value": [0, 0.1]},
  "y": {"type": "constant", "value": 0.02}})";

}  // namespace

TEST_CASE(
    "pulley mount: arm, slider and prescribed displacement map their coordinate to the axis, including derivatives") {
  struct Row {
    const char* text;
    double position;
    Eigen::Vector2d place;
  };
  for (const Row& row : {Row{kArm, 0.5 * std::numbers::pi, {0.4, 0.3}}, Row{kSlider, 0.25, {0.5, -0.05}},
                         Row{kMoved, 1.0, {0.55, 0.22}}}) {
    const PulleyMount mount = read_mount(row.text);
    const AxisPlace at = axis_at(mount, kDrawn, row.position);
    CHECK((at.place - row.place).norm() <= 4.0 * kEps);
    // Truncation h²/6 and h²/12 of derivatives of 0.1 m; rounding eps/h and 4 eps/h².
    constexpr double h = 1e-4;
    const Eigen::Vector2d ahead = axis_at(mount, kDrawn, row.position + h).place;
    const Eigen::Vector2d behind = axis_at(mount, kDrawn, row.position - h).place;
    CHECK((at.by_u - (ahead - behind) / (2.0 * h)).norm() <= 1e-9);
    CHECK((at.by_u_twice - (ahead - 2.0 * at.place + behind) / (h * h)).norm() <= 1e-7);
  }
}

TEST_CASE("pulley mount: the drawn axis is at the drawn coordinate, an arm's the one nearest to where it is free") {
  for (const char* text : {kArm, kSlider}) {
    const PulleyMount mount = read_mount(text);
    CHECK((axis_at(mount, kDrawn, drawn_position(mount, kDrawn)).place - kDrawn).norm() <= 4.0 * kEps);
  }
  PulleyMount turned = read_mount(kArm);
  std::get<ArmMount>(turned).suspension.spring->free_position = 7.0;
  CHECK(close(drawn_position(turned, kDrawn), 2.0 * std::numbers::pi, {.rel = 2.0 * kEps}));
}

TEST_CASE("pulley mount: spring, damper, force, weight and stops add up") {
  const double free_angle = -70.0 * std::numbers::pi / 180.0;
  const PulleyMount arm = read_mount(kArm);
  CHECK(close(suspension_force(arm, kGravity, 0.0, 0.2, 0.5).force, -30.0 * (0.2 - free_angle) - 0.3 * 0.5,
              {.rel = 4.0 * kEps}));
  // Beyond the upper stop, the stop pushes back by 1e3 × 0.1 + 2 × 0.5.
  CHECK(close(suspension_force(arm, kGravity, 0.0, 0.6, 0.5).force,
              -30.0 * (0.6 - free_angle) - 0.3 * 0.5 - 1e3 * 0.1 - 2.0 * 0.5, {.rel = 1e-14}));
  CHECK(close(suspension_force(arm, kGravity, 0.0, -0.6, 0.0).force, -30.0 * (-0.6 - free_angle) + 1e3 * 0.1,
              {.rel = 1e-14}));
  const PulleyMount slider = read_mount(kSlider);
  CHECK(close(suspension_force(slider, kGravity, 0.0, 0.3, -1.0).force, -100.0 * (0.3 - 0.1) + 3.0 + 10.0 + 4.0 * 9.81,
              {.rel = 8.0 * kEps}));
}

TEST_CASE("pulley mount: the derivatives of the force are the limits of difference quotients, for Newton's method") {
  // The forces are linear between kinks, so only rounding eps F/h remains.
  constexpr double h = 1e-5;
  for (const char* text : {kArm, kSlider}) {
    const PulleyMount mount = read_mount(text);
    for (const double u : {-0.6, 0.1, 0.7}) {
      const auto force = [&](double du, double dv) {
        return suspension_force(mount, kGravity, 0.0, u + du, 0.4 + dv).force;
      };
      const MountForce at = suspension_force(mount, kGravity, 0.0, u, 0.4);
      CHECK(close(at.by_position, (force(h, 0.0) - force(-h, 0.0)) / (2.0 * h), {.abs = 1e-8}));
      CHECK(close(at.by_velocity, (force(0.0, h) - force(0.0, -h)) / (2.0 * h), {.abs = 1e-8}));
    }
  }
}

TEST_CASE("pulley mount: stored, supplied and dissipated energy equal the work of the forces") {
  for (const char* text : {kArm, kSlider}) {
    const PulleyMount mount = read_mount(text);
    const Suspension& suspension = *suspension_of(mount);
    for (const double u : {-0.6, 0.1, 0.7}) {
      constexpr double v = 0.4;
      constexpr double h = 1e-6;
      const double stored_rate =
          (suspension_energy(suspension, u + h) - suspension_energy(suspension, u - h)) / (2.0 * h) * v;
      constexpr double kFriction = -0.25;
      const JointPower power = suspension_power(mount, kGravity, 0.0, {u, v}, kFriction);
      const double work = (suspension_force(mount, kGravity, 0.0, u, v).force + kFriction) * v;
      CHECK(close(suspension_energy(suspension, u, v) - suspension_energy(suspension, u),
                  0.5 * suspension.inertia * v * v, {.abs = 4.0 * kEps * suspension_energy(suspension, u, v)}));
      // Rounding eps E/h.
      CHECK(close(power.supplied - power.lost - stored_rate, work, {.abs = 1e-8}));
      CHECK(power.lost > 0.0);
    }
  }
}

TEST_CASE("pulley mount: a prescribed motion replaces the suspension, and a mount that does not move has neither") {
  const PulleyMount turned = read_mount(R"({"type": "arm", "pivot": [0.4, 0.2],
    "prescribed_angle": {"type": "cosine_ramp", "from": 0, "to": 0.7, "start_time": 0, "end_time": 1}})");
  CHECK(suspension_of(turned) == nullptr);
  CHECK(close(given_motion(turned, kDrawn, 0.5).position, 0.35, {.rel = 1e-14}));
  CHECK(close(given_motion(turned, kDrawn, 0.5).velocity, 0.35 * std::numbers::pi, {.rel = 1e-14}));
  CHECK_FALSE(moves(read_mount(R"({"type": "fixed"})")));
}

TEST_CASE("pulley mount: errors are reported") {
  CHECK(mount_mistake(R"({"type": "arm", "pivot": [0, 0]})") ==
        "m.json:1: /: an arm that moves freely needs an inertia > 0; give \"inertia\", or prescribe the motion");
  CHECK(mount_mistake(R"({"type": "arm", "pivot": [0, 0], "prescribed_angle": {"type": "constant", "value": 0},
    "spring": {"stiffness": 1, "free_angle": 0}})")
            .find("the motion is prescribed, so spring, stops and friction have no effect") != std::string::npos);
  CHECK(mount_mistake(R"({"type": "slider", "direction": [0, 0], "mass": 1})") ==
        "m.json:1: /direction = [0,0]: has zero length; give a direction such as [0, -1]");
  CHECK(mount_mistake(R"({"type": "slider", "direction": [1, 0], "mass": 1,
    "stops": {"lowest": 1, "highest": 0, "stiffness": 1}})")
            .find("must be above the lower stop, 1; exchange the two") != std::string::npos);
  CHECK(mount_mistake(R"({"type": "arm", "pivot": [0, 0], "inertia": 1, "friction": {"radius": 0.01,
    "normal_force": 1, "law": {"type": "bristle", "coefficient": {"type": "constant", "value": 0.2}, "stiffness": 1}}})")
            .find("use elastoplastic_coulomb, which is the same bristle") != std::string::npos);
  CHECK(mount_mistake(R"({"type": "lever"})").find("choose one of fixed, arm, slider, moved") != std::string::npos);
}

namespace {

// Two pulleys of radius 0.1 m. A force pulls the slider of the second one away from the first one.
BeltDrive sliding_drive(double force) {
  BeltDrive drive = test::edited_drive({"/gravity=[0,0]"});
  SliderMount slider;
  slider.suspension.inertia = 1.0;
  slider.force = TimeFunction(force);
  drive.pulleys[1].mount = slider;
  return drive;
}

}  // namespace

TEST_CASE("mounts at rest: a force on a slider is borne by both strands of an even belt") {
  const BeltDrive drive = sliding_drive(600.0);
  const std::vector<double> positions = mounts_at_rest(drive);
  const BeltPath path = path_with_mounts(drive, positions);
  const double force =
      drive.belt.axial_stiffness * (path.length() / drive.reference_length() - 1.0 - drive.reference_strain());
  // 300 N is less than the 400 N as drawn, so the slider moves in. Newton's tolerance, 1e-11 of a radius, is 1e-7 N.
  CHECK(close(force, 300.0, {.abs = 1e-6}));
  CHECK(positions[0] == 0.0);
  CHECK(positions[1] < 0.0);
  CHECK(path_at_rest(drive).length() == path.length());
  // Each of the two spans has half the belt: dF/du = 2 × 2 EA/L_ref.
  const double stiffness = mount_stiffness(drive, positions)(0, 0);
  CHECK(close(stiffness, -4.0 * drive.belt.axial_stiffness / drive.reference_length(), {.rel = 1e-6}));
}

TEST_CASE("mounts at rest: a slack belt is reported with a remedy") {
  BeltDrive drive = sliding_drive(0.0);
  drive.belt.pretension = StressFreeLength{0.99 * drive.path().length()};
  std::get<SliderMount>(drive.pulleys[1].mount).force = TimeFunction(-50.0);
  CHECK_THROWS_WITH_AS(mounts_at_rest(drive),
                       doctest::Contains("the belt would be slack at the equilibrium of the mount of pulley 2"),
                       SolverError);
  std::get<SliderMount>(drive.pulleys[1].mount).force.reset();
  CHECK_THROWS_WITH_AS(
      mounts_at_rest(drive),
      doctest::Contains("the mount of pulley 2 has no spring, no stops and no force or weight along its "
                        "coordinate, so it gives way until the belt is slack; give it a \"spring\" or a "
                        "\"force\""),
      SolverError);
}

}  // namespace beltdyn::pulley_mount_test
