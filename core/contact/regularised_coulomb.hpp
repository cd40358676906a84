// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>

#include "core/contact/friction_law.hpp"
#include "core/contact/parameter_check.hpp"

namespace beltdyn::contact {

// How the friction limit is reached, with x = v/v_r:
enum class Regularisation {
  trilinear,   // φ = x for |x| ≤ 1, sgn x beyond
  threlfall,   // φ = sgn x (1 − e^(−3|x|)); once continuously differentiable
  hyperbolic,  // φ = tanh x; smooth
};

// Coulomb friction without memory, regularised over the velocity v_r:
//
//     T = −μ N φ(v/v_r),   v = Δ/h
//
//     μ    coefficient of friction ≥ 0 [-]
//     v_r  regularisation velocity > 0 [m/s]: the limit is reached (trilinear), or missed by 5 % (threlfall) or 24 %
//          (hyperbolic), at v = v_r
//
// The same in rate form and over a step, with the mean velocity of the step. Reports slip from |v| = v_r on, creep as
// stick.
//
// Limits: there is no stick. Under a force T below the limit a contact creeps, with v_r T/(μ N) where φ = x; v_r has to
// stay well below the slip velocities a study reports. The quasi-static step (h = ∞) has no friction.
//
// Source: trilinear, known as creep-rate dependent friction, from Rooney and Deravi, Coulomb friction in mechanism
// sliding joints, 1982; Threlfall, The inclusion of Coulomb friction in mechanisms programs, 1978.
class RegularisedCoulomb {
 public:
  using History = FrictionMemory<0>;

  struct Parameters {
    double friction_coefficient{};  // μ [-]
    double velocity{};              // v_r [m/s]
    Regularisation form = Regularisation::trilinear;
  };

  explicit RegularisedCoulomb(const Parameters& parameters)
      : mu_(not_negative(parameters.friction_coefficient, "friction coefficient")),
        velocity_(positive(parameters.velocity, "regularisation velocity")),
        form_(parameters.form) {}

  template <class Real>
  FrictionResponseOf<Real> respond(const SlipStepOf<Real>& step, const History&, History&) const {
    using std::abs;
    if (!(step.normal_force > 0.0)) return {};
    const Real x = step.slip / (step.time_step * velocity_);
    const auto [phi, slope] = shape(x);
    return {.traction = -mu_ * step.normal_force * phi,
            .d_slip = -mu_ * step.normal_force * slope / (step.time_step * velocity_),
            .d_normal = -mu_ * phi,
            .state = abs(x) < 1.0 ? ContactState::stick : slip_towards(value_of(x))};
  }

  // Rate form.
  double traction(const SlipMotion& motion, const History&) const {
    return -mu_ * motion.normal_force * shape(motion.velocity / velocity_).phi;
  }
  std::array<double, 0> memory_rate(const SlipMotion&, const History&) const { return {}; }

 private:
  template <class Real>
  struct Shape {
    Real phi;    // φ(x)
    Real slope;  // φ'(x)
  };

  template <class Real>
  Shape<Real> shape(const Real& x) const {
    using std::abs;
    using std::exp;
    using std::tanh;
    const double d = x < 0.0 ? -1.0 : 1.0;
    if (form_ == Regularisation::trilinear) {
      if (abs(x) <= 1.0) return {x, Real(1.0)};
      return {Real(d), Real(0.0)};
    }
    if (form_ == Regularisation::threlfall) {
      constexpr double kDecay = 3.0;
      const Real e = exp(-kDecay * abs(x));
      return {d * (1.0 - e), kDecay * e};
    }
    const Real phi = tanh(x);
    return {phi, 1.0 - phi * phi};
  }

  double mu_;
  double velocity_;
  Regularisation form_;
};

static_assert(RateFrictionLaw<RegularisedCoulomb>);

}  // namespace beltdyn::contact
