// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <vector>

namespace beltdyn::exact {

// A rope that hangs with a mass at its lower end. Lengths are natural lengths.
struct HangingRope {
  double axial_stiffness{};  // EA [N]
  double mass_per_length{};  // ρ [kg/m]
  double length{};           // L [m]
  double mass{};             // m [kg]

  // c = √(EA/ρ) [m/s]
  double wave_speed() const;
  // The lowest longitudinal frequencies with the upper end held, (ω L/c) tan(ω L/c) = ρ L/m [rad/s].
  std::vector<double> frequencies_along(int number) const;
  // The lowest transverse frequencies of the inextensible rope with both ends held [rad/s]: (g x y')' + ω² y = 0, where
  // x − m/ρ is the distance from the lower end. The solutions are J₀ and Y₀ of 2 ω √(x/g).
  std::vector<double> frequencies_across(double gravity, int number) const;
  // The dynamic stiffness at ω [N/m]: the force with which the rope pulls at its upper end, per downward displacement
  // of that end.
  double stiffness_at(double omega) const;
};

// The lowest frequencies, below a bound, of two ropes that hang from a free sheave without slip [rad/s]: the zeros of J
// ω²/R² + k₁(ω) + k₂(ω), with k from stiffness_at(). The inertia J includes the rope on the sheave; R is the radius.
std::vector<double> lift_frequencies(const std::array<HangingRope, 2>& ropes, double inertia, double radius,
                                     double bound);

}  // namespace beltdyn::exact
