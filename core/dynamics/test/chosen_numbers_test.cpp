// SPDX-License-Identifier: MIT
#include "core/dynamics/chosen_numbers.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "core/belt/test/small_belt_drive.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/rope/rope_drive.hpp"

namespace beltdyn::chosen_numbers_test {
namespace {

BeltDrive drive_at(TimeFunction speed) {
  BeltDrive drive = beltdyn::test::small_belt_drive(1.0);
  for (Pulley& pulley : drive.pulleys) pulley.motion = FreeMotion{};
  drive.pulleys[0].radius = 0.1;
  drive.pulleys[0].motion = PrescribedMotion{.angular_velocity = std::move(speed)};
  return drive;
}

}  // namespace

TEST_CASE(
    "chosen numbers: a step moves the belt by less than the length, has one digit, and is a 500th of the run at most") {
  // 2 m/s pass 10 mm in 5 ms; the step is 0.8 of that.
  CHECK(chosen_time_step(drive_at(TimeFunction(20.0)), 0.01, 10.0) == doctest::Approx(4e-3));
  CHECK(chosen_time_step(drive_at(TimeFunction(-20.0)), 0.01, 10.0) == doctest::Approx(4e-3));
  CHECK(chosen_time_step(drive_at(TimeFunction(20.0)), 0.0, 10.0) == doctest::Approx(0.02));
  CHECK(chosen_time_step(drive_at(TimeFunction(0.0)), 0.01, 10.0) == doctest::Approx(0.02));
  CHECK(chosen_time_step(drive_at(TimeFunction(20.0)), 0.01, 1.0) == doctest::Approx(2e-3));
}

TEST_CASE("chosen numbers: a step follows what is given in time") {
  // Half a period is 10 ms, resolved by ten steps.
  const double omega = std::acos(-1.0) / 0.01;
  const TimeFunction ripple(TimeFunction::Harmonic{.mean = 1.0, .amplitude = 0.1, .angular_frequency = omega});
  CHECK(chosen_time_step(drive_at(ripple), 0.1, 10.0) == doctest::Approx(1e-3));
  RopeDrive rope;
  rope.ends[0].form = WinchEnd{.rate = TimeFunction(-0.5)};
  rope.ends[1].form = BodyEnd{.force = ripple, .velocity = 0.1};
  CHECK(chosen_time_step(rope, 0.0, 10.0) == doctest::Approx(1e-3));
  rope.ends[1].form = BodyEnd{.velocity = 0.1};
  CHECK(chosen_time_step(rope, 5e-3, 10.0) == doctest::Approx(8e-3));
  rope.ends[1].form = BodyEnd{.velocity = -2.0};
  CHECK(chosen_time_step(rope, 5e-3, 10.0) == doctest::Approx(2e-3));
}

TEST_CASE("chosen numbers: steady motions of a drive that does not change are one") {
  CHECK(chosen_interval(drive_at(TimeFunction(20.0)), 3.0, 0.5) == 3.0);
  const BeltDrive ramp = drive_at(TimeFunction(TimeFunction::CosineRamp{0.0, 20.0, 0.0, 1.0}));
  CHECK(chosen_interval(ramp, 3.0, 0.0) == 0.06);
  CHECK(chosen_interval(ramp, 3.0, 0.1) == 0.06);
  CHECK(chosen_interval(ramp, 3.0, 0.05) == 0.05);
}

TEST_CASE("chosen numbers: parts are as short as the smallest pulley asks for") {
  BeltDrive drive = drive_at(TimeFunction(1.0));
  for (Pulley& pulley : drive.pulleys) pulley.radius = 0.2;
  drive.pulleys[1].radius = 0.05;
  CHECK(chosen_parts(drive.pulleys, 1.0, 240, 0.25) == 240);
  CHECK(chosen_parts(drive.pulleys, 10.0, 240, 0.25) == 800);
  RopeDrive rope;
  CHECK(chosen_parts(rope.pulleys, 1e3, 240, 0.25) == 240);
}

TEST_CASE("chosen numbers: a belt that is stiff against its force has short elements") {
  BeltDrive drive = drive_at(TimeFunction(1.0));
  for (Pulley& pulley : drive.pulleys) pulley.radius = 0.05;
  const std::vector<double> turns{3.0, 3.0};
  const auto parts = [&](double strain) {
    drive.belt.pretension = ReferenceStrain{-strain};
    return parts_for_force(drive, turns);
  };
  const double arcs = drive.path().arcs()[0].length() + drive.path().arcs()[1].length();
  const double error = 81.0 / 340.0 * arcs / drive.path().length();
  CHECK(parts(1e-4) == std::ceil(std::pow(error / 1e-4 / 1e-3, 0.25)));
  CHECK(parts(1e-8) == doctest::Approx(10.0 * parts(1e-4)).epsilon(0.05));
  CHECK(parts(-1e-3) == 1);
}

// With two pulleys alike, arcs and spans are stretched alike, and N/EA is the pretension strain ε. With the error
// 6e-4 θ² <= 0.003 ε, θ² = 5 ε.
TEST_CASE("chosen numbers: elements turn less where the creep of the belt is small") {
  BeltDrive drive = drive_at(TimeFunction(1.0));
  for (Pulley& pulley : drive.pulleys) pulley.radius = 0.05;
  const auto angle = [&](double strain) {
    drive.belt.pretension = ReferenceStrain{-strain};
    return element_angle_for_creep(drive, 0.25);
  };
  CHECK(angle(5e-3) == doctest::Approx(std::sqrt(5.0 * 5e-3)));
  CHECK(angle(0.1) == 0.25);
  CHECK(angle(1e-5) == 0.125);
  CHECK(angle(-1e-3) == 0.25);
}

}  // namespace beltdyn::chosen_numbers_test
