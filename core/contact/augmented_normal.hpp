// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "core/contact/normal_law.hpp"
#include "core/contact/parameter_check.hpp"

namespace beltdyn::contact {

// The normal law of an augmented Lagrangian: a linear penalty in addition to a multiplier λ. With λ = 0 it is the
// linear penalty.
//
//     N = λ − k g
//
//     one-sided   N = 0 where λ − k g < −k t. Gaps below the touching distance t are closed, so bodies that just touch
//                 are in contact in spite of rounding. The force of such a contact vanishes with t.
//     two-sided   N may have any sign; N < 0 is the force of the opposite side
//
//     k  stiffness > 0 [N/m]
//     t  touching distance ≥ 0 [m]
//
// The outer iteration assigns the penalty force to the multiplier, λ := N, which closes the gap. Source: [Konyukhov
// 2021] Section 3; J. C. Simo, T. A. Laursen: An augmented Lagrangian treatment of contact problems involving friction,
// 1992.
class AugmentedNormal {
 public:
  struct Parameters {
    double stiffness{};     // k [N/m]
    double touching = 0.0;  // t [m]
    bool two_sided = false;
  };

  explicit AugmentedNormal(const Parameters& parameters)
      : stiffness_(positive(parameters.stiffness, "normal stiffness")),
        touching_(not_negative(parameters.touching, "touching distance")),
        two_sided_(parameters.two_sided) {}

  // touches() tells whether there is contact. Without contact the response is 0.
  template <class Real>
  NormalResponseOf<Real> respond(const Real& gap, double multiplier) const {
    const Real force = multiplier - stiffness_ * gap;
    if (!touches(force)) return {};
    return {.normal_force = force, .d_gap = Real(-stiffness_), .d_gap_rate = Real(0.0)};
  }
  template <class Real>
  bool touches(const Real& force) const {
    return two_sided_ || force > -stiffness_ * touching_;
  }

  // The multiplier of the next outer iteration [N].
  double updated(double gap, double multiplier) const {
    const double force = multiplier - stiffness_ * gap;
    return two_sided_ ? force : std::max(0.0, force);
  }

 private:
  double stiffness_;
  double touching_;
  bool two_sided_;
};

}  // namespace beltdyn::contact
