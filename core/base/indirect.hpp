// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <type_traits>
#include <utility>

namespace beltdyn {

// A value that is kept elsewhere and copied with its owner, as of std::indirect of C++26: T may be incomplete where the
// owner is declared. Never empty but after it was moved from, when it can only be assigned to or destroyed.
//
// No member that needs the complete type is inline, so that a header declares `extern template class Indirect<T>;` and
// one source has the members by `template class beltdyn::Indirect<T>;`. Only there and where T is looked at, is it
// known.
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

  // Of anything that a T can be made of.
  template <class U>
  requires(!std::same_as<std::remove_cvref_t<U>, Indirect> && std::constructible_from<T, U>) Indirect(U&& value)
      : value_(new T(std::forward<U>(value))) {}  // NOLINT(google-explicit-constructor)

  T& operator*() { return *value_; }
  const T& operator*() const { return *value_; }
  T* operator->() { return value_; }
  const T* operator->() const { return value_; }
  operator T&() & { return *value_; }             // NOLINT(google-explicit-constructor)
  operator const T&() const& { return *value_; }  // NOLINT(google-explicit-constructor)
  operator const T&() const&& = delete;  // a reference to what goes out of being; NOLINT(google-explicit-constructor)

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
