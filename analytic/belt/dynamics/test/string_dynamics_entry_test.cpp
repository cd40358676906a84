// SPDX-License-Identifier: MIT
// A string in time that slips at its entry onto a pulley.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "analytic/belt/dynamics/string_dynamics_simulation.hpp"
#include "analytic/belt/dynamics/test/listed_string.hpp"
#include "analytic/belt/dynamics/test/string_dynamics_drives.hpp"
#include "core/base/test/sanitized.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::string_dynamics_test {

using namespace beltdyn::analytic;

namespace {

// The modes of pulleys that occurred.
struct Seen {
  bool entry_slip = false, divided = false, whole = false;

  void look(const StringDynamics& string) {
    for (std::size_t k = 0; k < string.drive().pulleys.size(); ++k) {
      const ArcMemory& arc = string.arc(k);
      entry_slip = entry_slip || arc.has_entry_slip();
      divided = divided || arc.is_divided();
      whole = whole || arc.is_whole;
    }
  }
};

// The elastic energy of the belt [J], and the power of pulleys minus the loss by slip [W], by midpoints of parts of its
// contour that end where slip begins.
std::pair<double, double> energy_and_power(const StringDynamics& string) {
  constexpr int kParts = 100;
  const StringDynamicsDrive& drive = string.drive();
  const BeltPath path = string.path();
  double energy = 0.0;
  double power = 0.0;
  double begin = 0.0;
  std::size_t k = 0;
  const auto add = [&](double end, bool is_on_pulley) {
    std::vector<double> sigma;
    for (int i = 0; i < kParts; ++i) sigma.push_back(begin + (end - begin) * (i + 0.5) / kParts);
    const double surface = path.arcs()[k].radius * string.angular_velocity(k);
    for (const StringPoint& p : string.points(sigma)) {
      const double length = (end - begin) / kParts;
      energy += length * 0.5 * p.force * p.force / (drive.axial_stiffness * p.stretch);
      const bool slips = is_on_pulley && p.state != contact::ContactState::stick;
      if (slips) power += length * p.traction * (p.speed - surface);
    }
    begin = end;
  };
  for (; k < drive.pulleys.size(); ++k) {
    const std::size_t before = (k == 0 ? drive.pulleys.size() : k) - 1;
    power += path.arcs()[k].radius * string.angular_velocity(k) * (string.force(before) - string.force(k));
    const double entry = begin;
    for (const double change : string.state_changes(k)) add(entry + change, true);
    add(entry + path.arcs()[k].length(), true);
    add(begin + path.spans()[k].length, false);
  }
  return {energy, power};
}

}  // namespace

TEST_CASE("string dynamics: slip at an entry is the limit of a string made of particles" *
          doctest::skip(beltdyn::test::kIsSanitized)) {
  BeltDrive drive = shaken_drive(0.8);
  // With less friction the driver slips as a whole.
  drive.pulleys[0].contact = coulomb(0.45);
  Seen seen;
  const auto worst = apart_from_particles(drive, 0.4, [&](const StringDynamics& string) { seen.look(string); });
  CHECK(seen.entry_slip);
  CHECK_FALSE(seen.whole);
  // First order in the step: a quarter of the step leaves a quarter of the error; forces oscillate by some 100 N.
  CHECK(worst[1] < 0.3);
  CHECK(close(worst[0] / worst[1], 4.0, {.rel = 0.1}));
}

