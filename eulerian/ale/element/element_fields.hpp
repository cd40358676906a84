// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>
#include <vector>

#include "core/numerics/hermite.hpp"
#include "core/numerics/ode/step_scheme.hpp"
#include "eulerian/ale/element/belt_laws.hpp"

namespace beltdyn::eulerian::ale {

using numerics::Dual;
using numerics::multiply_add;
using numerics::Shape;
using numerics::StepRates;

// Unknowns of an element: those of its first node, then those of its second node. Each node has
//
//   w   displacement along its rail e, which is the normal n of the reference path, or at an end of an open belt its
//       tangent T: r = R + w e [m]
//   φ   slope on the rail: r_x has the direction T + φ n [-]
//   s   particle at the node [m]
//   s'  slope of s: r_x/s_x = (T + φ n)/s' [-]
//
// x is the length along the path. σ equals x while the mesh is at rest. Where the mesh follows a moving path, σ remains
// the label of a point of the mesh, and an element has the length h in σ and ℓ in x. On a path of curvature κ, T_x = κ
// n, r = R + w n has the slope r_x = (1 − κ w) T + w_x n, so that
//
//     r_ξ = a (T + φ n),   s_ξ = a s',   a = ℓ (1 − κ w).
//
// Where κ jumps from element to element, r_x and s_x jump too, while direction and stretch of the belt are
// single-valued at the node.
inline constexpr std::size_t kElementUnknowns = 8;
// Indices of the unknowns of a node among its four: w and φ across the mesh, s and s' of the material.
inline constexpr int kAcross = 0;
inline constexpr int kSlope = 1;
inline constexpr int kMaterial = 2;
inline constexpr int kMaterialSlope = 3;

template <class Real>
using ElementVector = std::array<Real, kElementUnknowns>;

// The rails of an element and its lengths.
template <class Real>
struct ElementGeometry {
  Real length{};                      // h, in σ [m]
  Real spread{};                      // ℓ, along the path [m]
  Real curvature{};                   // κ of the path [1/m]
  std::array<Vec2<Real>, 2> place;    // R of both nodes [m]
  std::array<Vec2<Real>, 2> tangent;  // T
  std::array<Vec2<Real>, 2> normal;   // n
  std::array<Vec2<Real>, 2> rail;     // e
};

// A quadrature point of the unit element, with the weights of the Hermite values in f, f_ξ and f_ξξ.
struct RulePoint {
  double xi{};
  double weight{};  // in the unit element [-]
  Shape value{};
  Shape slope{};
  Shape curving{};
};
using Rule = std::vector<RulePoint>;

inline RulePoint rule_point(double xi, double weight) {
  return {.xi = xi,
          .weight = weight,
          .value = numerics::position_shape(xi, 1.0),
          .slope = numerics::slope_shape(xi, 1.0),
          .curving = numerics::curving_shape(xi, 1.0)};
}
inline Rule rule_of(const numerics::Quadrature& quadrature) {
  Rule rule;
  for (const auto& [xi, weight] : quadrature) rule.push_back(rule_point(xi, weight));
  return rule;
}

// The quadrature rules of the element. With three Lobatto points the axial strain has as many conditions as s has
// unknowns, so that a stiff belt does not lock. `inertia_points`: Gauss points, 3, or 4 to integrate the mass of r
// exactly.
struct ElementRules {
  explicit ElementRules(int inertia_points = 3)
      : axial(rule_of(numerics::lobatto_rule())),
        bending(rule_of(numerics::gauss_rule(2))),
        inertia(rule_of(numerics::gauss_rule(inertia_points))) {}

