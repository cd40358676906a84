// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "core/numerics/hermite.hpp"
#include "core/numerics/step_scheme.hpp"
#include "eulerian/ale/belt_laws.hpp"

namespace beltdyn::eulerian::ale {

using numerics::Dual;
using numerics::multiply_add;
using numerics::Shape;
using numerics::StepRates;

// Unknowns of an element: those of its first node and of its second one, for each
//   w   the way of the node along its rail, the normal n of the reference path: r = R + w n [m]
//   φ   of the slope on the rail: r_x = T + φ n [-]
//   s   the particle at the node [m]
//   s'  s_x [-]
// x is the length along the path. σ is the same while the mesh is at rest; where it follows a path that moves, σ is the
// name of a point of the mesh, and an element has the length h in σ and ℓ in x.
inline constexpr std::size_t kElementUnknowns = 8;
// Where the unknowns of a node stand among its four: w and φ across the mesh, s and s' of the material.
inline constexpr int kAcross = 0;
inline constexpr int kSlope = 1;
inline constexpr int kMaterial = 2;
inline constexpr int kMaterialSlope = 3;

template <class Real>
using ElementVector = std::array<Real, kElementUnknowns>;

// Where the unknowns of the position and those of s stand among them, in the order of the Hermite values: value and
// slope at the first end, value and slope at the second one.
inline constexpr std::array<std::size_t, 4> kPositionUnknowns{0, 1, 4, 5};
inline constexpr std::array<std::size_t, 4> kMaterialUnknowns{2, 3, 6, 7};

// The rails of an element.
template <class Real>
struct ElementGeometry {
  Real length{};                      // h, in σ [m]
  Real spread{};                      // ℓ, along the path [m]
  std::array<Vec2<Real>, 2> place;    // R of both nodes [m]
  std::array<Vec2<Real>, 2> tangent;  // T
  std::array<Vec2<Real>, 2> normal;   // n
};

// A quadrature point of the unit element: what a Hermite value counts in f, f_ξ and f_ξξ.
struct RulePoint {
  double xi{};
  double weight{};  // of the unit element
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

// The rules of the element. With three points of Lobatto the axial strain has as many conditions as there are unknowns
// of s, so that a stiff belt does not lock. `inertia_points` of Gauss: 3, or 4 to integrate the mass of r exactly.
struct ElementRules {
  explicit ElementRules(int inertia_points = 3)
      : axial(rule_of(numerics::lobatto_rule())),
        bending(rule_of(numerics::gauss_rule(2))),
        inertia(rule_of(numerics::gauss_rule(inertia_points))) {}

