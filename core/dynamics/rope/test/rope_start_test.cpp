// SPDX-License-Identifier: MIT
// The start forces of ropes, against closed forms.
#include "core/dynamics/rope/rope_start.hpp"

#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/drive/rope/test/read_rope_drive.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::rope_start_test {
namespace {

constexpr double kGravity = 10.0;  // [m/s²]
constexpr double kRounding = 1e-12;
constexpr double kRadius = 0.3;   // [m]
constexpr double kInertia = 2.0;  // [kg m²]
constexpr double kLight = 30.0;   // [kg]
constexpr double kDepth = 20.0;   // of the weights below the axis [m]

std::string weight(double x, double mass, const std::string& more = {}) {
  return R"({"type": "body", "position": [)" + std::to_string(x) + ", " + std::to_string(-kDepth) +
         R"(], "direction": [0, 1], "mass": )" + std::to_string(mass) + more + "}";
}

std::string wheel(const std::string& more) {
  return R"({"center": [0, 0], "radius": 0.3, "side": "right", "inertia": 2, "motion": )" + more + "}";
}

RopeDrive weights(double heavy, const std::string& pulley, double friction) {
  return rope_drive_test::read_rope_drive(weight(-kRadius, kLight) + ", " + weight(kRadius, heavy), pulley, 1e6,
                                          friction);
}

}  // namespace

TEST_CASE("rope start: weights out of balance accelerate with the rope and its wheel, each span by its own mass") {
  constexpr double kHeavy = 32.0;
  constexpr double kDensity = 0.7;  // [kg/m]
  const RopeDrive drive = weights(kHeavy, wheel(R"({"type": "free"})"), 0.3);
  const RopeStart start = rope_start(drive, drive.path(), kDensity);
  const double arc = std::numbers::pi * kRadius;
  const double mass = kLight + kHeavy + kInertia / (kRadius * kRadius) + kDensity * (2.0 * kDepth + arc);
  const double a = (kHeavy - kLight) * kGravity / mass;
  CHECK(close(start.acceleration, a, {.rel = kRounding}));
  const double rope = kDensity * kDepth;
  CHECK(close(start.spans[0][0], kLight * (kGravity + a), {.rel = kRounding}));
  CHECK(close(start.spans[0][1], (kLight + rope) * (kGravity + a), {.rel = kRounding}));
  CHECK(close(start.spans[1][0], (kHeavy + rope) * (kGravity - a), {.rel = kRounding}));
  CHECK(close(start.spans[1][1], kHeavy * (kGravity - a), {.rel = kRounding}));
}

TEST_CASE("rope start: a rope that slips over a wheel which stands has the ratio of forces of its friction") {
  constexpr double kHeavy = 50.0;
  constexpr double kFriction = 0.05;
  const RopeDrive drive = weights(kHeavy, wheel(R"({"type": "prescribed", "angular_velocity": 0})"), kFriction);
  const RopeStart start = rope_start(drive, drive.path(), 0.0);
  const double ratio = std::exp(kFriction * std::numbers::pi);
  CHECK(
      close(start.acceleration, kGravity * (kHeavy - ratio * kLight) / (kHeavy + ratio * kLight), {.rel = kRounding}));
  CHECK(close(start.spans[1][0], ratio * start.spans[0][1], {.rel = kRounding}));
}

TEST_CASE("rope start: weights that friction holds on a wheel which stands pull with their weights, at rest") {
  const RopeDrive drive = weights(40.0, wheel(R"({"type": "prescribed", "angular_velocity": 0})"), 0.3);
  const RopeStart start = rope_start(drive, drive.path(), 0.0);
  CHECK(start.acceleration == 0.0);
  CHECK(close(start.spans[0][1], kLight * kGravity, {.rel = kRounding}));
  CHECK(close(start.spans[1][0], 40.0 * kGravity, {.rel = kRounding}));
}

TEST_CASE("rope start: with a natural length the force is its stretch, up to the weight of the rope") {
  constexpr double kDensity = 0.7;
  RopeDrive drive = weights(40.0, wheel(R"({"type": "free"})"), 0.3);
  drive.rope.length = 40.9;
  const RopeStart start = rope_start(drive, drive.path(), kDensity);
  const double even = 1e6 * (drive.path().length() / 40.9 - 1.0);
  CHECK(start.acceleration == 0.0);
  CHECK(close(start.spans[0][0], even, {.rel = kRounding}));
  CHECK(close(start.spans[0][1], even + kDensity * kDepth * kGravity, {.rel = kRounding}));
  CHECK(close(start.spans[1][1], even, {.rel = kRounding}));
}

TEST_CASE("rope start: what gives no force or a slack rope is told in a sentence") {
  const RopeDrive held = rope_drive_test::read_rope_drive(
      weight(-kRadius, kLight, R"(, "held": true)") + ", " + weight(kRadius, 40.0, R"(, "held": true)"),
      wheel(R"({"type": "free"})"));
  CHECK_FALSE(tells_force(held.ends[0]));
  CHECK(rope_start(held, held.path(), 0.0).spans.empty());
  CHECK(start_objections(held, 0.0, "X").front().starts_with("nothing tells X the force of the rope at the start"));
  const std::vector<std::array<double, 2>> slack{{3.0, 2.0}, {1.0, -0.5}};
  CHECK(start_force_objections(slack, "X") ==
        std::vector<std::string>{"the rope is slack at the start: span 2 has a force of -0.5 N; shorten the rope, or "
                                 "load its ends"});
}

// Each fall carries half of the block and of the rope around its pulley, and its own weight up to its end.
TEST_CASE("rope start: a block hangs in the falls of a rope that has weight") {
  constexpr double kBlock = 50.0;   // [kg]
  constexpr double kDensity = 0.5;  // [kg/m]
  const std::string pulley =
      R"({"center": [0, 0], "radius": 0.3, "side": "left", "inertia": 2, "motion": {"type": "free"},
          "mount": {"type": "slider", "direction": [0, -1], "mass": 50}})";
  const RopeDrive drive = rope_drive_test::read_rope_drive(
      R"({"type": "fixed", "position": [-0.3, 3]}, {"type": "fixed", "position": [0.3, 3]})", pulley);
  const RopeStart start = rope_start(drive, drive.path(), kDensity);
  const double at_pulley = 0.5 * kGravity * (kBlock + kDensity * std::numbers::pi * kRadius);
  REQUIRE(start.spans.size() == 2);
  CHECK(close(start.spans[0][1], at_pulley, {.rel = kRounding}));
  CHECK(close(start.spans[1][0], at_pulley, {.rel = kRounding}));
  CHECK(close(start.spans[0][0], at_pulley + 3.0 * kDensity * kGravity, {.rel = kRounding}));
  CHECK(start.is_balanced);
}

}  // namespace beltdyn::rope_start_test
