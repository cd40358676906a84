// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

#include "core/contact/friction_law.hpp"
#include "core/contact/parameter_check.hpp"

namespace beltdyn::contact {

// The Stribeck curve: the friction coefficient of steady sliding, which falls from its static to its kinetic value with
// the speed:
//
//     s(v) = μ_C + (μ_s − μ_C) exp(−|v/v_S|^δ)
//
//     μ_s  static coefficient ≥ μ_C [-]
//     μ_C  kinetic (Coulomb) coefficient > 0 [-]
//     v_S  Stribeck velocity > 0 [m/s]
//     δ    exponent > 0 [-]: 2 Gaussian, 1 exponential (ds/dv jumps at v = 0)
//
// Source: the form of Canudas de Wit, Olsson, Åström and Lischinsky, A new model for control of systems with friction,
// 1995, Eq. (5); also [Kubas 2021] Eq. (5) with μ_d = μ_C, which as printed is singular at rest; this form is not.
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

  bool operator==(const StribeckCurve&) const = default;

  // s(v)
  template <class T>
  T limit(const T& v) const {
    using Real = RealOf<T>;
    using std::abs;
    using std::pow;
    if (drop_ == 0.0) return T(Real(kinetic_));
    if (exponent_ == 2.0) {
      const T x = v / velocity_;
      return kinetic_ + drop_ * decay(T(x * x));
    }
    // Powers of 0 may have no derivative; s(0) = μ_s.
    const Real size = abs(value_of(v));
    const auto moves = size > Real(0.0);
    const T x = direction_of(v) * v / velocity_;
    const T some = select(moves, x, T(Real(1.0)));
    return select(moves, T(kinetic_ + drop_ * decay(T(pow(some, Real(exponent_))))), T(Real(kinetic_ + drop_)));
  }

  double kinetic() const { return kinetic_; }  // μ_C, the smallest value of s

 private:
  // exp(−x), and exp(−kNothing) = 0 for larger x: exp of lanes does not accept arguments of any size.
  template <class T>
  static T decay(const T& x) {
    using Real = RealOf<T>;
    using std::exp;
    constexpr double kNothing = 800.0;
    return exp(T(-select(value_of(x) > Real(kNothing), T(Real(kNothing)), x)));
  }

  double kinetic_;
  double drop_;  // μ_s − μ_C
  double velocity_;
  double exponent_;
};

}  // namespace beltdyn::contact
