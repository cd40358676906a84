// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include "core/contact/friction_law.hpp"
#include "core/contact/parameter_check.hpp"

namespace beltdyn::contact {

// How φ approaches the friction limit, with x = v/v_r:
enum class Regularisation {
  trilinear,   // φ = x for |x| ≤ 1, sgn x beyond
  threlfall,   // φ = sgn x (1 − e^(−3|x|)); once continuously differentiable
  hyperbolic,  // φ = tanh x; smooth
};

// Coulomb friction without memory, regularised with the velocity v_r:
//
//     T = −μ N φ(v/v_r)
//
//     μ    coefficient of friction ≥ 0 [-]
//     v_r  regularisation velocity > 0 [m/s]: the limit is reached (trilinear), or missed by 5 % (threlfall) or 24 %
//          (hyperbolic), at v = v_r
//
// Rate form and step use the same formula; a step uses the velocity at its end. The law reports slip from |v| = v_r on,
// and creep below as stick.
//
// Limits: there is no stick. Under a force T below the limit a contact creeps, at v_r T/(μ N) where φ = x, so v_r must
// be well below the slip velocities of interest. A quasi-static step (h = ∞) has no friction.
//
// Source: trilinear, known as creep-rate dependent friction, from Rooney and Deravi, Coulomb friction in mechanism
// sliding joints, 1982; Threlfall, The inclusion of Coulomb friction in mechanisms programs, 1978.
class RegularisedCoulomb {
 public:
  template <class T>
  using HistoryOf = FrictionMemoryOf<T, 0>;
  using History = HistoryOf<double>;

  struct Parameters {
    double friction_coefficient{};  // μ [-]
    double velocity{};              // v_r [m/s]
    Regularisation form = Regularisation::trilinear;
  };

  explicit RegularisedCoulomb(const Parameters& parameters)
      : mu_(not_negative(parameters.friction_coefficient, "friction coefficient")),
        velocity_(positive(parameters.velocity, "regularisation velocity")),
        form_(parameters.form) {}

  bool operator==(const RegularisedCoulomb&) const = default;
  std::size_t memory_size() const { return 0; }
  // The law with the same limit whose v_r is divided by a factor ≤ 1, so that it is softer, for continuation.
  RegularisedCoulomb softened(double factor) const {
    RegularisedCoulomb law = *this;
    law.velocity_ /= factor;
    return law;
  }

  template <class T>
  FrictionResponseOf<T> respond(const SlipStepOf<T>& step, const HistoryOf<T>&, HistoryOf<T>& trial) const {
    using Real = RealOf<T>;
    const T x = step.velocity / velocity_;
    const Real d = direction_of(x);
    return where_pressed<T>(step.normal_force,
                            {.traction = T(Real(-mu_) * (step.normal_force * shape(x))),
                             .state = select(Real(d * value_of(x)) < Real(1.0), Real(0.0), d)},
                            0, trial);
  }

  // The law in rate form.
  template <class Real>
  Real traction(const SlipMotionOf<Real>& motion, const HistoryOf<Real>&) const {
    return -mu_ * motion.normal_force * shape(Real(motion.velocity / velocity_));
  }
  template <class Real>
  std::array<Real, 0> memory_rate(const SlipMotionOf<Real>&, const HistoryOf<Real>&) const {
    return {};
  }

 private:
  // φ(x)
  template <class T>
  T shape(const T& x) const {
    using Real = RealOf<T>;
    using std::expm1;
    using std::tanh;
    const Real d = direction_of(x);
    const T size = d * x;
    if (form_ == Regularisation::trilinear) return select(value_of(size) <= Real(1.0), x, T(d));
    constexpr double kDecay = 3.0;
    if (form_ == Regularisation::threlfall) return -d * expm1(T(Real(-kDecay) * size));
    return tanh(x);
  }

  double mu_;
  double velocity_;
  Regularisation form_;
};

static_assert(RateFrictionLaw<RegularisedCoulomb>);

}  // namespace beltdyn::contact
