// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

namespace beltdyn::exact {

// A taut string that runs lengthwise through two fixed eyes. Its small transverse displacement u(x, t) obeys
//
//     ρ (u_tt + 2 v u_xt + v² u_xx) − T u_xx = 0,   u(0, t) = u(L, t) = 0.                                        (1)
struct MovingString {
  double tension{};          // T [N]
  double mass_per_length{};  // ρ [kg/m]
  double length{};           // L [m]
  double speed{};            // v ≥ 0 [m/s]

  // c = √(T/ρ), the critical speed [m/s]
  double critical_speed() const;
  // ω_n = n π (c² − v²)/(c L), n = 1, 2, ... [rad/s]
  double frequency(int mode) const;
  // 2 L c/(c² − v²), the period of every motion [s]
  double return_period() const;
};

// The motion of such a string from rest, u_t(x, 0) = 0, by characteristics. With the initial shape u₀,
//
//     u = F(x − (c + v) t) + B(x + (c − v) t),   F = (1 − v/c)/2 u₀,   B = (1 + v/c)/2 u₀   in [0, L],            (2)
//
// and outside of [0, L] by reflection: with q = (c + v)/(c − v),
//
//     F(z) = −B(−z/q) for −q L ≤ z ≤ 0,   F(z) = F(z + (1 + q) L),   B(y) = −F(−q y).                             (3)
class TravellingString {
 public:
  using Function = std::function<double(double x)>;

  // `shape` is u₀ and `slope` u₀' in [0, L], with u₀(0) = u₀(L) = 0. Throws UsageError unless 0 ≤ v < c.
  TravellingString(const MovingString& string, Function shape, Function slope);

  double displacement(double x, double time) const;  // u [m]
  double slope(double x, double time) const;         // u_x [-]
  double velocity(double x, double time) const;      // u_t at a fixed place [m/s]
  // The invariant ½ ∫ [ρ u_t² + (T − ρ v²) u_x²] dx [J]. It is constant in time, unlike the energy ½ ∫ [ρ (u_t + v
  // u_x)² + T u_x²] dx. It equals its initial value ½ (T − ρ v²) ∫ u₀'² dx, which is computed by quadrature of a smooth
  // slope.
  double invariant() const;

 private:
  // The place in [0, L] at which the initial shape gives F(z) or B(y), and the factors of shape and slope there.
  struct Source {
    double x{};         // [m]
    double of_shape{};  // factor of u₀ [-]
    double of_slope{};  // factor of u₀' [-]
  };
  Source forward(double z) const;   // F and F'
  Source backward(double y) const;  // B and B'

  MovingString string_;
  Function shape_;
  Function slope_;
  double c_;  // critical speed [m/s]
  double q_;  // (c + v)/(c − v) [-]
};

}  // namespace beltdyn::exact
