// SPDX-License-Identifier: MIT
// Drums of winches, on which the rope keeps its stretch.
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "analytic/rope_drive/elastic_rope_of.hpp"
#include "analytic/rope_drive/elastic_rope_simulation.hpp"
#include "analytic/rope_drive/rigid_rope_simulation.hpp"
#include "analytic/rope_drive/test/rope_drives.hpp"
#include "core/base/error.hpp"
#include "core/belt/test/small_belt_drive.hpp"
#include "core/config/json_document.hpp"
#include "core/config/reader.hpp"
#include "core/drive/rope/test/read_rope_drive.hpp"
#include "core/dynamics/rope/wound_rope.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::drum_test {

using namespace beltdyn::analytic;
using beltdyn::test::bytes_of;
using beltdyn::test::restore_from;
using rope_drive_test::read_rope_drive;

namespace {

constexpr double kGravity = 10.0;
constexpr double kTight = 1e-12;
constexpr double kRadius = 0.2;

std::string drum(const std::string& motion, double inertia = 0.0) {
  return fmt::format(R"({{"type": "winch", "position": [0, 0], "radius": {}, "inertia": {}, "motion": {}}})", kRadius,
                     inertia, motion);
}
std::string turning(const std::string& speed) { return R"({"type": "prescribed", "angular_velocity": )" + speed + "}"; }
std::string weight(double mass, double depth) {
  return fmt::format(R"({{"type": "body", "mass": {}, "position": [0, {:.17g}], "direction": [0, -1]}})", mass, -depth);
}
RopeDrive inextensible(const std::string& ends) {
  RopeDrive drive;
  const config::JsonDocument document = config::JsonDocument::parse(
      "rope.json",
      R"({"ends": [)" + ends +
          R"(], "pulleys": [], "gravity": [0, -10], "belt": {"inextensible": true, "mass_per_length": 0}})");
  config::Reader(document).read([&drive](config::FieldVisitor& v) { drive.visit(v); });
  return drive;
}
void advance(Simulation& simulation, double end) { simulation.advance(end - simulation.time()); }

}  // namespace

// Rope that comes off an evenly turning drum was wound up with the weight on it, which gives a constant rate.
TEST_CASE("drum: one that pays out evenly is a winch of an even rate") {
  constexpr double kStretch = 1.0 + 1000.0 * kGravity / 1e6;
  const std::string load = weight(1000.0, 10.0 * kStretch);
  ElasticRopeSimulation by_rate(
      read_rope_drive(R"({"type": "winch", "position": [0, 0], "rate": 1}, )" + load, "", 1e6), 1.0, kTight);
  for (const bool first : {true, false}) {
    CAPTURE(first);
    const std::string turns = drum(turning(fmt::format("{:.17g}", kStretch / kRadius)));
    ElasticRopeSimulation by_drum(read_rope_drive(first ? turns + "," + load : load + "," + turns, "", 1e6), 1.0,
                                  kTight);
    if (first) advance(by_rate, 5.0);
    advance(by_drum, 5.0);
    const RopeRow expected = by_rate.row();
    const RopeRow row = by_drum.row();
    const RopeEndRow& at_drum = row.ends[first ? 0 : 1];
    CHECK(close(row.spans[0].length, expected.spans[0].length, {.rel = 1e-10}));
    CHECK(close(row.spans[0].force, expected.spans[0].force, {.rel = 1e-9}));
    CHECK(close(at_drum.position, 5.0, {.rel = 1e-12}));
    CHECK(close(at_drum.drum_angle, 5.0 * kStretch / kRadius, {.rel = 1e-12}));
    CHECK(at_drum.drum_length == -at_drum.position);
    CHECK(at_drum.drum_torque == at_drum.force * kRadius);
    CHECK(at_drum.drum_drive_torque == -at_drum.drum_torque);
    CHECK(std::abs(by_drum.energy_defect()) < 1e-9);
  }
}