TEST_CASE("string dynamics: the span before a pulley that turns faster takes belt from both slip arcs at its ends") {
  // Between particles at rest on a uniform belt, (1) is the derivative of ℓ/λ ± 2 R/f (ln λ − λ) = ± R (ω₀ − ω₁) t +
  // const, with λ = 1 at the start and EA = 1. A force that changes faster than f ω makes slip arcs begin at entries at
  // once.
  constexpr double kRadius = 1.0 / kPi;
  constexpr double kLength = 2.0;
  constexpr double kFriction = 0.004;  // f [N/rad]
  constexpr double kTension = 0.3;
  constexpr std::array<double, 2> kSpeed{kPi, 1.1 * kPi};
  BeltDrive placed;
  placed.pulleys = {pulley({0.0, 0.0}, kRadius, 1.0, PrescribedMotion{}),
                    pulley({kLength, 0.0}, kRadius, 1.0, PrescribedMotion{})};
  StringDynamicsDrive drive{.axial_stiffness = 1.0,
                            .unstressed_stretch = 1.0 - kTension,
                            .reference_length = 2.0 * kLength + 2.0,
                            .pulleys = {},
                            .path = [&](const auto& axes) { return placed.path_around(axes); },
                            .next_kink = [](double, double t1) { return t1; }};
  for (const double speed : kSpeed) {
    const Eigen::Vector2d place = placed.pulleys[drive.pulleys.size()].center;
    drive.pulleys.push_back({.slip = SlipAngle::by_force(kFriction),
                             .is_prescribed = true,
                             .speed = [=](double) { return speed; },
                             .angle = [=](double t) { return speed * t; },
                             .axis = [=](double) { return AxisPlace{.place = place}; },
                             .given = [](double) { return MountMotion{}; }});
  }
  drive.force = {kTension, kTension};
  drive.angular_velocity = {kPi, kPi};
  drive.mounts = {0.0, 0.0};
  constexpr double kTolerance = 1e-11;
  StringDynamics string(drive, kTolerance);
  for (const double time : {0.03, 0.06, 0.09, 0.12}) {
    CAPTURE(time);
    string.advance_to(time);
    for (const std::size_t k : {0u, 1u}) {
      const double sign = k == 0 ? 1.0 : -1.0;
      const auto natural = [&](double lambda) {
        return kLength / lambda + sign * 2.0 * kRadius / kFriction * (std::log(lambda) - lambda);
      };
      const double lambda = 1.0 + string.force(k) - kTension;
      const double gone = sign * kRadius * (kSpeed[1] - kSpeed[0]) * time;
      // Some hundred steps with an error of the tolerance times 0.3 N, times a derivative of up to 5.
      CHECK(std::abs(natural(lambda) - natural(1.0) + gone) < 150.0 * kTolerance);
      const double arc = std::abs(string.force(k) - kTension) / kFriction;
      CHECK(close(string.slip_arc(k), arc, {.rel = 1e-12}));
      CHECK(close(string.entry_slip_arc(1 - k), arc, {.rel = 1e-12}));
    }
  }
}

TEST_CASE("string dynamics: length and energy balance through slip at entries and of whole pulleys") {
  const BeltDrive drive = shaken_drive(1.5);
  StringDynamics string(string_dynamics_of(drive), 1e-10);
  constexpr double kInterval = 1e-4;
  Seen seen;
  double length = 0.0;
  double work = 0.0;
  double worst = 0.0;
  double largest_power = 0.0;
  const auto [at_start, power_at_start] = energy_and_power(string);
  double power_before = power_at_start;
  for (int i = 1; i <= 4000; ++i) {
    string.advance_to(kInterval * i);
    seen.look(string);
    length = std::max(length, std::abs(natural_length(string) / string.drive().reference_length - 1.0));
    const auto [energy, power] = energy_and_power(string);
    work += 0.5 * kInterval * (power_before + power);
    power_before = power;
    worst = std::max(worst, std::abs(energy - at_start - work));
    largest_power = std::max(largest_power, std::abs(power));
  }
  CHECK(seen.entry_slip);
  CHECK(seen.divided);
  CHECK(seen.whole);
  // Some thousand steps with an error of 1e-10 of the force; 5 % of it is strain.
  CHECK(length < 1e-9);
  // Where gross slip begins, four times in total, the power jumps, at worst by its own magnitude.
  CHECK(worst < 4.0 * 0.5 * kInterval * largest_power);
}

TEST_CASE("string dynamics: the motion does not depend on the tolerance, whatever slips") {
  const auto force = [drive = shaken_drive(1.5)](double tolerance) {
    StringDynamics string(string_dynamics_of(drive), tolerance);
    string.advance_to(1.0);
    return string.force(0);
  };
  const double exact = force(1e-12);
  // Some hundred steps, each with an error of the tolerance times the largest force of 500 N.
  for (const double tolerance : {1e-3, 1e-4, 1e-5, 1e-6, 1e-8, 1e-10}) {
    CAPTURE(tolerance);
    CHECK(std::abs(force(tolerance) - exact) < 100.0 * 500.0 * tolerance);
  }
}

TEST_CASE("string dynamics: a restored run goes on to the same bytes with slip at entries") {
  for (int before = 2; before < 12; ++before) check_resumed(shaken_drive(1.5), before, 8);
}

}  // namespace beltdyn::string_dynamics_test
