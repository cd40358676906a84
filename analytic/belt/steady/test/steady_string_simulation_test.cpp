// SPDX-License-Identifier: MIT
#include "analytic/belt/steady/steady_string_simulation.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "analytic/belt/steady/string_options.hpp"
#include "core/base/error.hpp"
#include "core/belt/belt_balances.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/drive.hpp"
#include "core/drive/friction_laws.hpp"
#include "core/numerics/close.hpp"
#include "core/run/state_archive.hpp"

namespace beltdyn::steady_string_simulation_test {

using namespace beltdyn::analytic;

namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kEps = 2.220446049250313e-16;

Pulley pulley(double x, double radius, PulleyMotion motion) {
  Pulley result;
  result.center = {x, 0.0};
  result.radius = radius;
  result.inertia = 0.25;
  result.motion = std::move(motion);
  return result;
}

TorqueMotion applied(double moment) { return {.torques = {{.form = AppliedTorque{TimeFunction(moment)}}}}; }

// The drive of [Ntarladima 2023] with Dahl's friction at its final values; the belt's centre line lies on pulleys of
// 0.1 m.
BeltDrive paper_drive() {
  BeltDrive drive;
  drive.pulleys = {pulley(0.0, 0.1, PrescribedMotion{TimeFunction(12.0)}), pulley(0.1 * kPi, 0.1, applied(-25.0))};
  drive.pulleys[1].bearing_damping = 2.0;
  drive.belt = {.axial_stiffness = 8000.0,
                .bending_stiffness = 1e-3,
                .mass_per_length = 0.8288,
                .width = 0.08,
                .axial_damping = 1.0,
                .pretension = ReferenceStrain{-0.05}};
  drive.contact = PulleyContact{.normal = PenaltyContact{4e9, 8e4},
                                .friction = DahlConfig{{.friction_coefficient = 0.5, .stiffness = 5e3}}};
  drive.gravity = {0.0, -9.81};
  return drive;
}

std::vector<double> history(const BeltSimulation& simulation) {
  std::vector<double> values(simulation.history_columns().size());
  simulation.history_values(values);
  return values;
}

double value(const BeltSimulation& simulation, const std::string& column) {
  const std::vector<std::string> columns = simulation.history_columns();
  const auto at = std::ranges::find(columns, column);
  REQUIRE(at != columns.end());
  return history(simulation)[static_cast<std::size_t>(at - columns.begin())];
}

}  // namespace

// The reference comes from another program, printed with these digits (verification/data/friction-on-belts, dahl, 5e3
// 1/m).
TEST_CASE("string simulation: the history has the exact motion, signs are those of the other belt drives") {
  const SteadyStringSimulation simulation(paper_drive(), 0.1);
  CHECK(close(value(simulation, "angular_velocity_2 [rad/s]"), 11.2994362300, {.rel = 1e-10}));
  CHECK(close(value(simulation, "torque_1 [N m]"), -47.598872460, {.rel = 1e-10}));
  CHECK(close(value(simulation, "drive_torque_1 [N m]"), 47.598872460, {.rel = 1e-10}));
  CHECK(close(value(simulation, "torque_2 [N m]"), 47.598872460, {.rel = 1e-10}));
  // The tight span leads to the driver.
  CHECK(close(value(simulation, "span_force_1 [N]"), 187.12173198, {.rel = 1e-10}));
  CHECK(close(value(simulation, "span_force_2 [N]"), 663.17699903, {.rel = 1e-10}));
  CHECK(close(value(simulation, "span_speed_1 [m/s]"), 1.1615578355 * (0.95 + 187.12173198 / 8000.0), {.rel = 1e-10}));
  CHECK(close(value(simulation, "span_speed_2 [m/s]"), 1.1615578355 * (0.95 + 663.17699903 / 8000.0), {.rel = 1e-10}));
  const std::vector<SlipZone> zones = simulation.slip_zones();
  REQUIRE(zones.size() == 2);
  CHECK(zones[0].direction == -1);
  CHECK(zones[1].direction == 1);
  CHECK(close(zones[0].end, simulation.path().arcs()[0].length(), {.abs = 1e-6}));
}