// As a winch of 1 m/s, in thirty digits; the rope also transmits pressure, as in the closed form.
TEST_CASE("drum: a weight on a drum that turns evenly goes by Bessel functions") {
  constexpr double kHang = 1000.0 * elastic_rope_test::kGravity;
  constexpr double kStretch = 1.0 + kHang / 1e6;
  ElasticRopeDrive drive;
  drive.axial_stiffness = 1e6;
  drive.ends[0] = {.kind = RopeEnd::Kind::winch, .label = "drum"};
  drive.ends[0].drum = {.radius = kRadius, .is_prescribed = true, .speed = [](double) { return kStretch / kRadius; }};
  drive.ends[1] = elastic_rope_test::weight(1000.0);
  drive.length = {10.0 * kStretch};
  drive.force = {kHang};
  ElasticRope rope(drive, kTight);
  rope.advance_to(5.0);
  CHECK(close(rope.length(0), 15.05519740533458, {.rel = 1e-10}));
  CHECK(close(rope.end_speed(1), 0.489703318363757, {.rel = 1e-9}));
  CHECK(close(rope.force(0), 3679.827022305633, {.rel = 1e-9}));
}

// The weight swings while the drum hauls in, so that rope is wound up with varying stretch. Each piece comes off with
// its own stretch: at the angle of the start the rope is as long as at the start.
TEST_CASE("drum: rope keeps the stretch with which it was wound up until it comes off") {
  const std::string load = weight(1000.0, 10.0);
  // It hauls in until t = 1/2 and comes back at t = 1.
  const std::string to_and_fro =
      turning(R"({"type": "harmonic", "mean": 0, "amplitude": -5, "angular_frequency": 3.1415926535897932})");
  ElasticRopeSimulation rope(read_rope_drive(drum(to_and_fro) + "," + load, "", 1e6), 1.0, kTight);
  advance(rope, 0.5);
  const RopeEndRow wound = rope.row().ends[0];
  CHECK(close(wound.drum_angle, -5.0 / std::numbers::pi, {.rel = 1e-9}));
  // 0.32 m of surface, stretched by 1 % plus the effect of the swing.
  CHECK(close(wound.drum_length, 1.0 / std::numbers::pi / 1.01, {.rel = 5e-3}));
  advance(rope, 1.0);
  CHECK(std::abs(rope.row().ends[0].drum_angle) < 1e-10);
  CHECK(std::abs(rope.row().ends[0].position) < 1e-8);
  CHECK(rope.rope().energy().lost_in_slip > 0.0);
  CHECK(std::abs(rope.energy_defect()) < 1e-7);
}

// (m + J/r²) a = m g + M/r
TEST_CASE("drum: a weight falls from a drum with inertia under a torque") {
  constexpr double kMass = 50.0, kInertia = 4.0, kTorque = -60.0;
  const std::string motor =
      fmt::format(R"({{"type": "torque", "torques": [{{"type": "applied", "moment": {}}}]}})", kTorque);
  const double a = (kMass * kGravity + kTorque / kRadius) / (kMass + kInertia / (kRadius * kRadius));
  for (const bool first : {true, false}) {
    CAPTURE(first);
    const std::string ends =
        first ? drum(motor, kInertia) + "," + weight(kMass, 10.0) : weight(kMass, 10.0) + "," + drum(motor, kInertia);
    RigidRopeSimulation rigid(inextensible(ends), 1.0, kTight);
    advance(rigid, 2.0);
    const RopeRow row = rigid.row();
    const RopeEndRow& at_drum = row.ends[first ? 0 : 1];
    CHECK(close(row.ends[first ? 1 : 0].position, 2.0 * a, {.rel = 1e-10}));
    CHECK(close(at_drum.position, 2.0 * a, {.rel = 1e-10}));
    CHECK(close(at_drum.drum_speed, 2.0 * a / kRadius, {.rel = 1e-10}));
    CHECK(close(at_drum.drum_torque, kMass * (kGravity - a) * kRadius, {.rel = 1e-10}));
    CHECK(std::abs(rigid.energy_defect()) < 1e-10);
    // An elastic rope starts with the same force, and becomes longer by the stretch of the longer span.
    ElasticRopeSimulation elastic(read_rope_drive(ends, "", 1e7), 1.0, kTight);
    CHECK(close(elastic.row().spans[0].force, kMass * (kGravity - a), {.rel = 1e-12}));
    advance(elastic, 2.0);
    CHECK(close(elastic.row().ends[first ? 1 : 0].position, 2.0 * a, {.rel = 1e-4}));
    CHECK(close(elastic.row().ends[first ? 0 : 1].drum_speed, 2.0 * a / kRadius, {.rel = 1e-3}));
    CHECK(std::abs(elastic.energy_defect()) < 1e-9);
  }
}

