// SPDX-License-Identifier: MIT
#include "core/belt/belt_balances.hpp"

#include <array>
#include <cmath>
#include <numbers>

#include <doctest/doctest.h>

#include "core/belt/test/creep_drive.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::belt_balances_test {

using namespace beltdyn::test;
using std::numbers::pi;

namespace {

constexpr double kTight = 600.0;
constexpr int kPoints = 1200;
// Spacing of the points in units of the radius of 0.1 m; the loop is 0.4 pi m long.
constexpr double kSpacing = 4.0 * pi / kPoints;

CreepDrive drive_at(double time) {
  CreepDrive drive(creep_test_drive(), kTight, kPoints);
  drive.advance(time);
  return drive;
}

// The same belt with edited points.
template <class Edit>
BeltMap edited(const CreepDrive& drive, const Edit& edit) {
  const BeltMap map = drive.belt();
  std::vector<BeltPoint> points(map.points().begin(), map.points().end());
  std::vector<ContactPoint> contacts;
  for (BeltPoint& point : points) {
    edit(point);
    contacts.push_back({.material = point.material});
  }
  return {drive.path(), drive.drive().reference_length(), points, contacts};
}

}  // namespace

TEST_CASE("belt balances: the creeping belt keeps its length, wherever its points are") {
  for (const double time : {0.0, 0.31, 1.7}) {
    const CreepDrive drive = drive_at(time);
    const double length = drive.drive().reference_length();
    // A piece uses 1/λ of the mean strain: an error of order h² at the eight places where strain or curvature jump.
    const double bound = 8.0 * kSpacing * kSpacing / (4.0 * pi);
    CHECK(std::abs(length_defect(drive.belt(), length)) < bound);
    // A strain that is reported too large by 1e-3 is detected.
    const BeltMap wrong = edited(drive, [](BeltPoint& point) { point.strain += 1e-3; });
    CHECK(close(length_defect(wrong, length), -1e-3, {.abs = 1e-4}));
  }
}

TEST_CASE("belt balances: the local mass flow is compared with the flux, with sign, where the deviation is largest") {
  const CreepDrive drive = drive_at(0.31);
  // In the creeping belt the speed is the flux times the stretch, in either running direction.
  const BeltMap belt = edited(drive, [](BeltPoint& point) { point.speed = -2.5 * (1.0 + point.strain); });
  CHECK(std::abs(mass_flow_defect(belt, -2.5)) < 1e-14);
  CHECK(close(mass_flow_defect(belt, -2.0), 0.25, {.rel = 1e-12}));
  CHECK(close(mass_flow_defect(belt, -5.0), -0.5, {.rel = 1e-12}));
  // One point is too fast; another is too slow by a larger amount.
  int i = 0;
  const BeltMap uneven = edited(drive, [&i](BeltPoint& point) {
    point.speed = (i == 5 ? 1.01 : i == 700 ? 0.97 : 1.0) * (1.0 + point.strain);
    ++i;
  });
  CHECK(close(mass_flow_defect(uneven, 1.0), -0.03, {.rel = 1e-12}));
  CHECK(mass_flow_defect(uneven, 0.0) == 0.0);
}

TEST_CASE("belt balances: a prescribed pulley supplies the work done on the belt and stores no energy") {
  Pulley pulley;
  pulley.radius = 0.1;
  pulley.inertia = 0.5;
  pulley.motion = PrescribedMotion{TimeFunction(3.0)};
  // The belt brakes the pulley with 2 N m.
  const PowerFlow driving = pulley_flow(pulley, 0.0, 3.0, -2.0);
  CHECK(driving.supplied == 6.0);
  CHECK(driving.lost == 0.0);
  CHECK(driving.exchanged == 6.0);
  CHECK(pulley_energy(pulley, 3.0) == 0.0);
  // A load of 0.7 N m and a bearing of 0.1 N m s act against the rotation, independent of the belt: −(0.7 + 0.1 ω) ω.
  pulley.motion.emplace<TorqueMotion>().torques.push_back({AppliedTorque{TimeFunction(-0.7)}});
  pulley.bearing_damping = 0.1;
  const PowerFlow driven = pulley_flow(pulley, 0.0, 4.0, 1.5);
  CHECK(close(driven.supplied, -(0.7 + 0.4) * 4.0, {.rel = 1e-15}));
  CHECK(driven.exchanged == 6.0);
  CHECK(pulley_energy(pulley, 4.0) == 0.25 * 16.0);
}

