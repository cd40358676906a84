// SPDX-License-Identifier: MIT
// Start and stop of elastic ropes.
#include <cmath>
#include <numbers>
#include <string>

#include <doctest/doctest.h>

#include "analytic/rope_drive/elastic_rope_of.hpp"
#include "analytic/rope_drive/elastic_rope_simulation.hpp"
#include "analytic/rope_drive/rigid_rope_motion.hpp"
#include "core/base/error.hpp"
#include "core/drive/rope/test/read_rope_drive.hpp"
#include "core/dynamics/rope/rigid_rope_of.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::elastic_rope_start_test {

using namespace beltdyn::analytic;
using rope_drive_test::read_rope_drive;

namespace {

constexpr double kTight = 1e-12;

std::string weight(double x, double mass, const std::string& more = {}) {
  return R"({"type": "body", "position": [)" + std::to_string(x) + R"(, -20], "direction": [0, 1], "mass": )" +
         std::to_string(mass) + more + "}";
}

std::string wheel(const std::string& motion, const std::string& more = {}) {
  return R"({"center": [0, 0], "radius": 0.3, "side": "right", "inertia": 2, "motion": )" + motion + more + "}";
}

const std::string kFree = R"({"type": "free"})";

std::string turns(const std::string& speed) { return R"({"type": "prescribed", "angular_velocity": )" + speed + "}"; }

// A weight of 30 kg, a heavier one that may be held, and a wheel.
RopeDrive weights(double heavy, const std::string& held, const std::string& pulley, double friction = 0.15) {
  return read_rope_drive(weight(-0.3, 30.0) + ", " + weight(0.3, heavy, held), pulley, 1e6, friction);
}

}  // namespace

TEST_CASE("elastic rope: the end that is held takes what the other one leaves") {
  const ElasticRopeDrive rope = elastic_rope_of(weights(100.0, R"(, "held_until": 1)", wheel(kFree)));
  CHECK(close(rope.force[0], 300.0, {.rel = 1e-14}));
  CHECK(close(rope.force[1], 300.0, {.rel = 1e-14}));
  ElasticRopeSimulation simulation(weights(100.0, R"(, "held_until": 1)", wheel(kFree)), 0.1, kTight);
  simulation.advance(1.0);
  CHECK(std::abs(simulation.row().ends[0].position) < 1e-11);
  CHECK(simulation.row().ends[1].position == 0.0);
  // It falls under its weight minus the force of the rope.
  simulation.advance(1e-4);
  CHECK(close(simulation.row().ends[1].speed, -1e-4 * (1000.0 - 300.0) / 100.0, {.rel = 1e-3}));
}

// 20 m of 0.5 kg/m on each side of the wheel add 10 kg to both weights.
TEST_CASE("elastic rope: it starts with the rope on both spans as a part of the weights, with slip over the wheel") {
  RopeDrive drive = weights(50.0, "", wheel(turns("0")), 0.02);
  drive.rope.mass_per_length = 0.5;
  const ElasticRopeDrive rope = elastic_rope_of(drive);
  const double ratio = std::exp(0.02 * std::numbers::pi);
  const double slipping = 10.0 * (60.0 - ratio * 40.0) / (60.0 + ratio * 40.0);
  CHECK(close(rope.force[0], 40.0 * (10.0 + slipping), {.rel = 1e-13}));
  CHECK(close(rope.force[1], 60.0 * (10.0 - slipping), {.rel = 1e-13}));
}

TEST_CASE("elastic rope: nothing tells the force of a rope whose ends are both held") {
  const RopeDrive drive = read_rope_drive(
      weight(-0.3, 30.0, R"(, "held": true)") + ", " + weight(0.3, 30.0, R"(, "held_until": 1)"), wheel(kFree));
  const std::vector<std::string> told = elastic_rope_objections(drive, "it");
  REQUIRE(told.size() == 1);
  CHECK(told.front().find("nothing tells it the force") != std::string::npos);
}

// m₁ (g + a) and m₂ (g − a): with the wheel, with slip over it, and over a wheel at rest.
TEST_CASE("elastic rope: weights that nothing holds start with the forces of their accelerations") {
  const double sticking = 10.0 * (50.0 - 30.0) / (50.0 + 30.0 + 2.0 / 0.09);
  const ElasticRopeDrive with_wheel = elastic_rope_of(weights(50.0, "", wheel(kFree)));
  CHECK(close(with_wheel.force[0], 30.0 * (10.0 + sticking), {.rel = 1e-13}));
  CHECK(close(with_wheel.force[1], 50.0 * (10.0 - sticking), {.rel = 1e-13}));
  const double ratio = std::exp(0.02 * std::numbers::pi);
  const double slipping = 10.0 * (50.0 - ratio * 30.0) / (50.0 + ratio * 30.0);
  for (const std::string& pulley : {wheel(kFree), wheel(turns("0"))}) {
    const RopeDrive drive = weights(50.0, "", pulley, 0.02);
    const ElasticRopeDrive rope = elastic_rope_of(drive);
    CHECK(close(rope.force[0], 30.0 * (10.0 + slipping), {.rel = 1e-13}));
    CHECK(close(rope.force[1], 50.0 * (10.0 - slipping), {.rel = 1e-13}));
    ElasticRopeSimulation simulation(drive, 0.1, kTight);
    simulation.advance(1.0);
    CHECK(simulation.rope().arc(0).is_whole);
    // Up to the stretch, 5e-4.
    CHECK(close(simulation.row().ends[0].speed, slipping, {.rel = 2e-3}));
    CHECK(std::abs(simulation.energy_defect()) < 1e-9);
  }
}

