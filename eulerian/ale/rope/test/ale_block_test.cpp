// SPDX-License-Identifier: MIT
// Blocks in the falls of ropes with ends, in the mixed description.
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/belt/test/small_belt_drive.hpp"
#include "core/dynamics/test/elastic_ropes.hpp"
#include "core/numerics/close.hpp"
#include "eulerian/ale/rope/test/rope_runs.hpp"

namespace beltdyn::eulerian::ale::ale_block_test {
namespace {

using beltdyn::test::advance;
using beltdyn::test::body;
using beltdyn::test::bytes_of;
using beltdyn::test::read_rope;
using beltdyn::test::reason_of_end;
using beltdyn::test::restore_from;

constexpr double kGravity = 9.81;
constexpr double kStep = 1e-3;

AleRopeSimulation run_of(const RopeDrive& drive) {
  return ale::test::run_of(drive, kStep, {.elements_per_pulley = 12});
}

std::string sheave(double x, double y, const std::string& side, const std::string& more = {}) {
  return fmt::format(
      R"({{"center": [{}, {}], "radius": 0.3, "inertia": 1, "motion": {{"type": "free"}}, "side": "{}"{}}})", x, y,
      side, more);
}

std::string fixed_at(double x, double y) { return fmt::format(R"({{"type": "fixed", "position": [{}, {}]}})", x, y); }

const std::string kSlider = R"(, "mount": {"type": "slider", "direction": [0, 1], "mass": 50})";
const std::string kRope = R"("axial_stiffness": 1e5, "mass_per_length": 0.1)";

// A block in slanting falls below two fixed ends.
RopeDrive slanting() {
  return read_rope(fixed_at(-2.0, 3.0) + "," + fixed_at(2.0, 3.0), sheave(0.0, 0.0, "left", kSlider), kRope);
}

// Two pulleys of a block between pulleys at the top, a winch, and a body at the other end; mirrored if asked for.
RopeDrive hoist(bool mirrored, const std::string& rate) {
  const double sign = mirrored ? -1.0 : 1.0;
  const std::string left = mirrored ? "right" : "left";
  const std::string right = mirrored ? "left" : "right";
  const std::string winch = fmt::format(R"({{"type": "winch", "position": [{}, 0.5], "rate": {}}})", sign * 2.4, rate);
  return read_rope(
      fixed_at(0.0, 5.0) + "," + winch,
      sheave(sign * 0.3, 0.0, left, R"(, "name": "hook")" + kSlider) + "," + sheave(sign * 0.9, 4.0, right) + "," +
          sheave(sign * 1.5, 0.0, left, R"(, "moves_with": "hook")") + "," + sheave(sign * 2.1, 4.0, right),
      kRope);
}

const std::string kHauls = R"({"type": "piecewise_linear", "time": [0.02, 0.1], "value": [0, -1]})";

}  // namespace

// The weight of the rope loads the block too: 0.1 kg/m on 7.1 m, half of which the ends bear.
TEST_CASE("ALE block: a block at rest in slanting falls stays where it is, and they bear its weight") {
  AleRopeSimulation rope = run_of(slanting());
  const double start = rope.row().pulleys[0].mount_position;
  // The drive places it in its equilibrium, except for the sag of the falls, which is of second order in their weight.
  CHECK(std::abs(start) < 1e-3);
  advance(rope, 0.3);
  const RopePulleyRow block = rope.row().pulleys[0];
  CHECK(std::abs(block.mount_position - start) < 1e-9);
  CHECK(close(block.mount_force, 50.0 * kGravity, {.rel = 1e-6}));
  CHECK(std::abs(rope.energy_defect()) < 1e-9);
}

// k = 16 EA/L of four falls. Pulleys do not turn without friction, and the rope is light.
TEST_CASE("ALE block: a hook block of two pulleys swings as one weight on four falls") {
  constexpr double kPull = 200.0, kStart = 0.1;
  const std::string smooth = R"(, "contact": {"friction": {"type": "coulomb", "coefficient": 0}})";
  const std::string block = R"(, "name": "hook", "mount": {"type": "slider", "direction": [0, -1], "mass": 100,
      "force": {"type": "piecewise_linear", "time": [0.1, 0.1000000001], "value": [0, 200]}})";
  const RopeDrive drive = read_rope(fixed_at(0.0, 5.0) + "," + fixed_at(2.4, 1.0),
                                    sheave(0.3, 0.0, "left", block + smooth) + "," + sheave(0.9, 4.0, "right", smooth) +
                                        "," + sheave(1.5, 0.0, "left", smooth + R"(, "moves_with": "hook")") + "," +
                                        sheave(2.1, 4.0, "right", smooth),
                                    R"("axial_stiffness": 1e5, "mass_per_length": 1e-3)");
  const double natural = drive.path().length() / (1.0 + 100.0 * kGravity / 4.0 / 1e5);
  const double stiffness = 16.0 * 1e5 / natural;
  const double omega = std::sqrt(stiffness / 100.0);
  AleRopeSimulation rope = run_of(drive);
  const double start = rope.row().pulleys[0].mount_position;
  for (const double t : {0.2, 0.3}) {
    CAPTURE(t);
    advance(rope, t);
    const RopeRow row = rope.row();
    // Steps of h have a phase error of (ωh)²/12, and the first step half a step; the rope has 2e-4 of the mass.
    const double displacement = kPull / stiffness * (1.0 - std::cos(omega * (t - kStart)));
    CHECK(close(row.pulleys[0].mount_position - start, displacement, {.abs = 0.5 * kStep * omega * kPull / stiffness}));
    CHECK(row.pulleys[2].moved == row.pulleys[0].moved);
    CHECK(row.pulleys[2].mount_force == 0.0);
  }
}