// The untouched belt has a force of 400 N and stores ½ F²/EA per length.
TEST_CASE("belt balances: scales of the balance errors") {
  BeltDrive drive = creep_test_drive();
  CHECK(close(reference_force(drive), 400.0, {.rel = 1e-12}));
  CHECK(close(reference_energy(drive), 0.5 * 400.0 * 400.0 / drive.belt.axial_stiffness * drive.reference_length(),
              {.rel = 1e-12}));
}

TEST_CASE("belt balances: moments of a massless belt are radius times difference of the span forces") {
  const CreepDrive drive = drive_at(0.77);
  const std::vector<PulleyState> pulleys = drive.pulley_states();
  const BeltMap belt = drive.belt();
  const double force = reference_force(drive.drive());
  for (std::size_t k = 0; k < 2; ++k) {
    const double moment = pulleys[k].contact_moment;
    const double radius = drive.path().arcs()[k].radius;
    const PulleyLoad load = pulley_load(belt, drive.drive(), drive.path(), k, {});
    CHECK(std::abs(torque_defect(load, moment, radius, force)) < 1e-12);
    // R = 0.1 m; the untouched belt has a force of 400 N.
    CHECK(close(torque_defect(load, moment + 0.4, radius, force), 0.01, {.abs = 1e-12}));
    CHECK(std::abs(torque_defect(load, -moment, radius, force)) > 1.0);
  }
}

TEST_CASE("belt balances: a massless belt pulls at the hub of a pulley with the forces of both spans") {
  const CreepDrive drive = drive_at(0.77);
  const BeltMap belt = drive.belt();
  const std::array<double, 2> forces{drive.slack_force(), kTight};  // of the span behind each pulley
  Eigen::Vector2d sum = Eigen::Vector2d::Zero();
  for (std::size_t k = 0; k < 2; ++k) {
    const Eigen::Vector2d expected =
        forces[k] * drive.path().spans()[k].tangent - forces[1 - k] * drive.path().spans()[1 - k].tangent;
    const Eigen::Vector2d load = pulley_load(belt, drive.drive(), drive.path(), k, {}).force;
    CHECK((load - expected).norm() < 1e-12 * kTight);
    sum += load;
  }
  CHECK(sum.norm() < 1e-12 * kTight);
}

TEST_CASE("belt balances: the hubs together bear the weight of the belt") {
  BeltDrive with_weight = creep_test_drive();
  with_weight.gravity = {1.0, -10.0};
  const CreepDrive drive(with_weight, kTight, kPoints);
  const ModelledBelt model{.mass_per_length = 2.0, .has_inertia = false, .gravity = with_weight.gravity};
  const BeltMap belt = drive.belt();
  const Eigen::Vector2d sum = pulley_load(belt, drive.drive(), drive.path(), 0, model).force +
                              pulley_load(belt, drive.drive(), drive.path(), 1, model).force;
  const Eigen::Vector2d weight = 2.0 * with_weight.reference_length() * with_weight.gravity;
  // The shares of both pulleys add up to 1 everywhere.
  CHECK((sum - weight).norm() < 1e-12 * kTight);
}

