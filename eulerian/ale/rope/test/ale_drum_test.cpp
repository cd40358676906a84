// SPDX-License-Identifier: MIT
// Drums of winches in the mixed description.
#include <cmath>
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/belt/test/small_belt_drive.hpp"
#include "core/dynamics/test/elastic_ropes.hpp"
#include "core/numerics/close.hpp"
#include "eulerian/ale/rope/test/rope_runs.hpp"

namespace beltdyn::eulerian::ale::ale_drum_test {
namespace {

using ale::test::run_of;
using beltdyn::test::advance;
using beltdyn::test::body;
using beltdyn::test::bytes_of;
using beltdyn::test::read_rope;
using beltdyn::test::restore_from;

constexpr double kGravity = 9.81;
constexpr double kRadius = 0.2;
constexpr double kMass = 50.0;
constexpr double kInertia = 4.0;
constexpr double kStiffness = 1e6;
constexpr double kStretch = 1.0 + kMass * kGravity / kStiffness;
const std::string kRope = fmt::format(R"("axial_stiffness": {}, "mass_per_length": 1e-4)", kStiffness);

std::string drum(const std::string& motion, const std::string& more = {}) {
  return fmt::format(R"({{"type": "winch", "position": [0, 0], "radius": {}, "inertia": {}, "motion": {}{}}})", kRadius,
                     kInertia, motion, more);
}
std::string turning(const std::string& speed) { return R"({"type": "prescribed", "angular_velocity": )" + speed + "}"; }
const std::string kFree = R"({"type": "free"})";

// A drive with a weight that hangs from the drum, at the second end or at the first one.
RopeDrive with_weight(const std::string& drum, bool first = true) {
  const std::string load = body(kMass, 0.0, -10.0);
  return read_rope(first ? drum + "," + load : load + "," + drum, "", kRope);
}

}  // namespace

TEST_CASE("ALE drum: one that turns evenly pays out evenly what was wound up with the load") {
  for (const bool first : {true, false}) {
    CAPTURE(first);
    AleRopeSimulation rope = run_of(with_weight(drum(turning("1.5")), first));
    advance(rope, 1.0);
    const RopeEndRow at_drum = rope.row().ends[first ? 0 : 1];
    // 1.5 rad times 0.2 m, except for the weight of 10 m of rope, 1e-8 of the stiffness.
    CHECK(close(at_drum.drum_angle, 1.5, {.rel = 1e-13}));
    CHECK(close(at_drum.position, 0.3 / kStretch, {.rel = 1e-7}));
    CHECK(at_drum.drum_length == -at_drum.position);
    CHECK(close(at_drum.drum_drive_torque, -at_drum.force * kRadius, {.rel = 1e-12}));
  }
}

// m x + (J/r²) r φ = ½ (m g + M/r) t², whatever the rope does in between. The rope weighs 2e-5 of the load.
TEST_CASE("ALE drum: a weight falls from a drum with inertia under a torque, or is hauled in") {
  for (const double torque : {60.0, -60.0, -140.0}) {
    for (const bool first : {true, false}) {
      CAPTURE(torque);
      CAPTURE(first);
      const std::string motor =
          fmt::format(R"({{"type": "torque", "torques": [{{"type": "applied", "moment": {}}}]}})", torque);
      AleRopeSimulation rope = run_of(with_weight(drum(motor), first));
      advance(rope, 0.5);
      const RopeRow row = rope.row();
      const RopeEndRow& at_drum = row.ends[first ? 0 : 1];
      const double a = (kMass * kGravity + torque / kRadius) / (kMass + kInertia / (kRadius * kRadius));
      const double sum = -kMass * row.ends[first ? 1 : 0].position + kInertia / kRadius * at_drum.drum_angle;
      CHECK(close(sum, 0.125 * (kMass * kGravity + torque / kRadius), {.rel = 1e-4}));
      CHECK(close(at_drum.drum_speed, 0.5 * a / kRadius, {.rel = 1e-3}));
      CHECK(close(at_drum.drum_torque, kMass * (kGravity - a) * kRadius, {.rel = 1e-3}));
      CHECK(std::abs(rope.energy_defect()) < 1e-4);
    }
  }
}

// The weight swings while the rope is wound up, so that the stretch varies on the drum. At the angle of the start as
// much rope is paid out as at the start, up to the error of steps.
TEST_CASE("ALE drum: rope keeps the stretch with which it was wound up until it comes off") {
  const std::string to_and_fro =
      turning(R"({"type": "harmonic", "mean": 0, "amplitude": -5, "angular_frequency": 3.1415926535897932})");
  AleRopeSimulation rope = run_of(with_weight(drum(to_and_fro)));
  advance(rope, 0.5);
  const double wound = rope.row().ends[0].drum_length;
  CHECK(close(wound, 0.2 * 5.0 / 3.1415926535897932, {.rel = 2e-3}));
  advance(rope, 1.0);
  CHECK(std::abs(rope.row().ends[0].drum_length) < 1e-6 * wound);
}

TEST_CASE("ALE drum: a brake holds what it can, slips under more, and stops what falls") {
  const auto braked = [](const std::string& capacity) {
    return with_weight(drum(kFree, R"(, "brake": {"capacity": )" + capacity + "}"));
  };
  AleRopeSimulation held = run_of(braked("101"));
  advance(held, 0.5);
  // It sticks elastically, by 10 EA r² per radian and radius.
  CHECK(std::abs(held.row().ends[0].drum_angle) < 1e-5);
  CHECK(close(held.row().ends[0].drum_brake_torque, -kMass * kGravity * kRadius, {.rel = 1e-3}));
  AleRopeSimulation slips = run_of(braked("80"));
  advance(slips, 0.4);
  const RopeRow row = slips.row();
  const double sum = -kMass * row.ends[1].position + kInertia / kRadius * row.ends[0].drum_angle;
  CHECK(close(sum, 0.08 * (kMass * kGravity - 80.0 / kRadius), {.rel = 1e-3}));
  CHECK(close(row.ends[0].drum_brake_energy, 80.0 * row.ends[0].drum_angle, {.rel = 1e-2}));
  AleRopeSimulation stops =
      run_of(braked(R"({"type": "piecewise_linear", "time": [0.1, 0.1001, 0.5, 0.5001], "value": [200, 0, 0, 200]})"));
  advance(stops, 1.5);
  CHECK(std::abs(stops.row().ends[0].drum_speed) < 1e-2);
  REQUIRE(stops.stop());
  // From 0.4 m g/(m + J/r²) = 1.308 m/s with (C/r − m g)/(m + J/r²) = 3.397 m/s².
  CHECK(close(stops.stop()->time, 0.885, {.rel = 0.02}));
  CHECK(std::abs(stops.energy_defect()) < 1e-3);
}

TEST_CASE("ALE drum: a run that was saved resumes with the same bytes while rope is wound up and comes off") {
  const std::string motor =
      R"({"type": "torque", "torques": [{"type": "applied", "moment": {"type": "harmonic", "mean": -98, "amplitude": -90,
                                                                      "angular_frequency": 9}}]})";
  const RopeDrive drive = with_weight(drum(motor, R"(, "brake": {"capacity": 5})"));
  AleRopeSimulation whole = run_of(drive);
  for (const double saved_at : {0.1, 0.4}) {
    CAPTURE(saved_at);
    advance(whole, saved_at);
    AleRopeSimulation other = run_of(drive);
    restore_from(bytes_of(whole), other);
    advance(whole, saved_at + 0.1);
    advance(other, saved_at + 0.1);
    CHECK(bytes_of(other) == bytes_of(whole));
  }
}

}  // namespace beltdyn::eulerian::ale::ale_drum_test
