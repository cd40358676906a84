// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <vector>

namespace beltdyn::exact {

// A rope hangs with a mass at its lower end, by natural length: E A, ρ, L and m.
struct HangingRope {
  double axial_stiffness{};  // EA [N]
  double mass_per_length{};  // ρ [kg/m]
  double length{};           // L [m]
  double mass{};             // m [kg]

  // c = √(EA/ρ) [m/s]
  double wave_speed() const;
  // Along it, held at its upper end: (ω L/c) tan(ω L/c) = ρ L/m. The lowest ones [rad/s].
  std::vector<double> frequencies_along(int number) const;
  // Across it, both ends held, if it does not stretch: (g x y')' + ω² y = 0 at the distance x − m/ρ from the lower end,
  // with J₀ and Y₀ of 2 ω √(x/g). The lowest ones [rad/s].
  std::vector<double> frequencies_across(double gravity, int number) const;
  // The force with which it pulls at its upper end per displacement of that downwards, at ω [N/m].
  double stiffness_at(double omega) const;
};

// Two ropes that hang from a free sheave to which the rope sticks, with an inertia J and the radius R in which that of
// the rope on it is: J ω²/R² + k₁(ω) + k₂(ω) = 0, k of stiffness_at(). The lowest ones below a bound [rad/s].
std::vector<double> lift_frequencies(const std::array<HangingRope, 2>& ropes, double inertia, double radius,
                                     double bound);

}  // namespace beltdyn::exact
