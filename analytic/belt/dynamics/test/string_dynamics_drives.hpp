// SPDX-License-Identifier: MIT
// Drives and functions shared by the tests of strings in time.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "analytic/belt/dynamics/string_dynamics_simulation.hpp"
#include "core/drive/belt/belt_drive.hpp"

namespace beltdyn::string_dynamics_test {

inline constexpr double kPi = std::numbers::pi;

inline Pulley pulley(Eigen::Vector2d center, double radius, double inertia, PulleyMotion motion) {
  Pulley result;
  result.center = std::move(center);
  result.radius = radius;
  result.inertia = inertia;
  result.motion = std::move(motion);
  return result;
}

inline TorqueMotion applied(TimeFunction moment) { return {.torques = {{.form = AppliedTorque{std::move(moment)}}}}; }

inline TimeFunction ramp(double from, double to, double start, double end) {
  return TimeFunction(TimeFunction::CosineRamp{.from = from, .to = to, .start_time = start, .end_time = end});
}

inline PulleyContact coulomb(double coefficient) {
  return {.normal = PenaltyContact{4e9, 8e4}, .friction = elastoplastic_coulomb(coefficient, 5e9)};
}

// The drive of [Ntarladima 2023] without belt mass: its rotation decays with exp(−4.68 t).
inline BeltDrive two_pulleys(TimeFunction speed, TimeFunction moment) {
  BeltDrive drive;
  drive.pulleys = {pulley({0.0, 0.0}, 0.1, 0.25, PrescribedMotion{std::move(speed)}),
                   pulley({0.1 * kPi, 0.0}, 0.1, 0.25, applied(std::move(moment)))};
  drive.pulleys[1].bearing_damping = 2.0;
  drive.belt = {.axial_stiffness = 8000.0,
                .width = 0.08,
                .friction_at = FrictionPlace::center_line,
                .pretension = ReferenceStrain{-0.05}};
  drive.contact = coulomb(0.5);
  return drive;
}

inline TimeFunction harmonic(double mean, double amplitude, double omega) {
  return TimeFunction(TimeFunction::Harmonic{.mean = mean, .amplitude = amplitude, .angular_frequency = omega});
}

// A short span behind a driver with oscillations and little friction: slip at its exit reverses.
inline BeltDrive shaken_drive(double ripple) {
  BeltDrive drive = two_pulleys(harmonic(12.0, ripple, 40.0), TimeFunction(0.0));
  drive.pulleys.push_back(drive.pulleys[1]);
  drive.pulleys[0].contact = coulomb(0.25);
  drive.pulleys[1].contact = coulomb(0.9);
  drive.pulleys[2].contact = coulomb(0.9);
  drive.pulleys[1].center = {0.25, 0.0};
  drive.pulleys[2].center = {0.1, 1.5};
  drive.pulleys[1].bearing_damping = 0.3;
  drive.pulleys[2].bearing_damping = 0.2;
  return drive;
}

// Natural length of the whole belt, from its parts on pulleys and spans [m].
inline double natural_length(const analytic::StringDynamics& string) {
  const BeltPath path = string.path();
  const std::vector<double> last{std::nextafter(path.length(), 0.0)};
  return string.points(last)[0].material;
}

// A run that is saved after some advances, restored and continued gives the same bytes as an uninterrupted run.
inline void check_resumed(const BeltDrive& drive, int advances_before, int advances_after) {
  analytic::StringDynamicsSimulation straight(drive, 0.02, 1e-8);
  for (int i = 0; i < advances_before; ++i) straight.advance(0.02);
  StateWriter writer;
  straight.save(writer);
  const std::vector<std::uint8_t> bytes = writer.to_cbor();
  StateReader reader(bytes);
  analytic::StringDynamicsSimulation resumed(drive, 0.02, 1e-8);
  resumed.restore(reader);
  for (int i = 0; i < advances_after; ++i) {
    straight.advance(0.02);
    resumed.advance(0.02);
  }
  std::vector<double> expected(straight.history_columns().size());
  std::vector<double> found(expected.size());
  straight.history_values(expected);
  resumed.history_values(found);
  CHECK(found == expected);
}

}  // namespace beltdyn::string_dynamics_test