  Rule axial;
  Rule bending;
  Rule inertia;
};

// Derivatives of r_ξ and s_ξ at an end of an element, or of their rates, by the unknowns at that end.
template <class Real>
struct SlopeGradient {
  Vec2<Real> r_by_across;
  Vec2<Real> r_by_slope;
  Real s_by_across;
  Real s_by_slope;
};

// Which quantities a field depends on in a step: the unknowns, their velocities, their accelerations, or none of them.
enum class Follows : std::size_t { unknowns, velocities, accelerations, nothing };

// r and r_ξ at the ends of an element. Slopes and curvatures are computed from the chord between the ends. The
// difference of rounded places would spoil them: in short elements EI/h³ times the rounding error is a considerable
// force.
template <class Real>
struct PlaceField : std::array<Vec2<Real>, 4> {
  Vec2<Real> chord;  // from the first end to the second one [m]
};

// Values of r and s at the ends of an element, their slopes by ξ and their rates, and the derivatives by the unknowns.
template <class Real>
struct ElementFields {
  PlaceField<Real> r;
  std::array<Vec2<Real>, 4> r_t;
  std::array<Vec2<Real>, 4> r_tt;
  std::array<Real, 4> s{};
  std::array<Real, 4> s_t{};
  std::array<Real, 4> s_tt{};
  std::array<double, 3> rate{1.0, 0.0, 0.0};                   // of values, indexed by Follows
  std::array<std::array<SlopeGradient<Real>, 2>, 3> gradient;  // of slopes, indexed by Follows and end
  std::array<Real, 2> twist{};  // ∂²r_ξ/∂w∂φ = twist n, ∂²s_ξ/∂w∂s' = twist
};

// Computes the fields; velocities and accelerations follow the unknowns with the rates of the step.
template <class Real>
inline ElementFields<Real> fields_of(const ElementGeometry<Real>& geometry, const ElementVector<Real>& q,
                                     const ElementVector<Real>& v, const ElementVector<Real>& a,
                                     const StepRates& rates = {}) {
  ElementFields<Real> f;
  f.rate = {1.0, rates.velocity, rates.acceleration};
  for (std::size_t end = 0; end < 2; ++end) {
    const std::size_t at = 4 * end;
    const Vec2<Real>& n = geometry.normal[end];
    const Vec2<Real>& e = geometry.rail[end];
    const Real by_across = Real(-geometry.spread * geometry.curvature);    // ∂a/∂w
    const Real stretch = multiply_add(by_across, q[at], geometry.spread);  // a
    const Real stretch_t = by_across * v[at];
    const Real stretch_tt = by_across * a[at];
    const Vec2<Real> u = multiply_add(q[at + 1], n, geometry.tangent[end]);
    f.r[2 * end] = multiply_add(q[at], e, geometry.place[end]);
    f.r[2 * end + 1] = stretch * u;
    f.r_t[2 * end] = v[at] * e;
    f.r_t[2 * end + 1] = multiply_add(Real(stretch * v[at + 1]), n, stretch_t * u);
    f.r_tt[2 * end] = a[at] * e;
    f.r_tt[2 * end + 1] =
        multiply_add(Real(stretch * a[at + 1] + Real(2.0) * stretch_t * v[at + 1]), n, stretch_tt * u);
    f.s[2 * end] = q[at + 2];
    f.s[2 * end + 1] = stretch * q[at + 3];
    f.s_t[2 * end] = v[at + 2];
    f.s_t[2 * end + 1] = stretch * v[at + 3] + stretch_t * q[at + 3];
    f.s_tt[2 * end] = a[at + 2];
    f.s_tt[2 * end + 1] = stretch * a[at + 3] + Real(2.0) * stretch_t * v[at + 3] + stretch_tt * q[at + 3];
    f.twist[end] = by_across;
    // Second derivatives, with velocities c_v q and accelerations c_a q of the unknowns q.
    const Real c_v(rates.velocity);
    const Real c_a(rates.acceleration);
    const Real twice(2.0 * rates.velocity);
    const auto gradient = [&](const Real& follows, const Real& by_w_n, const Real& by_w_s, const Real& by_slope) {
      return SlopeGradient<Real>{
          .r_by_across = multiply_add(Real(by_across * by_w_n), n, Real(follows * by_across) * u),
          .r_by_slope = Real(follows * stretch + by_slope) * n,
          .s_by_across = by_across * (follows * q[at + 3] + by_w_s),
          .s_by_slope = follows * stretch + by_slope};
    };
    f.gradient[0][end] = gradient(Real(1.0), Real(0.0), Real(0.0), Real(0.0));
    f.gradient[1][end] = gradient(c_v, v[at + 1], v[at + 3], stretch_t);
    f.gradient[2][end] = gradient(c_a, Real(twice * v[at + 1] + a[at + 1]), Real(twice * v[at + 3] + a[at + 3]),
                                  Real(twice * stretch_t + stretch_tt));
  }
  f.r.chord = (geometry.place[1] - geometry.place[0]) + (q[4] * geometry.rail[1] - q[0] * geometry.rail[0]);
  return f;
}

// The motion of the rails of an element and of its length along the path; see RailMotion and ElementSpread.
template <class Real>
struct GeometryMotion {
  std::array<Vec2<Real>, 2> velocity;
  std::array<Vec2<Real>, 2> acceleration;
  std::array<Real, 2> turning;
  std::array<Real, 2> turning_rate;
  Real spread_rate;
  Real spread_acceleration;
};

// Adds the part of the mesh motion to the rates of the fields: the first and second derivatives in time of
//
//     r = R + w e,   r_ξ = a (T + φ n),   s_ξ = a s',   T_t = θ_t n,   n_t = −θ_t T,   e_t = θ_t J e
//
// without the terms of the rates of the unknowns alone, which fields_of() contains.
template <class Real>
inline void add_mesh_motion(const ElementGeometry<Real>& geometry, const GeometryMotion<Real>& motion,
                            const ElementVector<Real>& q, const ElementVector<Real>& v, ElementFields<Real>& f) {
  const Real two(2.0);
  for (std::size_t end = 0; end < 2; ++end) {
    const std::size_t at = 4 * end;
    const Vec2<Real>& T = geometry.tangent[end];
    const Vec2<Real>& n = geometry.normal[end];
    const Real& turning = motion.turning[end];
    // n_t and n_tt, T_t and T_tt
    const Vec2<Real> n_t = Real(-turning) * T;
    const Vec2<Real> n_tt = Real(-motion.turning_rate[end]) * T - Real(turning * turning) * n;
    const Vec2<Real> T_t = turning * n;
    const Vec2<Real> T_tt = motion.turning_rate[end] * n - Real(turning * turning) * T;
    const Vec2<Real>& e = geometry.rail[end];
    const Vec2<Real> across = numerics::perpendicular(e);  // J e
    const Vec2<Real> e_t = turning * across;
    const Vec2<Real> e_tt = motion.turning_rate[end] * across - Real(turning * turning) * e;
    f.r_t[2 * end] = f.r_t[2 * end] + motion.velocity[end] + q[at] * e_t;
    f.r_tt[2 * end] = f.r_tt[2 * end] + motion.acceleration[end] + Real(two * v[at]) * e_t + q[at] * e_tt;
    // a, and its rates without and with the rates of w
    const Real off = Real(1.0) - geometry.curvature * q[at];
    const Real stretch = geometry.spread * off;
    const Real grows = motion.spread_rate * off;
    const Real grows_with_w = grows - geometry.spread * geometry.curvature * v[at];
    const Real grows_faster =
        motion.spread_acceleration * off - Real(two * motion.spread_rate * geometry.curvature) * v[at];
    const Vec2<Real> slope = T + q[at + 1] * n;
    const Vec2<Real> slope_moved = T_t + q[at + 1] * n_t;
    f.r_t[2 * end + 1] = f.r_t[2 * end + 1] + grows * slope + stretch * slope_moved;
    f.r_tt[2 * end + 1] = f.r_tt[2 * end + 1] + grows_faster * slope + Real(two * grows_with_w) * slope_moved +
                          Real(two * grows * v[at + 1]) * n +
                          stretch * (T_tt + q[at + 1] * n_tt + Real(two * v[at + 1]) * n_t);
    f.s_t[2 * end + 1] = f.s_t[2 * end + 1] + grows * q[at + 3];
    f.s_tt[2 * end + 1] = f.s_tt[2 * end + 1] + grows_faster * q[at + 3] + Real(two * grows) * v[at + 3];
  }
}

// Σ c_i f_i
template <class Real>
inline Real interpolate(const Shape& c, const std::array<Real, 4>& f) {
  Real sum = Real(c[0]) * f[0];
  for (std::size_t i = 1; i < 4; ++i) sum = multiply_add(Real(c[i]), f[i], sum);
  return sum;
}
template <class Real>
inline Vec2<Real> interpolate(const Shape& c, const std::array<Vec2<Real>, 4>& f) {
  Vec2<Real> sum = Real(c[0]) * f[0];
  for (std::size_t i = 1; i < 4; ++i) sum = multiply_add(Real(c[i]), f[i], sum);
  return sum;
}
// The weights c_0 and c_2 add up to 1 for a value, and to 0 for its derivatives.
template <class Real>
inline Vec2<Real> interpolate(const Shape& c, const PlaceField<Real>& f) {
  Vec2<Real> sum = Real(c[0] + c[2]) * f[0];
  sum = multiply_add(Real(c[1]), f[1], sum);
  sum = multiply_add(Real(c[2]), f.chord, sum);
  return multiply_add(Real(c[3]), f[3], sum);
}

// The values of the fields at a rule point as T: a Real, or a Dual with derivatives by the unknowns of the element. The
// derivatives leave out the turning of rails and the growth of elements within the step, which are small. A Dual may
// have further directions behind the unknowns.
template <class T, class Real>
class PointReader {
 public:
  PointReader(const ElementGeometry<Real>& geometry, const ElementFields<Real>& fields, const RulePoint& at)
      : geometry_(geometry), fields_(fields), at_(at), one_over_h_(numerics::inverse(geometry.length)) {}

