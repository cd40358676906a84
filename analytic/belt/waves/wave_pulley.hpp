// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <functional>
#include <string>
#include <utility>

#include <Eigen/Core>

#include "core/drive/pulley/pulley_mount.hpp"

namespace beltdyn::analytic {

// A pulley that is reached and left by a string with mass. Moments and angular velocities are positive in the running
// direction of the belt.
struct WavePulleyProperties {
  std::string label{};       // in messages
  double radius{};           // R, of the string [m]
  double exponent{};         // μ φ with the wrap φ [-]
  double belt_mass{};        // M, of the string on the pulley [kg]
  double belt_weight{};      // P, of this string along its path, from where it arrives to where it leaves [N]
  double mass_per_length{};  // ρA, of the string alone [kg/m]
  double feed{};             // m_L, that falls on the span behind it [kg/m]
  double inertia{};          // I [kg m²]
  std::function<double(double)> turned{};                           // of a prescribed motion: angle at t [rad]
  std::function<double(double, double)> moment{};                   // of any other: of torques at (t, ω) [N m]
  std::function<double(double, double)> moment_derivative{};        // ∂/∂ω [N m s/rad]
  Eigen::Vector2d arriving = Eigen::Vector2d::Zero();               // direction of the string before the pulley
  Eigen::Vector2d leaving = Eigen::Vector2d::Zero();                // behind it
  std::function<Eigen::Vector2d(double)> axis{};                    // c(t) of an axis that is not moved by forces [m]
  Eigen::Vector2d axis_by_u = Eigen::Vector2d::Zero();              // dc/du of any other
  double mount_inertia{};                                           // of its mount
  std::function<MountForce(double, double, double)> mount_force{};  // on it, at (t, u, du/dt)
};

// What the ends of the spans beside a pulley bring in a step; see WaveSpan.
struct WaveArrival {
  double impedance{};   // Z [N s/m]
  double wave{};        // a: v − N/Z of the span before the pulley, v + N/Z of the span behind it [m/s]
  double weight{};      // G, of half an element [N]
  double resistance{};  // W, its largest resistance [N]
};

// A pulley and the ends of the spans beside it, in the mean of a step. Displacements are those in its middle.
struct WavePulleyState {
  double time{};                      // of the middle [s]
  double speed{};                     // v, of the string on the pulley, relative to the axis [m/s]
  double surface_speed{};             // R ω [m/s]
  double mount_rate{};                // du/dt, or 1 for an axis that is not moved by forces
  double travel{};                    // ∫ v dt [m]
  double turned{};                    // ∫ R ω dt [m]
  double mount{};                     // u
  double arriving_force{};            // T₁ [N]
  double leaving_force{};             // T₂ [N]
  double resisting{};                 // share of W that resists, −1 to 1
  double feed{};                      // force that speeds up the load behind the pulley [N]
  double centrifugal{};               // ρA v² [N]
  double slipping{};                  // 1 if the string slips on the whole pulley, else 0
  std::array<double, 2> end_speed{};  // in space, of the string before and behind the pulley [m/s]
  std::array<double, 2> end_force{};  // of the string there [N]
};

// A pulley of a string with waves. The string sticks to it without any stretch, or slips on all of it by Euler and
// Eytelwein,
//
//     T₁ − ρA v² = (T₂ − ρA v²) exp(±μ φ),
//
// T₁ where it arrives and T₂ where it leaves. With the waves a that arrive, and the velocities V of the axis along the
// string before and behind the pulley,
//
//     T₁ = Z₁ (v + V₁ − a₁) − G₁ + W₁ sgn(v) + (M dv/dt − P)/2
//     T₂ = Z₂ (a₂ − v − V₂) + G₂ − W₂ sgn(v) − (M dv/dt − P)/2 − m_L v²
//     I dω/dt = moment + R (T₂ − T₁),
//
// and T₁ − ρA v², T₂ − ρA v² pull at the axis.
//
// Derivatives in time are differences of the means of three steps (BDF2), which damps what a step does not resolve.
class WavePulley {
 public:
  explicit WavePulley(WavePulleyProperties properties) : properties_(std::move(properties)) {}

  const WavePulleyProperties& properties() const { return properties_; }
  // At t = 0, with a speed of the string [m/s] and its force on both sides [N].
  WavePulleyState begin(double speed, double mount, double arriving_force, double leaving_force) const;
  // The step from t to t + h behind two others. Throws SolverError if the string lifts off the pulley.
  WavePulleyState advance(double time, double step, const std::array<const WavePulleyState*, 2>& earlier,
                          const WaveArrival& before, const WaveArrival& behind) const;

 private:
  WavePulleyProperties properties_;
};

}  // namespace beltdyn::analytic
