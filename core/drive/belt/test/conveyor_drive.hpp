// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/friction_laws.hpp"

namespace beltdyn::test {

// A conveyor of 1000 m that lifts by 10 m: the head drives at the top, the tail at the bottom is the take-up, which a
// constant force pulls along the belt. The carrying run leads from the tail to the head, above the pulleys.
struct Conveyor {
  double run = 1000.0;
  double lift = 10.0;
  double radius = 0.4;
  double speed = 4.0;
  double gravity = 9.81;
  double belt = 18.0;  // [kg/m]
  double load = 80.0;
  double carrying = 12.0;  // idlers
  double returning = 6.0;
  double friction = 0.022;  // f
  double take_up = 66827.76;
  double tail_mass = 1000.0;
  double stiffness = 2e7;  // EA [N]

  // The distance of the axes is the length of the runs.
  double cosine() const { return std::sqrt(1.0 - std::pow(lift / run, 2)); }
  double carrying_resistance() const { return friction * gravity * (carrying + (belt + load) * cosine()); }
  double return_resistance() const { return friction * gravity * (returning + belt * cosine()); }

  // Of the take-up and of the weight of the tail, along the belt.
  double pull() const { return take_up + tail_mass * gravity * lift / run; }

  BeltDrive drive() const {
    const Eigen::Vector2d along(run * cosine(), lift);
    BeltDrive drive;
    drive.direction = LoopDirection::clockwise;
    drive.pulleys.resize(2);
    drive.pulleys[0].name = "head";
    drive.pulleys[0].center = along;
    drive.pulleys[0].motion = PrescribedMotion{TimeFunction(-speed / radius)};
    drive.pulleys[1].name = "tail";
    drive.pulleys[1].motion = FreeMotion{};
    drive.pulleys[1].mount =
        SliderMount{.direction = -along / run, .suspension = {.inertia = tail_mass}, .force = TimeFunction(take_up)};
    for (Pulley& pulley : drive.pulleys) {
      pulley.radius = radius;
      pulley.inertia = 1.0;
    }
    drive.belt = {.axial_stiffness = stiffness,
                  .mass_per_length = belt,
                  .width = 1.0,
                  .pretension = PretensionForce{0.5 * take_up}};
    drive.contact = PulleyContact{.normal = RigidContact{}, .friction = CoulombConfig{.coefficient = 0.35}};
    drive.gravity = {0.0, -gravity};
    drive.spans = {
        {.from = 2, .load_per_length = load, .idler_mass_per_length = carrying, .resistance_coefficient = friction},
        {.from = 1, .idler_mass_per_length = returning, .resistance_coefficient = friction}};
    drive.find_belt_length();
    return drive;
  }
};

}  // namespace beltdyn::test
