// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "core/drive/belt/belt_drive.hpp"
#include "core/run/state_archive.hpp"

namespace beltdyn::test {

// A taut belt around two equal pulleys, 0.62 m long, with spans of 0.15 m. The first pulley accelerates from rest to
// the given speed [rad/s] and stops again, every 0.2 s; the second one has inertia and brakes it.
inline BeltDrive small_belt_drive(double speed) {
  BeltDrive drive;
  drive.pulleys.resize(2);
  for (Pulley& pulley : drive.pulleys) {
    pulley.radius = 0.05;
    pulley.inertia = 0.001;
  }
  drive.pulleys[1].center = {0.15, 0.0};
  drive.pulleys[0].motion = PrescribedMotion{
      TimeFunction(TimeFunction::Harmonic{.mean = 0.5 * speed, .amplitude = -0.5 * speed, .angular_frequency = 31.4})};
  drive.pulleys[1].motion.emplace<FreeMotion>();
  drive.belt = {.axial_stiffness = 1000.0,
                .bending_stiffness = 1e-3,
                .mass_per_length = 0.2,
                .width = 0.02,
                .contact_offset = 1e-3,
                .axial_damping = 0.1,
                .bending_damping = 0.0,
                .pretension = ReferenceStrain{-0.02}};
  drive.contact = PulleyContact{.normal = PenaltyContact{.stiffness_per_area = 1e8, .damping_per_area = 1e4},
                                .friction = elastoplastic_coulomb(0.2, 1e8, 1e4)};
  drive.gravity = {0.0, -9.81};
  return drive;
}

// The same drive with a moment on the free pulley from `time` on [s], so large that no residual can become small.
inline BeltDrive impossible_drive(BeltDrive drive, double time) {
  const TimeFunction jump(TimeFunction::PiecewiseLinear{.time = {time, time + 1e-7}, .value = {0.0, 1e100}});
  drive.pulleys[1].motion.emplace<TorqueMotion>().torques.push_back({AppliedTorque{jump}});
  return drive;
}

template <class Belt>
std::vector<std::uint8_t> bytes_of(const Belt& belt) {
  StateWriter writer;
  belt.save(writer);
  return writer.to_cbor();
}

template <class Belt>
void restore_from(const std::vector<std::uint8_t>& bytes, Belt& belt) {
  StateReader reader(bytes);
  belt.restore(reader);
}

}  // namespace beltdyn::test
