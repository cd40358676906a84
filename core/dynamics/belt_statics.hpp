// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>

#include "core/dynamics/belt_system.hpp"

namespace beltdyn {

// The residual at which a Newton iteration stops [N]: the configured one, or if that is 0 a small part of the force in
// the untouched belt, below which results do not change.
double residual_tolerance(const BeltDrive& drive, double configured);
// The same for a belt that carries this force; a slack belt (force ≤ 0) is given the force of a small strain instead
// [N].
double residual_tolerance(double force, double axial_stiffness, double configured);
// The residual that rounding may leave, since strains are differences of coordinates up to `length` over an element
// [N].
double residual_rounding(double axial_stiffness, double length, double shortest_element);

// The trial state of a belt and its mounts at rest, to return to after iterations in vain.
class StaticState {
 public:
  explicit StaticState(BeltSystem& system);
  void restore(BeltSystem& system) const;

 private:
  numerics::AlignedVector q_;
  numerics::AlignedVector v_;
  numerics::AlignedVector a_;
  std::vector<double> mounts_;
};

// Newton's method towards equilibrium at rest, for a system that is held. It starts with full corrections; if these do
// not converge, it starts again with shortened corrections, as a time step does. It iterates beyond the accepted
// residual as long as rounding permits. Returns the remaining residual [N]. `step` has no inertia: statics, or a step
// so long that it ends in equilibrium.
double find_equilibrium(BeltSystem& system, double accepted, const BeltStep& step = kStatics);
// A step without inertia at t = 0. kRestingSteps of them bring a belt with friction to rest; in the last ones the
// dampers, which do not affect equilibrium, no longer move.
inline constexpr int kRestingSteps = 4;
BeltStep resting_step();

// The result of find_rest().
struct BeltRest {
  std::string failure;     // why there is no equilibrium; empty if there is one
  double imbalance = 0.0;  // residual of mounts that find no equilibrium [N]
};
// Brings a held system to rest, with mounts that are free to move. `settle` searches the equilibrium and returns why
// there is none, or an empty string. Mounts stay where the string model puts them if they find no equilibrium, for
// example when the belt rests equally well at every position, or if the drive starts held. `lay_on_path` then puts the
// belt back on its path.
BeltRest find_rest(BeltSystem& system, const std::function<std::string()>& settle,
                   const std::function<void()>& lay_on_path);

}  // namespace beltdyn
