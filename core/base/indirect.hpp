// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <type_traits>
#include <utility>

namespace beltdyn {

// A value on the heap that is copied with its owner, as std::indirect of C++26. T may be incomplete where the owner is
// declared. The value is never empty, except after it was moved from: then it can only be assigned to or destroyed.
//
// Members that need the complete type are not inline. A header declares `extern template class Indirect<T>;`, and one
// source instantiates the members by `template class beltdyn::Indirect<T>;`. T must be complete only there and where
// its members are used.
template <class T>
class Indirect {
 public:
  Indirect();
  Indirect(const Indirect& other);
  Indirect(Indirect&& other) noexcept : value_(std::exchange(other.value_, nullptr)) {}
  ~Indirect();
  Indirect& operator=(const Indirect& other);
  Indirect& operator=(Indirect&& other) noexcept {
    std::swap(value_, other.value_);
    return *this;
  }

  // Constructs T from anything it can be constructed from, and no Indirect.
  template <class U>
  // NOLINTNEXTLINE(bugprone-forwarding-reference-overload): copies and moves are excluded
  requires(!std::same_as<std::remove_cvref_t<U>, Indirect> && std::constructible_from<T, U>) Indirect(U&& value)
      : value_(new T(std::forward<U>(value))) {}  // NOLINT(google-explicit-constructor)

  T& operator*() { return *value_; }
  const T& operator*() const { return *value_; }
  T* operator->() { return value_; }
  const T* operator->() const { return value_; }
  operator T&() & { return *value_; }             // NOLINT(google-explicit-constructor)
  operator const T&() const& { return *value_; }  // NOLINT(google-explicit-constructor)
  operator const T&() const&& = delete;  // would dangle: the owner is temporary; NOLINT(google-explicit-constructor)

 private:
  T* value_;
};

template <class T>
Indirect<T>::Indirect() : value_(new T()) {}
template <class T>
Indirect<T>::Indirect(const Indirect& other) : value_(new T(*other.value_)) {}
template <class T>
Indirect<T>::~Indirect() {
  delete value_;
}
template <class T>
Indirect<T>& Indirect<T>::operator=(const Indirect& other) {
  if (this != &other) *this = Indirect(other);
  return *this;
}

}  // namespace beltdyn
