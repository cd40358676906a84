// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <type_traits>

#include <xsimd/xsimd.hpp>

#include "core/numerics/scalar_math.hpp"

// Arithmetic for numerical kernels that are written once for a number type Real: double, a number with derivatives, or
// an xsimd batch of doubles whose lanes are several places that are processed in parallel.
namespace beltdyn::numerics {

template <class Real>
inline constexpr bool kIsBatch = false;
template <class Arch>
inline constexpr bool kIsBatch<xsimd::batch<double, Arch>> = true;

// The number of lanes of a Real.
template <class Real>
inline constexpr std::size_t kLanes = 1;
template <class Arch>
inline constexpr std::size_t kLanes<xsimd::batch<double, Arch>> = xsimd::batch<double, Arch>::size;

// Reads kLanes doubles from an address that is aligned to their total size.
template <class Real>
inline Real load(const double* from) {
  if constexpr (kIsBatch<Real>) {
    return Real::load_aligned(from);
  } else {
    return Real(*from);
  }
}

template <class Real>
inline void store(const Real& value, double* to) {
  if constexpr (kIsBatch<Real>) {
    value.store_aligned(to);
  } else {
    *to = value;
  }
}

using xsimd::any;
using xsimd::select;

// Sum of the lanes.
template <class Real>
inline double sum_of_lanes(const Real& value) {
  if constexpr (kIsBatch<Real>) {
    return xsimd::hadd(value);
  } else {
    return value;
  }
}

// 1/a
inline double inverse(double a) { return 1.0 / a; }
template <class Arch>
inline xsimd::batch<double, Arch> inverse(const xsimd::batch<double, Arch>& a) {
  return xsimd::batch<double, Arch>(1.0) / a;
}

// A vector of the plane. Like a double it is not initialised by default; `{}` is the zero vector.
template <class Real>
struct Vec2 {
  Real x;
  Real y;
};

// The same vector from one of Eigen.
template <class Vector>
inline Vec2<double> plane(const Vector& v) {
  return {v.x(), v.y()};
}

template <class Real>
inline Vec2<Real> operator+(const Vec2<Real>& a, const Vec2<Real>& b) {
  return {Real(a.x + b.x), Real(a.y + b.y)};
}
template <class Real>
inline Vec2<Real> operator-(const Vec2<Real>& a, const Vec2<Real>& b) {
  return {Real(a.x - b.x), Real(a.y - b.y)};
}
template <class Real>
inline Vec2<Real> operator*(const Real& s, const Vec2<Real>& a) {
  return {Real(s * a.x), Real(s * a.y)};
}
template <class Real>
inline Real dot(const Vec2<Real>& a, const Vec2<Real>& b) {
  return multiply_add(a.x, b.x, Real(a.y * b.y));
}
// a turned by +90°
template <class Real>
inline Vec2<Real> perpendicular(const Vec2<Real>& a) {
  return {Real(-a.y), a.x};
}
// a + s b
template <class Real>
inline Vec2<Real> multiply_add(const Real& s, const Vec2<Real>& b, const Vec2<Real>& a) {
  return {multiply_add(s, b.x, a.x), multiply_add(s, b.y, a.y)};
}

// A 2 × 2 matrix.
template <class Real>
struct Mat2 {
  Real xx;
  Real xy;
  Real yx;
  Real yy;
};

template <class Real>
inline Mat2<Real> operator+(const Mat2<Real>& a, const Mat2<Real>& b) {
  return {Real(a.xx + b.xx), Real(a.xy + b.xy), Real(a.yx + b.yx), Real(a.yy + b.yy)};
}
template <class Real>
inline Mat2<Real> operator*(const Real& s, const Mat2<Real>& a) {
  return {Real(s * a.xx), Real(s * a.xy), Real(s * a.yx), Real(s * a.yy)};
}
// a + s b
template <class Real>
inline Mat2<Real> multiply_add(const Real& s, const Mat2<Real>& b, const Mat2<Real>& a) {
  return {multiply_add(s, b.xx, a.xx), multiply_add(s, b.xy, a.xy), multiply_add(s, b.yx, a.yx),
          multiply_add(s, b.yy, a.yy)};
}
// a + b cᵀ
template <class Real>
inline Mat2<Real> add_outer(const Mat2<Real>& a, const Vec2<Real>& b, const Vec2<Real>& c) {
  return {multiply_add(b.x, c.x, a.xx), multiply_add(b.x, c.y, a.xy), multiply_add(b.y, c.x, a.yx),
          multiply_add(b.y, c.y, a.yy)};
}
// b cᵀ
template <class Real>
inline Mat2<Real> outer(const Vec2<Real>& b, const Vec2<Real>& c) {
  return {Real(b.x * c.x), Real(b.x * c.y), Real(b.y * c.x), Real(b.y * c.y)};
}
// A b
template <class Real>
inline Vec2<Real> operator*(const Mat2<Real>& A, const Vec2<Real>& b) {
  return {multiply_add(A.xx, b.x, Real(A.xy * b.y)), multiply_add(A.yx, b.x, Real(A.yy * b.y))};
}
// Aᵀ b
template <class Real>
inline Vec2<Real> transposed_times(const Mat2<Real>& A, const Vec2<Real>& b) {
  return {multiply_add(A.xx, b.x, Real(A.yx * b.y)), multiply_add(A.xy, b.x, Real(A.yy * b.y))};
}

}  // namespace beltdyn::numerics