TEST_CASE("string simulation: all balances close, whichever pulley drives and for unequal pulleys") {
  BeltDrive unlike = paper_drive();
  unlike.pulleys[1].radius = 0.06;
  std::swap(unlike.pulleys[0], unlike.pulleys[1]);
  unlike.pulleys[0].bearing_damping = 0.2;
  // A heavy, thick and fast belt, for which the effect of surface friction on the momentum of the belt matters.
  BeltDrive thick = paper_drive();
  thick.pulleys[0].motion = PrescribedMotion{TimeFunction(60.0)};
  for (Pulley& p : thick.pulleys) p.radius = 0.09;
  thick.belt.contact_offset = 0.01;
  thick.belt.mass_per_length = 10.0;
  thick.belt.pretension = ReferenceStrain{-0.2};
  for (BeltDrive drive : {paper_drive(), unlike, thick}) {
    // The Euler-Eytelwein balance applies to laws with one coefficient.
    drive.contact->friction = ElastoplasticCoulombConfig{.coefficient = 0.5, .stiffness = 5e8};
    SteadyStringSimulation simulation(drive, 0.1);
    const std::vector<Balance> balances = simulation.balances();
    CHECK(balances.size() == 8);
    for (const Balance& balance : balances) {
      CAPTURE(balance.column);
      CHECK(std::abs(value(simulation, balance.column)) < 1e-4);
    }
  }
}

// Most of the belt lies on the large pulley, with few cells if a law has presliding.
TEST_CASE("string simulation: the length of the belt does not depend on where its points are") {
  BeltDrive drive = paper_drive();
  drive.pulleys = {pulley(0.0, 0.02, PrescribedMotion{TimeFunction(50.0)}), pulley(0.23, 0.2, FreeMotion{})};
  drive.belt = {.axial_stiffness = 1e4, .width = 0.02, .pretension = ReferenceStrain{-2e-3}};
  const std::vector<FrictionLawConfig> laws{CoulombConfig{.coefficient = 0.5},
                                            DahlConfig{{.friction_coefficient = 0.5, .stiffness = 5e3}}};
  for (const FrictionLawConfig& law : laws) {
    drive.contact = PulleyContact{.friction = law};
    const SteadyStringSimulation simulation(drive, 1.0);
    // A chord is shorter than its arc of θ by θ²/24 + 7 θ⁴/5760; the longest cells have θ = 0.36.
    CHECK(std::abs(value(simulation, "balance_length [-]")) < 1e-5);
    const BeltMap map = simulation.belt();
    std::vector<BeltPoint> points(map.points().begin(), map.points().end());
    std::vector<ContactPoint> contacts;
    for (BeltPoint& point : points) {
      point.strain += 1e-4;
      contacts.push_back({.material = point.material});
    }
    const BeltMap wrong(simulation.path(), drive.reference_length(), points, contacts);
    CHECK(close(length_defect(wrong, drive.reference_length()), -1e-4, {.abs = 1e-5}));
  }
}

// A load beyond the friction limit: the driver slips as a whole.
TEST_CASE("string simulation: the law of Euler and Eytelwein holds on a pulley that slips as a whole") {
  BeltDrive drive = paper_drive();
  drive.pulleys = {pulley(0.0, 0.03, PrescribedMotion{TimeFunction(50.0)}),
                   pulley(0.2, 0.05, TorqueMotion{.torques = {{.form = ResistingTorque{TimeFunction(4.0), 2.0}}}})};
  drive.belt = {.axial_stiffness = 2e4, .mass_per_length = 0.1, .width = 0.01, .pretension = ReferenceStrain{-5e-3}};
  drive.contact = PulleyContact{.friction = CoulombConfig{.coefficient = 0.25}};
  const SteadyStringSimulation simulation(drive, 1.0);
  CHECK(value(simulation, "slip_margin_1 [-]") < 1e-3);
  const double tolerance = simulation.balance_tolerances().eytelwein;
  CHECK(tolerance <= 1.3e-4);
  CHECK(std::abs(value(simulation, "eytelwein_1 [-]")) < tolerance);
  CHECK(std::abs(value(simulation, "eytelwein_2 [-]")) < tolerance);
}