// Whatever the rope does between weight and drum, m x + (J/r²) r φ = ½ (m g − C/r) t² while a brake of capacity C
// slips.
TEST_CASE("drum: a brake holds what it can, and slips under more") {
  constexpr double kMass = 50.0, kInertia = 4.0, kTime = 0.4;
  const auto braked = [&](const std::string& capacity) {
    return fmt::format(
        R"({{"type": "winch", "position": [0, 0], "radius": {}, "inertia": {}, "motion": {{"type": "free"}},
             "brake": {{"capacity": {}}}}})",
        kRadius, kInertia, capacity);
  };
  for (const bool first : {true, false}) {
    CAPTURE(first);
    const auto rope_of = [&](const std::string& capacity) {
      const std::string drum = braked(capacity);
      const std::string load = weight(kMass, 10.0);
      return ElasticRopeSimulation(read_rope_drive(first ? drum + "," + load : load + "," + drum, "", 1e5), 1.0,
                                   kTight);
    };
    const std::size_t end = first ? 0 : 1;
    ElasticRopeSimulation held = rope_of("101");
    advance(held, 1.0);
    CHECK(held.row().ends[end].drum_speed == 0.0);
    CHECK(held.row().ends[end].drum_angle == 0.0);
    CHECK(close(held.row().ends[end].drum_brake_torque, -kMass * kGravity * kRadius, {.rel = 1e-12}));
    CHECK(close(held.row().spans[0].force, kMass * kGravity, {.rel = 1e-12}));
    ElasticRopeSimulation slips = rope_of("80");
    advance(slips, kTime);
    const RopeRow row = slips.row();
    const double sum =
        kMass * row.ends[1 - end].position + kInertia / (kRadius * kRadius) * kRadius * row.ends[end].drum_angle;
    CHECK(close(sum, 0.5 * (kMass * kGravity - 80.0 / kRadius) * kTime * kTime, {.rel = 1e-10}));
    CHECK(row.ends[end].drum_brake_torque == -80.0);
    CHECK(close(row.ends[end].drum_brake_energy, 80.0 * row.ends[end].drum_angle, {.rel = 1e-10}));
    CHECK(std::abs(slips.energy_defect()) < 1e-10);
  }
}

// The brake opens after the start, and closes again while the weight falls, with more capacity than needed.
TEST_CASE("drum: a brake that closes stops the drum and holds it, and the run says when") {
  const std::string drum = fmt::format(
      R"({{"type": "winch", "position": [0, 0], "radius": {}, "inertia": 4, "motion": {{"type": "free"}},
           "brake": {{"capacity": {{"type": "piecewise_linear", "time": [0.1, 0.1001, 0.5, 0.5001],
                                    "value": [400, 0, 0, 400]}}}}}})",
      kRadius);
  ElasticRopeSimulation rope(read_rope_drive(drum + "," + weight(50.0, 10.0), "", 1e6), 1.0, kTight);
  CHECK(rope.row().ends[0].drum_speed == 0.0);
  advance(rope, 0.5);
  const RopeEndRow falling = rope.row().ends[0];
  CHECK(close(falling.drum_speed, 0.4 * 50.0 * kGravity / (50.0 + 100.0) / kRadius, {.rel = 0.02}));
  advance(rope, 2.0);
  const RopeEndRow stopped = rope.row().ends[0];
  CHECK(stopped.drum_speed == 0.0);
  REQUIRE(rope.stop());
  // It decelerates by (C/r − m g)/(m + J/r²) = 10 m/s² from 4/3 m/s, with oscillations.
  CHECK(close(rope.stop()->time, 0.633, {.rel = 0.05}));
  const double at_stop = stopped.drum_angle;
  advance(rope, 3.0);
  CHECK(rope.row().ends[0].drum_angle == at_stop);
  CHECK(std::abs(rope.energy_defect()) < 1e-9);
  ElasticRopeSimulation other(read_rope_drive(drum + "," + weight(50.0, 10.0), "", 1e6), 1.0, kTight);
  restore_from(bytes_of(rope), other);
  advance(rope, 3.2);
  advance(other, 3.2);
  CHECK(bytes_of(other) == bytes_of(rope));
}

