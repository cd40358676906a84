// SPDX-License-Identifier: MIT
// Ropes with ends that several tests run.
#pragma once

#include <cmath>
#include <numbers>
#include <string>
#include <utility>

#include "analytic/rope_drive/elastic_rope.hpp"

namespace beltdyn::elastic_rope_test {

inline constexpr double kGravity = 9.81;
inline constexpr double kHalfTurn = std::numbers::pi;

inline analytic::RopeEnd weight(double mass, double speed = 0.0) {
  return {
      .kind = analytic::RopeEnd::Kind::body, .label = "weight", .mass = mass, .speed = speed, .force = [mass](double) {
        return mass * kGravity;
      }};
}

inline analytic::RopeEnd pull(double force) {
  return {.kind = analytic::RopeEnd::Kind::force,
          .label = "pull",
          .force = [force](double) { return force; },
          .force_rate = [](double) { return 0.0; }};
}

inline analytic::RopeSheave sheave(double radius, double friction, double inertia = 0.0, double wrap = kHalfTurn) {
  return {.label = "1", .radius = radius, .wrap = wrap, .friction = friction, .inertia = inertia};
}

inline analytic::RopeSheave driver(double radius, double friction, std::function<double(double)> speed) {
  analytic::RopeSheave s = sheave(radius, friction);
  s.is_prescribed = true;
  s.speed = std::move(speed);
  return s;
}

// The same drive from the other end.
inline analytic::ElasticRopeDrive mirrored(analytic::ElasticRopeDrive drive) {
  std::swap(drive.ends[0], drive.ends[1]);
  std::ranges::reverse(drive.sheaves);
  std::ranges::reverse(drive.length);
  std::ranges::reverse(drive.force);
  for (analytic::RopeSheave& s : drive.sheaves) {
    s.ran = -s.ran;
    s.angular_velocity = -s.angular_velocity;
    if (s.speed) s.speed = [speed = s.speed](double t) { return -speed(t); };
    if (s.torque) s.torque = [torque = s.torque](double t, double omega) { return -torque(t, -omega); };
  }
  return drive;
}

// An elevator: counterweight, driven sheave, car. The rope runs towards the car, which moves down.
inline analytic::ElasticRopeDrive elevator(double stiffness, std::function<double(double)> rope_speed) {
  constexpr double kRadius = 0.3;
  const double first = rope_speed(0.0);
  analytic::ElasticRopeDrive drive;
  drive.axial_stiffness = stiffness;
  drive.ends = {weight(1200.0), weight(1500.0)};
  drive.sheaves = {driver(kRadius, 0.15, [speed = std::move(rope_speed)](double t) { return speed(t) / kRadius; })};
  drive.length = {60.0, 20.0};
  drive.force = {1200.0 * kGravity, 1500.0 * kGravity};
  drive.sheaves[0].ran = first < 0.0 ? -1.0 : 1.0;
  const std::array<double, 2> speeds = analytic::steady_end_speeds(drive);
  for (std::size_t end = 0; end < 2; ++end) drive.ends[end].speed = speeds[end];
  return drive;
}

// Weight, free sheave with an alternating torque, driven sheave that reverses, winch.
inline analytic::ElasticRopeDrive to_and_fro() {
  analytic::ElasticRopeDrive drive;
  drive.axial_stiffness = 2e6;
  drive.ends[0] = weight(1000.0);
  drive.ends[1] = {.kind = analytic::RopeEnd::Kind::winch, .label = "winch", .paid_out = [](double t) {
                     return 0.05 * std::sin(2.0 * t);
                   }};
  drive.sheaves = {sheave(0.25, 0.12, 4.0, 2.5), driver(0.2, 0.2, [](double t) { return 3.0 * std::sin(3.0 * t); })};
  drive.sheaves[0].torque = [](double t, double) { return 300.0 * std::sin(5.0 * t); };
  drive.sheaves[1].label = "2";
  drive.sheaves[1].ran = -1.0;
  drive.length = {12.0, 5.0, 9.0};
  drive.force = {1000.0 * kGravity, 1000.0 * kGravity, 1000.0 * kGravity};
  return drive;
}

}  // namespace beltdyn::elastic_rope_test