  // f, f_σ or f_σσ for the orders 0, 1, 2.
  template <class Field>  // a vector field of the element
  Vec2<T> vector(const Field& f, int order, Follows follows) const {
    const Shape& c = shape(order);
    const Real scale = scale_of(order);
    const Vec2<Real> value = scale * interpolate(c, f);
    Vec2<T> result{T(value.x), T(value.y)};
    if constexpr (numerics::kIsDual<T>) {
      if (follows == Follows::nothing) return result;
      const auto which = static_cast<std::size_t>(follows);
      for (std::size_t end = 0; end < 2; ++end) {
        const SlopeGradient<Real>& by = fields_.gradient[which][end];
        const Real counts = scale * Real(fields_.rate[which] * c[2 * end]);
        const Real slope_counts = scale * Real(c[2 * end + 1]);
        const Vec2<Real> by_across = multiply_add(counts, geometry_.rail[end], slope_counts * by.r_by_across);
        const Vec2<Real> by_slope = slope_counts * by.r_by_slope;
        const std::size_t at = 4 * end;
        result.x.d[at + kAcross] = by_across.x;
        result.y.d[at + kAcross] = by_across.y;
        result.x.d[at + kSlope] = by_slope.x;
        result.y.d[at + kSlope] = by_slope.y;
      }
    }
    return result;
  }
  T scalar(const std::array<Real, 4>& f, int order, Follows follows) const {
    const Shape& c = shape(order);
    const Real scale = scale_of(order);
    T result(Real(scale * interpolate(c, f)));
    if constexpr (numerics::kIsDual<T>) {
      if (follows == Follows::nothing) return result;
      const auto which = static_cast<std::size_t>(follows);
      for (std::size_t end = 0; end < 2; ++end) {
        const SlopeGradient<Real>& by = fields_.gradient[which][end];
        const Real slope_counts = scale * Real(c[2 * end + 1]);
        const std::size_t at = 4 * end;
        result.d[at + kAcross] = slope_counts * by.s_by_across;
        result.d[at + kMaterial] = scale * Real(fields_.rate[which] * c[2 * end]);
        result.d[at + kMaterialSlope] = slope_counts * by.s_by_slope;
      }
    }
    return result;
  }