// Friction on the small pulley sustains less than the load at any speed except close to rest.
TEST_CASE("string simulation: gross slip of a driven pulley is found where its load falls to what friction bears") {
  BeltDrive drive = paper_drive();
  drive.belt = {.axial_stiffness = 2e4, .mass_per_length = 0.1, .width = 0.01, .pretension = ReferenceStrain{-5e-3}};
  drive.contact = PulleyContact{.friction = CoulombConfig{.coefficient = 0.25}};
  for (const double moment : {2.2, 3.0, 100.0}) {
    CAPTURE(moment);
    drive.pulleys = {
        pulley(0.0, 0.05, PrescribedMotion{TimeFunction(50.0)}),
        pulley(0.2, 0.03, TorqueMotion{.torques = {{.form = ResistingTorque{TimeFunction(moment), 2.0}}}})};
    const SteadyStringSimulation simulation(drive, 1.0);
    const double speed = value(simulation, "angular_velocity_2 [rad/s]");
    const double torque = value(simulation, "torque_2 [N m]");
    CHECK(value(simulation, "slip_margin_2 [-]") < 1e-3);
    // Newton's method leaves 1e-9 of the force of the uniform belt.
    CHECK(close(torque, moment * std::tanh(0.5 * speed), {.rel = 1e-7}));
    const std::vector<double>& force = simulation.motion().effective_force;
    CHECK(close(std::log(force[1] / force[0]), 0.25 * simulation.path().arcs()[1].wrap, {.rel = 1e-9}));
  }
}

TEST_CASE("string simulation: the map of the belt and the profile are the same belt") {
  BeltDrive drive = paper_drive();
  drive.pulleys[1].radius = 0.06;
  std::swap(drive.pulleys[0], drive.pulleys[1]);  // the second one drives
  drive.pulleys[0].bearing_damping = 0.2;
  SteadyStringSimulation simulation(drive, 0.1);
  simulation.advance(0.37);
  const BeltMap map = simulation.belt();
  const std::vector<double> sigma = simulation.natural_profile_points();
  CHECK(std::ranges::is_sorted(sigma));
  const std::vector<ProfilePoint> profile = simulation.profile(sigma);
  for (std::size_t i = 0; i < sigma.size(); ++i) {
    const ProfilePoint p = map.at(sigma[i]);
    CAPTURE(sigma[i]);
    CHECK(close(p.force, profile[i].force, {.rel = 1e-9}));
    CHECK(close(p.speed, profile[i].speed, {.rel = 1e-9}));
    CHECK(close(p.traction, profile[i].traction, {.rel = 1e-6, .abs = 1e-6}));
    CHECK(p.contact_state == profile[i].contact_state);
  }
  // The particle that started at σ = 0 has moved on by the flux.
  const double passed = 0.37 * simulation.motion().flux;
  CHECK(close(std::remainder(map.material(0.0) + passed, drive.reference_length()), 0.0, {.abs = 1e-7}));
}

TEST_CASE("string simulation: all balances close and the zones end with the arcs, for every friction law") {
  const std::vector<FrictionLawConfig> laws{
      RegularisedCoulombConfig{{.friction_coefficient = 0.5, .velocity = 0.02}},
      BristleConfig{.coefficient = {ConstantCoefficient{0.5}}, .stiffness = 1e8, .damping = 1e3},
      DahlConfig{{.friction_coefficient = 0.5, .stiffness = 5e3}},
      LuGreConfig{.coefficient = {ConstantCoefficient{0.5}}, .stiffness = 5e3},
      GmsConfig{.coefficient = {ConstantCoefficient{0.5}}, .elements = {{2e3, 0.5}, {5e3, 0.5}}}};
  for (std::size_t i = 0; i < laws.size(); ++i) {
    CAPTURE(i);
    BeltDrive drive = paper_drive();
    drive.contact->friction = laws[i];
    CHECK(StringOptions().objections(drive).empty());
    const SteadyStringSimulation simulation(drive, 0.1);
    for (const Balance& balance : simulation.balances()) {
      CAPTURE(balance.column);
      CHECK(std::abs(value(simulation, balance.column)) < 1e-4);
    }
    for (const SlipZone& zone : simulation.slip_zones()) {
      const PathArc& arc = simulation.path().arcs()[static_cast<std::size_t>(zone.pulley)];
      CHECK(close(zone.end, arc.start + arc.length(), {.abs = 1e-6}));
      CHECK(zone.direction == (zone.pulley == 0 ? -1 : 1));
    }
    CHECK(simulation.slip_zones().size() == 2);
  }
}

