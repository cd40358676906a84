// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>
#include <vector>

#include "eulerian/ale/element/belt_laws.hpp"
#include "eulerian/ale/element/element_fields.hpp"

namespace beltdyn::eulerian::ale {

// Forces on the Hermite values of an element: values and slopes by ξ of r and s at its ends.
template <class Real>
struct HermiteForce {
  std::array<Vec2<Real>, 4> r{};
  std::array<Real, 4> s{};
};
// The forces and their derivatives by the unknowns of the element.
template <class Real>
struct HermiteForces {
  HermiteForce<Real> value;
  std::array<HermiteForce<Real>, kElementUnknowns> by;
};

// The contribution of an element to the residual and its tangent (rows of the residual).
template <class Real>
struct ElementSystem {
  ElementVector<Real> residual{};
  std::array<ElementVector<Real>, kElementUnknowns> tangent{};
};

// Which components of a PointForce are present.
struct ForceParts {
  bool r = false;
  bool w = false;
  bool s = false;
  bool u = true;
  bool g = true;
};

// Calls add(i, count, f) for each value or slope i of r, f being a vector, and of s, f being a scalar: `count` f is its
// part of ∫ (r·δr + u·δr_σ + w·δr_σσ + s δs + g δs_σ) dσ at a point.
template <class T, class Real, class Add>
inline void for_each_part(const PointForce<T>& force, ForceParts parts, const PointReader<T, Real>& at,
                          const Add& add) {
  const Real dsigma = at.weight();
  for (std::size_t i = 0; i < 4; ++i) {
    const auto count = [&](int order) { return Real(dsigma * at.count(i, order)); };
    if (parts.u) add(i, count(1), force.u);
    if (parts.r) add(i, count(0), force.r);
    if (parts.w) add(i, count(2), force.w);
    if (parts.g) add(i, count(1), force.g);
    if (parts.s) add(i, count(0), force.s);
  }
}

// Adds the forces at a point and, if T has derivatives, their derivatives by the unknowns.
template <class T, class Real>
inline void add_force(const PointForce<T>& force, ForceParts parts, const PointReader<T, Real>& at,
                      HermiteForces<Real>& sum) {
  for_each_part(force, parts, at, [&sum](std::size_t i, const Real& count, const auto& f) {
    if constexpr (std::is_same_v<std::decay_t<decltype(f)>, T>) {
      sum.value.s[i] = multiply_add(count, numerics::value_of(f), sum.value.s[i]);
      if constexpr (numerics::kIsDual<T>) {
        for (std::size_t j = 0; j < kElementUnknowns; ++j) {
          sum.by[j].s[i] = multiply_add(count, f.d[j], sum.by[j].s[i]);
        }
      }
    } else {
      sum.value.r[i].x = multiply_add(count, numerics::value_of(f.x), sum.value.r[i].x);
      sum.value.r[i].y = multiply_add(count, numerics::value_of(f.y), sum.value.r[i].y);
      if constexpr (numerics::kIsDual<T>) {
        for (std::size_t j = 0; j < kElementUnknowns; ++j) {
          sum.by[j].r[i].x = multiply_add(count, f.x.d[j], sum.by[j].r[i].x);
          sum.by[j].r[i].y = multiply_add(count, f.y.d[j], sum.by[j].r[i].y);
        }
      }
    }
  });
}
// Adds the derivatives of the forces by a further direction.
template <class T, class Real>
inline void add_direction(const PointForce<T>& force, ForceParts parts, const PointReader<T, Real>& at,
                          std::size_t direction, HermiteForce<Real>& sum) {
  for_each_part(force, parts, at, [&sum, direction](std::size_t i, const Real& count, const auto& f) {
    if constexpr (std::is_same_v<std::decay_t<decltype(f)>, T>) {
      sum.s[i] = multiply_add(count, f.d[direction], sum.s[i]);
    } else {
      sum.r[i].x = multiply_add(count, f.x.d[direction], sum.r[i].x);
      sum.r[i].y = multiply_add(count, f.y.d[direction], sum.r[i].y);
    }
  });
}

// The work of the forces on a unit variation of each unknown.
template <class Real>
inline ElementVector<Real> on_unknowns(const ElementGeometry<Real>& geometry, const ElementFields<Real>& fields,
                                       const HermiteForce<Real>& force) {
  ElementVector<Real> work;
  for (std::size_t end = 0; end < 2; ++end) {
    const SlopeGradient<Real>& by = fields.gradient[0][end];
    const Vec2<Real>& on_slope = force.r[2 * end + 1];
    const Real& on_stretch = force.s[2 * end + 1];
    const std::size_t at = 4 * end;
    work[at + kAcross] = multiply_add(by.s_by_across, on_stretch,
                                      Real(dot(by.r_by_across, on_slope) + dot(geometry.rail[end], force.r[2 * end])));
    work[at + kSlope] = dot(by.r_by_slope, on_slope);
    work[at + kMaterial] = force.s[2 * end];
    work[at + kMaterialSlope] = by.s_by_slope * on_stretch;
  }
  return work;
}

// The residual of all forces in an element; with its tangent if the forces have derivatives (`with_tangent`).
template <class Real>
inline ElementSystem<Real> system_of(const ElementGeometry<Real>& geometry, const ElementFields<Real>& fields,
                                     const HermiteForces<Real>& forces, bool with_tangent) {
  ElementSystem<Real> system;
  system.residual = on_unknowns(geometry, fields, forces.value);
  if (!with_tangent) return system;
  for (std::size_t j = 0; j < kElementUnknowns; ++j) {
    const ElementVector<Real> column = on_unknowns(geometry, fields, forces.by[j]);
    for (std::size_t i = 0; i < kElementUnknowns; ++i) system.tangent[i][j] = column[i];
  }
  for (std::size_t end = 0; end < 2; ++end) {
    const std::size_t at = 4 * end;
    const auto add = [&](std::size_t i, std::size_t j, const Real& value) {
      system.tangent[at + i][at + j] = system.tangent[at + i][at + j] + value;
      system.tangent[at + j][at + i] = system.tangent[at + j][at + i] + value;
    };
    add(kAcross, kSlope, Real(fields.twist[end] * dot(geometry.normal[end], forces.value.r[2 * end + 1])));
    add(kAcross, kMaterialSlope, Real(fields.twist[end] * forces.value.s[2 * end + 1]));
  }
  return system;
}

// Adds the forces of the belt itself in an element: strain, elastic bending, inertia and weight. T is Real for the
// residual alone, and Dual<Real, n> with n ≥ 8 for the tangent too.
template <class T, class Real>
inline void add_belt(const BeltSection& section, const ElementRules& rules, const ElementGeometry<Real>& geometry,
                     const ElementFields<Real>& fields, bool is_moving, HermiteForces<Real>& forces) {
  if (section.axial_damping == 0.0) {
    for (const RulePoint& point : rules.axial) {
      const PointReader<T, Real> at(geometry, fields, point);
      add_force(axial(section, at.strained(false)).force, {}, at, forces);
    }
  } else {
    const StretchAlong<T, Real> stretch(geometry, fields, rules.axial);
    for (const RulePoint& point : rules.axial) {
      const PointReader<T, Real> at(geometry, fields, point);
      MeshPoint<T> p = at.strained(true);
      p.stretch_slope = stretch.slope(point.xi);
      add_force(axial(section, p).force, {.s = true}, at, forces);
    }
  }
  if (section.bending_stiffness != 0.0) {
    for (const RulePoint& point : rules.bending) {
      const PointReader<T, Real> at(geometry, fields, point);
      add_force(bending(section, at.strained(false)).force, {.w = true}, at, forces);
    }
  }
  if (section.mass_per_length == 0.0) return;
  for (const RulePoint& point : rules.inertia) {
    const PointReader<T, Real> at(geometry, fields, point);
    add_force(inertia(section, at.moving(), is_moving), {.r = true, .s = is_moving}, at, forces);
  }
}

}  // namespace beltdyn::eulerian::ale
