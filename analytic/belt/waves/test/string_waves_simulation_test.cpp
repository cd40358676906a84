// SPDX-License-Identifier: MIT
// A conveyor as a string with mass, through the interface of all belt drives.
#include "analytic/belt/waves/string_waves_simulation.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "analytic/belt/waves/string_waves_of.hpp"
#include "core/drive/belt/test/conveyor_drive.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::string_waves_simulation_test {

using namespace beltdyn::analytic;
using beltdyn::test::Conveyor;

namespace {

const Conveyor kConveyor;
constexpr double kTolerance = 1e-7;  // 100 elements

BeltDrive conveyor(InitialState state, double stiffness) {
  Conveyor other = kConveyor;
  other.stiffness = stiffness;
  BeltDrive drive = other.drive();
  drive.initial_state = state;
  return drive;
}

BeltDrive mirrored(BeltDrive drive) {
  drive.direction = LoopDirection::counterclockwise;
  for (Pulley& pulley : drive.pulleys) pulley.center.x() *= -1.0;
  std::get<PrescribedMotion>(drive.pulleys[0].motion).angular_velocity =
      TimeFunction(kConveyor.speed / kConveyor.radius);
  std::get<SliderMount>(drive.pulleys[1].mount).direction.x() *= -1.0;
  return drive;
}

double value(StringWavesSimulation& simulation, const std::string& column) {
  return simulation.history().value(column);
}

}  // namespace

// As for the steady string, by hand for an inextensible belt.
TEST_CASE("conveyor with waves: a running start keeps the forces of the main resistances, the lift and the feed") {
  const double stiffness = 1e10;
  StringWavesSimulation simulation(conveyor(InitialState::running, stiffness), 0.1, kTolerance);
  const double at_tail = 0.5 * kConveyor.pull() + kConveyor.belt * kConveyor.speed * kConveyor.speed;
  const double slack =
      at_tail - kConveyor.return_resistance() * kConveyor.run + kConveyor.belt * kConveyor.gravity * kConveyor.lift;
  const double fed = at_tail + kConveyor.load * kConveyor.speed * kConveyor.speed;
  const double driving = (kConveyor.carrying_resistance() + kConveyor.return_resistance()) * kConveyor.run +
                         kConveyor.load * kConveyor.gravity * kConveyor.lift +
                         kConveyor.load * kConveyor.speed * kConveyor.speed;
  // The weight of the belt on the pulleys, 2 R ρA g, and a strain of 7e-6 of forces of 70 kN.
  const double weight = 2.0 * kConveyor.radius * kConveyor.belt * kConveyor.gravity;
  for (int i = 0; i < 5; ++i) {
    CHECK(close(value(simulation, "span_entry_force_1"), slack, {.abs = weight + 2.0}));
    CHECK(close(value(simulation, "span_exit_force_1"), at_tail, {.abs = weight + 2.0}));
    CHECK(close(value(simulation, "span_entry_force_2"), fed, {.abs = weight + 2.0}));
    CHECK(close(value(simulation, "drive_torque_1"), -driving * kConveyor.radius, {.abs = (weight + 2.0) * 0.4}));
    CHECK(close(value(simulation, "hub_load_2"), kConveyor.pull(), {.abs = weight + 2.0}));
    const double pull = 0.5 * kConveyor.pull();
    CHECK(close(value(simulation, "span_sag_2"), kConveyor.sag(kConveyor.load, pull), {.rel = (weight + 2.0) / pull}));
    // The idle pulley turns with the belt, whose speed changes by strains.
    CHECK(close(value(simulation, "angular_velocity_2"), -kConveyor.speed / kConveyor.radius, {.rel = 1e-5}));
    simulation.advance(2.0);
  }
}

