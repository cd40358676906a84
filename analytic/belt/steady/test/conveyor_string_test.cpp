// SPDX-License-Identifier: MIT
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "analytic/belt/steady/steady_string_simulation.hpp"
#include "core/base/error.hpp"
#include "core/drive/belt/test/conveyor_drive.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::conveyor_string_test {

using namespace beltdyn::analytic;
using beltdyn::test::Conveyor;

namespace {

const Conveyor kConveyor;
const double kResistance = kConveyor.carrying_resistance();
const double kReturnResistance = kConveyor.return_resistance();

BeltDrive conveyor(double stiffness) {
  Conveyor soft = kConveyor;
  soft.stiffness = stiffness;
  return soft.drive();
}

}  // namespace

// By hand, for an inextensible belt: from the head to the tail the force grows by the resistance and falls by the
// weight of the belt; the feed adds m_L v²; up to the head the force grows by resistance and weight.
TEST_CASE("conveyor as a string: a stiff belt has the forces of the main resistances, the lift and the feed") {
  const double stiffness = 1e10;
  const SteadyStringSimulation simulation(conveyor(stiffness), 1.0);
  // The take-up holds the force of the belt minus its momentum flow.
  const double at_tail = 0.5 * kConveyor.pull() + kConveyor.belt * kConveyor.speed * kConveyor.speed;
  const double slack =
      at_tail - kReturnResistance * kConveyor.run + kConveyor.belt * kConveyor.gravity * kConveyor.lift;
  const double fed = at_tail + kConveyor.load * kConveyor.speed * kConveyor.speed;
  const double tight =
      fed + kResistance * kConveyor.run + (kConveyor.belt + kConveyor.load) * kConveyor.gravity * kConveyor.lift;
  const double driving = (kResistance + kReturnResistance) * kConveyor.run +
                         kConveyor.load * kConveyor.gravity * kConveyor.lift +
                         kConveyor.load * kConveyor.speed * kConveyor.speed;
  // A strain of 7e-6, relative to the forces that it affects: the feed twice, the weight of the belt once.
  const double stretch = 2.0 * tight / stiffness;
  CHECK(close(simulation.history().value("span_entry_force_1"), slack, {.rel = stretch}));
  CHECK(close(simulation.history().value("span_exit_force_1"), at_tail, {.rel = stretch}));
  CHECK(close(simulation.history().value("span_entry_force_2"), fed, {.rel = stretch}));
  CHECK(close(simulation.history().value("span_exit_force_2"), tight, {.rel = stretch}));
  CHECK(close(simulation.history().value("drive_torque_1"), -driving * kConveyor.radius, {.rel = stretch}));
  // With cos δ = 1 these sums are 30000 N of slack force and 38047.88 N of driving force; the difference of 5e-5 is the
  // slope.
  // The force is least where the carrying run begins, and at the head of the return run. Momentum bears no weight: the
  // sag of the carrying run depends on the take-up alone.
  const double momentum = kConveyor.belt * kConveyor.speed * kConveyor.speed;
  CHECK(close(simulation.history().value("span_sag_2"), kConveyor.sag(kConveyor.load, 0.5 * kConveyor.pull()),
              {.rel = stretch}));
  CHECK(close(simulation.history().value("span_sag_1"), kConveyor.sag(0.0, slack - momentum), {.rel = stretch}));
  const double of_tail = 0.5 * (kConveyor.pull() - kConveyor.take_up);
  CHECK(close(slack - of_tail - kConveyor.belt * kConveyor.speed * kConveyor.speed, 30000.0, {.abs = 0.2}));
  CHECK(close(driving, 38047.88, {.abs = 1.3}));
}

