// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "analytic/belt/steady/steady_string_simulation.hpp"
#include "analytic/belt/steady/string_options.hpp"
#include "core/base/error.hpp"
#include "core/belt/belt_balances.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/drive.hpp"
#include "core/drive/friction_laws.hpp"
#include "core/numerics/close.hpp"
#include "core/run/state_archive.hpp"

namespace beltdyn::steady_string_mounts_test {

using namespace beltdyn::analytic;

namespace {

constexpr double kPi = std::numbers::pi;

Pulley pulley(Eigen::Vector2d center, double radius, PulleyMotion motion) {
  Pulley result;
  result.center = std::move(center);
  result.radius = radius;
  result.inertia = 0.25;
  result.motion = std::move(motion);
  return result;
}

TorqueMotion torque(PulleyTorque form) { return {.torques = {std::move(form)}}; }
TorqueMotion applied(double moment) { return torque({.form = AppliedTorque{TimeFunction(moment)}}); }

TimeFunction ramp(double to) {
  return TimeFunction(TimeFunction::PiecewiseLinear{.time = {0.0, 1.0, 2.0}, .value = {0.0, to, to}});
}

// The drive of [Ntarladima 2023], with the belt's centre line on pulleys of 0.1 m and of another size.
BeltDrive paper_drive() {
  BeltDrive drive;
  drive.pulleys = {pulley({0.0, 0.0}, 0.1, PrescribedMotion{TimeFunction(12.0)}),
                   pulley({0.1 * kPi, 0.0}, 0.07, applied(-10.0))};
  drive.pulleys[1].bearing_damping = 0.8;
  drive.belt = {.axial_stiffness = 8000.0,
                .mass_per_length = 0.8288,
                .width = 0.08,
                .contact_offset = 0.003,
                .pretension = ReferenceStrain{-0.05}};
  drive.contact = PulleyContact{.normal = PenaltyContact{4e9, 8e4},
                                .friction = DahlConfig{{.friction_coefficient = 0.5, .stiffness = 5e3}}};
  return drive;
}

// The accessory drive of a car engine: crank, compressor, alternator, a tensioner on a sprung arm outside, water pump.
constexpr std::size_t kTensioner = 3;
BeltDrive accessory_drive() {
  BeltDrive drive;
  drive.pulleys = {pulley({0.0, 0.0}, 0.08, PrescribedMotion{ramp(100.0)}), pulley({0.24, 0.06}, 0.06, applied(-4.0)),
                   pulley({0.22, 0.24}, 0.03, applied(-3.0)), pulley({0.135, 0.2}, 0.035, FreeMotion{}),
                   pulley({-0.02, 0.26}, 0.055, applied(-2.5))};
  drive.pulleys[kTensioner].side = PulleySide::outside;
  drive.pulleys[kTensioner].mount =
      ArmMount{.pivot = {0.13, 0.29}, .suspension = {.inertia = 1.5e-3, .spring = MountSpring{30.0, -1.2}}};
  drive.pulleys[2].name = "alternator";
  drive.belt = {
      .axial_stiffness = 60000.0, .mass_per_length = 0.1, .width = 0.02, .pretension = StressFreeLength{1.405}};
  drive.contact = PulleyContact{.normal = PenaltyContact{},
                                .friction = ElastoplasticCoulombConfig{.coefficient = 0.9, .stiffness = 1e11}};
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

// The coordinate of an arm has no meaning for a drive whose pulley is held, and vice versa: the motion is found without
// the neighbour.
TEST_CASE("steady string: a drive with other mounts is no neighbour to start from") {
  BeltDrive held = accessory_drive();
  held.pulleys[kTensioner].mount = FixedMount{};
  const SteadyStringSimulation of_held(held, 0.01);
  const SteadyStringSimulation of_arm(accessory_drive(), 0.01);
  CHECK(history(SteadyStringSimulation(accessory_drive(), 0.01, &of_held)) == history(of_arm));
  CHECK(history(SteadyStringSimulation(held, 0.01, &of_arm)) == history(of_held));
}

TEST_CASE("steady string: all balances of an accessory drive close, for every friction law") {
  const std::vector<FrictionLawConfig> laws{
      ElastoplasticCoulombConfig{.coefficient = 0.9, .stiffness = 1e11},
      RegularisedCoulombConfig{{.friction_coefficient = 0.9, .velocity = 0.02}},
      BristleConfig{.coefficient = {ConstantCoefficient{0.9}}, .stiffness = 1e10, .damping = 1e5},
      DahlConfig{{.friction_coefficient = 0.9, .stiffness = 5e4}},
      LuGreConfig{.coefficient = {ConstantCoefficient{0.9}}, .stiffness = 5e4},
      GmsConfig{.coefficient = {ConstantCoefficient{0.9}}, .elements = {{2e4, 0.5}, {5e4, 0.5}}}};
  for (std::size_t i = 0; i < laws.size(); ++i) {
    CAPTURE(i);
    BeltDrive drive = accessory_drive();
    drive.pulleys[0].motion = PrescribedMotion{TimeFunction(50.0)};
    drive.contact->friction = laws[i];
    drive.pulleys[2].contact = PulleyContact{.normal = PenaltyContact{}, .friction = laws[0]};
    CHECK(StringOptions().objections(drive).empty());
    SteadyStringSimulation simulation(drive, 0.5);
    simulation.advance(0.5);
    for (const Balance& balance : simulation.balances()) {
      CAPTURE(balance.column);
      CHECK(std::abs(value(simulation, balance.column)) < 1e-4);
    }
    const double angle = value(simulation, "mount_position_4 [rad]");
    CHECK(close(value(simulation, "mount_force_4 [N m]"), 30.0 * (angle + 1.2), {.rel = 1e-9}));
    CHECK(close(value(simulation, "axis_x_4 [m]"),
                0.13 + (drive.pulleys[3].center - Eigen::Vector2d(0.13, 0.29)).norm() * std::cos(angle),
                {.rel = 1e-14}));
    for (const SlipZone& zone : simulation.slip_zones()) {
      const PathArc arc = simulation.path_now().arcs()[static_cast<std::size_t>(zone.pulley)];
      CHECK(close(zone.end, arc.start + arc.length(), {.abs = 1e-6}));
      CHECK(zone.direction == (zone.pulley == 0 ? -1 : 1));
    }
  }
}

TEST_CASE("steady string: belt map and profile agree, on the current belt path") {
  BeltDrive drive = accessory_drive();
  std::rotate(drive.pulleys.begin(), drive.pulleys.begin() + 2, drive.pulleys.end());  // the fourth one drives
  SteadyStringSimulation simulation(drive, 0.1);
  simulation.advance(0.4);
  double passed = 0.2 * simulation.flux();  // trapezoidal rule, from rest
  passed += 0.2 * simulation.flux();
  simulation.advance(0.4);
  passed += 0.2 * simulation.flux();
  CHECK(std::abs(simulation.path_now().length() - simulation.path().length()) > 1e-5);
  const BeltMap map = simulation.belt();
  const std::vector<double> sigma = simulation.natural_profile_points();
  CHECK(std::ranges::is_sorted(sigma));
  const std::vector<ProfilePoint> profile = simulation.profile(sigma);
  for (std::size_t i = 0; i < sigma.size(); ++i) {
    const ProfilePoint p = map.at(sigma[i]);
    CAPTURE(sigma[i]);
    CHECK(close(p.force, profile[i].force, {.rel = 1e-9}));
    CHECK(close(p.speed, profile[i].speed, {.rel = 1e-9}));
    CHECK(close(p.traction, profile[i].traction, {.rel = 1e-5, .abs = 1e-4}));
    CHECK(p.contact_state == profile[i].contact_state);
  }
  // The particle that was at σ = 0 has moved on by the flux.
  CHECK(close(std::remainder(map.material(0.0) + passed, drive.reference_length()), 0.0, {.abs = 1e-7}));
}

TEST_CASE("steady string: hub loads are exact: on a closed loop they add up to nothing") {
  BeltDrive drive = accessory_drive();
  std::rotate(drive.pulleys.begin(), drive.pulleys.begin() + 2, drive.pulleys.end());
  SteadyStringSimulation simulation(drive, 0.1);
  simulation.advance(1.0);
  const std::vector<Eigen::Vector2d> loads = *simulation.hub_loads();
  const BeltMap map = simulation.belt();
  const BeltPath path = simulation.path_now();
  Eigen::Vector2d sum = Eigen::Vector2d::Zero();
  double largest = 0.0;
  for (std::size_t k = 0; k < loads.size(); ++k) {
    CAPTURE(k);
    sum += loads[k];
    largest = std::max(largest, loads[k].norm());
    CHECK(close(value(simulation, fmt::format("hub_load_x_{} [N]", k + 1)), loads[k].x(), {.rel = 1e-15}));
    CHECK(close(value(simulation, fmt::format("hub_load_y_{} [N]", k + 1)), loads[k].y(), {.rel = 1e-15}));
    // The balance of momentum over the points of the belt, 40 on an arc, is accurate to second order.
    const PulleyLoad by_points = pulley_load(map, drive, path, k, {.mass_per_length = drive.belt.mass_per_length});
    CHECK((by_points.force - loads[k]).norm() <= 1e-3 * loads[k].norm());
  }
  CHECK(sum.norm() <= 1e-12 * largest);
}

TEST_CASE("steady string: resuming from a checkpoint gives the same motion") {
  const BeltDrive drive = accessory_drive();
  SteadyStringSimulation simulation(drive, 0.25);
  for (const double entry : history(simulation)) CHECK(std::isfinite(entry));
  CHECK(value(simulation, "angular_velocity_3 [rad/s]") == 0.0);
  CHECK(close(value(simulation, "torque_3 [N m]"), 3.0, {.rel = 1e-9}));
  simulation.advance(0.25);
  // Trapezoidal rule over one step from rest.
  CHECK(close(simulation.pulley_states()[2].angle, 0.125 * value(simulation, "angular_velocity_3 [rad/s]"),
              {.rel = 1e-15}));
  CHECK(simulation.pulley_states()[0].angle == 3.125);
  StateWriter writer;
  simulation.save(writer);
  const std::vector<std::uint8_t> bytes = writer.to_cbor();
  SteadyStringSimulation again(drive, 0.25);
  StateReader reader(bytes);
  again.restore(reader);
  CHECK(history(again) == history(simulation));
  simulation.advance(0.25);
  again.advance(0.25);
  CHECK(history(again) == history(simulation));
  CHECK(again.pulley_states()[2].angle == simulation.pulley_states()[2].angle);
}

TEST_CASE("steady string: torques over the speed are those at the speed that the belt gives") {
  BeltDrive drive = accessory_drive();
  drive.pulleys[0].motion = PrescribedMotion{TimeFunction(100.0)};
  drive.pulleys[1].motion = torque({.form = ConstantPower{TimeFunction(-500.0), 5.0}});
  drive.pulleys[2].motion = torque({.form = TorqueTable{.speed = {0.0, 300.0}, .moment = {0.0, -3.0}}});
  drive.pulleys[4].motion = torque({.form = ResistingTorque{TimeFunction(2.0), 10.0}});
  drive.pulleys[3].bearing_damping = 1e-3;
  const SteadyStringSimulation simulation(drive, 0.1);
  const std::vector<PulleyState> states = simulation.pulley_states();
  for (std::size_t k = 1; k < 5; ++k) {
    CAPTURE(k);
    const double moment = drive.pulleys[k].moment(0.0, states[k].angular_velocity);
    CHECK(moment != 0.0);
    CHECK(close(states[k].contact_moment, -moment, {.rel = 1e-9}));
  }
}

TEST_CASE("steady string: an accessory in steady motion is its torques on the pulley, none where it overruns") {
  const BeltDrive loaded = accessory_drive();
  BeltDrive unloaded = loaded;
  unloaded.pulleys[2].motion = FreeMotion{};
  BeltDrive joined = unloaded;
  joined.pulleys[2].accessory = Accessory{.inertia = 3e-3, .driving_direction = TurnSense::counterclockwise};
  joined.pulleys[2].accessory->torques.push_back({AppliedTorque{TimeFunction(-3.0)}});
  BeltDrive overrunning = joined;
  overrunning.pulleys[2].accessory->driving_direction = TurnSense::clockwise;
  const auto at_speed = [](const BeltDrive& drive) {
    SteadyStringSimulation simulation(drive, 0.1);
    simulation.advance(1.5);
    return simulation.pulley_states();
  };
  const std::vector<PulleyState> with = at_speed(joined);
  const std::vector<PulleyState> without = at_speed(overrunning);
  for (std::size_t k = 0; k < with.size(); ++k) {
    CHECK(with[k].angular_velocity == at_speed(loaded)[k].angular_velocity);
    CHECK(without[k].angular_velocity == at_speed(unloaded)[k].angular_velocity);
    CHECK(with[k].accessory.has_value() == (k == 2));
  }
  CHECK(with[2].accessory->torque == 3.0);
  CHECK(with[2].accessory->angular_velocity == with[2].angular_velocity);
  CHECK(without[2].accessory->torque == 0.0);
}

TEST_CASE(
    "steady string: mounts are in equilibrium with springs, stops and weights, or follow their prescribed motion") {
  BeltDrive drive = paper_drive();
  drive.belt.contact_offset = 0.0;
  for (Pulley& p : drive.pulleys) p.radius = 0.1;
  drive.gravity = {0.0, -9.81};
  drive.belt.pretension = StressFreeLength{1.2};
  const auto with_mount = [&drive](PulleyMount mount) {
    drive.pulleys[1].mount = std::move(mount);
    return SteadyStringSimulation(drive, 0.1);
  };
  SUBCASE("a spring, a force and a weight on a slide, loaded or not") {
    const SliderMount slider{.direction = {2.0, -2.0},
                             .suspension = {.inertia = 4.0, .spring = MountSpring{3e4, 0.01}},
                             .force = TimeFunction(800.0)};
    const SteadyStringSimulation simulation = with_mount(slider);
    const double u = value(simulation, "mount_position_2 [m]");
    const double own = 800.0 + 4.0 * 9.81 / std::sqrt(2.0) - 3e4 * (u - 0.01);
    CHECK(close(-value(simulation, "mount_force_2 [N]"), own, {.rel = 1e-9}));
    CHECK(close(value(simulation, "axis_x_2 [m]"), 0.1 * kPi + u / std::sqrt(2.0), {.rel = 1e-14}));
    CHECK(close(value(simulation, "axis_y_2 [m]"), -u / std::sqrt(2.0), {.rel = 1e-14}));
    // The force of the belt on the axis agrees with the balance of its momentum.
    const double along =
        (value(simulation, "hub_load_x_2 [N]") - value(simulation, "hub_load_y_2 [N]")) / std::sqrt(2.0);
    CHECK(close(along, value(simulation, "mount_force_2 [N]"), {.rel = 1e-5}));
  }
  SUBCASE("a stop") {
    const SliderMount slider{.suspension = {.inertia = 4.0, .stops = MountStops{-0.1, -0.002, 1e5, 0.0}},
                             .force = TimeFunction(3000.0)};
    const SteadyStringSimulation simulation = with_mount(slider);
    const double u = value(simulation, "mount_position_2 [m]");
    CHECK(u > -0.002);
    CHECK(close(-value(simulation, "mount_force_2 [N]"), 3000.0 - 1e5 * (u + 0.002), {.rel = 1e-9}));
  }
  SUBCASE("given motions") {
    SteadyStringSimulation moved = with_mount(MovedMount{ramp(0.01), ramp(-0.02)});
    SteadyStringSimulation slid =
        with_mount(SliderMount{.direction = {1.0, -2.0}, .prescribed_displacement = ramp(0.01 * std::sqrt(5.0))});
    for (SteadyStringSimulation* simulation : {&moved, &slid}) simulation->advance(0.5);
    CHECK(value(moved, "axis_y_2 [m]") == -0.01);
    for (const char* column : {"span_force_1 [N]", "angular_velocity_2 [rad/s]", "hub_load_2 [N]"}) {
      CAPTURE(column);
      CHECK(close(value(moved, column), value(slid, column), {.rel = 1e-11}));
    }
    BeltDrive drawn = drive;
    drawn.pulleys[1].mount = FixedMount{};
    drawn.pulleys[1].center += Eigen::Vector2d(0.005, -0.01);
    const SteadyStringSimulation fixed(drawn, 0.1);
    CHECK(close(value(moved, "span_force_1 [N]"), value(fixed, "span_force_1 [N]"), {.rel = 1e-10}));
  }
}

TEST_CASE("steady string: beyond the transmissible torque it stops and keeps its last state") {
  BeltDrive drive = accessory_drive();
  drive.pulleys[0].motion = PrescribedMotion{TimeFunction(100.0)};
  drive.pulleys[2].motion = torque({.form = AppliedTorque{ramp(-60.0)}});
  SteadyStringSimulation simulation(drive, 0.5);
  const std::vector<double> before = history(simulation);
  CHECK_THROWS_WITH_AS(simulation.advance(1.0), doctest::Contains("the belt slips over the whole wrap of pulley"),
                       SolverError);
  CHECK(history(simulation) == before);
  CHECK(simulation.time() == 0.0);
  REQUIRE(simulation.preflight(1.0).size() == 1);
  CHECK(simulation.preflight(1.0)[0].find("the torque of pulley 3") != std::string::npos);
}

TEST_CASE("string options: a drive with mounts may be drawn loose, one with an eccentric pulley is refused") {
  const StringOptions options;
  BeltDrive drive = accessory_drive();
  drive.belt.pretension = StressFreeLength{1.43};
  CHECK(drive.initial_force() < 0.0);
  CHECK(options.objections(drive).empty());
  drive.pulleys[kTensioner].eccentricity = 1e-3;
  const std::vector<std::string> sentences = options.objections(drive);
  REQUIRE(sentences.size() == 1);
  CHECK(sentences[0] == "pulley 4 is eccentric, which is not supported by analytic_string; set its eccentricity to 0");
}

}  // namespace beltdyn::steady_string_mounts_test