  Rule axial;
  Rule bending;
  Rule inertia;
};

// Values and slopes by ξ of r and s at the ends of an element, and their rates.
template <class Real>
struct ElementFields {
  std::array<Vec2<Real>, 4> r;
  std::array<Vec2<Real>, 4> r_t;
  std::array<Vec2<Real>, 4> r_tt;
  std::array<Real, 4> s{};
  std::array<Real, 4> s_t{};
  std::array<Real, 4> s_tt{};
};

template <class Real>
inline ElementFields<Real> fields_of(const ElementGeometry<Real>& geometry, const ElementVector<Real>& q,
                                     const ElementVector<Real>& v, const ElementVector<Real>& a) {
  ElementFields<Real> f;
  const Real h = geometry.spread;
  for (std::size_t end = 0; end < 2; ++end) {
    const std::size_t at = 4 * end;
    const Vec2<Real>& n = geometry.normal[end];
    f.r[2 * end] = multiply_add(q[at], n, geometry.place[end]);
    f.r[2 * end + 1] = h * multiply_add(q[at + 1], n, geometry.tangent[end]);
    f.r_t[2 * end] = v[at] * n;
    f.r_t[2 * end + 1] = (h * v[at + 1]) * n;
    f.r_tt[2 * end] = a[at] * n;
    f.r_tt[2 * end + 1] = (h * a[at + 1]) * n;
    f.s[2 * end] = q[at + 2];
    f.s[2 * end + 1] = h * q[at + 3];
    f.s_t[2 * end] = v[at + 2];
    f.s_t[2 * end + 1] = h * v[at + 3];
    f.s_tt[2 * end] = a[at + 2];
    f.s_tt[2 * end + 1] = h * a[at + 3];
  }
  return f;
}

// How the rails of an element and its length along the path move; see RailMotion and ElementSpread.
template <class Real>
struct GeometryMotion {
  std::array<Vec2<Real>, 2> velocity;
  std::array<Vec2<Real>, 2> acceleration;
  std::array<Real, 2> turning;
  std::array<Real, 2> turning_rate;
  Real spread_rate;
  Real spread_acceleration;
};

// Adds to the rates of the fields what the motion of the mesh brings about: the first and second derivatives in time of
//
//     r = R + w n,   r_ξ = ℓ (T + φ n),   s_ξ = ℓ s',   T_t = θ_t n,   n_t = −θ_t T
//
// but for those of the unknowns alone, which fields_of() has.
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
    f.r_t[2 * end] = f.r_t[2 * end] + motion.velocity[end] + q[at] * n_t;
    f.r_tt[2 * end] = f.r_tt[2 * end] + motion.acceleration[end] + Real(two * v[at]) * n_t + q[at] * n_tt;
    const Vec2<Real> slope = T + q[at + 1] * n;
    const Vec2<Real> slope_moved = T_t + q[at + 1] * n_t;
    const Vec2<Real> slope_t = slope_moved + v[at + 1] * n;
    f.r_t[2 * end + 1] = f.r_t[2 * end + 1] + motion.spread_rate * slope + geometry.spread * slope_moved;
    f.r_tt[2 * end + 1] = f.r_tt[2 * end + 1] + motion.spread_acceleration * slope +
                          Real(two * motion.spread_rate) * slope_t +
                          geometry.spread * (T_tt + q[at + 1] * n_tt + Real(two * v[at + 1]) * n_t);
    f.s_t[2 * end + 1] = f.s_t[2 * end + 1] + motion.spread_rate * q[at + 3];
    f.s_tt[2 * end + 1] =
        f.s_tt[2 * end + 1] + motion.spread_acceleration * q[at + 3] + Real(two * motion.spread_rate) * v[at + 3];
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

// Hands out the values at a rule point as T: a Real, or a Dual that knows its derivatives by the unknowns of the
// element, velocities and accelerations following with the rates of the step; that rails turn and elements grow
// meanwhile, by a small part in a step, is left out there. A Dual may have further directions behind
// those.
template <class T, class Real>
class PointReader {
 public:
  PointReader(const ElementGeometry<Real>& geometry, const RulePoint& at, const StepRates& rates)
      : geometry_(geometry), at_(at), rates_(rates), one_over_h_(numerics::inverse(geometry.length)) {}

  // Of order 0 to 2: f, f_σ, f_σσ; `rate` is d/d(unknown) of what f holds, e.g. c_v for velocities.
  Vec2<T> vector(const std::array<Vec2<Real>, 4>& f, int order, double rate) const {
    const Shape& c = shape(order);
    const Real scale = scale_of(order);
    const Vec2<Real> value = scale * interpolate(c, f);
    Vec2<T> result{T(value.x), T(value.y)};
    if constexpr (numerics::kIsDual<T>) {
      if (rate == 0.0) return result;
      for (std::size_t i = 0; i < 4; ++i) {
        const Real weight = scale * value_weight(i) * Real(rate * c[i]);
        result.x.d[kPositionUnknowns[i]] = weight * geometry_.normal[i / 2].x;
        result.y.d[kPositionUnknowns[i]] = weight * geometry_.normal[i / 2].y;
      }
    }
    return result;
  }
  T scalar(const std::array<Real, 4>& f, int order, double rate) const {
    const Shape& c = shape(order);
    const Real scale = scale_of(order);
    T result(Real(scale * interpolate(c, f)));
    if constexpr (numerics::kIsDual<T>) {
      if (rate == 0.0) return result;
      for (std::size_t i = 0; i < 4; ++i) {
        result.d[kMaterialUnknowns[i]] = scale * value_weight(i) * Real(rate * c[i]);
      }
    }
    return result;
  }

  // Of all that laws of axial force and bending may ask for, and of inertia.
  MeshPoint<T> strained(const ElementFields<Real>& f, bool damped) const {
    MeshPoint<T> p;
    p.u = vector(f.r, 1, 1.0);
    p.w = vector(f.r, 2, 1.0);
    p.g = scalar(f.s, 1, 1.0);
    if (!damped) return p;
    p.g_s = scalar(f.s, 2, 1.0);
    p.u_t = vector(f.r_t, 1, rates_.velocity);
    p.s_t = scalar(f.s_t, 0, rates_.velocity);
    p.g_t = scalar(f.s_t, 1, rates_.velocity);
    return p;
  }
  MeshPoint<T> moving(const ElementFields<Real>& f) const {
    MeshPoint<T> p;
    p.r = vector(f.r, 0, 1.0);
    p.u = vector(f.r, 1, 1.0);
    p.g = scalar(f.s, 1, 1.0);
    p.r_t = vector(f.r_t, 0, rates_.velocity);
    p.u_t = vector(f.r_t, 1, rates_.velocity);
    p.r_tt = vector(f.r_tt, 0, rates_.acceleration);
    p.s_t = scalar(f.s_t, 0, rates_.velocity);
    p.g_t = scalar(f.s_t, 1, rates_.velocity);
    p.s_tt = scalar(f.s_tt, 0, rates_.acceleration);
    return p;
  }

