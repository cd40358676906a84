// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <type_traits>
#include <utility>

#include "core/numerics/scalar_math.hpp"

namespace beltdyn::numerics {

// A number with its derivatives along N directions, for forward automatic differentiation. Real is double or a batch of
// doubles, whose lanes are differentiated in parallel.
template <class Real, std::size_t N>
struct Dual {
  Real value{};
  std::array<Real, N> d{};

  Dual() = default;
  Dual(const Real& constant) : value(constant) {}  // NOLINT(google-explicit-constructor): a number is a constant
  Dual(double constant)                            // NOLINT(google-explicit-constructor)
      requires(!std::is_same_v<Real, double>)
      : value(constant) {}

  friend Dual operator+(Dual a, const Dual& b) {
    a.value = a.value + b.value;
    for (std::size_t i = 0; i < N; ++i) a.d[i] = a.d[i] + b.d[i];
    return a;
  }
  friend Dual operator-(Dual a, const Dual& b) {
    a.value = a.value - b.value;
    for (std::size_t i = 0; i < N; ++i) a.d[i] = a.d[i] - b.d[i];
    return a;
  }
  friend Dual operator-(Dual a) {
    a.value = -a.value;
    for (std::size_t i = 0; i < N; ++i) a.d[i] = -a.d[i];
    return a;
  }
  friend Dual operator*(const Dual& a, const Dual& b) {
    Dual c(Real(a.value * b.value));
    for (std::size_t i = 0; i < N; ++i) c.d[i] = multiply_add(a.value, b.d[i], Real(b.value * a.d[i]));
    return c;
  }
  friend Dual operator*(const Real& a, Dual b) {
    b.value = a * b.value;
    for (std::size_t i = 0; i < N; ++i) b.d[i] = a * b.d[i];
    return b;
  }
  friend Dual operator*(const Dual& a, const Real& b) { return b * a; }
  friend Dual operator*(double a, const Dual& b) requires(!std::is_same_v<Real, double>) { return Real(a) * b; }
  friend Dual operator*(const Dual& a, double b) requires(!std::is_same_v<Real, double>) { return Real(b) * a; }
  friend Dual operator/(const Dual& a, const Dual& b) {
    Dual c(Real(a.value / b.value));
    const Real one_over(Real(1.0) / b.value);
    for (std::size_t i = 0; i < N; ++i) c.d[i] = one_over * (a.d[i] - c.value * b.d[i]);
    return c;
  }
  friend Dual operator/(const Dual& a, double b) {
    Dual c(Real(a.value / Real(b)));
    const Real one_over(1.0 / b);
    for (std::size_t i = 0; i < N; ++i) c.d[i] = one_over * a.d[i];
    return c;
  }

  // 1/a
  friend Dual inverse(const Dual& a) {
    const Real one_over(Real(1.0) / a.value);
    return chain(a, one_over, Real(-one_over * one_over));
  }
  friend Dual sqrt(const Dual& a) {
    using std::sqrt;
    const Real root(sqrt(a.value));
    return chain(a, root, Real(Real(0.5) / root));
  }
  friend Dual exp(const Dual& a) {
    using std::exp;
    const Real result(exp(a.value));
    return chain(a, result, result);
  }
  // e^a − 1
  friend Dual expm1(const Dual& a) {
    using std::expm1;
    const Real result(expm1(a.value));
    return chain(a, result, Real(result + Real(1.0)));
  }
  friend Dual tanh(const Dual& a) {
    using std::tanh;
    const Real result(tanh(a.value));
    return chain(a, result, Real(Real(1.0) - result * result));
  }
  // a^p for a > 0
  friend Dual pow(const Dual& a, const Real& p) {
    using std::pow;
    const Real result(pow(a.value, p));
    return chain(a, result, Real(p * result / a.value));
  }
  // condition ? yes : no, lane by lane
  using Mask = decltype(std::declval<Real>() < std::declval<Real>());
  friend Dual select(const Mask& condition, const Dual& yes, const Dual& no) {
    using beltdyn::numerics::select;
    Dual c(Real(select(condition, yes.value, no.value)));
    for (std::size_t i = 0; i < N; ++i) c.d[i] = select(condition, yes.d[i], no.d[i]);
    return c;
  }
  // A function of a, given by its value and its derivative at a.
  friend Dual chain(const Dual& a, const Real& result, const Real& derivative) {
    Dual c(result);
    for (std::size_t i = 0; i < N; ++i) c.d[i] = derivative * a.d[i];
    return c;
  }
};

template <class T>
inline constexpr bool kIsDual = false;
template <class Real, std::size_t N>
inline constexpr bool kIsDual<Dual<Real, N>> = true;

template <class Real, std::size_t N>
inline const Real& value_of(const Dual<Real, N>& number) {
  return number.value;
}

}  // namespace beltdyn::numerics