  // The point with all fields that the laws of axial force and bending need, and inertia.
  MeshPoint<T> strained(bool damped) const {
    MeshPoint<T> p;
    p.u = vector(fields_.r, 1, Follows::unknowns);
    p.w = vector(fields_.r, 2, Follows::unknowns);
    p.g = scalar(fields_.s, 1, Follows::unknowns);
    if (!damped) return p;
    p.g_s = scalar(fields_.s, 2, Follows::unknowns);
    p.u_t = vector(fields_.r_t, 1, Follows::velocities);
    p.s_t = scalar(fields_.s_t, 0, Follows::velocities);
    p.g_t = scalar(fields_.s_t, 1, Follows::velocities);
    return p;
  }
  MeshPoint<T> moving() const {
    MeshPoint<T> p;
    p.r = vector(fields_.r, 0, Follows::unknowns);
    p.u = vector(fields_.r, 1, Follows::unknowns);
    p.g = scalar(fields_.s, 1, Follows::unknowns);
    p.r_t = vector(fields_.r_t, 0, Follows::velocities);
    p.u_t = vector(fields_.r_t, 1, Follows::velocities);
    p.r_tt = vector(fields_.r_tt, 0, Follows::accelerations);
    p.s_t = scalar(fields_.s_t, 0, Follows::velocities);
    p.g_t = scalar(fields_.s_t, 1, Follows::velocities);
    p.s_tt = scalar(fields_.s_tt, 0, Follows::accelerations);
    return p;
  }

