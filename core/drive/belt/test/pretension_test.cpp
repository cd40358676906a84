// SPDX-License-Identifier: MIT
#include "core/drive/belt/pretension.hpp"

#include <cmath>
#include <exception>
#include <numbers>
#include <string>

#include <doctest/doctest.h>

#include "core/drive/belt/test/test_belt_drives.hpp"
#include "core/drive/pulley/mount_rest.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::pretension_test {
namespace {

constexpr double kStiffness = 5e4;
constexpr double kMass = 0.08;
constexpr double kForce = 250.0;

// Two pulleys of radius 40 and 80 mm, 400 mm apart, with the given mount of pulley 2 and the given pretension.
std::string text(const std::string& mount, const std::string& pretension, const std::string& layer = "1e10") {
  return R"({"direction": "counterclockwise", "gravity": [0, -9.81],
    "pulleys": [
      {"name": "motor", "center": [0, 0], "radius": 0.04, "side": "inside", "inertia": 1e-3,
       "motion": {"type": "prescribed", "angular_velocity": {"type": "constant", "value": 0}}},
      {"name": "fan", "center": [0.4, 0], "radius": 0.08, "side": "inside", "inertia": 0.02,
       "motion": {"type": "torque", "torques": [{"type": "applied", "moment": {"type": "constant", "value": 0}}]})" +
         mount + R"(}],
    "belt": {"axial_stiffness": 5e4, "bending_stiffness": 0, "mass_per_length": 0.08, "width": 0.015,
             "contact_offset": 0, "pretension": )" +
         pretension + R"(},
    "contact": {"normal": {"type": "penalty", "stiffness_per_area": )" +
         layer + R"(},
                "friction": {"type": "elastoplastic_coulomb", "coefficient": 0.5, "stiffness_per_area": 1e10}}})";
}

std::string message(const std::string& text) {
  try {
    test::read_drive(text);
  } catch (const std::exception& error) {
    return error.what();
  }
  return {};
}

const std::string kForceForm = R"({"type": "force", "force": "250 N"})";
const std::string kArm =
    R"(, "mount": {"type": "arm", "pivot": [0.4, -0.2], "inertia": 0.01, "spring": {"stiffness": 60}})";

}  // namespace

TEST_CASE("pretension: a force is that of an evenly stretched belt, less what it sinks into a layer") {
  const BeltDrive drive = test::read_drive(text("", kForceForm));
  const BeltPath path = drive.path();
  CHECK(drive.reference_length() == path.length());
  CHECK(close(drive.reference_strain_of_string(), -kForce / kStiffness, {.rel = 1e-15}));
  // The path of a belt that sinks in by g = F/(R w K) on each pulley.
  BeltDrive sunk = drive;
  for (Pulley& pulley : sunk.pulleys) pulley.radius -= kForce / (pulley.radius * 0.015 * 1e10);
  // The error is of second order in g/R = 1e-3, relative to a strain of 5e-3.
  CHECK(close(string_force(drive, sunk.path()), kForce, {.rel = 1e-3}));
  CHECK(string_force(drive, path) > 1.02 * kForce);
}

TEST_CASE(
    "pretension: the frequency of a span and the force of a mount ask for the same belts as the force they mean") {
  const double span = test::read_drive(text("", kForceForm)).path().spans()[0].length;
  const double frequency = std::sqrt(kForce / kMass) / (2.0 * span);
  const BeltDrive by_frequency = test::read_drive(
      text("", R"({"type": "span_frequency", "span": 1, "frequency": )" + std::to_string(frequency) + "}"));
  CHECK(close(by_frequency.belt.found->force, kForce, {.rel = 1e-5}));
  // A slider pulled by 500 N along the line of centres: two spans at the angle asin((R − r)/d) carry the force.
  const std::string slider =
      R"(, "mount": {"type": "slider", "direction": [1, 0], "mass": 2, "force": {"type": "constant", "value": 500}})";
  const BeltDrive by_mount = test::read_drive(text(slider, R"({"type": "mount", "pulley": "fan"})"));
  const double force = 500.0 / (2.0 * std::sqrt(1.0 - std::pow(0.04 / 0.4, 2)));
  CHECK(close(by_mount.belt.found->force, force, {.rel = 1e-12}));
}

TEST_CASE("pretension: an arm without a free angle rests where it is drawn") {
  const BeltDrive drive = test::read_drive(text(kArm, kForceForm));
  const auto& arm = std::get<ArmMount>(drive.pulleys[1].mount);
  const double drawn = drawn_position(arm, drive.pulleys[1].center);
  CHECK(close(drawn, 0.5 * std::numbers::pi, {.rel = 1e-12}));
  // Both spans pull the arm towards the motor, with the arm's length as lever.
  const double moment = 2.0 * kForce * std::sqrt(1.0 - 0.01) * 0.2;
  CHECK(close(arm.suspension.spring->free_position, drawn - moment / 60.0, {.rel = 1e-6}));
  // With a rigid string, the mounts are in equilibrium where they are drawn.
  const BeltDrive stiff = test::read_drive(text(kArm, kForceForm, "1e16"));
  CHECK(close(mounts_at_rest(stiff)[1], drawn, {.rel = 1e-7}));
}

