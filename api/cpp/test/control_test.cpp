// SPDX-License-Identifier: MIT
#include "api/cpp/control.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "core/base/error.hpp"
#include "core/drive/drive.hpp"

namespace beltdyn::library::control_test {

namespace {

constexpr double kEps = 1e-15;  // a few roundings of numbers of about 1

bool is_close(double a, double b) { return std::abs(a - b) <= 4.0 * kEps; }

}  // namespace

TEST_CASE("control: a value holds from now on, and what is past stays") {
  ControlledFunction controlled(1.0);
  const TimeFunction f = controlled.function();
  controlled.jump(0.0, 2.0);
  CHECK(f.value(0.0) == 2.0);
  controlled.jump(0.5, 3.0);
  CHECK(f.value(0.25) == 2.0);
  CHECK(f.value(0.5) == 2.0);
  CHECK(f.value(0.5 + kEps) == 3.0);
  // Of two values at the same time the second one counts.
  controlled.jump(0.5, 5.0);
  CHECK(f.value(0.5) == 2.0);
  CHECK(f.value(std::nextafter(0.5, 1.0)) == 5.0);
  CHECK(f.value(0.6) == 5.0);
  CHECK(f.value(1e9) == 5.0);
}

TEST_CASE("control: a step leads evenly to its end, where the derivative is that of the step") {
  ControlledFunction controlled(1.0);
  const TimeFunction f = controlled.function();
  controlled.lead_to(0.0, 0.5, 2.0);
  CHECK(is_close(f.value(0.25), 1.5));
  CHECK(f.value(0.5) == 2.0);
  CHECK(is_close(f.derivative(0.5), 2.0));
  controlled.lead_to(0.5, 1.0, 1.0);
  CHECK(is_close(f.value(0.75), 1.5));
  CHECK(is_close(f.derivative(0.25), 2.0));
  CHECK(is_close(f.derivative(1.0), -2.0));
  // Without a new value it stays.
  controlled.settle(1.0);
  CHECK(f.value(3.0) == 1.0);
  CHECK(f.derivative(1.0) == 0.0);
  // A jump at the end of a step leaves the step unchanged.
  controlled.jump(1.0, 7.0);
  CHECK(is_close(f.value(0.75), 1.5));
  CHECK(f.value(1.0) == 1.0);
  CHECK(f.value(1.1) == 7.0);
}

TEST_CASE("control: rounding of times does not change the value at the end of a step") {
  ControlledFunction controlled(0.0);
  const TimeFunction f = controlled.function();
  for (const double end : {std::nextafter(0.1, 0.0), std::nextafter(0.1, 1.0)}) {
    controlled.lead_to(0.0, 0.1, 3.0);
    controlled.arrive(end);
    CHECK(f.value(end) == 3.0);
    CHECK(std::abs(f.derivative(end) - 30.0) < 1e-10);
  }
}

TEST_CASE("control: of a step that ended before its time what has been is kept") {
  ControlledFunction controlled(0.0);
  const TimeFunction f = controlled.function();
  controlled.lead_to(0.0, 1.0, 4.0);
  controlled.lead_to(0.25, 0.75, 0.0);
  CHECK(is_close(f.value(0.25), 1.0));
  CHECK(is_close(f.value(0.5), 0.5));
  CHECK(f.value(0.75) == 0.0);
}

TEST_CASE("control: what is long past keeps its integral") {
  constexpr int kSteps = 1000;
  constexpr double kStep = 1e-3;
  ControlledFunction controlled(0.0);
  const TimeFunction f = controlled.function();
  for (int k = 1; k <= kSteps; ++k) controlled.lead_to((k - 1) * kStep, k * kStep, std::sin(k * kStep));
  // Trapezoids of the sine: 1 − cos 1 up to h²/12, less than 1e-7.
  CHECK(std::abs(f.integral(0.0, 1.0) - (1.0 - std::cos(1.0))) < 1e-7);
  CHECK(is_close(f.value(0.9995), 0.5 * (std::sin(0.999) + std::sin(1.0))));
}

TEST_CASE("control: jumps that are long past are forgotten, those of late are kept") {
  constexpr int kJumps = 5000;
  ControlledFunction controlled(0.0);
  const TimeFunction f = controlled.function();
  for (int k = 1; k <= kJumps; ++k) controlled.jump(k, k);
  CHECK(f.kinks(0.0, kJumps + 1.0).size() < 1000);
  CHECK(f.value(kJumps - 0.5) == kJumps - 1);
  CHECK(f.value(kJumps - 9.5) == kJumps - 10);
}

TEST_CASE("control: a step after a jump begins with the value of the jump") {
  ControlledFunction controlled(1.0);
  const TimeFunction f = controlled.function();
  controlled.jump(0.5, 3.0);
  controlled.lead_to(0.5, 1.0, 5.0);
  CHECK(f.value(0.5) == 1.0);
  CHECK(is_close(f.value(0.75), 4.0));
  CHECK(is_close(f.integral(0.0, 1.0), 2.5));
}

TEST_CASE("control: prescribed places of mounts begin as in the configuration, and then follow the controller") {
  BeltDrive belt;
  belt.pulleys.resize(2);
  belt.pulleys[0].mount = ArmMount{.prescribed_angle = TimeFunction(0.25)};
  belt.pulleys[1].mount = SliderMount{.prescribed_displacement = TimeFunction(0.5)};
  Drive drive{belt};
  const ControlledInput arm = controlled_input(drive, "1:arm");
  const ControlledInput slide = controlled_input(drive, "2:slide");
  CHECK(arm.initial == 0.25);
  CHECK(slide.initial == 0.5);
  take_control(drive, arm, ControlledFunction(3.0));
  take_control(drive, slide, ControlledFunction(4.0));
  const std::vector<Pulley>& pulleys = std::get<BeltDrive>(drive).pulleys;
  CHECK(std::get<ArmMount>(pulleys[0].mount).prescribed_angle->value(1.0) == 3.0);
  CHECK(std::get<SliderMount>(pulleys[1].mount).prescribed_displacement->value(1.0) == 4.0);
  // What is prescribed on the one is not on the other.
  CHECK_THROWS_WITH_AS(controlled_input(drive, "1:slide"), doctest::Contains("prescribed_displacement"), UsageError);
  CHECK_THROWS_WITH_AS(controlled_input(drive, "2:arm"), doctest::Contains("prescribed_angle"), UsageError);
}

TEST_CASE("control: brakes of ropes and slides of belts are named by their pulleys") {
  BeltDrive belt;
  belt.pulleys.resize(2);
  belt.pulleys[0].name = "motor";
  belt.pulleys[0].motion = FreeMotion{};
  belt.pulleys[1].motion = FreeMotion{};
  belt.pulleys[1].mount = SliderMount{};
  Drive drive{belt};
  const ControlledInput force = controlled_input(drive, "2:force");
  CHECK(force.act == Act::force);
  CHECK(force.label == "2");
  const ControlledFunction controlled(5.0);
  take_control(drive, force, controlled);
  CHECK(std::get<SliderMount>(std::get<BeltDrive>(drive).pulleys[1].mount).force->value(0.0) == 5.0);
  // In addition to an existing force.
  take_control(drive, force, controlled);
  CHECK(std::get<SliderMount>(std::get<BeltDrive>(drive).pulleys[1].mount).force->value(0.0) == 10.0);
  CHECK_THROWS_WITH_AS(controlled_input(drive, "motor:force"), doctest::Contains("has no slide"), UsageError);
  CHECK_THROWS_WITH_AS(controlled_input(drive, "2:slide"), doctest::Contains("prescribed_displacement"), UsageError);
  CHECK_THROWS_WITH_AS(controlled_input(drive, "2:arm"), doctest::Contains("prescribed_angle"), UsageError);
  CHECK_THROWS_WITH_AS(controlled_input(drive, "motor:angle"), doctest::Contains("type prescribed"), UsageError);
  CHECK_THROWS_WITH_AS(controlled_input(drive, "motor:brake"), doctest::Contains("has no brake"), UsageError);
  CHECK_THROWS_WITH_AS(controlled_input(drive, "motor:"), doctest::Contains("the pulleys are motor, 2"), UsageError);

  RopeDrive rope;
  rope.pulleys.resize(1);
  rope.pulleys[0].motion = FreeMotion{};
  rope.pulleys[0].brake = Brake{.capacity = TimeFunction(3.0)};
  Drive hoist{rope};
  const ControlledInput brake = controlled_input(hoist, "1:brake");
  CHECK(brake.initial == 3.0);
  take_control(hoist, brake, ControlledFunction(2.0));
  CHECK(std::get<RopeDrive>(hoist).pulleys[0].brake->capacity.value(1.0) == 2.0);
  Drive contour{ContourDrive{}};
  CHECK_THROWS_WITH_AS(controlled_input(contour, "1"), doctest::Contains("belt_drive or a rope_drive"), UsageError);
}

}  // namespace beltdyn::library::control_test
