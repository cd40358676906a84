// SPDX-License-Identifier: MIT
#include "core/dynamics/pulley_mounts.hpp"

#include <cmath>
#include <numbers>
#include <vector>

#include <doctest/doctest.h>

#include "core/drive/belt/test/test_belt_drives.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::pulley_mounts_test {
namespace {

using numerics::AlignedVector;
using numerics::StepRates;
using numerics::StepScheme;

constexpr double kMass = 2.0;          // [kg]
constexpr double kStiffness = 5000.0;  // [N/m]

// The second pulley on a slider with a spring; each test sets the force of the belt.
BeltDrive sliding_drive() {
  BeltDrive drive = test::edited_drive({"/gravity=[0,0]"});
  SliderMount slider;
  slider.suspension.inertia = kMass;
  slider.suspension.spring = MountSpring{.stiffness = kStiffness, .free_position = 0.1};
  drive.pulleys[1].mount = slider;
  return drive;
}

// A step without a belt: Newton's method for the coordinate of the only mount.
void step(PulleyMounts& mounts, const StepScheme& scheme, double h, double end) {
  mounts.predict(scheme, h, end);
  const StepRates rates = scheme.rates(h);
  const std::vector<int> no_angles(mounts.size(), -1);
  const std::vector<AlignedVector> nothing(1, AlignedVector(4));
  for (int i = 0; i < 3; ++i) {
    mounts.find_friction(h);
    numerics::CyclicBorder border(1);
    mounts.enter(rates, end, 0, no_angles, border);
    AlignedVector y(4);
    border.solve(nothing, nothing, y);
    mounts.move(rates, 1.0, border.correction());
  }
  mounts.find_friction(h);
  mounts.finish_step(scheme);
}

}  // namespace

TEST_CASE(
    "Pulley mounts: a mass on its spring swings with the frequency of the trapezoidal rule, and keeps its energy") {
  const BeltDrive drive = sliding_drive();
  PulleyMounts mounts(drive);
  CHECK(mounts.n_unknowns() == 1);
  CHECK(!mounts.is_unknown(0));
  CHECK(mounts.is_unknown(1));
  mounts.put(std::vector<double>{0.0, 0.1});
  PulleyMounts::State state;
  mounts.store_state(state);
  state.coordinates[1].v = 0.3;
  mounts.restore_state(state);
  const StepScheme scheme = StepScheme::trapezoidal();
  constexpr double h = 1e-3;
  constexpr int kSteps = 500;
  const double energy = mounts.energy(true);
  CHECK(close(energy, 0.5 * kMass * 0.3 * 0.3, {.rel = 1e-14}));
  for (int i = 1; i <= kSteps; ++i) step(mounts, scheme, h, i * h);
  // tan(ω_h h/2) = ω h/2
  const double omega = 2.0 / h * std::atan(0.5 * h * std::sqrt(kStiffness / kMass));
  const double amplitude = 0.3 * std::sqrt(kMass / kStiffness);
  // Rounding of the positions u_0 + u accumulates over the steps.
  CHECK(close(mounts[1].q - 0.1, amplitude * std::sin(omega * kSteps * h), {.abs = 1e-11}));
  CHECK(close(mounts.energy(true), energy, {.rel = 1e-10}));
}

TEST_CASE(
    "Pulley mounts: dry friction holds a slider below its limit, and stops a sliding one at the predicted position") {
  BeltDrive drive = sliding_drive();
  auto& slider = std::get<SliderMount>(drive.pulleys[1].mount);
  constexpr double kLimit = 3.0;  // μ N [N]
  constexpr double kStick = 1e7;  // [N/m]
  slider.suspension.spring.reset();
  slider.suspension.friction = JointFriction{.normal_force = 10.0, .law = elastoplastic_coulomb(0.3, kStick)};
  // The belt exerts no force in this test.
  drive.belt.pretension = ReferenceStrain{-1e-9};
  slider.force = TimeFunction(2.0 * drive.initial_force());
  PulleyMounts mounts(drive);
  slider.force.reset();
  constexpr double v0 = 0.5;
  PulleyMounts::State state;
  mounts.store_state(state);
  const double start = state.coordinates[1].q;
  state.coordinates[1].v = v0;
  mounts.restore_state(state);
  constexpr double h = 1e-3;
  for (int i = 1; i <= 600; ++i) step(mounts, StepScheme::generalised_alpha(0.5), h, i * h);
  // The mass stops after m v0/(μ N) = 0.33 s and m v0²/(2 μ N) = 0.083 m; then it oscillates on a bristle whose limit
  // is 3e-7 m. The first and the last step cause errors of the order of v0 h.
  CHECK(close(mounts[1].q - start, kMass * v0 * v0 / (2.0 * kLimit), {.abs = v0 * h}));
  CHECK(std::abs(mounts[1].v) <= kLimit / std::sqrt(kMass * kStick));
}

TEST_CASE("Pulley mounts: a prescribed arm follows its time function and does work on the belt") {
  BeltDrive drive = test::edited_drive({"/gravity=[0,0]"});
  ArmMount arm;
  arm.pivot = drive.pulleys[1].center - Eigen::Vector2d(0.05, 0.0);
  arm.prescribed_angle = TimeFunction(TimeFunction::PiecewiseLinear{.time = {0.0, 1.0}, .value = {0.0, 0.4}});
  drive.pulleys[1].mount = arm;
  PulleyMounts mounts(drive);
  CHECK(mounts.n_unknowns() == 0);
  mounts.predict(StepScheme::trapezoidal(), 0.25, 0.25);
  CHECK(close(mounts[1].q, 0.1, {.rel = 1e-14}));
  CHECK(close(mounts[1].v, 0.4, {.rel = 1e-14}));
  mounts.set_belt(1, {.force = -7.0});
  CHECK(close(mounts.flow(0.25).supplied, 7.0 * 0.4, {.rel = 1e-14}));
  CHECK(mounts.flow(0.25).lost == 0.0);
}

}  // namespace beltdyn::pulley_mounts_test
