// SPDX-License-Identifier: MIT
#include "eulerian/ale/steady/steady_belt.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/base/error.hpp"
#include "core/drive/friction_laws.hpp"
#include "core/numerics/close.hpp"
#include "eulerian/ale/ale_simulation.hpp"
#include "eulerian/ale/steady/steady_drive.hpp"
#include "eulerian/ale/steady/steady_system.hpp"
#include "eulerian/ale/test/small_belt.hpp"

namespace beltdyn::eulerian::ale::steady_belt_test {
namespace {

// Corrections at the end of Newton's method, relative to speeds [-].
constexpr double kSolved = 1e-7;

AleParameters small_parameters() {
  return {.mesh = {.elements_per_pulley = 16, .elements_per_span = 2}, .analysis = Analysis::steady, .time_step = 0.1};
}

// The moment of the second pulley grows by 1 N m per second. The pretension of 20 N transmits 2 N r tanh(mu
// pi/2) = 0.61 N m.
BeltDrive slowly_loaded(double sense = 1.0) {
  BeltDrive drive = loaded_drive(small_drive(), sense * 10.0, 0.0);
  const TimeFunction ramp(TimeFunction::PiecewiseLinear{.time = {0.0, 10.0}, .value = {0.0, -10.0 * sense}});
  drive.pulleys[1].motion.emplace<TorqueMotion>().torques.push_back({AppliedTorque{ramp}});
  return drive;
}

// A drive from a small pulley to a large one, with a string as the belt.
BeltDrive overrunning_drive() {
  BeltDrive drive = small_drive();
  drive.gravity.setZero();
  drive.pulleys[0].radius = 0.06;
  drive.pulleys[1].radius = 0.11;
  drive.pulleys[1].center = {0.3, 0.0};
  drive.belt.axial_stiffness = 9000.0;
  drive.belt.bending_stiffness = 0.0;
  drive.belt.mass_per_length = 0.4;
  drive.belt.width = 0.03;
  drive.belt.contact_offset = 0.0;
  drive.belt.axial_damping = 0.0;
  drive.contact = PulleyContact{.normal = PenaltyContact{.stiffness_per_area = 2e10},
                                .friction = ElastoplasticCoulombConfig{.coefficient = 0.4, .stiffness = 2e10}};
  return drive;
}

// A loaded belt with bending stiffness on rigid pulleys.
BeltDrive bent_drive() {
  BeltDrive drive = loaded_drive(small_drive(), 10.0, -0.2);
  drive.gravity.setZero();
  drive.belt.bending_stiffness = 2e-3;
  drive.belt.contact_offset = 0.0;
  drive.belt.axial_damping = 0.0;
  drive.contact = PulleyContact{.normal = RigidContact{}, .friction = CoulombConfig{.coefficient = 0.4}};
  return drive;
}

}  // namespace

// The loss of pulleys is a thousandth of their power, so that power taken up by contact springs would be visible, as
// where pressure peaks extend over few points.
TEST_CASE("Steady ALE belt: contacts take up no power, so pulleys lose what slips, on any mesh") {
  for (const int elements : {4, 8, 16, 32}) {
    CAPTURE(elements);
    AleParameters parameters = small_parameters();
    parameters.mesh.elements_per_pulley = elements;
    const SteadySimulation simulation(bent_drive(), parameters);
    CHECK(simulation.history().value("slip_power_1") > 0.0);
    CHECK(std::abs(simulation.history().value("balance_losses")) < 1e3 * kSolved);
  }
}

// Fronts pass some contact points in an iteration, and the initial shape of a belt does not suit the stiff contacts of
// a fine mesh.
TEST_CASE("Steady ALE belt: a belt that bends has its motion on fine meshes, to which coarse ones converge") {
  BeltDrive drive = bent_drive();
  drive.pulleys[1].mount =
      SliderMount{.direction = {1.0, 0.2}, .suspension = {.inertia = 1.0, .spring = MountSpring{2e3, 0.02}}};
  std::vector<double> places;
  for (const int elements : {24, 48, 96, 192}) {
    CAPTURE(elements);
    AleParameters parameters = small_parameters();
    parameters.mesh = {.elements_per_pulley = elements, .elements_per_span = elements / 6};
    SteadyDrive belt(drive, parameters);
    belt.solve(0.0);
    CHECK(belt.belt().grips());
    places.push_back(belt.mount_position(1));
  }
  for (std::size_t i = 1; i + 1 < places.size(); ++i) {
    CAPTURE(i);
    CHECK(std::abs(places[i + 1] - places[i]) < 0.7 * std::abs(places[i] - places[i - 1]));
  }
}

TEST_CASE("Steady ALE belt: the belt carries the moment, at the cost of creep") {
  BeltDrive drive = slowly_loaded();
  drive.gravity.setZero();
  drive.belt.friction_at = FrictionPlace::center_line;
  std::get<PenaltyContact>(drive.contact->normal).stiffness_per_area = 1e9;
  SteadyBelt belt(drive, small_parameters());
  double slower = 10.0;
  for (const double moment : {0.1, 0.2, 0.4}) {
    CAPTURE(moment);
    belt.solve(moment);
    CHECK(close(belt.moments()[1], moment, {.abs = 1e-9}));
    CHECK(belt.moments()[0] < -moment);
    CHECK(belt.speeds()[0] == 10.0);
    CHECK(belt.speeds()[1] < slower);
    slower = belt.speeds()[1];
    // The strain causes 1 - lambda2/lambda1 = (N1 - N2)/(EA lambda1) with N1 - N2 = M/R, R the radius of the centre
    // line and lambda1 = 1 within 0.5 %; by penetration the belt runs on a radius smaller by 0.05 %. On each pulley
    // bristles lag by at most their deflection at the friction limit, mu N/R/(K w) = 4e-5 m, on the 0.16 m of an arc.
    const double creep = 1.0 - slower / 10.0;
    const double strain = moment / 0.051 / 1000.0;
    CHECK(creep > 0.994 * strain);
    CHECK(creep < 1.006 * strain + 2.0 * 4e-5 / 0.16);
  }
}

TEST_CASE("Steady ALE belt: a moment beyond the transmissible one is rejected, and the last state is kept") {
  SteadyBelt belt(slowly_loaded(), small_parameters());
  belt.solve(0.3);
  const auto before = bytes_of(belt);
  const double flux = belt.flux();
  const numerics::AlignedVector q = belt.equations().arrays().q;
  std::string reason;
  try {
    belt.solve(0.9);
  } catch (const SolverError& error) {
    reason = error.what();
  }
  CHECK(reason.find("gross slip") != std::string::npos);
  CHECK(belt.flux() == flux);
  CHECK(belt.equations().arrays().q == q);
  SteadyBelt again(slowly_loaded(), small_parameters());
  restore_from(before, again);
  CHECK(again.speeds() == belt.speeds());
  CHECK(again.moments() == belt.moments());
  CHECK(again.equations().arrays().contacts == belt.equations().arrays().contacts);
  belt.solve(0.31);
  again.solve(0.31);
  CHECK(again.speeds() == belt.speeds());
  CHECK(again.equations().arrays().q == belt.equations().arrays().q);
}

TEST_CASE("Steady ALE belt: restored from rest it is at rest, and from motion in the same motion") {
  BeltDrive drive = small_drive();
  const TimeFunction speed(TimeFunction::PiecewiseLinear{.time = {1.0, 2.0}, .value = {0.0, 10.0}});
  drive.pulleys[0].motion = PrescribedMotion{speed};
  SteadyBelt belt(drive, small_parameters());
  for (const double time : {0.5, 1.5, 2.0, 0.2}) {
    CAPTURE(time);
    belt.solve(time);
    SteadyBelt other(drive, small_parameters());
    other.solve(1.7);  // must have no influence
    restore_from(bytes_of(belt), other);
    CHECK(bytes_of(other) == bytes_of(belt));
    CHECK(other.moments() == belt.moments());
    CHECK(other.equations().arrays().q == belt.equations().arrays().q);
    CHECK((belt.flux() == 0.0) == (time < 1.0));
  }
}

TEST_CASE("Steady ALE belt: a restored belt resumes with bit-identical output, whenever it was saved") {
  SteadyBelt whole(slowly_loaded(), small_parameters());
  for (int instant = 1; instant <= 6; ++instant) {
    CAPTURE(instant);
    whole.solve(0.05 * instant);
    SteadyBelt resumed(slowly_loaded(), small_parameters());
    restore_from(bytes_of(whole), resumed);
    SteadyBelt onwards(slowly_loaded(), small_parameters());
    for (int past = 1; past <= instant + 2; ++past) onwards.solve(0.05 * past);
    for (int next = instant + 1; next <= instant + 2; ++next) resumed.solve(0.05 * next);
    CHECK(bytes_of(resumed) == bytes_of(onwards));
  }
}

TEST_CASE("Steady ALE belt: reversed or mirrored, it gives the same results") {
  BeltDrive level = slowly_loaded();
  level.gravity.setZero();
  SteadyBelt belt(level, small_parameters());
  belt.solve(0.4);
  BeltDrive reversed = slowly_loaded(-1.0);
  reversed.gravity.setZero();
  SteadyBelt backwards(reversed, small_parameters());
  backwards.solve(0.4);
  CHECK(close(backwards.flux(), -belt.flux(), {.rel = kSolved}));
  // Mirrored: upside down, clockwise.
  BeltDrive image = slowly_loaded(-1.0);
  image.direction = LoopDirection::clockwise;
  image.gravity.setZero();
  SteadyBelt mirrored(image, small_parameters());
  mirrored.solve(0.4);
  CHECK(close(mirrored.flux(), belt.flux(), {.rel = kSolved}));
  for (const SteadyBelt* other : {&backwards, &mirrored}) {
    for (std::size_t p = 0; p < 2; ++p) {
      CHECK(close(other->speeds()[p], -belt.speeds()[p], {.rel = kSolved}));
      // Moments per radius are differences of forces of EA: 1e-7 of 1000 N at 0.05 m.
      CHECK(close(other->moments()[p], -belt.moments()[p], {.abs = kSolved * 1000.0 * 0.05}));
    }
  }
}

TEST_CASE("Steady ALE belt: for every law the Jacobian solves for the change that a step makes") {
  // A small change of places, flux and speed, too small to change stick into slip at a contact point, changes the
  // residual by the Jacobian times the change. Solving for it returns the change, except in the memory, which follows
  // from the rest.
  const contact::StribeckCurve::Parameters falling{
      .static_coefficient = 0.3, .kinetic_coefficient = 0.2, .velocity = 0.05};
  const std::vector<FrictionLawConfig> laws{
      ElastoplasticCoulombConfig{.coefficient = 0.2, .stiffness = 1e8, .damping = 1e4},
      RegularisedCoulombConfig{
          {.friction_coefficient = 0.2, .velocity = 0.05, .form = contact::Regularisation::hyperbolic}},
      DahlConfig{{.friction_coefficient = 0.2, .stiffness = 1e3}},
      BlimanSorineConfig{{.friction_coefficient = 0.2, .excess = 0.1, .distance = 1e-3, .ratio = 0.3}},
      LuGreConfig{.coefficient = {falling}, .stiffness = 1e3, .damping = 0.1, .viscosity = 0.1},
      GmsConfig{.coefficient = {falling}, .elements = {{1e3, 0.5}, {3e3, 0.5}}, .attraction = 20.0, .viscosity = 0.1}};
  for (const FrictionLawConfig& law : laws) {
    CAPTURE(law.index());
    BeltDrive drive = loaded_drive(small_drive(), 10.0, -0.1);
    drive.contact->friction = law;
    SteadyBelt belt(drive, small_parameters());
    belt.solve(0.0);
    AleEquations equations(drive, small_parameters());
    equations.arrays().q = belt.equations().arrays().q;
    SteadySystem system(equations, 1);
    system.set_loads({.friction = equations.model().laws.friction, .time = 0.0, .speeds = belt.speeds()});
    const Eigen::VectorXd x = system.pack(belt.flux());
    Eigen::VectorXd perturbation = Eigen::VectorXd::Zero(x.size());
    const int n = equations.model().mesh.size();
    const auto stride = (x.size() - 2) / n;  // one flux, one free speed
    for (int e = 0; e < n; ++e) {
      for (int c = 0; c < 4; ++c) perturbation[stride * e + c] = 1e-11 * std::sin(1.3 * e + 2.1 * c);
    }
    perturbation[stride * n] = 1e-8;
    perturbation[stride * n + 1] = -2e-8;
    Eigen::VectorXd ahead;
    Eigen::VectorXd back;
    REQUIRE(system.evaluate(x + perturbation, ahead));
    REQUIRE(system.evaluate(x - perturbation, back));
    const Eigen::VectorXd change = 0.5 * (ahead - back);
    REQUIRE(system.evaluate(x, back));
    REQUIRE(system.factorise(x));
    Eigen::VectorXd found;
    system.solve(change, found);
    Eigen::VectorXd error = found - perturbation;
    for (int e = 0; e < n; ++e) {
      for (auto c = 4; c < stride; ++c) error[stride * e + c] = 0.0;
    }
    // Rounding of forces of EA, 1e-13 of 1000 N, compared with changes of 1e-7 N by the displacements.
    CHECK(system.size(error) < 1e-3 * system.size(perturbation));
  }
}

TEST_CASE("Steady ALE belt: around three pulleys, one at its back") {
  SteadyBelt belt(loaded_drive(serpentine_drive(), 10.0, -0.1), small_parameters());
  belt.solve(0.0);
  CHECK(close(belt.moments()[1], 0.1, {.abs = 1e-9}));
  CHECK(close(belt.moments()[2], 0.0, {.abs = 1e-9}));
  // The idle outside pulley runs with the belt, whose centre line is 1 mm outside of all surfaces; creep is 2 N over
  // 1000 N.
  CHECK(belt.speeds()[2] < 0.0);
  CHECK(close(belt.speeds()[2], -10.0 * 0.051 / 0.031, {.rel = 0.05}));
  // Power flows from the driver to the other pulleys and to friction.
  CHECK(belt.moments()[0] * 10.0 + belt.moments()[1] * belt.speeds()[1] < 0.0);
}

// A string transmits the moment at R₁ ω₁ λ₂/λ₁, so that the fraction (λ₁ − λ₂)/λ₁ = (N₁ − N₂)/(EA λ₁) of the power is
// lost by slip, whichever pulley is driven.
TEST_CASE("Steady ALE belt: the efficiency is the transmitted power ratio, given by the speeds") {
  AleParameters parameters = small_parameters();
  parameters.mesh = {.elements_per_pulley = 32, .elements_per_span = 4};
  for (const double moment : {-3.0, 3.0}) {
    CAPTURE(moment);
    SteadySimulation simulation(loaded_drive(overrunning_drive(), 120.0, moment), parameters);
    const std::vector<std::string> columns = simulation.history_columns();
    std::vector<double> values(columns.size());
    simulation.history_values(values);
    const auto found = std::find(columns.begin(), columns.end(), "efficiency [-]");
    REQUIRE(found != columns.end());
    const double loss = 1.0 - values[static_cast<std::size_t>(found - columns.begin())];
    // λ is 1 within 0.5 %; the bound for penetration is its effect on the ratio of the radii, 6.5e-5.
    CHECK(close(loss, 3.0 / 0.11 / 9000.0, {.rel = 5e-2, .abs = 6.5e-5}));
  }
}

TEST_CASE(
    "Steady ALE belt: on a pulley the belt is accelerated towards the axis by its speed squared over the radius") {
  BeltDrive drive = loaded_drive(small_drive(), 10.0, -0.1);
  drive.gravity.setZero();
  // Stretched by 1.03: the flux is 3 % lower than the belt speed.
  drive.belt.pretension = StressFreeLength{drive.path().length() / 1.03};
  const PathArc arc = drive.path().arcs()[1];
  AleParameters parameters = small_parameters();
  parameters.mesh.elements_per_pulley = 32;
  const BeltMap belt = SteadySimulation(drive, parameters).belt();
  const auto points = belt.points();
  // A belt pressed in by δ R, on rails that keep the lengths of slopes, has errors of second derivatives of some 3 δ,
  // here 1.7 %, at the nodes, and opposite ones in the middles of elements. Simpson's rule gives the mean of an
  // element.
  int n = 0;
  for (std::size_t node = 0; node + 1 < points.size(); node += 2) {
    // The middle half of the arc, away from the bending layers.
    if (std::abs(belt.sigma()[node] - arc.start - 0.5 * arc.length()) > 0.25 * arc.length()) continue;
    ++n;
    const auto of_expected = [&](const BeltPoint& point) {
      const Eigen::Vector2d from_axis = point.position - arc.center;
      return -point.acceleration.dot(from_axis) / (point.speed * point.speed);
    };
    CHECK(close((of_expected(points[node]) + 2.0 * of_expected(points[node + 1])) / 3.0, 1.0, {.abs = 5e-3}));
  }
  CHECK(n > 10);
}

TEST_CASE("Steady ALE belt: a load that drives is braked by creep, not run away with") {
  // At 3 N m Newton's method first finds the belt that runs away with the load.
  const BeltDrive drive = overrunning_drive();
  AleParameters parameters = small_parameters();
  parameters.mesh = {.elements_per_pulley = 32, .elements_per_span = 4};
  for (const double moment : {-3.0, 1.0, 3.0, 5.0}) {
    CAPTURE(moment);
    SteadyBelt belt(loaded_drive(drive, 120.0, moment), parameters);
    belt.solve(0.0);
    // A last correction of the stretch by 1e-8 is EA R times that: 1e-5 N m.
    CHECK(close(belt.moments()[1], -moment, {.abs = 1e-5}));
    CHECK_FALSE(belt.slips_through(0));
    CHECK_FALSE(belt.slips_through(1));
    // 1 - lambda2/lambda1 = (N1 - N2)/(EA lambda1), where lambda1 is 1 within 0.5 %; penetration, N/(R k w), changes
    // the ratio of the radii by up to 200 N/(k w) (1/R1^2 - 1/R2^2) = 6.5e-5.
    const double creep = 1.0 - belt.speeds()[1] * 0.11 / (120.0 * 0.06);
    CHECK(close(creep, -moment / 0.11 / 9000.0, {.rel = 5e-3, .abs = 6.5e-5}));
  }
}

TEST_CASE("Steady ALE belt: so is one on friction that creeps") {
  // At 5 N m Newton's method first finds the belt that runs away. In addition to the creep by strain, friction of 5 N m
  // needs at most the velocity of the law, relative to 7 m/s, on each pulley.
  BeltDrive drive = overrunning_drive();
  drive.contact->friction = RegularisedCoulombConfig{
      {.friction_coefficient = 0.4, .velocity = 0.02, .form = contact::Regularisation::trilinear}};
  SteadyBelt belt(loaded_drive(drive, 120.0, 5.0), small_parameters());
  belt.solve(0.0);
  const double without_slip = 120.0 * 0.06 / 0.11;
  CHECK(belt.speeds()[1] > without_slip);
  CHECK(belt.speeds()[1] < without_slip * (1.0 + 1.01 * 5.0 / 0.11 / 9000.0 + 2.0 * 0.02 / 7.0));
}

TEST_CASE("Steady ALE belt: bristles of stiff contacts on many contact points of few unknowns have a steady motion") {
  // Stick is remembered along the stream from one contact point to the next, over a hundred of them.
  BeltDrive drive = overrunning_drive();
  drive.pulleys[1].center = {0.4, 0.0};
  drive.belt.mass_per_length = 0.1;
  drive.belt.width = 0.05;
  std::get<ElastoplasticCoulombConfig>(*drive.contact->friction).coefficient = 0.3;
  AleParameters parameters = small_parameters();
  parameters.mesh = {.elements_per_pulley = 60, .elements_per_span = 2};
  SteadyBelt belt(loaded_drive(drive, 120.0, 1.0), parameters);
  belt.solve(0.0);
  // The last correction of stretches is below 1e-8; of forces, below EA times that.
  CHECK(close(belt.moments()[1], -1.0, {.abs = 1e-8 * 9000.0 * 0.11}));
  CHECK_FALSE(belt.slips_through(0));
  CHECK_FALSE(belt.slips_through(1));
}

TEST_CASE("Steady ALE belt: slip ends where contact does, however long the elements of the spans are") {
  BeltDrive drive = loaded_drive(small_drive(), 10.0, -0.3);
  drive.gravity.setZero();
  drive.belt.bending_stiffness = 0.0;
  drive.belt.contact_offset = 0.0;
  drive.contact = PulleyContact{.normal = PenaltyContact{.stiffness_per_area = 1e10},
                                .friction = ElastoplasticCoulombConfig{.coefficient = 0.2, .stiffness = 1e10}};
  const BeltPath path = drive.path();
  for (const int per_span : {2, 4, 32}) {
    CAPTURE(per_span);
    AleParameters parameters = small_parameters();
    parameters.mesh.elements_per_span = per_span;
    SteadySimulation simulation(drive, parameters);
    const BeltMap belt = simulation.belt();
    const std::vector<SlipZone> zones = belt.slip_zones();
    REQUIRE(zones.size() == 2);
    for (const SlipZone& zone : zones) {
      const PathArc& arc = path.arcs()[static_cast<std::size_t>(zone.pulley)];
      // A line that leaves the circle of radius R - d, d = tau/(R k), crosses the circle of R at the distance sqrt(2 R
      // d). If elements resolve the decay of the pressure, contact ends at sqrt(R d) beyond the wrap. tau < 24 N,
      // k = 2e8 N/m2.
      const double furthest = std::sqrt(2.0 * 24.0 / 2e8);
      const double exit = arc.start + arc.length();
      CHECK(zone.end > exit);
      CHECK(zone.end < exit + furthest);
      CHECK(belt.at(zone.end + 1e-6).pressure == 0.0);
      CHECK(belt.at(zone.end + 1e-6).contact_state == static_cast<int>(contact::ContactState::free));
      CHECK(belt.at(zone.end - 1e-6).pressure > 0.0);
    }
  }
}

TEST_CASE("Steady ALE belt: motions that were saved resume with bit-identical output in another object") {
  const TimeFunction growing(TimeFunction::PiecewiseLinear{.time = {0.0, 1.0}, .value = {0.0, -0.2}});
  BeltDrive drive = loaded_drive(small_drive(), 10.0, 0.0);
  drive.pulleys[1].motion.emplace<TorqueMotion>().torques.push_back({AppliedTorque{growing}});
  const AleParameters parameters{
      .mesh = {.elements_per_pulley = 10, .elements_per_span = 3}, .analysis = Analysis::steady, .time_step = 0.1};
  SteadySimulation whole(drive, parameters);
  for (int i = 0; i < 3; ++i) whole.advance(0.1);
  SteadySimulation other(drive, parameters);
  restore_from(bytes_of(whole), other);
  CHECK(other.time() == whole.time());
  whole.advance(0.1);
  other.advance(0.1);
  CHECK(bytes_of(other) == bytes_of(whole));
}

TEST_CASE("Steady ALE belt: from the motion of a drive that is near it is found sooner, and is the same") {
  const auto loaded = [](double moment) { return loaded_drive(small_drive(), 10.0, moment); };
  SteadyBelt near(loaded(-0.25), small_parameters());
  near.solve(0.0);
  SteadyBelt from_rest(loaded(-0.3), small_parameters());
  from_rest.solve(0.0);
  SteadyBelt from_near(loaded(-0.3), small_parameters());
  from_near.begin_near(near);
  from_near.solve(0.0);
  CHECK(2 * from_near.newton_iterations() < from_rest.newton_iterations());
  CHECK(close(from_near.speeds()[1], from_rest.speeds()[1], {.rel = kSolved}));
  CHECK(close(from_near.flux(), from_rest.flux(), {.rel = kSolved}));
}

TEST_CASE("Steady ALE belt: a neighbour of another mesh or law, and one at rest, are no start") {
  AleParameters finer = small_parameters();
  finer.mesh.elements_per_pulley = 20;
  SteadyBelt other(loaded_drive(small_drive(), 10.0, -0.25), finer);
  other.solve(0.0);
  BeltDrive with_law = loaded_drive(small_drive(), 10.0, -0.25);
  with_law.pulleys[0].contact = with_law.contact;
  with_law.pulleys[0].contact->friction = DahlConfig{{.friction_coefficient = 0.5, .stiffness = 5e3}};
  SteadyBelt of_law(with_law, small_parameters());
  of_law.solve(0.0);
  const SteadyBelt at_rest(loaded_drive(small_drive(), 10.0, -0.25), small_parameters());
  SteadyBelt alone(loaded_drive(small_drive(), 10.0, -0.25), small_parameters());
  alone.solve(0.0);
  for (const SteadyBelt* neighbour : std::array<const SteadyBelt*, 3>{&other, &of_law, &at_rest}) {
    SteadyBelt belt(loaded_drive(small_drive(), 10.0, -0.25), small_parameters());
    belt.begin_near(*neighbour);
    belt.solve(0.0);
    CHECK(belt.speeds()[1] == alone.speeds()[1]);
    CHECK(belt.newton_iterations() == alone.newton_iterations());
  }
}

}  // namespace beltdyn::eulerian::ale::steady_belt_test
