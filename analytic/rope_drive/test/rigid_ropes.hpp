// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "core/dynamics/rope/rigid_rope.hpp"

namespace beltdyn::analytic::test {

inline constexpr double kGravity = 9.81;  // [m/s²]

// Two weights on long spans over a sheave that turns freely or has a brake.
struct Weights {
  double first = 1.0;   // [kg]
  double second = 1.2;  // [kg]
  double radius = 0.22;
  double inertia = 0.9;
  double coefficient = 0.3;
  double density = 0.0;
  double speed = 0.0;
  double brake = 0.0;  // [N m]
  double span = 20.0;

  RigidRope rope() const {
    RigidRope rope{.density = density, .gravity = {0.0, -kGravity}, .speed = speed, .surface_speeds = {speed}};
    rope.ends[0] = {.mass = first, .place = {-radius, -span}, .direction = {0.0, 1.0}};
    rope.ends[1] = {.mass = second, .place = {radius, -span}, .direction = {0.0, -1.0}};
    rope.sheaves.push_back({.label = "1",
                            .arc = {.radius = radius, .wrap = std::numbers::pi, .along = -kGravity, .density = density},
                            .coefficient = coefficient,
                            .mass = inertia / (radius * radius)});
    rope.sheaves[0].force = [](double, double) { return 0.0; };
    if (brake > 0.0) rope.sheaves[0].brake = [force = brake / radius](double) { return force; };
    rope.spans = {span, span};
    rope.along = {-kGravity, kGravity};
    return rope;
  }
};

// Random ropes: ends of all kinds, up to four sheaves that are prescribed, driven, braked or free.
class RandomRope {
 public:
  explicit RandomRope(unsigned seed) : generator_(seed) {}

  RigidRope draw() {
    RigidRope rope{.gravity = {0.0, -kGravity}};
    if (flip()) rope.density = between(0.1, 3.0);
    speed_ = flip() ? between(-2.0, 2.0) : 0.0;
    rope.ends = {end(0, true), end(1, false)};
    if (rope.ends[1].held_until > 0.0) {
      if (rope.ends[0].kind == EndKind::given) rope.ends[1].held_until = 0.0;
      speed_ = rope.ends[1].held_until > 0.0 ? 0.0 : speed_;
    }
    const int n = below(5);
    const bool turns_along = flip();
    rope.speed = speed_;
    for (int k = 0; k <= n; ++k) {
      const bool is_outer = k == 0 || k == n;
      rope.spans.push_back(is_outer ? 200.0 : between(1.0, 5.0));
      rope.along.push_back(k == 0 ? -kGravity : k == n ? kGravity : between(-kGravity, kGravity));
    }
    for (int k = 0; k < n; ++k) {
      rope.sheaves.push_back(sheave(k, rope.density));
      rope.surface_speeds.push_back(turns_along ? speed_ : 0.0);
    }
    rope.next_kink = [kinks = kinks_](double t0, double t1) {
      for (const double kink : kinks) t1 = kink > t0 && kink < t1 ? kink : t1;
      return t1;
    };
    return rope;
  }

 private:
  double between(double low, double high) { return std::uniform_real_distribution<double>(low, high)(generator_); }
  int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(generator_); }
  bool flip() { return below(2) == 0; }

  RigidEnd end(int index, bool may_be_given) {
    RigidEnd end{.place = {0.0, -200.0}, .direction = {0.0, index == 0 ? 1.0 : -1.0}};
    const int kind = below(6);
    const double size = between(0.0, 300.0);
    const double rate = between(0.5, 5.0);
    if (kind == 0 && may_be_given) {
      end.kind = EndKind::given;
      end.speed = [size, rate, mean = speed_](double t) { return mean + size / 300.0 * std::sin(rate * t); };
      end.acceleration = [size, rate](double t) { return size / 300.0 * rate * std::cos(rate * t); };
    } else if (kind == 1 && !may_be_given) {
      end.kind = EndKind::force;
      end.force = [size, rate, mean = between(800.0, 3000.0)](double t, double) {
        return mean + size * std::sin(rate * t);
      };
    } else {
      end.mass = between(50.0, 300.0);
      if (flip()) end.force = [size, rate](double t, double) { return size * std::sin(rate * t); };
      if (kind == 2 && !may_be_given) end.held_until = between(0.1, 1.0);
    }
    return end;
  }

  RigidSheave sheave(int k, double density) {
    const double tilt = between(0.0, 2.0 * std::numbers::pi);
    RigidSheave sheave{.label = std::to_string(k + 1),
                       .arc = {.radius = between(0.1, 0.5),
                               .wrap = between(0.3, std::numbers::pi),
                               .along = kGravity * std::cos(tilt),
                               .outward = kGravity * std::sin(tilt),
                               .density = density},
                       .coefficient = below(6) == 0 ? 0.0 : between(0.0, 0.4),
                       .mass = between(1.0, 200.0)};
    const double rate = between(0.5, 5.0);
    if (below(5) < 2) {
      prescribe(sheave, below(4) == 0 ? speed_ : between(-1.0, 1.0), flip() ? between(0.0, 2.0) : 0.0, rate);
    } else if (below(6) == 0) {
      sheave.mass = 0.0;
    } else {
      const double size = flip() ? between(-300.0, 300.0) : 0.0;
      const double damping = between(0.0, 20.0);
      sheave.force = [size, rate, damping](double t, double c) { return size * std::sin(rate * t) - damping * c; };
      if (flip()) brake(sheave);
    }
    return sheave;
  }

  static void prescribe(RigidSheave& sheave, double mean, double size, double rate) {
    sheave.is_prescribed = true;
    sheave.speed = [mean, size, rate](double t) { return mean + size * std::sin(rate * t); };
    sheave.acceleration = [size, rate](double t) { return size * rate * std::cos(rate * t); };
    sheave.displacement = [mean, size, rate](double t) { return mean * t + size / rate * (1.0 - std::cos(rate * t)); };
  }

  // Constant, alternating, or closing within half a second.
  void brake(RigidSheave& sheave) {
    const double size = between(0.0, 800.0);
    const double start = between(0.0, 2.0);
    switch (below(3)) {
      case 0:
        sheave.brake = [size](double) { return size; };
        break;
      case 1:
        sheave.brake = [size](double t) { return 0.5 * size * (1.0 + std::sin(2.0 * t)); };
        break;
      default:
        sheave.brake = [size, start](double t) { return size * std::clamp(2.0 * (t - start), 0.0, 1.0); };
        kinks_.insert(kinks_.end(), {start, start + 0.5});
    }
  }

  std::mt19937 generator_;
  double speed_ = 0.0;
  std::vector<double> kinks_;
};

}  // namespace beltdyn::analytic::test