TEST_CASE("drum: a run that was saved resumes with the same bytes while rope is wound up and comes off") {
  const auto make = [] {
    return ElasticRopeSimulation(
        read_rope_drive(drum(turning(R"({"type": "harmonic", "mean": 0, "amplitude": -5, "angular_frequency": 3})")) +
                            "," + weight(1000.0, 10.0),
                        "", 1e6),
        0.1, 1e-9);
  };
  ElasticRopeSimulation whole = make();
  for (const double saved_at : {0.5, 1.5}) {
    CAPTURE(saved_at);
    advance(whole, saved_at);
    ElasticRopeSimulation other = make();
    restore_from(bytes_of(whole), other);
    advance(whole, saved_at + 0.3);
    advance(other, saved_at + 0.3);
    CHECK(bytes_of(other) == bytes_of(whole));
  }
}

TEST_CASE("wound rope: it comes off in the order of its pieces, and what was there at the start last") {
  WoundRope rope(1.5);
  CHECK(rope.stretch_at(0.0) == 1.5);
  // Wound up evenly with a growing stretch, then paid out, then wound up again with another stretch.
  const auto mark = [](double time, double paid_out, double rate, double stretch, double growth) {
    return WoundRope::Mark{time, paid_out, rate, stretch, growth};
  };
  rope.go_on(mark(0.0, 0.0, -1.0, 1.0, 0.1), mark(1.0, -1.0, -1.0, 1.1, 0.1));
  CHECK(close(rope.stretch_at(-0.25), 1.025, {.rel = 1e-14}));
  CHECK(rope.stretch_at(0.5) == 1.5);
  rope.go_on(mark(1.0, -1.0, 1.0, 2.0, 0.0), mark(1.5, -0.5, 1.0, 2.0, 0.0));
  CHECK(close(rope.stretch_at(-0.5), 1.05, {.rel = 1e-14}));
  rope.go_on(mark(1.5, -0.5, -2.0, 2.0, 0.0), mark(2.0, -1.5, -2.0, 2.0, 0.0));
  CHECK(close(rope.stretch_at(-0.75), 2.0, {.rel = 1e-14}));
  CHECK(close(rope.stretch_at(-0.25), 1.025, {.rel = 1e-14}));
  // 1 m of the last piece with stretch 2, half a metre of the first piece with 1.05 to 1, then rope of the start.
  CHECK(close(rope.stretched_length(-1.5, -0.5), 2.0, {.rel = 1e-14}));
  CHECK(close(rope.stretched_length(-0.5, 0.0), 0.5 * 1.025, {.rel = 1e-14}));
  CHECK(close(rope.stretched_length(-1.0, 1.0), 1.0 + 0.5 * 1.025 + 1.5, {.rel = 1e-14}));
  WoundRope other(1.5);
  CHECK(other.take(rope.numbers()));
  CHECK(other.stretch_at(-0.25) == rope.stretch_at(-0.25));
  std::vector<double> broken = rope.numbers();
  broken.pop_back();
  CHECK(!other.take(broken));
}

}  // namespace beltdyn::drum_test
