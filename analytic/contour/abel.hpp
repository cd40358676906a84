// SPDX-License-Identifier: MIT
#pragma once

#include "core/drive/contour_drive.hpp"

namespace beltdyn::analytic {

// The strain of one span that starts from rest at constant speeds, valid until the slip zone that feeds the span meets
// strained belt. V is the speed of the pulley that draws the belt out of the span, D its speed surplus over the pulley
// behind the span, φ = f/b belongs to the pulley that feeds the span, and a is the length of the span:
//
//     (a + |ε|/φ) dε/dt + V ε = D,  ε(0) = 0,     e = D/V.                                                 (28)
//
// Tight span: V = V₁, D = V₁ − V₂, φ = f₂/b. Slack span: V = V₂, D = V₂ − V₁, φ = f₁/b; this counterpart of (28) is
// not printed in the paper. The contact lengths do not enter.
//
// Source: [Oborin 2018] Eqs. (28)-(30).
class SpanStart {
 public:
  // Throws UsageError unless the speeds of the drive are constant and positive.
  static SpanStart tight(const ContourDrive& drive) { return {drive, 1}; }
  static SpanStart slack(const ContourDrive& drive) { return {drive, 0}; }

  double limit() const { return limit_; }  // e [-]

  // The solution of (28) at t ≥ 0 [s]. With A = a + |e|/φ and the principal branch W of the Lambert function,
  //     |ε| = |e| + φ A W(−|e|/(φ A) exp(−(V t + |e|/φ)/A)).
  double strain(double time) const;
  // The time at which (28) reaches a strain between 0 and e, V t = −A ln(1 − ε/e) − |ε|/φ [s].
  double time(double strain) const;
  // (29), (30): (28) without the term |ε|/φ.
  double linear_strain(double time) const;

  // dε/dt by (28), and of (29), (30) [1/s]
  double rate(double time) const;
  double linear_rate(double time) const;

 private:
  SpanStart(const ContourDrive& drive, int feeding_pulley);

  double travel(double fraction) const;  // V t at which |ε| = fraction |e| [m]

  double speed_;        // V [m/s]
  double span_length_;  // a [m]
  double slope_;        // φ [1/m]
  double limit_;        // e [-]
  double slip_limit_;   // |e|/φ [m]
};

enum class StartFormula { abel, linear };

// The time at which the unstrained part of a contact region vanishes: R₂ − |ε₊(t*)|/φ₂ = V₂ t* (31) on pulley 2 (index
// 1), and R₁ − |ε₋(t**)|/φ₁ = V₁ t** (32) on pulley 1 (index 0) [s]. The formulas for the strains hold up to the
// earlier time.
// The paper's t* ≈ 0.831 in Section 6 belongs to the linear formula (29); (28) gives 0.8359.
// Throws UsageError unless the speeds of the drive are constant and positive.
double rest_zone_end(const ContourDrive& drive, int pulley, StartFormula formula);

}  // namespace beltdyn::analytic
