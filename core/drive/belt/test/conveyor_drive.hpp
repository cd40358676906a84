// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

#include "core/drive/belt/belt_drive.hpp"

namespace beltdyn::test {

// A conveyor of 1000 m length and 10 m lift. The head drives at the top. The tail at the bottom is the take-up: a
// constant force pulls it along the belt. The carrying run leads from tail to head, above the pulleys.
struct Conveyor {
  double run = 1000.0;        // length of a run [m]
  double lift = 10.0;         // [m]
  double radius = 0.4;        // [m]
  double speed = 4.0;         // [m/s]
  double gravity = 9.81;      // [m/s²]
  double belt = 18.0;         // [kg/m]
  double load = 80.0;         // [kg/m]
  double carrying = 12.0;     // rotating mass of the idlers, carrying run [kg/m]
  double returning = 6.0;     // rotating mass of the idlers, return run [kg/m]
  double friction = 0.022;    // f [-]
  double spacing = 1.2;       // of the idlers [m]
  double take_up = 66827.76;  // force [N]
  double tail_mass = 1000.0;  // [kg]
  double stiffness = 2e7;     // EA [N]

  // The distance of the axes equals the length of the runs.
  double cosine() const { return std::sqrt(1.0 - std::pow(lift / run, 2)); }
  double carrying_resistance() const { return friction * gravity * (carrying + (belt + load) * cosine()); }
  double return_resistance() const { return friction * gravity * (returning + belt * cosine()); }

  // The sag between two idlers where the belt with its load bears the force T besides its momentum [m].
  double sag(double load_on_run, double tension) const {
    return (belt + load_on_run) * gravity * cosine() * spacing * spacing / (8.0 * tension);
  }

  // The pull of the take-up force and of the weight of the tail along the belt [N].
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
    drive.contact = PulleyContact{.normal = RigidContact{}, .friction = coulomb(0.35)};
    drive.gravity = {0.0, -gravity};
    drive.spans = {
        {.from = 2,
         .load_per_length = load,
         .idler_mass_per_length = carrying,
         .resistance_coefficient = friction,
         .idler_spacing = spacing},
        {.from = 1, .idler_mass_per_length = returning, .resistance_coefficient = friction, .idler_spacing = spacing}};
    drive.find_belt_length();
    return drive;
  }
};

}  // namespace beltdyn::test
