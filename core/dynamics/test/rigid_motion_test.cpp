// SPDX-License-Identifier: MIT
#include "core/dynamics/rigid_motion.hpp"

#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/belt/test/small_belt_drive.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/dynamics/chosen_numbers.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::rigid_motion_test {
namespace {

constexpr double kSettled = 2e-3;  // what each step changes is found to 1e-3

// Two pulleys of 0.05 m, of which the first is driven by these torques.
BeltDrive driven(std::vector<PulleyTorque> torques) {
  BeltDrive drive = beltdyn::test::small_belt_drive(0.0);
  drive.belt.mass_per_length = 0.0;
  drive.pulleys[0].motion = TorqueMotion{std::move(torques)};
  return drive;
}

// An asynchronous motor, without torque at 100 rad/s.
PulleyTorque motor() { return {TorqueTable{.speed = {0.0, 90.0, 100.0}, .moment = {1.0, 1.5, 0.0}}}; }

}  // namespace

TEST_CASE("rigid motion: a constant torque speeds up all inertias by M/ΣI, and a belt between two by its mass too") {
  // 0.5 N m on 0.002 kg m² for 0.4 s
  BeltDrive drive = driven({{AppliedTorque{TimeFunction(0.5)}}});
  CHECK(close(fastest_rigid_motion(drive, 0.4), 0.05 * 100.0, {.rel = kSettled}));
  drive.pulleys[1].inertia = 0.003;
  CHECK(close(fastest_rigid_motion(drive, 0.4), 0.05 * 50.0, {.rel = kSettled}));
  drive.pulleys[1].inertia = 0.001;
  drive.belt.mass_per_length = 0.002 / (0.05 * 0.05) / drive.path().length();
  CHECK(close(fastest_rigid_motion(drive, 0.4), 0.05 * 50.0, {.rel = kSettled}));
  drive.pulleys[0].motion = FreeMotion{};
  CHECK(fastest_rigid_motion(drive, 0.4) == 0.0);
}

TEST_CASE("rigid motion: a motor ends where its load curve meets it, at once if the drive starts running") {
  BeltDrive drive = driven({motor()});
  CHECK(close(fastest_rigid_motion(drive, 10.0), 0.05 * 100.0, {.rel = kSettled}));
  // The motor has 0.75 N m at 95 rad/s.
  drive.pulleys[1].bearing_damping = 0.75 / 95.0;
  CHECK(close(fastest_rigid_motion(drive, 10.0), 0.05 * 95.0, {.rel = kSettled}));
  CHECK(fastest_rigid_motion(drive, 1e-3) < 0.05);
  drive.initial_state = InitialState::running;
  CHECK(close(fastest_rigid_motion(drive, 1e-3), 0.05 * 95.0, {.rel = kSettled}));
  // However steep it is.
  drive.pulleys[1].motion = TorqueMotion{{{ResistingTorque{TimeFunction(100.0), 1e-9}}}};
  CHECK(fastest_rigid_motion(drive, 10.0) < 1e-9);
}

TEST_CASE("rigid motion: the step of a drive by torques moves the belt by less than the length") {
  // 5 m/s past 10 mm: 2 ms, of which 0.8, where a 500th of the run is 20 ms.
  CHECK(chosen_time_step(driven({motor()}), 0.01, 10.0) == doctest::Approx(1e-3));
  CHECK(chosen_time_step(driven({motor()}), 0.1, 10.0) == doctest::Approx(0.01));
}

}  // namespace beltdyn::rigid_motion_test