// The whole belt has the longitudinal acceleration a: its force must grow by ρ a s from span to span. Under gravity the
// moment about an axis is the moment of the weight between the spans.
TEST_CASE("belt balances: inertia and weight of the belt count in the moments") {
  constexpr double kMass = 2.0;
  constexpr double kAlong = 3.0;
  BeltDrive with_weight = creep_test_drive();
  with_weight.gravity = {0.0, -10.0};
  CreepDrive drive(with_weight, kTight, kPoints);
  const double moment = drive.pulley_states()[1].contact_moment;
  const ModelledBelt model{.mass_per_length = kMass, .has_inertia = true, .gravity = with_weight.gravity};
  const BeltMap moving = edited(drive, [&](BeltPoint& point) {
    point.acceleration =
        kAlong * drive.path().point(drive.path().nearest(point.position, 0.0)).tangent + drive.drive().gravity;
  });
  // ∫ φ R ρ a ds: the arc of π R, and twice a quarter and half of a quarter of the span of 0.1 pi m, with λ = 1 + ε.
  double length = 0.0;
  const BeltMap plain = drive.belt();
  const auto share = [&](double sigma) {
    const double to_arc = std::max(0.2 * pi - sigma, sigma - 0.3 * pi);
    return std::clamp((0.075 * pi - to_arc) / (0.05 * pi), 0.0, 1.0);
  };
  for (int i = 0; i < kPoints; ++i) {
    const double sigma = (i + 0.5) * 0.4 * pi / kPoints;
    length += share(sigma) * 0.4 * pi / kPoints / (1.0 + plain.at(sigma).strain);
  }
  const double expected = 0.1 * kMass * kAlong * length / (0.1 * 400.0);
  CHECK(close(torque_defect(pulley_load(moving, drive.drive(), drive.path(), 1, model), moment,
                            drive.path().arcs()[1].radius, reference_force(drive.drive())),
              expected, {.rel = 1e-2}));
}

// A span without force along it is bent like a cantilever, w = a x² + b x³ from its start: Q = −6 EI b, and the moment
// about the start is 2 EI a wherever the belt is cut.
TEST_CASE("belt balances: shear forces and bending moments of a span act on its pulleys") {
  constexpr double kStiffness = 3.0;
  constexpr double kA = 1e-3;
  constexpr double kB = -4e-3;
  const CreepDrive drive = drive_at(0.2);
  const BeltPath path = drive.path();
  const PathSpan& behind = path.spans()[0];
  const Eigen::Vector2d n(-behind.tangent.y(), behind.tangent.x());
  const auto on_span = [&behind](const BeltPoint& point) {
    const double x = behind.tangent.dot(point.position - behind.from);
    const bool is_beside = std::abs(x - 0.5 * behind.length) < 0.5 * behind.length;
    return is_beside && (point.position - behind.from - x * behind.tangent).norm() < 1e-9 ? x : 0.0;
  };
  const BeltMap straight = edited(drive, [&](BeltPoint& point) {
    if (on_span(point) > 0.0) point.force = 0.0;
  });
  const BeltMap bent = edited(drive, [&](BeltPoint& point) {
    const double x = on_span(point);
    if (x > 0.0) point.force = 0.0;
    point.position += (kA + kB * x) * x * x * n;
  });
  for (const std::size_t k : {0, 1}) {
    const PulleyLoad without = pulley_load(straight, drive.drive(), path, k, {});
    const PulleyLoad with = pulley_load(bent, drive.drive(), path, k, {.bending_stiffness = kStiffness});
    const double side = k == 0 ? 1.0 : -1.0;  // the span is behind pulley 1 and before pulley 2
    const Eigen::Vector2d force = side * -6.0 * kStiffness * kB * n;
    const Eigen::Vector2d arm = behind.from - path.arcs()[k].center;
    const double moment = arm.x() * force.y() - arm.y() * force.x() + side * 2.0 * kStiffness * kA;
    // The rotation of the belt is 6e-4 at most, and each point bends by the angle between its chords.
    CHECK((with.force - without.force - force).norm() < 2e-3 * force.norm());
    CHECK(close(with.moment - without.moment, moment, {.rel = 2e-3}));
  }
}

