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

// Data of an inextensible rope with two ends over sheaves on fixed axes. The whole rope runs at one speed v, positive
// from the first end to the second. Forces and velocities along the rope are positive in this sense too, also on
// sheaves: c is the speed of a sheave's surface.

// −1, 0 or 1.
constexpr int sign_of(double x) { return (x > 0.0 ? 1 : 0) - (x < 0.0 ? 1 : 0); }
// Are two speeds or accelerations equal up to rounding, relative to themselves and to 1 m/s or 1 m/s²?
inline bool are_same(double a, double b) {
  constexpr double kRounding = 1e-12;
  return std::abs(a - b) <= kRounding * (1.0 + std::abs(a) + std::abs(b));
}

// A sheave, reduced to its surface: mass I/R² and forces M/R.
struct RigidSheave {
  std::string label{};
  CapstanArc arc{};
  double coefficient{};  // μ [-]
  double mass{};         // I/R² [kg]
  bool is_prescribed{};
  // Motion of a prescribed sheave: c(t), dc/dt and ∫c dt from t = 0.
  std::function<double(double time)> speed{};         // [m/s]
  std::function<double(double time)> acceleration{};  // [m/s²]
  std::function<double(double time)> displacement{};  // [m]
  // Forces on a sheave that is not prescribed: of torques and bearing damping; capacity of its brake and its bearing
  // friction, ≥ 0; empty if there is none.
  std::function<double(double time, double speed)> force{};  // [N]
  std::function<double(double time)> brake{};                // [N]
  double bearing{};  // bearing friction, the part of `brake` that belongs to the bearing [N]
};

// The kind of an end.
enum class EndKind {
  body,   // a mass under a force
  drum,   // a mass under a force at a fixed place, onto which the rope winds
  force,  // the force of the rope is given
  given   // the speed of the rope is given: a winch or a fixed end
};

// An end of the rope.
struct RigidEnd {
  EndKind kind = EndKind::body;
  double mass{};  // of a body, or I/R² of a drum [kg]
  // The force on a body without its weight, on the surface of a drum, or of the rope at a force end; v is the speed of
  // the rope [N].
  std::function<double(double time, double speed)> force{};
  std::function<double(double time)> speed{};            // of a given end [m/s]
  std::function<double(double time)> acceleration{};     // [m/s²]
  double held_until{};                                   // a body is held until this time [s]
  Eigen::Vector2d place = Eigen::Vector2d::Zero();       // of the end at t = 0 [m]
  Eigen::Vector2d direction = Eigen::Vector2d::UnitX();  // of the rope at the end [-]
  bool is_held(double time) const { return kind == EndKind::body && time < held_until; }
};

// The rope with its ends and sheaves; they are in order from the first end to the second.
struct RigidRope {
  double density{};                                   // ρ [kg/m]
  Eigen::Vector2d gravity = Eigen::Vector2d::Zero();  // [m/s²]
  std::array<RigidEnd, 2> ends{};
  std::vector<RigidSheave> sheaves{};
  std::vector<double> spans{};           // lengths at t = 0, shape (n_sheaves + 1) [m]
  std::vector<double> along{};           // g along each span, shape (n_sheaves + 1) [m/s²]
  double speed{};                        // v at t = 0 [m/s]
  std::vector<double> surface_speeds{};  // c at t = 0, shape (n_sheaves) [m/s]
  // The first time in (t0, t1) at which a derivative of a given function jumps; t1 if there is none.
  std::function<double(double t0, double t1)> next_kink{};
};

}  // namespace beltdyn