  // The weight of a value, or slope by ξ, at an end in a vector or scalar of this order.
  Real count(std::size_t i, int order) const { return scale_of(order) * Real(shape(order)[i]); }
  // dσ of the rule point [m]
  Real weight() const { return geometry_.length * Real(at_.weight); }

 private:
  const Shape& shape(int order) const {
    if (order == 0) return at_.value;
    return order == 1 ? at_.slope : at_.curving;
  }
  Real scale_of(int order) const {
    Real scale(1.0);
    for (int i = 0; i < order; ++i) scale = scale * one_over_h_;
    return scale;
  }

  const ElementGeometry<Real>& geometry_;
  const ElementFields<Real>& fields_;
  const RulePoint& at_;
  Real one_over_h_;
};

// The stretch λ along an element: the parabola through its three Lobatto points, where the axial force is integrated.
// Between these points |r_σ| and s_σ vary as the cubics do, which is no strain of the belt: where the curvature changes
// within an element, their slopes exceed the slope of λ and grow with the mesh.
template <class T, class Real>
class StretchAlong {
 public:
  StretchAlong(const ElementGeometry<Real>& geometry, const ElementFields<Real>& fields, const Rule& lobatto)
      : one_over_h_(numerics::inverse(geometry.length)) {
    using std::sqrt;
    for (std::size_t i = 0; i < kPoints; ++i) {
      const MeshPoint<T> p = PointReader<T, Real>(geometry, fields, lobatto[i]).strained(false);
      stretch_[i] = T(T(sqrt(dot(p.u, p.u))) * inverse(p.g));
    }
  }

  // λ_σ
  T slope(double xi) const {
    const std::array<double, kPoints> by{4.0 * xi - 3.0, 4.0 - 8.0 * xi, 4.0 * xi - 1.0};
    T sum = T(Real(by[0] * one_over_h_) * stretch_[0]);
    for (std::size_t i = 1; i < kPoints; ++i) sum = T(sum + Real(by[i] * one_over_h_) * stretch_[i]);
    return sum;
  }

 private:
  static constexpr std::size_t kPoints = 3;

  Real one_over_h_;
  std::array<T, kPoints> stretch_;
};

}  // namespace beltdyn::eulerian::ale