// Power of the resistance w v L, of the lift of the load, and of the feed m_L v³.
TEST_CASE("conveyor with waves: the power of a run is that of resistance, lift and feed") {
  StringWavesSimulation simulation(conveyor(InitialState::running, 1e10), 0.1, kTolerance);
  const double carried = kConveyor.speed * (kConveyor.carrying_resistance() * kConveyor.run +
                                            kConveyor.load * kConveyor.gravity * kConveyor.lift +
                                            kConveyor.load * kConveyor.speed * kConveyor.speed);
  simulation.advance(2.0);
  CHECK(close(value(simulation, "span_power_2"), carried, {.rel = 1e-3}));
  CHECK(close(value(simulation, "span_power_1"), kConveyor.speed * kConveyor.return_resistance() * kConveyor.run,
              {.rel = 1e-3}));
}

// The head slows down for 0.2 s: a drop of the force runs along the carrying run.
TEST_CASE("conveyor with waves: the sag is that of the least force on the run, wherever it is") {
  constexpr double kDrop = 0.9;  // of the speed [m/s]
  BeltDrive drive = conveyor(InitialState::running, 2e7);
  const double full = -kConveyor.speed / kConveyor.radius;
  const double slow = -(kConveyor.speed - kDrop) / kConveyor.radius;
  drive.pulleys[0].motion = PrescribedMotion{
      TimeFunction(TimeFunction::PiecewiseLinear{.time = {0.0, 0.1, 0.3, 0.4}, .value = {full, slow, slow, full}})};
  StringWavesSimulation simulation(drive, 0.1, kTolerance);
  simulation.advance(1.2);
  const double mass = kConveyor.belt + kConveyor.load;
  double largest = 0.0;
  const PathSpan& span = simulation.path().spans()[1];
  std::vector<double> sigma;
  constexpr int kPoints = 2000;
  for (int i = 1; i < kPoints; ++i) sigma.push_back(span.start + span.length * i / kPoints);
  for (const ProfilePoint& point : simulation.profile(sigma)) {
    largest = std::max(largest, kConveyor.sag(kConveyor.load, point.force - mass * point.speed * point.speed));
  }
  const double momentum = mass * kConveyor.speed * kConveyor.speed;
  CHECK(largest > 1.1 * kConveyor.sag(kConveyor.load, value(simulation, "span_entry_force_2") - momentum));
  // The mass of the stretched belt, which is a fifth of all, and the plateau of the drop between two points.
  CHECK(close(value(simulation, "span_sag_2"), largest, {.rel = 2e-3}));
}

// dx/dm is the stretch 1 + ε; the forces of a run are almost linear, so that its mean is that of the ends.
TEST_CASE("conveyor with waves: particles of a run are apart by their unstretched distance and the strain") {
  StringWavesSimulation simulation(conveyor(InitialState::running, 2e7), 0.1, kTolerance);
  simulation.advance(0.8);
  const BeltMap belt = simulation.belt();
  int n = 0;
  for (std::size_t i = 1; i < belt.points().size(); ++i) {
    const BeltPoint& a = belt.points()[i - 1];
    const BeltPoint& b = belt.points()[i];
    const double apart = (b.position - a.position).norm();
    if (apart < 0.1 * kConveyor.radius || belt.contacts()[i].pulley >= 0 || belt.contacts()[i - 1].pulley >= 0)
      continue;
    const double stretch = 1.0 + 0.5 * (a.strain + b.strain);
    // A tenth of the strain, which is 4e-3.
    CHECK(close(apart / (b.material - a.material), stretch, {.abs = 4e-4}));
    ++n;
  }
  CHECK(n > 50);
}

TEST_CASE("conveyor with waves: a mirror turns nothing but signs, also where waves run and the belt slips") {
  for (const double friction : {0.35, 0.1}) {
    BeltDrive drive = conveyor(InitialState::rest, 2e7);
    drive.contact->friction = coulomb(friction);
    StringWavesSimulation right(drive, 0.1, kTolerance);
    StringWavesSimulation left(mirrored(drive), 0.1, kTolerance);
    right.advance(0.8);
    left.advance(0.8);
    CHECK(value(right, "span_speed_2") == 0.0);
    CHECK(std::abs(value(right, "span_exit_force_2") - value(right, "span_entry_force_2")) > 1000.0);
    for (const char* column : {"span_entry_force_1", "span_exit_force_2", "span_power_2", "mount_position_2",
                               "slip_arc_1", "slip_power_1", "least_force"}) {
      CAPTURE(column);
      CHECK(close(value(left, column), value(right, column), {.rel = 1e-11, .abs = 1e-11}));
    }
    CHECK(close(value(left, "drive_torque_1"), -value(right, "drive_torque_1"), {.rel = 1e-11}));
  }
}

