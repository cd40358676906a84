// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

#include "core/contact/parameter_check.hpp"

namespace beltdyn::contact {

// The coefficient of friction of steady sliding, which falls from its static to its kinetic value:
//
//     s(v) = μ_C + (μ_s − μ_C) exp(−|v/v_S|^δ)
//
//     μ_s  static coefficient ≥ μ_C [-]
//     μ_C  kinetic (Coulomb) coefficient > 0 [-]
//     v_S  Stribeck velocity > 0 [m/s]
//     δ    exponent > 0 [-]: 2 Gaussian, 1 exponential (ds/dv jumps at v = 0)
//
// Source: the form of Canudas de Wit, Olsson, Åström and Lischinsky, A new model for control of systems with friction,
// 1995, Eq. (5); also [Kubas 2021] Eq. (5) with μ_d = μ_C, which is singular at rest as printed and is not here.
class StribeckCurve {
 public:
  struct Parameters {
    double static_coefficient{};   // μ_s [-]
    double kinetic_coefficient{};  // μ_C [-]
    double velocity{};             // v_S [m/s]
    double exponent = 2.0;         // δ [-]
  };

  // s = μ at every velocity
  explicit StribeckCurve(double constant) : StribeckCurve({constant, constant, 1.0}) {}

  explicit StribeckCurve(const Parameters& parameters)
      : kinetic_(positive(parameters.kinetic_coefficient, "kinetic friction coefficient")),
        drop_(not_negative(parameters.static_coefficient - kinetic_, "static minus kinetic friction coefficient")),
        velocity_(positive(parameters.velocity, "Stribeck velocity")),
        exponent_(positive(parameters.exponent, "Stribeck exponent")) {}

  template <class Real>
  struct Point {
    Real limit;  // s(v) [-]
    Real slope;  // ds/dv [s/m]
  };

  template <class Real>
  Point<Real> at(const Real& v) const {
    using std::abs;
    using std::exp;
    using std::pow;
    const Real x = abs(v) / velocity_;
    if (drop_ == 0.0 || !(x > 0.0)) return {Real(kinetic_ + drop_), Real(0.0)};
    const Real power = exponent_ == 2.0 ? Real(x * x) : Real(pow(x, exponent_));  // |v/v_S|^δ
    const Real fallen = drop_ * exp(-power);
    return {kinetic_ + fallen, -exponent_ * power / v * fallen};
  }

  double limit(double v) const { return at(v).limit; }

  // s(v) lane by lane
  template <class Real>
  Real limit_of_lanes(const Real& v) const {
    using std::abs;
    using std::exp;
    using std::pow;
    if (drop_ == 0.0) return Real(kinetic_);
    const Real x = abs(v) / Real(velocity_);
    const Real power = exponent_ == 2.0 ? Real(x * x) : Real(pow(x, Real(exponent_)));
    return Real(Real(kinetic_) + Real(drop_) * exp(Real(-power)));
  }
  double kinetic() const { return kinetic_; }  // μ_C, the least limit

 private:
  double kinetic_;
  double drop_;  // μ_s − μ_C
  double velocity_;
  double exponent_;
};

}  // namespace beltdyn::contact