// The motor balances the difference of the weights.
TEST_CASE("elastic rope: weights in balance with a torque start with their own forces") {
  const RopeDrive drive =
      weights(45.0, "", wheel(R"({"type": "torque", "torques": [{"type": "applied", "moment": 45}]})"));
  const ElasticRopeDrive rope = elastic_rope_of(drive);
  CHECK(close(rope.force[0], 300.0, {.rel = 1e-13}));
  CHECK(close(rope.force[1], 450.0, {.rel = 1e-13}));
  ElasticRopeSimulation simulation(drive, 0.1, kTight);
  simulation.advance(2.0);
  CHECK(std::abs(simulation.row().ends[0].position) < 1e-10);
}

TEST_CASE("elastic rope: a rope has come to rest when its sheave holds it, and creep on it is no slip") {
  const RopeDrive drive = weights(
      35.0, "", wheel(turns(R"({"type": "piecewise_linear", "time": [0, 0.5, 1.5, 2], "value": [0, 1, 1, 0]})")));
  ElasticRopeSimulation simulation(drive, 0.1, kTight);
  CHECK_FALSE(simulation.stop());
  simulation.advance(1.0);
  CHECK_FALSE(simulation.stop());
  simulation.advance(2.0);
  REQUIRE(simulation.stop());
  CHECK(close(simulation.stop()->time, 2.0, {.rel = 1e-14}));
  CHECK_FALSE(simulation.stop()->distance);
  CHECK(simulation.row().pulleys[0].slip_energy > 0.0);
  CHECK(simulation.row().pulleys[0].slip_distance == 0.0);
}

// From 2 m/s a brake of 200 N m, applied at 0.5 s, stops the wheel at once, and slip stops the rope. Brake and slip
// take the energy of the motion; the energy of slip is friction times distance, and the integral of its power.
TEST_CASE("elastic rope: a lift stops by slip over the wheel that its brake has stopped") {
  const std::string brake =
      R"(, "brake": {"capacity": {"type": "piecewise_linear", "time": [0.5, 0.50001], "value": [0, 200]}})";
  const RopeDrive drive =
      read_rope_drive(weight(-0.3, 30.0, R"(, "velocity": 2)") + ", " + weight(0.3, 32.0, R"(, "velocity": -2)"),
                      wheel(kFree, brake), 1e7, 0.05, R"(, "initial_state": "running")");
  ElasticRopeSimulation simulation(drive, 0.1, kTight);
  RopeDrive stiff = drive;
  stiff.rope = {.is_inextensible = true};
  RigidRopeMotion rigid(rigid_rope_of(stiff), kTight);
  rigid.advance_to(8.0);
  double by_power = 0.0;
  constexpr double kStep = 0.001;
  double before = 0.0;
  for (int i = 0; i < 8000; ++i) {
    simulation.advance(kStep);
    const double power = simulation.row().pulleys[0].slip_power;
    by_power += 0.5 * kStep * (power + before);
    before = power;
  }
  const RopePulleyRow row = simulation.row().pulleys[0];
  REQUIRE(simulation.stop());
  REQUIRE(rigid.stop());
  // The jump of the accelerations, less than 1 m/s², makes the ends swing with √(m l/EA) = 8e-3 s times it, relative to
  // the speed of 2 m/s, and twice that for its square.
  constexpr double kSwing = 2.0 * 8e-3 / 2.0;
  CHECK(close(simulation.stop()->time, rigid.stop()->time, {.rel = kSwing}));
  CHECK(close(*simulation.stop()->distance, *rigid.stop()->displacement, {.rel = kSwing}));
  CHECK(close(row.slip_distance, rigid.sheave(0).slip_distance, {.rel = kSwing}));
  CHECK(close(row.slip_energy, rigid.sheave(0).slip_energy, {.rel = kSwing}));
  CHECK(close(row.brake_energy, rigid.sheave(0).brake_energy, {.rel = kSwing}));
  // A jump of the power at begin and end is known to half a step.
  CHECK(close(row.slip_energy, by_power, {.rel = kStep}));
  CHECK(std::abs(simulation.energy_defect()) < 1e-9);
}

}  // namespace beltdyn::elastic_rope_start_test
