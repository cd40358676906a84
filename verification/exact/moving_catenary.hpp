// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>

namespace beltdyn::exact {

// A span of elastic belt without bending stiffness that hangs between two points at the same height. The belt runs
// through these points at a constant flux. Its force is N = EA (λ − 1).
struct HangingSpan {
  double axial_stiffness{};   // EA [N]
  double mass_per_length{};   // ρA > 0, per reference length [kg/m]
  double gravity{};           // g > 0, downwards [m/s²]
  double distance{};          // X between the supports, which are at (0, 0) and (X, 0) [m]
  double reference_length{};  // L₀ of the belt between the supports [m]
  double flux{};              // G, reference length that passes a point per time [m/s]
};

// The state of a HangingSpan at a particle.
struct CatenaryPoint {
  Eigen::Vector2d position = Eigen::Vector2d::Zero();  // [m]
  double stretch{};                                    // λ [-]
  double force{};                                      // N [N]
  double effective_force{};                            // N_e = N − ρA G² λ, the force that balances curvature [N]
};

// The steady shape of a hanging span, exact at any speed below the speed of axial waves. s is measured from the low
// point, and a = EA − ρA G²:
//
//     N_e = √(H² + (ρA g s)²),   λ = (EA + N_e)/a,
//     x = X/2 + [EA H/(ρA g) asinh(ρA g s/H) + H s]/a,   y = [EA N_e/(ρA g) + ρA g s²/2]/a + const.              (1)
//
// The horizontal force H follows from x(L₀/2) = X and is solved to rounding. As EA → ∞ the shape becomes the shape at
// rest.
class MovingCatenary {
 public:
  // Throws UsageError if values are invalid or ρA G² ≥ EA.
  explicit MovingCatenary(const HangingSpan& span);

  // The horizontal component of the effective force, constant along the span [N].
  double horizontal_force() const { return horizontal_force_; }
  // The distance of the low point below the supports [m].
  double sag() const { return -at(0.0).position.y(); }
  // The belt at the reference length s from the low point, |s| ≤ L₀/2 [m].
  CatenaryPoint at(double s) const;

 private:
  HangingSpan span_;
  double horizontal_force_{};  // H [N]
};

}  // namespace beltdyn::exact
