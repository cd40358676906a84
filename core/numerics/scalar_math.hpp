// SPDX-License-Identifier: MIT
#pragma once

#include <type_traits>
#include <utility>

// Functions for formulas that are written once for every scalar type T: a double, lanes (a batch of doubles, one for
// each of several places), or a number with derivatives of either. Formulas compare value_of() and choose with
// select(), lane by lane.
namespace beltdyn::numerics {

// condition ? yes : no. Overloads for lanes and for numbers with derivatives are found by argument-dependent lookup.
template <class T>
inline T select(bool condition, const T& yes, const T& no) {
  return condition ? yes : no;
}

inline bool any(bool condition) { return condition; }

// a b + c; rounded once if the type has its own fma(), as lanes do.
template <class T>
inline T multiply_add(const T& a, const T& b, const T& c) {
  if constexpr (std::is_class_v<T> && requires { fma(a, b, c); }) {
    return fma(a, b, c);
  } else {
    return T(a * b + c);
  }
}

// The number without its derivatives. A type with derivatives provides its own overload or a member value().
template <class T>
inline decltype(auto) value_of(const T& number) {
  if constexpr (requires { number.value(); }) {
    return number.value();
  } else {
    return (number);
  }
}

// The type of the number without its derivatives: double or lanes.
template <class T>
using RealOf = std::remove_cvref_t<decltype(value_of(std::declval<const T&>()))>;

}  // namespace beltdyn::numerics
