// SPDX-License-Identifier: MIT
#include "verification/exact/string_loop_motion.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/base/error.hpp"
#include "core/numerics/close.hpp"
#include "verification/exact/two_pulley_string.hpp"

namespace beltdyn::string_loop_motion_test {

using namespace beltdyn::exact;
using analytic::StringLoop;

namespace {

// The accessory drive of a car engine with a sprung tensioner: crank, compressor, alternator, tensioner, water pump.
// The reference values were computed from the same equations, independently of this code.
constexpr std::array<double, 5> kRadii{0.080, 0.060, 0.030, 0.035, 0.055};
constexpr std::size_t kTensioner = 3;
constexpr double kCrankSpeed = 100.0;  // [rad/s]

StringLoop accessory_drive(const std::array<double, 5>& torques) {
  const std::array<Eigen::Vector2d, 5> centers{{{0.0, 0.0}, {0.24, 0.06}, {0.22, 0.24}, {0.13, 0.20}, {-0.02, 0.26}}};
  StringLoop loop{.axial_stiffness = 60000.0, .mass_per_length = 0.1, .reference_length = 1.405};
  for (std::size_t i = 0; i < kRadii.size(); ++i) {
    loop.pulleys.push_back({.place = {.center = centers[i],
                                      .radius = kRadii[i],
                                      .side = i == kTensioner ? PulleySide::outside : PulleySide::inside},
                            .coefficient = 0.9,
                            .torque = [taken = torques[i]](double) { return taken; }});
  }
  loop.mounts.push_back(arm_mount(kTensioner, {0.13, 0.29}, 0.09, 30.0, -1.2, -1.5));
  return loop;
}

StringLoopMotion running(const std::array<double, 5>& torques) {
  return steady_loop_motion(accessory_drive(torques), kRadii[0] * kCrankSpeed);
}

// Two pulleys of different sizes, which the closed form for two pulleys also covers.
StringLoop two_pulleys(double torque) {
  StringLoop loop{.axial_stiffness = 8000.0, .mass_per_length = 0.8, .reference_length = 1.1, .offset = 0.004};
  loop.pulleys = {{.place = {.center = {0.0, 0.0}, .radius = 0.1}, .coefficient = 0.5, .torque = {}},
                  {.place = {.center = {0.35, 0.1}, .radius = 0.07}, .coefficient = 0.4, .torque = [torque](double) {
                     return torque;
                   }}};
  return loop;
}

}  // namespace

// The reference values have ten decimals.
constexpr double kDigits = 1e-9;

TEST_CASE("Without load a string runs evenly around an accessory drive, and its arm is in equilibrium") {
  const StringLoopMotion m = running({});
  CHECK(std::abs(m.mount_coordinate[0] + 1.5174491406) < kDigits);
  CHECK(std::abs(m.flux - 7.8945089840) < kDigits);
  for (std::size_t i = 0; i < 5; ++i) {
    CAPTURE(i);
    CHECK(std::abs(m.force[i] - 801.7548617837) < 801.0 * kDigits);
    CHECK(std::abs(m.angular_velocity[i] * kRadii[i] - kRadii[0] * kCrankSpeed) < kDigits);
    CHECK(m.slip_arc[i] == 0.0);
  }
}

TEST_CASE("Under load a string on five pulleys and an arm has the forces, speeds and slip arcs of the exact solution") {
  const StringLoopMotion m = running({0.0, 4.0, 3.0, 0.0, 2.5});
  CHECK(std::abs(m.mount_coordinate[0] + 1.5448755645) < kDigits);
  CHECK(std::abs(m.flux - 7.8845304872) < kDigits);
  CHECK(std::abs(m.driver_torque - 16.969696970) < kDigits);
  const std::array<double, 5> force{666.5610984188, 733.2346731146, 833.2450351584, 833.2450351584, 878.7042906328};
  const std::array<double, 5> omega{100.0, 132.868708481483, 266.029466869843, 228.400750054422, 145.345931852814};
  const std::array<double, 5> slip{0.3095412336, 0.1068775088, 0.1432087167, 0.0, 0.0594550082};
  const std::array<double, 5> wrap{1.9159547287, 1.5219556816, 2.4619582868, 2.1253370242, 2.5086536342};
  for (std::size_t i = 0; i < 5; ++i) {
    CAPTURE(i);
    CHECK(std::abs(m.force[i] - force[i]) < kDigits * force[i]);
    CHECK(std::abs(m.angular_velocity[i] - omega[i]) < kDigits * omega[i]);
    CHECK(std::abs(m.slip_arc[i] - slip[i]) < kDigits);
    CHECK(std::abs(m.wrap[i] - wrap[i]) < kDigits);
  }
}

TEST_CASE("With two pulleys the string loop is the string drive") {
  constexpr double kSpeed = 6.0;
  constexpr double kTorque = 9.0;
  const StringLoop loop = two_pulleys(kTorque);
  const std::array<PathPulley, 2> places{loop.pulleys[0].place, loop.pulleys[1].place};
  const BeltPath path(places, loop.direction, loop.offset);
  StringDrive drive{.axial_stiffness = 8000.0, .mass_per_length = 0.8, .reference_length = 1.1};
  for (std::size_t k = 0; k < 2; ++k) {
    drive.radius[k] = path.arcs()[k].radius;
    drive.wrap[k] = path.arcs()[k].wrap;
    drive.span_length[k] = path.spans()[k].length;
    drive.coefficient[k] = loop.pulleys[k].coefficient;
  }
  const SteadyStringMotion exact = steady_string_motion(drive, kSpeed, kTorque);
  const StringLoopMotion m = steady_loop_motion(loop, kSpeed);
  // Entry k of the string drive belongs to the span that arrives at pulley k.
  constexpr double kRounding = 1e-10;
  for (std::size_t k = 0; k < 2; ++k) {
    CAPTURE(k);
    CHECK(std::abs(m.force[1 - k] / exact.force[k] - 1.0) < kRounding);
    CHECK(std::abs(m.angular_velocity[k] / exact.angular_velocity[k] - 1.0) < kRounding);
    CHECK(std::abs(m.slip_arc[k] - exact.slip_arc[k]) < kRounding);
  }
  CHECK(std::abs(m.flux / exact.flux - 1.0) < kRounding);
  CHECK(std::abs(m.driver_torque / exact.driver_torque - 1.0) < kRounding);
}

TEST_CASE("A pulley on a weight has half the weight in each of its spans at rest") {
  // Two equal pulleys, one above the other: two parallel spans carry the load of the lower pulley.
  constexpr double kWeight = 600.0;
  StringLoop loop{.axial_stiffness = 20000.0, .reference_length = 1.2};
  loop.pulleys = {
      {.place = {.center = {0.0, 0.0}, .radius = 0.1}, .coefficient = 0.5, .torque = {}},
      {.place = {.center = {0.0, -0.3}, .radius = 0.1}, .coefficient = 0.5, .torque = [](double) { return 0.0; }}};
  loop.mounts.push_back({.pulley = 1,
                         .axis = [](double q) -> Eigen::Vector2d {
                           return {0.0, -0.3 - q};
                         },
                         .axis_by = [](double) -> Eigen::Vector2d {
                           return {0.0, -1.0};
                         },
                         .force = [](double) { return -kWeight; },
                         .first = 0.0});
  const StringLoopMotion m = steady_loop_motion(loop, 0.0);
  for (const double force : m.force) CHECK(std::abs(force - 0.5 * kWeight) < 1e-9 * kWeight);
  // The length of the belt is twice the distance plus the circumference, stretched by N/EA.
  const double length = 1.2 * (1.0 + 0.5 * kWeight / 20000.0);
  CHECK(std::abs(m.mount_coordinate[0] - (0.5 * (length - 0.2 * std::numbers::pi) - 0.3)) < 1e-10);
}

TEST_CASE("A loop in gross slip and a slack loop are reported") {
  const auto message = [](const StringLoop& loop) {
    try {
      steady_loop_motion(loop, 8.0);
    } catch (const SolverError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK(message(accessory_drive({0.0, 40.0, 3.0, 0.0, 2.5})).find("slips over the whole wrap of pulley") !=
        std::string::npos);
  StringLoop loose = two_pulleys(0.0);
  loose.reference_length = 1.5;
  CHECK(message(loose).find("does not press on pulley 1") != std::string::npos);
}

}  // namespace beltdyn::string_loop_motion_test
