// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>

#include "analytic/belt/waves/wave_pulley.hpp"

namespace beltdyn::analytic {

// The forces that press a string to a pulley, T − ρA v², as in a steady motion: the string keeps the force with which
// it comes, and slips where it leaves, over the arc that the change of its force needs.
class ArcForces {
 public:
  // On an arc with a limit to the change of its logarithm, and of a length [m].
  ArcForces(const WavePulleyState& pulley, double exponent, double length)
      : length_(length), runs_back_(pulley.speed < 0.0) {
    const double begin = pulley.arriving_force - pulley.centrifugal;
    const double end = pulley.leaving_force - pulley.centrifugal;
    const double change = std::log(end / begin);
    slip_length_ = std::min(length, std::abs(change) / exponent * length);
    growth_ = std::copysign(exponent / length, change);
    sticking_ = runs_back_ ? end : begin;
  }

  double growth() const { return growth_; }      // d ln(T − ρA v²)/dσ where it slips [1/m]
  double sticking() const { return sticking_; }  // where it sticks [N]
  // At a distance from the begin of the arc.
  bool slips_at(double local) const { return runs_back_ ? local < slip_length_ : local > length_ - slip_length_; }
  double limit() const { return runs_back_ ? slip_length_ : length_ - slip_length_; }
  double pressing(double local) const {
    return slips_at(local) ? sticking_ * std::exp(growth_ * (local - limit())) : sticking_;
  }

 private:
  double length_;
  bool runs_back_;
  double slip_length_{};
  double growth_{};
  double sticking_{};
};

}  // namespace beltdyn::analytic
