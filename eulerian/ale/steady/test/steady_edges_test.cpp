// SPDX-License-Identifier: MIT
// Drives whose steady motion is hard to find, or whose losses or loads are almost 0.
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

#include "core/base/error.hpp"
#include "core/drive/friction_laws.hpp"
#include "core/numerics/close.hpp"
#include "eulerian/ale/ale_simulation.hpp"
#include "eulerian/ale/steady/steady_belt.hpp"
#include "eulerian/ale/steady/steady_drive.hpp"
#include "eulerian/ale/test/small_belt.hpp"

namespace beltdyn::eulerian::ale::steady_edges_test {
namespace {

// Corrections at the end of Newton's method, relative to speeds [-].
constexpr double kSolved = 1e-7;

AleParameters small_parameters() {
  return {.mesh = {.elements_per_pulley = 16, .elements_per_span = 2}, .analysis = Analysis::steady, .time_step = 0.1};
}

AleParameters usual_parameters() {
  AleParameters parameters = small_parameters();
  parameters.mesh = {.elements_per_pulley = 24, .elements_per_span = 4};
  return parameters;
}

// A pulley between two others pushes the straight belt from its back by `above`; the belt has 200 N, and the second
// pulley a torque.
BeltDrive barely_touched_drive(double above) {
  BeltDrive drive = loaded_drive(serpentine_drive(), 50.0, -1.0);
  constexpr std::array kRadii{0.03, 0.05, 0.02};
  for (std::size_t p = 0; p < kRadii.size(); ++p) drive.pulleys[p].radius = kRadii[p];
  drive.pulleys[1].center = {0.2, 0.0};
  drive.pulleys[2].center = {0.1, 0.0603023 - above};
  drive.gravity.setZero();
  drive.belt = {.axial_stiffness = 2e4,
                .bending_stiffness = 0.01,
                .mass_per_length = 0.1,
                .width = 0.01,
                .contact_offset = 0.0,
                .axial_damping = 0.0,
                .bending_damping = 0.0,
                .pretension = ReferenceStrain{-0.01}};
  drive.contact = PulleyContact{.normal = RigidContact{}, .friction = CoulombConfig{.coefficient = 0.5}};
  return drive;
}

}  // namespace

// Elements on the wrap of a thousandth are a micrometre long: EI/h³ times the rounding of a place is 50 mN.
TEST_CASE("Steady ALE belt: a stiff belt that a pulley barely touches has its motion") {
  AleParameters parameters = usual_parameters();
  parameters.mesh.span_refinement = 3;
  for (const double above : {1e-4, 3e-4}) {
    CAPTURE(above);
    const SteadySimulation simulation(barely_touched_drive(above), parameters);
    const auto value = [&simulation](const char* column) { return simulation.history().value(column); };
    CHECK(close(value("torque_2"), 1.0, {.abs = 1e-6}));
    CHECK(close(value("torque_3"), 0.0, {.abs = 1e-6}));
    // More than for a string that the pulley turns by this angle.
    CHECK(value("hub_load_y_3") > 200.0 * above * (1.0 / 0.1 + 1.0 / 0.1));
  }
}

// The mount moves the axis by a displacement that changes the lengths of elements there considerably.
TEST_CASE("Steady ALE belt: a damped belt that a pulley on an arm barely touches has the forces of an undamped one") {
  BeltDrive drive = barely_touched_drive(3e-4);
  drive.belt.bending_stiffness = 0.0;
  drive.pulleys[2].mount = ArmMount{
      .pivot = {0.14, 0.09}, .suspension = {.inertia = 0.001, .damping = 0.01, .spring = MountSpring{30.0, -2.49636}}};
  const AleParameters parameters = usual_parameters();
  std::vector<Eigen::Vector2d> forces;
  for (const double damping : {0.0, 1.0}) {
    drive.belt.axial_damping = damping;
    SteadyDrive belt(drive, parameters);
    belt.solve(0.0);
    CHECK(close(belt.belt().moments()[0], -0.6, {.rel = 1e-4}));
    forces.push_back(belt.belt().force_on(2));
  }
  // Where friction acts the damper changes the force over its relaxation length d v/EA, a thousandth of a radius.
  CHECK((forces[1] - forces[0]).norm() < 1e-2 * forces[0].norm());
}

TEST_CASE("Steady ALE belt: at standstill it bears moments as running slowly, and nothing of it moves") {
  SteadyBelt standing(loaded_drive(small_drive(), 0.0, -0.2), small_parameters());
  SteadyBelt slow(loaded_drive(small_drive(), 1e-4, -0.2), small_parameters());
  standing.solve(0.0);
  slow.solve(0.0);
  CHECK(close(standing.moments()[1], 0.2, {.rel = kSolved}));
  for (std::size_t p = 0; p < 2; ++p) {
    CHECK(close(standing.moments()[p], slow.moments()[p], {.rel = 1e-5}));
    CHECK(standing.speeds()[p] == 0.0);
  }
  CHECK(standing.flux() == 0.0);
  // Moments beyond the limit fail like the limit itself.
  CHECK_THROWS_AS(SteadyBelt(loaded_drive(small_drive(), 0.0, -2.0), small_parameters()).solve(0.0), SolverError);
  SteadyBelt idle(loaded_drive(small_drive(), 0.0, 0.0), small_parameters());
  idle.solve(0.0);
  CHECK(idle.moments() == std::vector{0.0, 0.0});
}

TEST_CASE("Steady ALE belt: restored from standstill under moments it runs on with the same bytes") {
  const BeltDrive drive = loaded_drive(small_drive(), 0.0, -0.2);
  SteadyBelt belt(drive, small_parameters());
  belt.solve(0.0);
  const std::vector<std::uint8_t> bytes = bytes_of(belt);
  SteadyBelt other(drive, small_parameters());
  restore_from(bytes, other);
  CHECK(bytes_of(other) == bytes);
  CHECK(other.moments() == belt.moments());
}

TEST_CASE("Steady ALE belt: friction that bears moments only as it slips bears none at standstill") {
  BeltDrive drive = loaded_drive(small_drive(), 0.0, -0.2);
  drive.contact->friction = RegularisedCoulombConfig{{.friction_coefficient = 0.5, .velocity = 1e-3}};
  SteadyBelt belt(drive, small_parameters());
  CHECK_THROWS_WITH_AS(belt.solve(0.0), doctest::Contains("prescribe a speed"), SolverError);
}

// As the belt bends onto and off its pulleys, slip at the face is 1e5 times the transition velocity of friction.
TEST_CASE("Steady ALE belt: an almost idle drive of regularised friction at the face has its motion") {
  BeltDrive drive = loaded_drive(small_drive(), -0.7605, 0.0);
  drive.direction = LoopDirection::clockwise;
  drive.pulleys[1].bearing_damping = 0.004302;
  drive.pulleys[0].radius = 0.0921822;
  drive.pulleys[1].radius = 0.104251;
  drive.pulleys[1].center = {-0.198692, 0.356393};
  drive.belt = {.axial_stiffness = 9672.0,
                .bending_stiffness = 0.003768,
                .mass_per_length = 0.03609,
                .width = 0.01391,
                .contact_offset = 0.001081,
                .axial_damping = 0.0,
                .bending_damping = 0.0,
                .pretension = ReferenceStrain{-33.15 / 9672.0}};
  drive.contact =
      PulleyContact{.normal = RigidContact{},
                    .friction = RegularisedCoulombConfig{{.friction_coefficient = 0.08371, .velocity = 1.4e-7}}};
  AleParameters parameters = usual_parameters();
  parameters.mesh.touching_refinement = 1;
  parameters.mesh.span_refinement = 3;
  SteadyBelt belt(drive, parameters);
  belt.solve(0.0);
  CHECK(close(belt.moments()[1], 0.004302 * belt.speeds()[1], {.rel = 1e-5}));
}

// Slip dissipates some 1e-8 of the transmitted power.
TEST_CASE("Steady ALE belt: what a belt of steel loses is known at once") {
  constexpr std::array<std::array<double, 3>, 7> kPulleys{{{12.3387, -2.97768, 3.64302},
                                                           {4.23466, -10.6205, 1.55364},
                                                           {-5.76271, -8.74558, 2.59569},
                                                           {-14.7129, -2.43359, 2.50314},
                                                           {-11.8933, 6.46084, 2.89837},
                                                           {-0.466324, 10.4103, 2.89855},
                                                           {10.5521, 5.07675, 1.51842}}};
  BeltDrive drive = barely_touched_drive(0.0);
  drive.direction = LoopDirection::clockwise;
  drive.pulleys.assign(kPulleys.size(), drive.pulleys[0]);
  for (std::size_t p = 0; p < kPulleys.size(); ++p) {
    const auto& [x, y, radius] = kPulleys[p];
    drive.pulleys[p].center = {x, y};
    drive.pulleys[p].radius = radius;
    if (p > 0) drive.pulleys[p].motion = FreeMotion{};
  }
  drive.pulleys[0].motion = PrescribedMotion{TimeFunction(-0.03606)};
  drive.pulleys[1].motion.emplace<TorqueMotion>().torques.push_back({AppliedTorque{TimeFunction(164.6)}});
  drive.pulleys[4].motion.emplace<TorqueMotion>().torques.push_back({AppliedTorque{TimeFunction(459.7)}});
  drive.belt = {.axial_stiffness = 5.984e7,
                .bending_stiffness = 23.37,
                .mass_per_length = 0.7901,
                .width = 0.06931,
                .contact_offset = 0.00242,
                .friction_at = FrictionPlace::center_line,
                .axial_damping = 0.0,
                .bending_damping = 0.0,
                .pretension = ReferenceStrain{-3.4e-4}};
  drive.contact->friction = CoulombConfig{.coefficient = 0.05336};
  AleParameters parameters = usual_parameters();
  parameters.mesh.span_refinement = 8;
  const SteadySimulation simulation(drive, parameters);
  CHECK(std::abs(simulation.history().value("balance_losses")) < 0.05);
}

// Contact points as stiff as for a strain of a thousandth would leave most of the belt without pressure.
TEST_CASE("Steady ALE belt: a belt whose strain is a hundred-thousandth slips on the arcs of a string") {
  constexpr double kForce = 1e4;  // at rest [N]
  constexpr double kCoefficient = 0.4;
  constexpr double kSlipAngle = 1.9;  // about 0.6 of the wraps [rad]
  BeltDrive drive = loaded_drive(small_drive(), 10.0, 0.0);
  drive.gravity.setZero();
  drive.belt.axial_stiffness = 1e5 * kForce;
  drive.belt.bending_stiffness = 0.0;
  drive.belt.contact_offset = 0.0;
  drive.belt.axial_damping = 0.0;
  drive.belt.pretension = ReferenceStrain{-1e-5};
  drive.contact = PulleyContact{.normal = RigidContact{}, .friction = CoulombConfig{.coefficient = kCoefficient}};
  const double moment = 2.0 * kForce * std::tanh(0.5 * kCoefficient * kSlipAngle) * drive.pulleys[1].radius;
  drive.pulleys[1].motion.emplace<TorqueMotion>().torques.push_back({AppliedTorque{TimeFunction(-moment)}});
  AleParameters parameters = usual_parameters();
  parameters.mesh.elements_per_pulley = 48;
  const SteadySimulation simulation(drive, parameters);
  const auto value = [&simulation](const char* column) { return simulation.history().value(column); };
  const double ratio = value("span_force_2") / value("span_force_1");
  // A slip arc consists of whole contact points, and its force changes by that of half a point at either end.
  const double point =
      drive.path().arcs()[1].wrap / (static_cast<double>(kContactPoints) * parameters.mesh.elements_per_pulley);
  for (const char* column : {"slip_arc_1", "slip_arc_2"}) {
    CAPTURE(column);
    CHECK(close(value(column), std::abs(std::log(ratio)) / kCoefficient, {.abs = 2.0 * point}));
  }
}

}  // namespace beltdyn::eulerian::ale::steady_edges_test