TEST_CASE("pretension: a slider without a free position rests where it is drawn, under its weight and a force too") {
  const std::string slider =
      R"(, "mount": {"type": "slider", "direction": [0.6, -0.8], "mass": 2, "force": 30, "spring": {"stiffness": 5e3}})";
  const BeltDrive drive = test::read_drive(text(slider, kForceForm));
  const auto& found = std::get<SliderMount>(drive.pulleys[1].mount).suspension;
  // Both spans pull to the motor, at equal angles to the line of centres: 0 = -k (0 - u0) + Q + m g·e + F.
  const double pull = -2.0 * kForce * std::sqrt(1.0 - 0.01) * 0.6;
  CHECK(close(found.spring->free_position, -(pull + 2.0 * 9.81 * 0.8 + 30.0) / 5e3, {.rel = 1e-12}));
  const BeltDrive stiff = test::read_drive(text(slider, kForceForm, "1e16"));
  CHECK(close(mounts_at_rest(stiff)[1], 0.0, {.abs = 1e-9}));
}

TEST_CASE("pretension: what cannot be found is told where it is given") {
  CHECK(message(text("", R"({"type": "force", "force": -3})")).find("pretension/force") != std::string::npos);
  CHECK(message(text("", R"({"type": "force", "force": "3 m"})")).find("pretension/force") != std::string::npos);
  CHECK(message(text("", R"({"type": "force", "force": 1e6})")).find("would be stretched by 20") != std::string::npos);
  // The arm of pulley 2 is turned at once, so that the pulleys overlap.
  CHECK(message(text(R"(, "mount": {"type": "arm", "pivot": [0.2, 0],
                                    "prescribed_angle": {"type": "constant", "value": 3.14}})",
                     kForceForm))
            .find("where the mounts are under this force the belt has no path") != std::string::npos);
  // A number that cannot be read leaves no span.
  BeltDrive unread = test::read_drive(text("", R"({"type": "span_frequency", "span": 1, "frequency": 50})"));
  std::get<SpanFrequency>(unread.belt.pretension).span = 0;
  CHECK(std::get<PretensionFault>(find_pretension(unread)).member == "belt/pretension/span");
  CHECK(message(text("", R"({"type": "span_frequency", "span": 3, "frequency": 50})"))
            .find("no such span; give 1 to 2") != std::string::npos);
  CHECK(message(text("", R"({"type": "mount", "pulley": "fun"})"))
            .find("no pulley has this name; did you mean \"fan\"?") != std::string::npos);
  CHECK(message(text("", R"({"type": "mount", "pulley": "fan"})")).find("no mount whose force is known") !=
        std::string::npos);
  const std::string pushed =
      R"(, "mount": {"type": "slider", "direction": [1, 0], "mass": 2, "force": {"type": "constant", "value": -500}})";
  CHECK(message(text(pushed, R"({"type": "mount", "pulley": 2})")).find("reverse its spring") != std::string::npos);
  CHECK(message(text(kArm, R"({"type": "reference_strain", "strain": -0.005})")).find("has no free_angle") !=
        std::string::npos);
  const std::string slider =
      R"(, "mount": {"type": "slider", "direction": [1, 0], "mass": 2, "spring": {"stiffness": 5e3}})";
  CHECK(message(text(slider, R"({"type": "reference_strain", "strain": -0.005})")).find("has no free_position") !=
        std::string::npos);
  std::string soft = kArm;
  soft.replace(soft.find("60"), 2, "20");
  CHECK(message(text(soft, kForceForm)).find("more than half a turn") != std::string::npos);
}

// Reference: the bending energy, which is EI/(2 r²) per length on the arcs and −EI λ/(6 r²) at each of their ends. Its
// derivatives by the force are lengths. To first order in λ/r.
TEST_CASE("pretension: a belt that bends is as much longer as the energy of its bending asks for") {
  const std::string stiff = [] {
    std::string with = text("", kForceForm);
    const std::string none = "\"bending_stiffness\": 0";
    return with.replace(with.find(none), none.size(), "\"bending_stiffness\": 1e-3");
  }();
  const BeltDrive string = test::read_drive(text("", kForceForm));
  const BeltDrive drive = test::read_drive(stiff);
  CHECK(close(drive.initial_force(), string.initial_force(), {.rel = 1e-12}));
  const double lambda = std::sqrt(1e-3 / kForce);
  double longer = 0.0;
  const BeltPath path = drive.path();
  for (const PathArc& arc : path.arcs()) {
    longer += 2.0 * std::pow(lambda, 3) / (12.0 * arc.radius * arc.radius);
    longer += arc.length() * 1e-3 / (2.0 * arc.radius * arc.radius) / kStiffness;
  }
  const double found = (drive.reference_strain() - string.reference_strain()) * drive.reference_length();
  CHECK(close(found, longer, {.rel = 2.0 * lambda / 0.04}));
  // A string on the same path has the same force, however bending changes the length.
  CHECK(close(string_force(drive, drive.path()), string_force(string, string.path()), {.rel = 1e-12}));
}

}  // namespace beltdyn::pretension_test
