// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "core/drive/belt_drive.hpp"
#include "core/simulation/state_archive.hpp"

namespace beltdyn::eulerian::ale {

// A taut belt around two equal pulleys with spans of 0.15 m. The first pulley speeds up from rest to 8 rad/s and stops
// again every 0.2 s, the second one is heavy and drags it.
inline BeltDrive small_drive() {
  BeltDrive drive;
  const TimeFunction speed(TimeFunction::Harmonic{.mean = 4.0, .amplitude = -4.0, .angular_frequency = 31.4});
  drive.pulleys.resize(2);
  for (Pulley& pulley : drive.pulleys) {
    pulley.radius = 0.05;
    pulley.inertia = 0.001;
  }
  drive.pulleys[1].center = {0.15, 0.0};
  drive.pulleys[0].motion.emplace<PrescribedMotion>(speed);
  drive.pulleys[1].motion.emplace<FreeMotion>();
  drive.belt = {.axial_stiffness = 1000.0,
                .bending_stiffness = 1e-3,
                .mass_per_length = 0.2,
                .width = 0.02,
                .contact_offset = 1e-3,
                .axial_damping = 0.1,
                .bending_damping = 0.0,
                .pretension = ReferenceStrain{-0.02}};
  drive.contact = PulleyContact{
      .normal = PenaltyContact{.stiffness_per_area = 1e8, .damping_per_area = 1e4},
      .friction = ElastoplasticCoulombConfig{.coefficient = 0.2, .stiffness = 1e8, .damping = 1e4}};
  drive.gravity = {0.0, -9.81};
  return drive;
}

// The same belt around a third pulley that stands outside and presses on its back.
inline BeltDrive serpentine_drive() {
  BeltDrive drive = small_drive();
  drive.pulleys.push_back(drive.pulleys[1]);
  drive.pulleys[2].center = {0.075, 0.075};
  drive.pulleys[2].radius = 0.03;
  drive.pulleys[2].side = PulleySide::outside;
  return drive;
}

// The first pulley runs at a constant speed, the second one has a moment against it.
inline BeltDrive loaded_drive(BeltDrive drive, double angular_velocity, double moment) {
  drive.pulleys[0].motion.emplace<PrescribedMotion>(TimeFunction(angular_velocity));
  drive.pulleys[1].motion.emplace<TorqueMotion>().torques.push_back({AppliedTorque{TimeFunction(moment)}});
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

}  // namespace beltdyn::eulerian::ale