// A usual belt: the load leaves at another speed than it enters, and the belt is lighter where it is tight.
TEST_CASE("conveyor as a string: momentum of a belt that stretches") {
  const SteadyStringSimulation simulation(conveyor(2e7), 1.0);
  const FrictionLoopMotion& m = simulation.motion();
  const double flux = m.flux;
  const auto speed_at = [flux](double force) { return flux * (1.0 + force / 2e7); };
  const double v_0 = speed_at(simulation.history().value("span_entry_force_2"));
  const double v_1 = speed_at(simulation.history().value("span_exit_force_2"));
  // The reference length of a run by Simpson's rule, with forces of the profile, which are almost linear.
  const BeltPath path = simulation.path_now();
  const auto material = [&](std::size_t span) {
    const PathSpan& at = path.spans()[span];
    std::vector<double> places;
    for (const double part : {1e-9, 0.25, 0.5, 0.75, 1.0 - 1e-9}) places.push_back(at.start + part * at.length);
    const std::vector<ProfilePoint> points = simulation.profile(places);
    const auto inverse = [&points](std::size_t i) { return 1.0 / (1.0 + points[i].strain); };
    return at.length / 12.0 * (inverse(0) + 4.0 * inverse(1) + 2.0 * inverse(2) + 4.0 * inverse(3) + inverse(4));
  };
  const double length = path.spans()[1].length;
  const double lift = length * kConveyor.lift / kConveyor.run;
  const double belt_weight =
      kConveyor.belt * kConveyor.gravity * kConveyor.lift / kConveyor.run * (material(1) - material(0));
  const double driving = (kResistance + kReturnResistance) * length + kConveyor.load * kConveyor.gravity * lift +
                         kConveyor.load * v_0 * v_1 + belt_weight;
  CHECK(close(simulation.history().value("drive_torque_1"), -driving * kConveyor.radius, {.rel = 1e-9}));
  CHECK(close(simulation.history().value("torque_2"), 0.0, {.abs = 1e-6 * kConveyor.radius}));
  CHECK(close(speed_at(simulation.history().value("span_exit_force_2")), kConveyor.speed, {.rel = 1e-9}));
  // The take-up holds both strands, minus the force that turns the belt around the tail.
  CHECK(close(2.0 * (simulation.history().value("span_exit_force_1") - kConveyor.belt * flux * v_0), kConveyor.pull(),
              {.rel = 1e-6}));
  CHECK(std::abs(simulation.history().value("balance_power")) < 1e-9);
  for (const char* balance : {"balance_length", "balance_mass_flow", "balance_torque_1", "balance_torque_2"}) {
    CAPTURE(balance);
    CHECK(std::abs(simulation.history().value(balance)) < simulation.balance_tolerances().length);
  }
  // The power from the head to the belt goes into the runs, except for its slip.
  const double given = simulation.history().value("drive_torque_1") * simulation.history().value("angular_velocity_1");
  const double runs = simulation.history().value("span_power_1") + simulation.history().value("span_power_2");
  CHECK(close(given, runs + simulation.history().value("slip_power_1"), {.rel = 1e-6}));
}

TEST_CASE("conveyor as a string: gross slip is found with the load on the belt") {
  BeltDrive drive = conveyor(2e7);
  drive.contact->friction = coulomb(0.2);  // e^(0.2 π) = 1.87 < 68/30
  CHECK_THROWS_AS(SteadyStringSimulation(drive, 1.0), SolverError);
}

TEST_CASE("conveyor as a string: a mirror turns nothing but signs") {
  const SteadyStringSimulation right(conveyor(2e7), 1.0);
  BeltDrive drive = conveyor(2e7);
  drive.direction = LoopDirection::counterclockwise;
  for (Pulley& pulley : drive.pulleys) pulley.center.x() *= -1.0;
  std::get<PrescribedMotion>(drive.pulleys[0].motion).angular_velocity =
      TimeFunction(kConveyor.speed / kConveyor.radius);
  std::get<SliderMount>(drive.pulleys[1].mount).direction.x() *= -1.0;
  const SteadyStringSimulation left(drive, 1.0);
  for (const char* column : {"span_entry_force_1", "span_exit_force_2", "span_power_2"}) {
    CHECK(close(left.history().value(column), right.history().value(column), {.rel = 1e-12}));
  }
}

}  // namespace beltdyn::conveyor_string_test
