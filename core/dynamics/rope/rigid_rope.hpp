// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "core/dynamics/rope/capstan_arc.hpp"

namespace beltdyn {

// An inextensible rope with two ends over sheaves on fixed axes: all of it runs at one speed v, from the first end to
// the second one where v > 0. Whatever acts along the rope is positive in that sense, also on sheaves: c is the speed
// of their surface.

// −1, 0 or 1.
constexpr int sign_of(double x) { return (x > 0.0 ? 1 : 0) - (x < 0.0 ? 1 : 0); }
// Speeds or accelerations that are one, up to rounding of themselves and of 1 m/s or 1 m/s².
inline bool are_same(double a, double b) {
  constexpr double kRounding = 1e-12;
  return std::abs(a - b) <= kRounding * (1.0 + std::abs(a) + std::abs(b));
}

// A sheave, with the mass I/R² and forces M/R at its surface.
struct RigidSheave {
  std::string label{};
  CapstanArc arc{};
  double coefficient{};  // μ
  double mass{};         // [kg]
  bool is_prescribed{};
  // Of a prescribed one c(t), dc/dt and ∫c dt from 0 on.
  std::function<double(double time)> speed{};         // [m/s]
  std::function<double(double time)> acceleration{};  // [m/s²]
  std::function<double(double time)> displacement{};  // [m]
  // Of another one the force of torques and of damping in the bearing, and what its brake and friction in the bearing
  // bear, ≥ 0; empty if there is none.
  std::function<double(double time, double speed)> force{};  // [N]
  std::function<double(double time)> brake{};                // [N]
  double bearing{};                                          // the part of that of the bearing [N]
};

// What an end does.
enum class EndKind {
  body,   // a mass under a force
  drum,   // a mass under a force, on which the rope is wound at a fixed place
  force,  // the force of the rope is given
  given   // the speed of the rope is given: a winch, or the end is fixed
};

struct RigidEnd {
  EndKind kind = EndKind::body;
  double mass{};  // of a body, or I/R² of a drum [kg]
  // On the body without its weight, on the surface of the drum with the speed v of the rope, or of the rope [N].
  std::function<double(double time, double speed)> force{};
  std::function<double(double time)> speed{};            // of a given end [m/s]
  std::function<double(double time)> acceleration{};     // [m/s²]
  double held_until{};                                   // of a body that is held until then [s]
  Eigen::Vector2d place = Eigen::Vector2d::Zero();       // of the end at t = 0 [m]
  Eigen::Vector2d direction = Eigen::Vector2d::UnitX();  // of the rope there
  bool is_held(double time) const { return kind == EndKind::body && time < held_until; }
};

struct RigidRope {
  double density{};                                   // ρ [kg/m]
  Eigen::Vector2d gravity = Eigen::Vector2d::Zero();  // [m/s²]
  std::array<RigidEnd, 2> ends{};
  std::vector<RigidSheave> sheaves{};
  std::vector<double> spans{};           // lengths at t = 0, shape (n_sheaves + 1) [m]
  std::vector<double> along{};           // g along each span, shape (n_sheaves + 1) [m/s²]
  double speed{};                        // v at t = 0 [m/s]
  std::vector<double> surface_speeds{};  // c at t = 0, shape (n_sheaves) [m/s]
  // The first time in (t0, t1) at which a derivative of a given function jumps, t1 if there is none.
  std::function<double(double t0, double t1)> next_kink{};
};

}  // namespace beltdyn
