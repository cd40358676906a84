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
  // T₁ + T₂ = 2 N and T₁ = T₂ exp(μ π)
  const double ratio = std::exp(kFriction * std::numbers::pi);
  const double capacity = kRadius * 2.0 * belt.force * (ratio - 1.0) / (ratio + 1.0);
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
  CHECK(close(belt_at_rest(drive).pulleys[0].capacity, 0.11 * 2.0 * 200.0 * std::tanh(0.5 * exponent), {.rel = 1e-12}));
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
