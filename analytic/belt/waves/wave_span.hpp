// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "core/contact/coulomb_friction.hpp"

namespace beltdyn::analytic {

// A straight span of a string with mass, whose speed is small against that of its waves. With the place x along the
// span, the speed v and the force N of the string obey
//
//     m ∂v/∂t = ∂N/∂x + f − r,   ∂N/∂t = EA ∂v/∂x.
//
// Coulomb's law limits the resistance: |r| ≤ w. It holds the string at rest.
struct WaveSpanProperties {
  double length{};           // [m]
  double axial_stiffness{};  // EA [N]
  double mass_per_length{};  // m, with load and idlers [kg/m]
  double resistance{};       // w [N/m]
  double weight{};           // f, of belt and load along x [N/m]

  double wave_speed() const;   // c = √(EA/m) [m/s]
  double travel_time() const;  // of a wave along the span [s]
};

// The largest whole number that does not exceed a ratio but for rounding: of pairs of elements in a span.
double whole_part(double ratio);

// The string at a place, in the mean over a step.
struct WavePoint {
  double force{};         // N [N]
  double speed{};         // v [m/s]
  double resistance{};    // r [N/m]
  double acceleration{};  // ∂v/∂t [m/s²]
};

// The span in steps of 2τ, the method of characteristics on a mesh in which waves pass one element of the length c τ in
// τ. The lines x ± c t = const through the nodes divide the plane of x and t into diamonds:
//
//     t + τ        T          T: left and right value of v + N/Z and v − N/Z on its upper sides
//               /     \.
//     t       L         R     Z = √(EA m)
//               \     /
//     t − τ        B
//
// Where r is constant in each diamond this is exact, also with jumps, which run along sides:
//
//     (v + N/Z) on LT = (v + N/Z) on BR + τ (f − r)/m,   (v − N/Z) on RT = (v − N/Z) on BL + τ (f − r)/m.
//
// Nodes of even number have diamonds around t + τ in a step from t to t + 2τ, the other nodes around t. The ends, both
// even, have half a diamond. A mesh with a whole number of elements has waves of the speed c′ = (length)/(elements τ)
// ≥ c. Hence it has the mass m′ = EA/c′² per length, and the rest (m − m′) of the mass at the ends.
class WaveSpan {
 public:
  // In steps τ > 0 [s]. A span that waves pass in less than 2τ has the mass of two elements.
  WaveSpan(const WaveSpanProperties& properties, double tau);

  // Number of elements; it is even.
  int n_elements() const { return static_cast<int>(sides_.size()); }
  double impedance() const { return impedance_; }      // Z [N s/m]
  double mass_at_end() const { return mass_at_end_; }  // of the rest, at each end [kg]
  // The weight and the largest resistance of half an element, which act at each end [N].
  double weight_at_end() const { return half_element_ * weight_; }
  double resistance_at_end() const { return half_element_ * friction_.limit(); }

  // Lays the string with forces in the middle of the elements, shape (n_elements) [N], at a speed [m/s].
  void lay(std::span<const double> forces, double speed);
  // The first half of a step: what comes to the nodes between the even ones.
  void begin_step();
  // Then, of the waves that arrive at the ends in this step: v + N/Z at the begin, v − N/Z at the end [m/s].
  double at_begin() const { return sides_.front(); }
  double at_end() const { return sides_.back(); }
  // The second half, with the mean speed [m/s], force [N] and resistance [N/m] of the string at its ends. Overwrites
  // the even nodes, shape (n_elements/2 + 1), given in the step before. Returns the
  // smallest force there [N].
  double end_step(const WavePoint& begin, const WavePoint& end, std::span<WavePoint> nodes);

  const std::vector<double>& sides() const { return sides_; }
  // Shape (n_elements).
  void set_sides(const std::vector<double>& sides) { sides_ = sides; }

 private:
  // Advances the diamond around node i.
  WavePoint advance(std::size_t i);

  double gain_;          // τ/m′ [m s/kg]
  double per_step_;      // 1/(2τ) [1/s]
  double impedance_;     // [N s/m]
  double half_element_;  // [m]
  double mass_at_end_;   // [kg]
  double weight_;        // f [N/m]
  contact::CoulombFriction friction_;
  // The invariant on the newest side of a diamond in each element: v − N/Z if the side rises towards the begin of the
  // span, v + N/Z if it rises towards its end [m/s].
  std::vector<double> sides_;
};

}  // namespace beltdyn::analytic
