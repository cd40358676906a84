// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

namespace beltdyn::verification {

// A function of a place S and a time t, represented by its Taylor polynomial at a point, of degree 4 in S and 2 in t.
// It provides automatic differentiation in two variables for the exact solutions of the tests; by_place() and by_time()
// are Jets again. Each differentiation reduces the valid degree by one.
class Jet {
 public:
  static constexpr std::size_t kPlaces = 5;  // the powers of S, from 0
  static constexpr std::size_t kTimes = 3;

  Jet() = default;
  Jet(double constant) { c_[0][0] = constant; }  // NOLINT(google-explicit-constructor): a number is a constant

  // The variables S and t.
  static Jet place(double at) {
    Jet jet(at);
    jet.c_[1][0] = 1.0;
    return jet;
  }
  static Jet time(double at) {
    Jet jet(at);
    jet.c_[0][1] = 1.0;
    return jet;
  }

  double value() const { return c_[0][0]; }
  // The derivative ∂ⁱ⁺ʲ/∂Sⁱ∂tʲ.
  double derivative(std::size_t i, std::size_t j) const { return kFactorial[i] * kFactorial[j] * c_[i][j]; }

  Jet by_place() const {
    Jet jet;
    for (std::size_t i = 0; i + 1 < kPlaces; ++i) {
      for (std::size_t j = 0; j < kTimes; ++j) jet.c_[i][j] = static_cast<double>(i + 1) * c_[i + 1][j];
    }
    return jet;
  }
  Jet by_time() const {
    Jet jet;
    for (std::size_t i = 0; i < kPlaces; ++i) {
      for (std::size_t j = 0; j + 1 < kTimes; ++j) jet.c_[i][j] = static_cast<double>(j + 1) * c_[i][j + 1];
    }
    return jet;
  }

  friend Jet operator+(Jet a, const Jet& b) {
    for (std::size_t i = 0; i < kPlaces; ++i) {
      for (std::size_t j = 0; j < kTimes; ++j) a.c_[i][j] += b.c_[i][j];
    }
    return a;
  }
  friend Jet operator-(const Jet& a) { return Jet(-1.0) * a; }
  friend Jet operator-(const Jet& a, const Jet& b) { return a + (-b); }
  friend Jet operator*(const Jet& a, const Jet& b) {
    Jet product;
    for (std::size_t i = 0; i < kPlaces; ++i) {
      for (std::size_t j = 0; j < kTimes; ++j) {
        for (std::size_t k = 0; i + k < kPlaces; ++k) {
          for (std::size_t l = 0; j + l < kTimes; ++l) product.c_[i + k][j + l] += a.c_[i][j] * b.c_[k][l];
        }
      }
    }
    return product;
  }
  friend Jet operator/(const Jet& a, const Jet& b) {
    std::array<double, kPowers> powers{1.0 / b.value()};
    for (std::size_t n = 1; n < kPowers; ++n) powers[n] = -powers[n - 1] / b.value();
    return a * b.composed(powers);
  }
  friend Jet sqrt(const Jet& a) {
    std::array<double, kPowers> powers{std::sqrt(a.value())};
    for (std::size_t n = 1; n < kPowers; ++n) {
      powers[n] = powers[n - 1] * (1.5 - static_cast<double>(n)) / (static_cast<double>(n) * a.value());
    }
    return a.composed(powers);
  }
  friend Jet sin(const Jet& a) { return a.wave(std::sin(a.value()), std::cos(a.value())); }
  friend Jet cos(const Jet& a) { return a.wave(std::cos(a.value()), -std::sin(a.value())); }

 private:
  // (a − a₀)ⁿ has no terms Sⁱ tʲ of the polynomial for n > 6 = the largest i + j.
  static constexpr std::size_t kPowers = kPlaces + kTimes - 1;
  static constexpr std::array<double, kPowers> kFactorial{1.0, 1.0, 2.0, 6.0, 24.0, 120.0, 720.0};

  // Σ p_n (a − a₀)ⁿ
  Jet composed(const std::array<double, kPowers>& powers) const {
    Jet rest = *this;
    rest.c_[0][0] = 0.0;
    Jet sum(powers[kPowers - 1]);
    for (std::size_t n = kPowers - 1; n-- > 0;) sum = sum * rest + Jet(powers[n]);
    return sum;
  }
  // A function with f'' = −f that has this value and slope at a₀.
  Jet wave(double value, double slope) const {
    std::array<double, kPowers> powers{};
    for (std::size_t n = 0; n < kPowers; ++n) {
      powers[n] = (n % 4 < 2 ? 1.0 : -1.0) * (n % 2 == 0 ? value : slope) / kFactorial[n];
    }
    return composed(powers);
  }

  std::array<std::array<double, kTimes>, kPlaces> c_{};
};

}  // namespace beltdyn::verification