TEST_CASE("string simulation: the choice of driver and the direction of travel only change names and signs") {
  const SteadyStringSimulation standard(paper_drive(), 0.1);
  BeltDrive exchanged = paper_drive();
  std::swap(exchanged.pulleys[0], exchanged.pulleys[1]);
  const SteadyStringSimulation second(exchanged, 0.1);
  CHECK(value(second, "angular_velocity_1 [rad/s]") == value(standard, "angular_velocity_2 [rad/s]"));
  CHECK(value(second, "torque_2 [N m]") == value(standard, "torque_1 [N m]"));
  CHECK(close(value(second, "span_force_1 [N]"), 663.17699903, {.rel = 1e-10}));
  CHECK(close(value(second, "slip_arc_1 [rad]"), value(standard, "slip_arc_2 [rad]"), {.rel = 1e-12}));
  BeltDrive reversed = paper_drive();
  reversed.direction = LoopDirection::clockwise;
  reversed.pulleys[0].motion = PrescribedMotion{TimeFunction(-12.0)};
  reversed.pulleys[1].motion = applied(25.0);
  const SteadyStringSimulation clockwise(reversed, 0.1);
  CHECK(value(clockwise, "angular_velocity_2 [rad/s]") == -value(standard, "angular_velocity_2 [rad/s]"));
  CHECK(value(clockwise, "torque_2 [N m]") == -value(standard, "torque_2 [N m]"));
  CHECK(value(clockwise, "span_force_2 [N]") == value(standard, "span_force_2 [N]"));
  // A driven pulley with its own speed prescribed takes the same torque.
  BeltDrive both = paper_drive();
  both.pulleys[1].motion = PrescribedMotion{TimeFunction(value(standard, "angular_velocity_2 [rad/s]"))};
  const SteadyStringSimulation prescribed(both, 0.1);
  CHECK(close(value(prescribed, "torque_2 [N m]"), value(standard, "torque_2 [N m]"), {.rel = 1e-11}));
}

TEST_CASE("string simulation: at rest it is the limit of slow motion, and it follows the time functions") {
  BeltDrive drive = paper_drive();
  drive.pulleys[0].motion = PrescribedMotion{
      TimeFunction(TimeFunction::PiecewiseLinear{.time = {0.0, 1.0, 2.0}, .value = {0.0, 12.0, 12.0}})};
  drive.pulleys[1].motion = TorqueMotion{.torques = {{.form = ResistingTorque{TimeFunction(10.0), 0.1}}}};
  SteadyStringSimulation simulation(drive, 0.5);
  // Nothing resists at rest: the belt is stretched uniformly.
  CHECK(value(simulation, "angular_velocity_2 [rad/s]") == 0.0);
  CHECK(close(value(simulation, "torque_2 [N m]"), 0.0, {.abs = 1e-12}));
  CHECK(close(value(simulation, "span_force_1 [N]"), 400.0, {.rel = 1e-12}));
  for (const double entry : history(simulation)) CHECK(std::isfinite(entry));
  simulation.advance(0.5);
  const double slow = value(simulation, "angular_velocity_2 [rad/s]");
  CHECK(close(value(simulation, "torque_2 [N m]"), 10.0 + 2.0 * slow, {.rel = 1e-10}));
  CHECK(simulation.pulley_states()[0].angle == 1.5);
  // Trapezoidal rule over one step from rest.
  CHECK(close(simulation.pulley_states()[1].angle, 0.25 * slow, {.rel = 4.0 * kEps}));
  StateWriter writer;
  simulation.save(writer);
  const std::vector<std::uint8_t> bytes = writer.to_cbor();
  SteadyStringSimulation again(drive, 0.5);
  StateReader reader(bytes);
  again.restore(reader);
  simulation.advance(0.5);
  again.advance(0.5);
  CHECK(history(again) == history(simulation));
  CHECK(again.pulley_states()[1].angle == simulation.pulley_states()[1].angle);
  const std::vector<std::string> sentences = simulation.preflight(1.0);
  REQUIRE(sentences.size() == 2);
  CHECK(sentences[0] ==
        "analytic_string models the steady motion of a string on rigid pulleys, with friction as for "
        "friction_at center_line; neglected in this drive: gravity, belt/bending_stiffness, belt/axial_damping, "
        "contact/normal/stiffness_per_area, contact/normal/damping_per_area; use lagrangian_ancf or eulerian_ale if "
        "they matter");
  CHECK(sentences[1].find("spans take up or give as the speed of pulley 1 varies, pulleys/inertia") !=
        std::string::npos);
  CHECK(sentences[1].ends_with("use analytic_string_dynamics, eulerian_ale or lagrangian_ancf if they matter"));
}