TEST_CASE("belt balances: slopes in the slip arcs are those of Euler and Eytelwein") {
  const CreepDrive drive = drive_at(0.4);
  REQUIRE(drive.slip_arc() > kLeastSlipArc);
  const BeltMap belt = drive.belt();
  std::vector<double> defects(2);
  eytelwein_defects(belt, drive.path(), belt.slip_zones(), 0.0, 0.0, defects);
  // Forces are linear between points; ln F deviates from a line by μ² h²/8 at most.
  for (const double defect : defects) CHECK(std::abs(defect) < kSpacing * kSpacing);
  // A belt with inertia would have other forces with these contacts.
  eytelwein_defects(belt, drive.path(), belt.slip_zones(), 0.0, 20.0, defects);
  for (const double defect : defects) CHECK(std::abs(defect) > 0.01);
  // The same traction on a surface of smaller radius would change the force less.
  constexpr double kOffset = 0.005;  // 5 % of the radius
  eytelwein_defects(belt, drive.path(), belt.slip_zones(), kOffset, 0.0, defects);
  for (const double defect : defects) CHECK(close(defect, 1.0 / 0.95 - 1.0, {.abs = kSpacing * kSpacing}));
  // Zones that are too short are not evaluated.
  std::vector<SlipZone> zones = belt.slip_zones();
  for (SlipZone& zone : zones) zone.begin = zone.end - 0.9 * 0.1 * kLeastSlipArc;
  eytelwein_defects(belt, drive.path(), zones, 0.0, 0.0, defects);
  for (const double defect : defects) CHECK(defect == 0.0);
}

TEST_CASE("energy ledger: the trapezoidal rule balances a mass on a damper to the second order of its step") {
  // m v' = F − c v from rest, m = F = c = 1: v = 1 − exp(−t)
  const auto defect = [](double step, double loss_factor) {
    EnergyLedger ledger;
    const auto flow = [loss_factor](double v) {
      return PowerFlow{.supplied = v, .lost = loss_factor * v * v, .exchanged = v};
    };
    ledger.begin(0.0, 0.0, flow(0.0));
    double v = 0.0;
    for (int i = 1; i * step <= 1.0 + 1e-9; ++i) {
      v = 1.0 - std::exp(-i * step);
      ledger.go_to(i * step, flow(v));
      ledger.go_to(i * step, flow(v));  // changes nothing
    }
    return ledger.defect(0.5 * v * v, 1.0);
  };
  const double coarse = defect(0.1, 1.0);
  const double fine = defect(0.05, 1.0);
  CHECK(close(std::log2(coarse / fine), 2.0, {.abs = 0.1}));
  CHECK(std::abs(fine) < 1e-3);
  CHECK(std::abs(defect(0.05, 0.9)) > 1e-2);
}

TEST_CASE("energy ledger: initial energy is excluded, works can be added, the state is saved") {
  EnergyLedger ledger;
  ledger.begin(2.0, 7.0, {.supplied = 1.0, .lost = 0.0, .exchanged = 3.0});
  ledger.go_to(4.0, {.supplied = 1.0, .lost = 1.0, .exchanged = 3.0});  // 2 J supplied, 1 J lost
  ledger.add({.supplied = 5.0, .lost = 2.0, .exchanged = 5.0});
  CHECK(close(ledger.defect(10.0, 9.0), (7.0 - 3.0 - 3.0) / (9.0 + 11.0), {.abs = 1e-15}));
  StateWriter writer;
  ledger.save(writer);
  const std::vector<std::uint8_t> bytes = writer.to_cbor();
  StateReader reader(bytes);
  EnergyLedger again;
  again.restore(reader);
  const PowerFlow now{.supplied = 2.0, .lost = 0.5, .exchanged = 2.0};
  CHECK(again.defect(5.0, now, 8.0, 1.0) == ledger.defect(5.0, now, 8.0, 1.0));
}

}  // namespace beltdyn::belt_balances_test
