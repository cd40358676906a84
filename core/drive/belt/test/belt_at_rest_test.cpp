// SPDX-License-Identifier: MIT
#include "core/drive/belt/belt_at_rest.hpp"

#include <cmath>
#include <numbers>
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/drive/belt/test/conveyor_drive.hpp"
#include "core/drive/belt/test/test_belt_drives.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::belt_at_rest_test {
namespace {

constexpr double kRadius = 0.1;
constexpr double kDistance = 0.5;
constexpr double kStiffness = 1e5;
constexpr double kFriction = 0.4;

// A drive with two equal pulleys.
BeltDrive read(const std::string& pretension, const std::string& normal) {
  const std::string motion = R"("side": "inside", "inertia": 1e-3, "motion": {"type": "prescribed", )"
                             R"("angular_velocity": {"type": "constant", "value": 0}})";
  const std::string text =
      R"({"direction": "counterclockwise", "gravity": [0, 0], "pulleys": [
            {"center": [0, 0], "radius": 0.1, )" +
      motion + R"(}, {"center": [0.5, 0], "radius": 0.1, )" + motion +
      R"(}], "belt": {"axial_stiffness": 1e5, "bending_stiffness": 0, "mass_per_length": 0.1, "width": 0.02,
                      "contact_offset": 0, "pretension": )" +
      pretension + R"(}, "contact": {)" + normal + R"("friction": {"type": "coulomb", "coefficient": 0.4}}})";
  return test::read_drive(text);
}

}  // namespace

TEST_CASE("belt at rest: length, force, wraps and capacities of two equal pulleys have closed forms") {
  const double length = 2.0 * kDistance + 2.0 * std::numbers::pi * kRadius;
  const BeltAtRest belt = belt_at_rest(read(R"({"type": "reference_strain", "strain": -0.002})", ""));
  CHECK(close(belt.length, length, {.rel = 1e-14}));
  CHECK(close(belt.free_length, 0.998 * length, {.rel = 1e-14}));
  CHECK(close(belt.force, 0.002 * kStiffness, {.rel = 1e-12}));
  REQUIRE(belt.pulleys.size() == 2);
  // T₁ = T₂ exp(μ π), and d (T₁ + T₂) + 2 r (T₁ − T₂)/μ = N L: all of both arcs slips.
  const double ratio = std::exp(kFriction * std::numbers::pi);
  const double slack = belt.force * length / (kDistance * (ratio + 1.0) + 2.0 * kRadius * (ratio - 1.0) / kFriction);
  const double capacity = kRadius * slack * (ratio - 1.0);
  for (const BeltAtRest::OnPulley& pulley : belt.pulleys) {
    CHECK(close(pulley.wrap, std::numbers::pi, {.rel = 1e-14}));
    CHECK(close(pulley.capacity, capacity, {.rel = 1e-12}));
  }
}

TEST_CASE(
    "belt at rest: friction on the face of a thick belt has the smaller lever, and a take-up keeps the slack side") {
  BeltDrive drive = read(R"({"type": "force", "force": "200 N"})", "");
  drive.belt.contact_offset = 0.01;
  // The moment of friction μ p r per angle, and the forces at R = r + h: dT/dφ = μ T r/R.
  const double exponent = kFriction * std::numbers::pi * kRadius / 0.11;
  const double arc = 0.11 * std::numbers::pi;
  const double tight = std::exp(exponent);
  const double slack =
      200.0 * (2.0 * kDistance + 2.0 * arc) / (kDistance * (1.0 + tight) + 2.0 * arc * (tight - 1.0) / exponent);
  CHECK(close(belt_at_rest(drive).pulleys[0].capacity, 0.11 * slack * (tight - 1.0), {.rel = 1e-12}));
  const BeltDrive conveyor = test::Conveyor{}.drive();
  const BeltAtRest rest = belt_at_rest(conveyor);
  // The slack side keeps N, and the tight side has N exp(μ φ).
  CHECK(close(rest.pulleys[0].capacity, 0.4 * rest.force * (std::exp(0.35 * rest.pulleys[0].wrap) - 1.0),
              {.rel = 1e-12}));
  CHECK(description(conveyor, rest).find("if the force of the slack side stays that") != std::string::npos);
  // The tail turns freely.
  const std::string torque = fmt::format("{:.4g} N m; pulley 2 (tail) 180°", rest.pulleys[0].capacity);
  CHECK(description(conveyor, rest).ends_with(torque));
  BeltDrive braked = conveyor;
  braked.pulleys[1].brake = Brake{};
  CHECK(description(braked, rest).ends_with(fmt::format("180°, {:.4g} N m", rest.pulleys[1].capacity)));
}

// The pulleys of 50 and 100 mm with an idler in the slack span: on the driven pulley the belt sticks with the force of
// the slack span up to the slip arc, which is as long in μ φ as the wrap of the driver.
TEST_CASE("belt at rest: where the small pulley slips, the belt sticks to a part of the large one") {
  BeltDrive drive = read(R"({"type": "force", "force": "200 N"})", "");
  drive.pulleys[0].radius = 0.05;
  drive.pulleys[1].motion = TorqueMotion{};
  Pulley idler = drive.pulleys[1];
  idler.center = {0.2, -0.06};
  idler.radius = 0.02;
  idler.motion = FreeMotion{};
  drive.pulleys.insert(drive.pulleys.begin() + 1, idler);
  const BeltPath path = drive.path();
  const auto span = [&path](std::size_t k) { return path.spans()[k].length; };
  const auto arc = [&path](std::size_t k) { return path.arcs()[k].length(); };
  const double exponent = kFriction * path.arcs()[0].wrap;
  const double tight = std::exp(exponent);
  const double slipping = (tight - 1.0) / exponent;
  const double part = path.arcs()[0].wrap / path.arcs()[2].wrap;
  REQUIRE(part < 1.0);
  const double sum =
      span(0) + span(1) + arc(1) + tight * span(2) + slipping * (arc(0) + part * arc(2)) + (1.0 - part) * arc(2);
  const BeltAtRest belt = belt_at_rest(drive);
  CHECK(close(belt.pulleys[0].capacity, 0.05 * 200.0 * path.length() / sum * (tight - 1.0), {.rel = 1e-12}));
  // The force difference is the same at both pulleys.
  CHECK(close(belt.pulleys[2].capacity, 2.0 * belt.pulleys[0].capacity, {.rel = 1e-12}));
  // N/(2 ρ) = 200/(2 · 0.1) = 31.6²
  CHECK(
      description(drive, belt).find("slip at low speed, at these distances of the axes, half as much at 31.6 m/s: ") !=
      std::string::npos);
}

TEST_CASE("belt at rest: layers take from the force what the belt sinks in, and a force that is asked for is there") {
  const std::string layer = R"("normal": {"type": "penalty", "stiffness_per_area": 1e8, "damping_per_area": 0}, )";
  const BeltAtRest soft = belt_at_rest(read(R"({"type": "reference_strain", "strain": -0.002})", layer));
  // N = EA (ε − 2 g π/L) with g = N/(r w K)
  const double length = 2.0 * kDistance + 2.0 * std::numbers::pi * kRadius;
  const double sinking = kStiffness * 2.0 * std::numbers::pi / (kRadius * 0.02 * 1e8 * length);
  CHECK(close(soft.force, 0.002 * kStiffness / (1.0 + sinking), {.rel = 1e-12}));
  CHECK(belt_at_rest(read(R"({"type": "force", "force": "250 N"})", layer)).force == 250.0);
}

}  // namespace beltdyn::belt_at_rest_test
