// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include "core/numerics/lanes/lane_math.hpp"
#include "core/numerics/ode/step_scheme.hpp"
#include "lagrangian/ancf/element/cable_rule.hpp"

namespace beltdyn::lagrangian::ancf {

using numerics::Mat2;
using numerics::multiply_add;
using numerics::StepRates;
using numerics::Vec2;

// The four vectors of an element: r and r' at its first node, r and r' at its second node.
inline constexpr int kElementVectors = 4;

template <class Real>
using ElementVectors = std::array<Vec2<Real>, kElementVectors>;

// Positions, velocities and accelerations of an element's nodes.
template <class Real>
struct ElementMotion {
  ElementVectors<Real> q;
  ElementVectors<Real> v;
  ElementVectors<Real> a;
};

// Contribution of an element to residual and tangent. `residual` belongs to M a + f(q, v) = 0. `tangent` is its
// derivative by q, where v and a change with dv = c_v dq, da = c_a dq.
template <class Real>
struct ElementSystem {
  ElementVectors<Real> residual;
  std::array<std::array<Mat2<Real>, kElementVectors>, kElementVectors> tangent;
};

// Sets the system to 0 before contributions are added; without tangent only the residual.
template <bool kTangent, class Real>
inline void clear(ElementSystem<Real>& system) {
  system.residual = {};
  if constexpr (kTangent) system.tangent = {};
}

// Σ c_i u_i
template <class Real>
inline Vec2<Real> interpolate(const Shape& c, const ElementVectors<Real>& u) {
  Vec2<Real> sum = Real(c[0]) * u[0];
  for (std::size_t i = 1; i < kElementVectors; ++i) sum = multiply_add(Real(c[i]), u[i], sum);
  return sum;
}

// The axial force at a point, with its derivative along the slope r'.
//
//     N = EA (|r'| − 1 − ε_ref) + d_ε dε/dt,   dε/dt = e·v',   e = r'/|r'|     [Ntarladima 2023] (4), (6), (7)
template <class Real>
struct AxialPoint {
  Vec2<Real> force;    // N e
  Mat2<Real> d_slope;  // d(N e)/dr' with dv' = c_v dr'; only if a tangent is asked for
  Real tension;        // N
};

template <bool kTangent, class Real>
inline AxialPoint<Real> axial_point(const CableSection& section, const Vec2<Real>& slope, const Vec2<Real>& slope_rate,
                                    double velocity_rate) {
  using std::sqrt;
  const Real stretch = sqrt(dot(slope, slope));
  const Real inverse = Real(1.0) / stretch;
  const Vec2<Real> e = inverse * slope;
  const Real strain_rate = dot(e, slope_rate);
  const Real N = Real(section.axial_stiffness) * (stretch - Real(1.0 + section.reference_strain)) +
                 Real(section.axial_damping) * strain_rate;
  AxialPoint<Real> point;
  point.force = N * e;
  point.tension = N;
  if constexpr (kTangent) {
    // N/|r'| (I − e eᵀ) + e [ (EA + c_v d) e + d (v' − (e·v') e)/|r'| ]ᵀ
    const Real turning = N * inverse;
    const Real d = section.axial_damping * inverse;
    const Real along =
        Real(section.axial_stiffness + velocity_rate * section.axial_damping) - turning - d * strain_rate;
    const Vec2<Real> row = multiply_add(d, slope_rate, along * e);
    point.d_slope = add_outer(Mat2<Real>{turning, Real(0.0), Real(0.0), turning}, e, row);
  }
  return point;
}

// Adds w (c_i N e) to the residual and w c_i c_j d(N e)/dr' to the tangent.
template <bool kTangent, class Real>
inline void add_axial(const AxialPoint<Real>& point, const Shape& slope_shape, const Real& weight,
                      ElementSystem<Real>& system) {
  const Vec2<Real> force = weight * point.force;
  for (std::size_t i = 0; i < kElementVectors; ++i) {
    system.residual[i] = multiply_add(Real(slope_shape[i]), force, system.residual[i]);
  }
  if constexpr (kTangent) {
    const Mat2<Real> A = weight * point.d_slope;
    for (std::size_t j = 0; j < kElementVectors; ++j) {
      const Mat2<Real> column = Real(slope_shape[j]) * A;
      for (std::size_t i = 0; i < kElementVectors; ++i) {
        system.tangent[i][j] = multiply_add(Real(slope_shape[i]), column, system.tangent[i][j]);
      }
    }
  }
}

// Adds the bending of a quadrature point of weight w [m]. With u = r', w = r'':
//
//     K = u × w/|u|²,   M = EI K + d_K dK/dt                                  [Ntarladima 2023] (4), (6), (8)
template <bool kTangent, class Real>
inline void add_bending(const CableSection& section, const BendingPoint& at, const ElementMotion<Real>& motion,
                        const Real& weight, double velocity_rate, ElementSystem<Real>& system) {
  const Vec2<Real> u = interpolate(at.slope, motion.q);
  const Vec2<Real> w = interpolate(at.curving, motion.q);
  const Real s = Real(1.0) / dot(u, u);
  const Vec2<Real> a{w.y, Real(-w.x)};  // ∂(u × w)/∂u
  const Vec2<Real> b{Real(-u.y), u.x};  // ∂(u × w)/∂w
  const Real K = dot(a, u) * s;
  const Real minus_2s = Real(-2.0) * s;
  const Vec2<Real> K_u = multiply_add(minus_2s * K, u, s * a);
  const Vec2<Real> K_w = s * b;
  const bool damped = section.bending_damping != 0.0;
  Real M = Real(section.bending_stiffness) * K;
  Vec2<Real> du;
  Vec2<Real> dw;
  if (damped) {
    du = interpolate(at.slope, motion.v);
    dw = interpolate(at.curving, motion.v);
    M = M + Real(section.bending_damping) * (dot(K_u, du) + dot(K_w, dw));
  }
  const Vec2<Real> force_u = weight * M * K_u;
  const Vec2<Real> force_w = weight * M * K_w;
  for (std::size_t i = 0; i < kElementVectors; ++i) {
    system.residual[i] = multiply_add(Real(at.slope[i]), force_u, system.residual[i]);
    system.residual[i] = multiply_add(Real(at.curving[i]), force_w, system.residual[i]);
  }
  if constexpr (kTangent) {
    // ∂²K/∂u² = −2s (K_u uᵀ + u K_uᵀ + K I),   ∂²K/∂u∂w = s J − 2s u K_wᵀ,   J = [[0, 1], [−1, 0]],   ∂²K/∂w² = 0
    Mat2<Real> K_uu = add_outer(outer(K_u, u), u, K_u);
    K_uu = minus_2s * Mat2<Real>{Real(K_uu.xx + K), K_uu.xy, K_uu.yx, Real(K_uu.yy + K)};
    const Mat2<Real> K_uw = add_outer(Mat2<Real>{Real(0.0), s, Real(-s), Real(0.0)}, minus_2s * u, K_w);
    const Real wM = weight * M;
    const Real wD = weight * Real(section.bending_stiffness + velocity_rate * section.bending_damping);
    Mat2<Real> H_uu = add_outer(wM * K_uu, wD * K_u, K_u);
    Mat2<Real> H_uw = add_outer(wM * K_uw, wD * K_u, K_w);
    Mat2<Real> H_wu{H_uw.xx, H_uw.yx, H_uw.xy, H_uw.yy};
    Mat2<Real> H_ww = outer(wD * K_w, K_w);
    if (damped) {
      // + d_K ∇K (∇²K v)ᵀ
      const Real wd = weight * Real(section.bending_damping);
      const Vec2<Real> h_u = K_uu * du + K_uw * dw;
      const Vec2<Real> h_w = transposed_times(K_uw, du);
      H_uu = add_outer(H_uu, wd * K_u, h_u);
      H_uw = add_outer(H_uw, wd * K_u, h_w);
      H_wu = add_outer(H_wu, wd * K_w, h_u);
      H_ww = add_outer(H_ww, wd * K_w, h_w);
    }
    for (std::size_t j = 0; j < kElementVectors; ++j) {
      const Real cu(at.slope[j]);
      const Real cw(at.curving[j]);
      const Mat2<Real> column_u = multiply_add(cw, H_uw, cu * H_uu);
      const Mat2<Real> column_w = multiply_add(cw, H_ww, cu * H_wu);
      for (std::size_t i = 0; i < kElementVectors; ++i) {
        system.tangent[i][j] = multiply_add(Real(at.slope[i]), column_u, system.tangent[i][j]);
        system.tangent[i][j] = multiply_add(Real(at.curving[i]), column_w, system.tangent[i][j]);
      }
    }
  }
}

// Adds the consistent mass: w M a to the residual, w c_a M to the tangent.
template <bool kTangent, class Real>
inline void add_inertia(const MassMatrix& mass, const ElementVectors<Real>& acceleration, const Real& weight,
                        double acceleration_rate, ElementSystem<Real>& system) {
  const Real w_c = weight * Real(acceleration_rate);
  ElementVectors<Real> wa;
  for (std::size_t j = 0; j < kElementVectors; ++j) wa[j] = weight * acceleration[j];
  for (std::size_t i = 0; i < kElementVectors; ++i) {
    for (std::size_t j = 0; j < kElementVectors; ++j) {
      system.residual[i] = multiply_add(Real(mass[i][j]), wa[j], system.residual[i]);
      if constexpr (kTangent) {
        const Real m = w_c * Real(mass[i][j]);
        system.tangent[i][j].xx = system.tangent[i][j].xx + m;
        system.tangent[i][j].yy = system.tangent[i][j].yy + m;
      }
    }
  }
}

}  // namespace beltdyn::lagrangian::ancf
