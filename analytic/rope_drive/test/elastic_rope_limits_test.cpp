// SPDX-License-Identifier: MIT
// Elastic ropes compared with rigid ones, brakes, and held bodies.
#include <array>
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "analytic/rope_drive/elastic_rope.hpp"
#include "analytic/rope_drive/test/rope_drives.hpp"
#include "core/base/error.hpp"
#include "core/numerics/close.hpp"
#include "core/numerics/observed_order.hpp"

namespace beltdyn::elastic_rope_test {

using namespace beltdyn::analytic;

namespace {

constexpr double kTight = 1e-12;

// Two weights over a wheel, with an inextensible rope.
struct RigidWeights {
  double acceleration{};          // of the heavier weight, downwards [m/s²]
  double angular_acceleration{};  // [rad/s²]
  std::array<double, 2> force{};  // [N]
};

constexpr double kLight = 1.0;
constexpr double kHeavy = 1.2;
constexpr double kRadius = 0.22;
constexpr double kInertia = 0.90;

RigidWeights rigid_weights(double friction) {
  RigidWeights w;
  const double growth = std::exp(friction * kHalfTurn);
  w.acceleration = (kHeavy - kLight) * kGravity / (kHeavy + kLight + kInertia / (kRadius * kRadius));
  w.angular_acceleration = w.acceleration / kRadius;
  if (kHeavy * (kGravity - w.acceleration) > growth * kLight * (kGravity + w.acceleration)) {
    w.acceleration = kGravity * (kHeavy - growth * kLight) / (kHeavy + growth * kLight);
    w.angular_acceleration = kRadius * kLight * (kGravity + w.acceleration) * (growth - 1.0) / kInertia;
  }
  w.force = {kLight * (kGravity + w.acceleration), kHeavy * (kGravity - w.acceleration)};
  return w;
}

ElasticRopeDrive two_weights(double friction, double stiffness) {
  ElasticRopeDrive drive;
  drive.axial_stiffness = stiffness;
  drive.ends = {weight(kLight), weight(kHeavy)};
  drive.sheaves = {sheave(kRadius, friction, kInertia)};
  drive.length = {3.0, 3.0};
  const RigidWeights rigid = rigid_weights(friction);
  drive.force = {rigid.force[0], rigid.force[1]};
  return drive;
}

// The difference from the rigid rope is proportional to 1/EA, within a tenth of the order.
void check_first_order(const std::vector<double>& stiffness, const std::vector<double>& errors) {
  for (const double order : numerics::observed_orders(stiffness, errors)) {
    CHECK(order > 0.9);
    CHECK(order < 1.1);
  }
}

}  // namespace

TEST_CASE("elastic rope: two weights over a wheel, slipping or not, go as with a rigid rope as EA grows") {
  CHECK(close(rigid_weights(0.03).acceleration, 0.431722840683, {.rel = 1e-11}));
  CHECK(close(rigid_weights(0.03).angular_acceleration, 0.247429050121, {.rel = 1e-11}));
  CHECK(close(rigid_weights(0.06).acceleration, 0.0943494157857, {.rel = 1e-11}));
  for (const double friction : {0.03, 0.06}) {
    CAPTURE(friction);
    const RigidWeights rigid = rigid_weights(friction);
    const std::vector<double> stiffness{1e4, 1e5, 1e6};
    std::vector<double> errors, turns;
    for (const double ea : stiffness) {
      ElasticRope rope(two_weights(friction, ea), kTight);
      rope.advance_to(1.0);
      errors.push_back(std::abs(rope.displacement(1) - 0.5 * rigid.acceleration));
      turns.push_back(std::abs(rope.angle(0) - 0.5 * rigid.angular_acceleration));
      CHECK(rope.arc(0).is_whole == (friction < 0.05));
    }
    check_first_order(stiffness, errors);
    check_first_order(stiffness, turns);
    // g/EA times the weights is the strain by which the ropes differ.
    CHECK(errors.back() < 10.0 * kHeavy * kGravity / stiffness.back());
  }
}

// The rope of 0.1 kg/m is 2 m longer on the side of the heavy weight. With its weight on both sides the displacement x
// obeys M x'' = g (Δm + 2 ρ x), with M of weights, rope and wheel: x = Δm/(2 ρ) (cosh κt − 1), κ² = 2 ρ g/M.
TEST_CASE("elastic rope: two weights with the rope on their spans fall as on a rigid rope with mass as EA grows") {
  constexpr double kRope = 0.1;
  constexpr std::array<double, 2> kLength{3.0, 5.0};
  const double light = kLight + kRope * kLength[0];
  const double heavy = kHeavy + kRope * kLength[1];
  const double moved = light + heavy + kInertia / (kRadius * kRadius);
  const double a = kGravity * (heavy - light) / moved;
  const double kappa = std::sqrt(2.0 * kRope * kGravity / moved);
  const double way = (heavy - light) / (2.0 * kRope) * (std::cosh(kappa) - 1.0);
  const std::vector<double> stiffness{1e4, 1e5, 1e6};
  std::vector<double> errors;
  for (const double ea : stiffness) {
    ElasticRopeDrive drive = two_weights(0.3, ea);
    for (RopeEnd& end : drive.ends) {
      end.rope_mass = kRope;
      end.rope_weight = kRope * kGravity;
    }
    drive.length = {kLength[0], kLength[1]};
    drive.force = {light * (kGravity + a), heavy * (kGravity - a)};
    ElasticRope rope(drive, kTight);
    CHECK(close(rope.end_force(0), kLight * (kGravity + a), {.rel = 1e-9}));
    CHECK(close(rope.end_force(1), kHeavy * (kGravity - a), {.rel = 1e-9}));
    const std::array<double, 1> middle{0.5 * kLength[0]};
    CHECK(close(rope.points(middle)[0].force, 0.5 * (light + kLight) * (kGravity + a), {.rel = 1e-9}));
    const RopeEnergy before = rope.energy();
    rope.advance_to(1.0);
    errors.push_back(std::abs(rope.displacement(1) - way));
    const RopeEnergy now = rope.energy();
    const double gained = now.kinetic + now.elastic - before.kinetic - before.elastic;
    CHECK(close(now.by_ends + now.by_drives - now.lost_in_slip - now.lost_in_brakes, gained, {.rel = 1e-9}));
  }
  check_first_order(stiffness, errors);
  // g/EA times the weights is the strain by which the ropes differ.
  CHECK(errors.back() < 10.0 * heavy * kGravity / stiffness.back());
}

// N is uniform over the wheel, which stands still.
TEST_CASE("elastic rope: two weights over a wheel without friction fall as Atwood's") {
  ElasticRopeDrive drive = two_weights(0.0, 1e5);
  const double a = (kHeavy - kLight) * kGravity / (kHeavy + kLight);
  drive.force = {kLight * (kGravity + a), kLight * (kGravity + a)};
  ElasticRope rope(drive, kTight);
  rope.advance_to(1.0);
  CHECK(close(rope.displacement(1), 0.5 * a, {.rel = 1e-9}));
  CHECK(close(rope.displacement(0), -0.5 * a, {.rel = 1e-9}));
  CHECK(rope.angular_velocity(0) == 0.0);
  CHECK(rope.force(0) == doctest::Approx(rope.force(1)).epsilon(1e-12));
}

// The emergency stop of an elevator: the brake stops the sheave, on which the rope continues to slip.
TEST_CASE("elastic rope: a braked sheave stops, the rope slips on, comes to rest and stays") {
  constexpr double kMass1 = 1500.0, kMass2 = 1200.0, kR = 0.3, kI = 20.0, kSpeed = 2.0, kMoment = 2000.0;
  const double growth = std::exp(0.1 * kHalfTurn);
  const double a = kGravity * (growth * kMass2 - kMass1) / (kMass1 + growth * kMass2);
  const double t1 = kMass1 * (kGravity + a);
  const double t2 = kMass2 * (kGravity - a);
  CHECK(close(a, 0.446124150726, {.rel = 1e-11}));
  const double slowing = (kMoment - kR * (t1 - t2)) / kI;
  const std::vector<double> stiffness{1e7, 1e8, 1e9};
  std::vector<double> losses, displacements;
  for (const double ea : stiffness) {
    ElasticRopeDrive drive;
    drive.axial_stiffness = ea;
    drive.ends = {weight(kMass2, -kSpeed), weight(kMass1, kSpeed)};
    drive.sheaves = {sheave(kR, 0.1, kI)};
    drive.sheaves[0].angular_velocity = kSpeed / kR;
    drive.sheaves[0].brake = [](double) { return kMoment; };
    drive.length = {60.0, 20.0};
    drive.force = {t2, t1 * (1.0 - 1e-12)};
    ElasticRope rope(drive, 1e-11);
    rope.advance_to(kSpeed / kR / slowing + 1e-2);
    CHECK(rope.is_held_by_brake(0));
    CHECK(rope.arc(0).is_whole);
    const double stopped_at = rope.angle(0);
    rope.advance_to(6.0);
    CHECK(rope.angle(0) == stopped_at);
    CHECK_FALSE(rope.arc(0).is_whole);
    losses.push_back(std::abs(rope.lost_in_brake(0) - 1176.18433589));
    displacements.push_back(std::abs(rope.lost_in_slip(0) - 17861.8968808));
    // Vibrations remain, which friction on the arc damps.
    CHECK(std::abs(rope.end_speed(1)) < 0.01);
    CHECK(close(rope.lost_in_slip(0), 17861.8968808, {.rel = 1e-4}));
  }
  check_first_order(stiffness, losses);
}

// No creep: 3 and 2 kg over a wheel that its brake holds.
TEST_CASE("elastic rope: weights hang still on a wheel that a brake holds") {
  ElasticRopeDrive drive = two_weights(0.2, 1e5);
  drive.ends = {weight(2.0), weight(3.0)};
  drive.force = {2.0 * kGravity, 3.0 * kGravity};
  drive.sheaves[0].brake = [](double) { return 10.0; };
  ElasticRope rope(drive, 1e-9);
  rope.advance_to(1000.0);
  CHECK(rope.is_held_by_brake(0));
  CHECK(rope.displacement(0) == 0.0);
  CHECK(rope.displacement(1) == 0.0);
  CHECK(rope.force(1) == 3.0 * kGravity);
}

// At first it hangs in equilibrium, and again after its release; in between the other end holds it with more force.
TEST_CASE("elastic rope: a body that is held stands still, and then oscillates about its equilibrium") {
  ElasticRopeDrive drive;
  drive.axial_stiffness = 1e5;
  drive.ends[0] = {.kind = analytic::RopeEnd::Kind::fixed, .label = "beam"};
  drive.ends[1] = weight(100.0);
  drive.ends[1].held_until = 0.5;
  drive.length = {10.0};
  drive.force = {1500.0};
  ElasticRope rope(drive, kTight);
  rope.advance_to(0.4);
  CHECK(rope.displacement(1) == 0.0);
  CHECK(rope.force(0) == 1500.0);
  const double natural = rope.natural_length();
  const double omega = std::sqrt(1e5 / natural / 100.0);
  for (const double t : {0.6, 1.0, 2.3}) {
    rope.advance_to(t);
    const double force = 100.0 * kGravity + (1500.0 - 100.0 * kGravity) * std::cos(omega * (t - 0.5));
    CHECK(close(rope.force(0), force, {.rel = 1e-10}));
  }
}

// A brake holds until the rope pulls with more; here the force of the end grows.
TEST_CASE("elastic rope: a brake gives way where the moment of the rope exceeds it") {
  ElasticRopeDrive drive;
  drive.axial_stiffness = 1e6;
  drive.ends = {pull(1000.0), pull(1000.0)};
  drive.ends[1].force = [](double t) { return 1000.0 + 100.0 * t; };
  drive.ends[1].force_rate = [](double) { return 100.0; };
  drive.sheaves = {sheave(0.5, 0.3, 2.0)};
  drive.sheaves[0].brake = [](double) { return 100.0; };
  drive.length = {5.0, 5.0};
  drive.force = {1000.0, 1000.0};
  ElasticRope rope(drive, kTight);
  rope.advance_to(1.999);
  CHECK(rope.angle(0) == 0.0);
  CHECK(close(rope.brake_moment(0), -0.5 * 199.9, {.rel = 1e-12}));
  rope.advance_to(3.0);
  // I dω/dt = R 100 (t − 2)
  CHECK(close(rope.angular_velocity(0), 0.5 * 100.0 * 0.5 / 2.0, {.rel = 1e-6}));
  CHECK(close(rope.angle(0), 0.5 * 100.0 / 6.0 / 2.0, {.rel = 1e-6}));
}

// A hoist: falls between the top and a block with sheaves that do not turn, and a drawn end. In lifting each sheave
// multiplies the force by exp(μπ), in lowering it divides the force by it.
TEST_CASE(
    "elastic rope: hoists of two and four falls whose sheaves do not turn lift and lower by Euler and Eytelwein") {
  for (const std::size_t falls : {2u, 4u}) {
    for (const double sense : {1.0, -1.0}) {
      CAPTURE(falls);
      CAPTURE(sense);
      ElasticRopeDrive drive;
      drive.axial_stiffness = 1e5;
      drive.ends[1] = {.kind = analytic::RopeEnd::Kind::winch, .label = "winch", .paid_out = [sense](double t) {
                         return -sense * 0.02 * std::tanh(10.0 * t);
                       }};
      constexpr double kWeight = 4000.0;
      drive.blocks = {{.label = "hook",
                       .mass = kWeight / kGravity,
                       .held_until = HUGE_VAL,
                       .force = [](double, double, double) { return kWeight; },
                       .take_up = std::vector<double>(falls, 1.0)}};
      for (std::size_t k = 0; k + 1 < falls; ++k)
        drive.sheaves.push_back(driver(0.1, 0.05, [](double) { return 0.0; }));
      drive.length.assign(falls, 10.0);
      drive.force.assign(falls, kWeight / static_cast<double>(falls));
      ElasticRope rope(drive, 1e-10);
      // Until the rope slips on all sheaves.
      for (int i = 1; i < 100 && rope.used_friction(0) < 1.0 - 1e-8; ++i) rope.advance_to(0.1 * i);
      double carried = 0.0;
      for (std::size_t j = 0; j < falls; ++j) carried += rope.force(j);
      const double eta = std::exp(-0.05 * kHalfTurn);
      double sum = 0.0;
      for (std::size_t j = 0; j < falls; ++j) sum += std::pow(eta, sense * static_cast<double>(j));
      CHECK(close(rope.force(falls - 1) / carried, 1.0 / sum, {.rel = 1e-9}));
      if (falls == 2 && sense > 0.0) CHECK(close(1.0 / sum, 0.5391893613931, {.rel = 1e-12}));
      if (falls == 4) CHECK(close(1.0 / sum, sense > 0.0 ? 0.3115976207054 : 0.1945080947016, {.rel = 1e-12}));
    }
  }
}

// With equal falls over frictionless sheaves, the block moves like a quarter of its mass under twice the gravity on the
// whole rope: m d²y/dt² = m g − 2 N, and the rope becomes longer by 2 y.
TEST_CASE("elastic rope: a block between two falls oscillates as a quarter of its mass on the whole rope") {
  constexpr double kMass = 200.0;
  ElasticRopeDrive drive;
  drive.axial_stiffness = 1e5;
  drive.blocks = {{.label = "hook",
                   .mass = kMass,
                   .speed = 0.3,
                   .force = [](double, double, double) { return kMass * kGravity; },
                   .take_up = {1.0, 1.0}}};
  drive.sheaves = {sheave(0.1, 0.0, 1.0)};
  drive.length = {4.0, 6.0};
  drive.force = {0.5 * kMass * kGravity, 0.5 * kMass * kGravity};
  ElasticRope rope(drive, kTight);
  const double natural = rope.natural_length();
  const double omega = std::sqrt(4.0 * drive.axial_stiffness / natural / kMass);
  for (const double t : {0.3, 1.0, 4.0}) {
    rope.advance_to(t);
    CHECK(close(rope.block_displacement(0), 0.3 / omega * std::sin(omega * t), {.abs = 1e-10}));
    CHECK(close(rope.block_speed(0), 0.3 * std::cos(omega * t), {.abs = 1e-9}));
  }
  CHECK(close(rope.length(0) - 4.0, rope.block_displacement(0), {.abs = 1e-14}));
  CHECK(close(rope.natural_length(), natural, {.rel = 1e-12}));
}

// The hook of a hoist swings on falls that stick and slip; its sheave turns with the rope.
TEST_CASE("elastic rope: energy is balanced with a block on a sheave with friction") {
  ElasticRopeDrive drive;
  drive.axial_stiffness = 1e6;
  drive.ends[1] = {.kind = analytic::RopeEnd::Kind::winch, .label = "winch", .paid_out = [](double t) {
                     return 0.2 * std::sin(3.0 * t);
                   }};
  drive.blocks = {{.label = "hook",
                   .mass = 500.0,
                   .held_until = 0.2,
                   .force = [](double, double, double) { return 500.0 * kGravity; },
                   .take_up = {1.0, 1.0}}};
  drive.sheaves = {sheave(0.2, 0.08, 3.0)};
  drive.length = {6.0, 6.0};
  drive.force = {250.0 * kGravity, 250.0 * kGravity};
  ElasticRope rope(drive, kTight);
  const RopeEnergy start = rope.energy();
  const double natural = rope.natural_length();
  for (int i = 1; i <= 20; ++i) {
    rope.advance_to(0.1 * i);
    const RopeEnergy now = rope.energy();
    const double missing = now.kinetic + now.elastic - start.kinetic - start.elastic - now.by_ends + now.lost_in_slip;
    CHECK(std::abs(missing) < 1e-9 * (now.kinetic + now.elastic + now.lost_in_slip));
    CHECK(close(rope.natural_length(), natural + rope.paid_out(1), {.rel = 1e-9}));
  }
  CHECK(rope.lost_in_slip(0) > 0.0);
  CHECK(rope.block_displacement(0) != 0.0);
}

}  // namespace beltdyn::elastic_rope_test