TEST_CASE("string simulation: beyond the transmissible torque it stops and keeps its last state") {
  BeltDrive drive = paper_drive();
  drive.pulleys[1].motion = TorqueMotion{.torques = {{.form = AppliedTorque{TimeFunction(TimeFunction::PiecewiseLinear{
                                                          .time = {0.0, 1.0}, .value = {0.0, -60.0}})}}}};
  SteadyStringSimulation simulation(drive, 0.5);
  const std::vector<double> before = history(simulation);
  CHECK_THROWS_WITH_AS(simulation.advance(1.0), doctest::Contains("the belt slips over the whole wrap of pulley"),
                       SolverError);
  CHECK(history(simulation) == before);
  CHECK(simulation.time() == 0.0);
}

TEST_CASE("string options: drives that the steady string does not represent are refused with a reason") {
  const StringOptions options;
  CHECK(options.objections(paper_drive()).empty());
  CHECK(options.is_exact());
  const auto objection = [&options](const BeltDrive& drive) {
    const std::vector<std::string> sentences = options.objections(drive);
    REQUIRE(sentences.size() == 1);
    return sentences[0];
  };
  BeltDrive drive = paper_drive();
  drive.pulleys[0].motion = FreeMotion{};
  CHECK(objection(drive) ==
        "analytic_string needs a driver of prescribed speed, but no pulley has a prescribed motion; prescribe the "
        "motion of one pulley");
  drive = paper_drive();
  drive.pulleys[1].eccentricity = 0.01;
  CHECK(objection(drive) ==
        "pulley 2 is eccentric, which is not supported by analytic_string; set its eccentricity to 0");
  drive = paper_drive();
  drive.pulleys[0].motion = PrescribedMotion{TimeFunction(-12.0)};
  CHECK(objection(drive).find("pulley 1 turns against it, at up to 12 rad/s") != std::string::npos);
  drive = paper_drive();
  drive.belt.pretension = ReferenceStrain{0.01};
  CHECK(objection(drive) == "analytic_string requires a taut belt, but the pretension is -80 N here; tighten the belt");
  drive = paper_drive();
  drive.pulleys[1].contact = PulleyContact{.normal = PenaltyContact{}, .friction = ElastoplasticCoulombConfig{}};
  CHECK(objection(drive) ==
        "analytic_string requires friction on all pulleys, but pulley 2 has none; give the friction of the contact a "
        "coefficient > 0");
  drive.pulleys[0].contact = drive.pulleys[1].contact;
  CHECK(objection(drive).starts_with("analytic_string requires friction on all pulleys, but pulleys 1, 2 have none;"));
  CHECK(options.objections(ContourDrive{}).size() == 1);
}

}  // namespace beltdyn::steady_string_simulation_test