  // What a Hermite value counts in a vector or scalar of this order, times the direction of its unknown where it is one
  // of the position.
  Real count(std::size_t i, int order) const { return scale_of(order) * value_weight(i) * Real(shape(order)[i]); }
  const Vec2<Real>& direction(std::size_t i) const { return geometry_.normal[i / 2]; }
  // dσ of the point [m]
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
  // Slopes count times ℓ.
  Real value_weight(std::size_t i) const { return i % 2 == 0 ? Real(1.0) : geometry_.spread; }

  const ElementGeometry<Real>& geometry_;
  const RulePoint& at_;
  const StepRates& rates_;
  Real one_over_h_;
};

// The contribution of an element to the residual and its tangent (rows of the residual).
template <class Real>
struct ElementSystem {
  ElementVector<Real> residual{};
  std::array<ElementVector<Real>, kElementUnknowns> tangent{};
};

// Which components of a PointForce there are.
struct ForceParts {
  bool r = false;
  bool w = false;
  bool s = false;
  bool strain = true;  // u and g
};

// Adds ∫ (r·δr + u·δr_σ + w·δr_σσ + s δs + g δs_σ) dσ at a point.
template <class T, class Real>
inline void add_force(const PointForce<T>& force, ForceParts parts, const PointReader<T, Real>& at,
                      ElementSystem<Real>& system) {
  const auto add = [&system](std::size_t row, const Real& factor, const T& value) {
    system.residual[row] = multiply_add(factor, numerics::value_of(value), system.residual[row]);
    if constexpr (numerics::kIsDual<T>) {
      for (std::size_t j = 0; j < kElementUnknowns; ++j) {
        system.tangent[row][j] = multiply_add(factor, value.d[j], system.tangent[row][j]);
      }
    }
  };
  const Real dsigma = at.weight();
  for (std::size_t i = 0; i < 4; ++i) {
    const Vec2<Real>& n = at.direction(i);
    const auto add_vector = [&](const Vec2<T>& f, int order) {
      const Real count = dsigma * at.count(i, order);
      add(kPositionUnknowns[i], Real(count * n.x), f.x);
      add(kPositionUnknowns[i], Real(count * n.y), f.y);
    };
    if (parts.strain) add_vector(force.u, 1);
    if (parts.r) add_vector(force.r, 0);
    if (parts.w) add_vector(force.w, 2);
    if (parts.strain) add(kMaterialUnknowns[i], Real(dsigma * at.count(i, 1)), force.g);
    if (parts.s) add(kMaterialUnknowns[i], Real(dsigma * at.count(i, 0)), force.s);
  }
}

// Adds what the belt itself does in an element: strain, elastic bending, inertia and weight. T is Real for the residual
// alone, Dual<Real, n> with n ≥ 8 for the tangent too.
template <class T, class Real>
inline void add_belt(const BeltSection& section, const ElementRules& rules, const ElementGeometry<Real>& geometry,
                     const ElementFields<Real>& fields, const StepRates& rates, bool is_moving,
                     ElementSystem<Real>& system) {
  const bool axially_damped = section.axial_damping != 0.0;
  for (const RulePoint& point : rules.axial) {
    const PointReader<T, Real> at(geometry, point, rates);
    add_force(axial(section, at.strained(fields, axially_damped)).force, {.s = axially_damped}, at, system);
  }
  if (section.bending_stiffness != 0.0) {
    for (const RulePoint& point : rules.bending) {
      const PointReader<T, Real> at(geometry, point, rates);
      add_force(bending(section, at.strained(fields, false)).force, {.w = true}, at, system);
    }
  }
  if (section.mass_per_length == 0.0) return;
  for (const RulePoint& point : rules.inertia) {
    const PointReader<T, Real> at(geometry, point, rates);
    add_force(inertia(section, at.moving(fields), is_moving), {.r = true, .s = is_moving}, at, system);
  }
}

}  // namespace beltdyn::eulerian::ale
