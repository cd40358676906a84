// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <type_traits>

#include <Eigen/Core>

#include "core/contact/friction_law.hpp"
#include "core/contact/parameter_check.hpp"

namespace beltdyn::contact {

// SlipStepOf in the tangent plane of a surface, in components along two orthonormal tangents.
template <class Real>
struct PlaneSlipStepOf {
  Eigen::Matrix<Real, 2, 1> slip;  // Δ [m]
  double time_step{};              // h [s]
  Real normal_force{};             // N [N]
};

// The traction in components along the two tangents, with its derivatives.
template <class Real>
struct PlaneFrictionResponseOf {
  Eigen::Matrix<Real, 2, 1> traction = Eigen::Matrix<Real, 2, 1>::Zero();  // T [N]
  Eigen::Matrix<Real, 2, 2> d_slip = Eigen::Matrix<Real, 2, 2>::Zero();    // ∂T_i/∂Δ_j [N/m]
  Eigen::Matrix<Real, 2, 1> d_normal = Eigen::Matrix<Real, 2, 1>::Zero();  // ∂T_i/∂N [-]
  bool touching = false;
  bool slipping = false;
};

using PlaneSlipStep = PlaneSlipStepOf<double>;
using PlaneFrictionResponse = PlaneFrictionResponseOf<double>;

// Isotropic Coulomb friction with stick in the tangent plane, for ropes on surfaces. It is the return map of
// ElastoplasticCoulomb in two dimensions. The bristle has the deflection z = (belt) − (moving stick point on the
// surface).
//
//     tried    F* = K (z₀ + Δ) + D Δ/h
//     stick    |F*| ≤ μ N:  T = −F*,        z₁ = z₀ + Δ
//     slip     otherwise:   T = −μ N n,     n = F*/|F*|,   z₁ = (μ N n + (D/h) z₀)/(K + D/h)
//
//     stick    ∂T/∂Δ = −(K + D/h) I                        ∂T/∂N = 0
//     slip     ∂T/∂Δ = −(K + D/h) μ N/|F*| (I − n nᵀ)      ∂T/∂N = −μ n
//
// ∂T/∂N makes the tangent of a contact unsymmetric: the traction depends on the gap, but the normal force does not
// depend on the slip. Parameters, units and limits are those of ElastoplasticCoulomb, with which the law agrees for
// slip along one line.
//
// The history has components along the tangents of the step. If the tangents turn with the belt, the formulation must
// turn the history too. Source: [Konyukhov 2021] Eq. (62), but with a stick point that moves during slip, so that
// friction has memory (in the source the stick point stays where the contact began).
class PlaneCoulomb {
 public:
  struct History {
    std::array<double, 2> deflection{};  // z [m]
  };

  struct Parameters {
    double friction_coefficient{};  // μ [-]
    double stiffness{};             // K [N/m]
    double damping = 0.0;           // D [N s/m]
  };

  explicit PlaneCoulomb(const Parameters& parameters)
      : mu_(not_negative(parameters.friction_coefficient, "friction coefficient")),
        stiffness_(positive(parameters.stiffness, "stick stiffness")),
        damping_(not_negative(parameters.damping, "stick damping")) {}

  template <class Real>
  PlaneFrictionResponseOf<Real> respond(const PlaneSlipStepOf<Real>& step, const History& committed,
                                        History& trial) const {
    using std::sqrt;
    const std::array<double, 2> z0 = committed.deflection;
    trial = History{};
    PlaneFrictionResponseOf<Real> response;
    if (!(step.normal_force > 0.0)) return response;
    response.touching = true;
    const double D_h = damping_ / step.time_step;
    const double K_all = stiffness_ + D_h;
    std::array<Real, 2> tried{};  // F*
    for (int i = 0; i < 2; ++i) tried[at(i)] = stiffness_ * z0[at(i)] + K_all * step.slip[i];
    const Real limit = mu_ * step.normal_force;
    const Real squared = tried[0] * tried[0] + tried[1] * tried[1];
    if (squared <= limit * limit) {
      for (int i = 0; i < 2; ++i) {
        response.traction[i] = -tried[at(i)];
        response.d_slip(i, i) = Real(-K_all);
        trial.deflection[at(i)] = z0[at(i)] + value_of<Real>(step.slip[i]);
      }
      return response;
    }
    response.slipping = true;
    const Real size = sqrt(squared);
    const std::array<Real, 2> n{tried[0] / size, tried[1] / size};
    for (int i = 0; i < 2; ++i) {
      response.traction[i] = -limit * n[at(i)];
      response.d_normal[i] = -mu_ * n[at(i)];
      for (int j = 0; j < 2; ++j) {
        const double identity = i == j ? 1.0 : 0.0;
        response.d_slip(i, j) = -K_all * limit / size * (identity - n[at(i)] * n[at(j)]);
      }
      trial.deflection[at(i)] = (value_of<Real>(limit * n[at(i)]) + D_h * z0[at(i)]) / K_all;
    }
    return response;
  }

 private:
  static constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

  double mu_;
  double stiffness_;
  double damping_;
};

static_assert(std::is_trivially_copyable_v<PlaneCoulomb::History>);

}  // namespace beltdyn::contact