TEST_CASE("conveyor with waves: an axis moves at the rate of its place, prescribed or on a suspension") {
  constexpr double kTime = 1.0;   // [s]
  constexpr double kRate = 0.01;  // [m/s]
  constexpr double kTight = 5e4;  // instead of the force of the take-up [N]
  for (const bool is_given : {true, false}) {
    CAPTURE(is_given);
    BeltDrive drive = conveyor(InitialState::running, 2e7);
    auto& slider = std::get<SliderMount>(drive.pulleys[1].mount);
    const double outwards = slider.direction.x();
    if (is_given) {
      slider.prescribed_displacement =
          TimeFunction(TimeFunction::PiecewiseLinear{.time = {0.0, 10.0}, .value = {0.0, 10.0 * kRate}});
      drive.belt.pretension = PretensionForce{.force = kTight};
      drive.find_belt_length();
    }
    StringWavesSimulation simulation(drive, 0.1, kTolerance);
    const auto mount = [&] { return *simulation.pulley_states()[1].mount; };
    simulation.advance(kTime);
    const auto before = mount();
    simulation.advance(0.1);
    const auto behind = mount();
    if (is_given) CHECK(close(before.axis_velocity.x(), outwards * kRate, {.rel = 1e-14}));
    // The trapezoidal rule, exact for a constant velocity; a take-up that starts to run moves by steps of the motion.
    const double travelled = 0.05 * (before.axis_velocity.x() + behind.axis_velocity.x());
    CHECK(close(behind.axis.x() - before.axis.x(), travelled, {.abs = is_given ? 1e-14 : 1e-6}));
  }
}

// Stick with the force of arrival, then a slip arc ln(T₁/T₂)/μ.
TEST_CASE("conveyor with waves: the slip arc of the head is that of Euler and Eytelwein, with its margin and power") {
  StringWavesSimulation simulation(conveyor(InitialState::running, 2e7), 0.1, kTolerance);
  simulation.advance(1.0);
  const double momentum = kConveyor.belt * std::pow(kConveyor.speed, 2);
  const double arriving = value(simulation, "span_exit_force_2") - momentum;
  const double leaving = value(simulation, "span_entry_force_1") - momentum;
  const double arc = std::log(arriving / leaving) / 0.35;
  // Ends of zones lie between two of 40 points on the pulley.
  CHECK(close(value(simulation, "slip_arc_1"), arc, {.rel = 0.01}));
  const double pressed = arriving * (std::acos(-1.0) - arc) + (arriving - leaving) / 0.35;
  CHECK(close(value(simulation, "slip_margin_1"), 1.0 - (arriving - leaving) / (0.35 * pressed), {.abs = 0.01}));
  CHECK(close(value(simulation, "slip_power_1"), kConveyor.speed * std::pow(arriving - leaving, 2) / (2.0 * 2e7),
              {.rel = 0.02}));
}

TEST_CASE("conveyor with waves: says what is neglected, and where the belt is fast against its waves") {
  const StringWavesSimulation slow(conveyor(InitialState::rest, 2e7), 0.1, kTolerance);
  CHECK(slow.preflight(1.0).size() == 1);
  const StringWavesSimulation fast(conveyor(InitialState::rest, 2e6), 0.1, kTolerance);
  const std::vector<std::string> warnings = fast.preflight(1.0);
  REQUIRE(warnings.size() == 2);
  CHECK(warnings[1].starts_with("the belt runs at up to 4 m/s, waves along it at 134.8 m/s"));
  BeltDrive light = conveyor(InitialState::rest, 2e7);
  light.belt.mass_per_length = 0.0;
  CHECK(string_waves_objections(light, "F") ==
        std::vector<std::string>{
            "F follows waves along a belt with runs, but its mass_per_length is 0; give the belt its mass"});
}

}  // namespace beltdyn::string_waves_simulation_test