TEST_CASE("ALE block: a block that is lifted runs the same in a mirror") {
  AleRopeSimulation plain = run_of(hoist(false, kHauls));
  AleRopeSimulation seen = run_of(hoist(true, kHauls));
  advance(plain, 0.2);
  advance(seen, 0.2);
  const RopeRow a = plain.row();
  const RopeRow b = seen.row();
  // A winch hauls 40 mm + 100 mm into four falls, on which the block swings by 6 mm.
  CHECK(close(a.pulleys[0].mount_position, 0.14 / 4.0, {.abs = 8e-3}));
  CHECK(close(b.pulleys[0].mount_position, a.pulleys[0].mount_position, {.rel = 1e-9}));
  for (std::size_t k = 0; k < a.pulleys.size(); ++k) {
    CAPTURE(k);
    CHECK(close(b.pulleys[k].angular_velocity, -a.pulleys[k].angular_velocity, {.rel = 1e-7, .abs = 1e-9}));
    CHECK(close(b.spans[k].force, a.spans[k].force, {.rel = 1e-7}));
  }
  // (ωh)²/12, with oscillations of 43 rad/s
  CHECK(std::abs(plain.energy_defect()) < 3e-4);
}

TEST_CASE("ALE block: a run that was saved resumes with the same bytes, while blocks on a slider and an arm move") {
  const std::string arm = R"(, "mount": {"type": "arm", "pivot": [1.5, 5], "inertia": 3, "damping": 2,
                             "spring": {"stiffness": 2000, "free_angle": -1.94}})";
  const RopeDrive drive =
      read_rope(fixed_at(-0.9, 3.0) + "," + fixed_at(5.3, -2.0),
                sheave(-0.2, 0.0, "left", kSlider) + "," + sheave(1.2, 4.0, "right", arm) + "," +
                    sheave(2.5, -0.5, "left", R"(, "moves_with": 1)") + "," + sheave(5.0, 4.0, "right"),
                kRope);
  AleRopeSimulation whole = run_of(drive);
  for (const double saved_at : {0.02, 0.05}) {
    CAPTURE(saved_at);
    advance(whole, saved_at);
    AleRopeSimulation other = run_of(drive);
    restore_from(bytes_of(whole), other);
    advance(whole, saved_at + 0.02);
    advance(other, saved_at + 0.02);
    CHECK(bytes_of(other) == bytes_of(whole));
  }
  CHECK(whole.row().pulleys[1].mount_position != 0.0);
}

TEST_CASE("ALE block: a block that is hauled into a pulley ends the run, which says so") {
  const RopeDrive drive = hoist(false, R"({"type": "piecewise_linear", "time": [0, 0.1], "value": [0, -60]})");
  AleRopeSimulation rope = run_of(drive);
  const std::string reason = reason_of_end(rope, 1.0);
  CAPTURE(reason);
  CHECK(reason.find("pulley") != std::string::npos);
  // The state is the one of the last step.
  CHECK(rope.time() < 1.0);
  CHECK(std::isfinite(rope.row().pulleys[0].mount_position));
}

}  // namespace beltdyn::eulerian::ale::ale_block_test
