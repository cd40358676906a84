// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include <Eigen/Core>
#include <doctest/doctest.h>
#include <unsupported/Eigen/AutoDiff>

#include "core/numerics/close.hpp"
#include "lagrangian/ancf/element/cable_element.hpp"

namespace beltdyn::lagrangian::ancf::test {

// The variables of an element: its four vectors in order, then the angle of the pulley.
inline constexpr int kCoordinates = 2 * kElementVectors;
inline constexpr int kAngle = kCoordinates;
using Gradient = Eigen::Matrix<double, kCoordinates + 1, 1>;

// A number with its derivatives, of Eigen's automatic differentiation. It is 0 from the start and its operators return
// numbers instead of expressions, as the templates of the element expect.
class Dual {
 public:
  using Number = Eigen::AutoDiffScalar<Gradient>;

  Dual() : Dual(0.0) {}
  Dual(double value) : number_(value, Gradient::Zero()) {}
  template <class Derivatives>
  explicit Dual(const Eigen::AutoDiffScalar<Derivatives>& number) : number_(number) {}

  // value + rate (x_k − its present value)
  static Dual follower(double value, int k, double rate) {
    return Dual(Number(value, Gradient(rate * Gradient::Unit(k))));
  }

  double value() const { return number_.value(); }
  double derivative(int k) const { return number_.derivatives()[k]; }

  friend Dual operator+(const Dual& a, const Dual& b) { return Dual(a.number_ + b.number_); }
  friend Dual operator-(const Dual& a, const Dual& b) { return Dual(a.number_ - b.number_); }
  friend Dual operator*(const Dual& a, const Dual& b) { return Dual(a.number_ * b.number_); }
  friend Dual operator/(const Dual& a, const Dual& b) { return Dual(a.number_ / b.number_); }
  friend Dual operator-(const Dual& a) { return Dual(-a.number_); }
  friend auto operator<=>(const Dual& a, const Dual& b) { return a.value() <=> b.value(); }
  friend bool operator==(const Dual& a, const Dual& b) { return a.value() == b.value(); }
  friend Dual sqrt(const Dual& a) { return Dual(Eigen::sqrt(a.number_)); }
  friend Dual abs(const Dual& a) { return Dual(Eigen::abs(a.number_)); }
  friend Dual exp(const Dual& a) { return Dual(Eigen::exp(a.number_)); }
  friend Dual expm1(const Dual& a) {
    return Dual(Number(std::expm1(a.value()), Gradient(std::exp(a.value()) * a.number_.derivatives())));
  }
  friend Dual tanh(const Dual& a) { return Dual(Eigen::tanh(a.number_)); }
  friend Dual pow(const Dual& a, double p) { return Dual(Eigen::pow(a.number_, p)); }
  friend Dual atan2(const Dual& y, const Dual& x) { return Dual(Eigen::atan2(y.number_, x.number_)); }

 private:
  Number number_;
};

// Numbers from [−1, 1], the same in each run.
class Numbers {
 public:
  double next() { return uniform_(engine_); }
  Vec2<double> vector() {
    const double x = next();
    return {x, next()};
  }

 private:
  std::mt19937 engine_{1};
  std::uniform_real_distribution<double> uniform_{-1.0, 1.0};
};

// The motion whose velocities and accelerations follow the positions with the rates.
inline ElementMotion<Dual> with_derivatives(const ElementMotion<double>& motion, const StepRates& rates) {
  ElementMotion<Dual> dual{};
  for (std::size_t i = 0; i < kElementVectors; ++i) {
    const int x = 2 * static_cast<int>(i);
    const auto follow = [x](const Vec2<double>& u, double rate) {
      return Vec2<Dual>{Dual::follower(u.x, x, rate), Dual::follower(u.y, x + 1, rate)};
    };
    dual.q[i] = follow(motion.q[i], 1.0);
    dual.v[i] = follow(motion.v[i], rates.velocity);
    dual.a[i] = follow(motion.a[i], rates.acceleration);
  }
  return dual;
}

// Exact derivatives and the tangent are the same expressions rounded in another order; the tests take lengths,
// stiffnesses and rates of the order 1, so that no term hides behind a larger one. The bound is relative to the
// largest derivative of its kind.
inline constexpr double kTangentTolerance = 1e-12;

inline void check_row(const std::array<double, kCoordinates>& row, const Dual& differentiated, double scale) {
  for (int k = 0; k < kCoordinates; ++k) {
    CAPTURE(k);
    CHECK(close(row[static_cast<std::size_t>(k)], differentiated.derivative(k), {.abs = kTangentTolerance * scale}));
  }
}

// The residual does not depend on whether a tangent is asked for, and the tangent is its derivative.
inline void check_system(const ElementSystem<double>& system, const ElementSystem<Dual>& dual) {
  double scale = 0.0;
  for (const auto& row : dual.residual) {
    for (int k = 0; k < kCoordinates; ++k) {
      scale = std::max({scale, std::abs(row.x.derivative(k)), std::abs(row.y.derivative(k))});
    }
  }
  for (std::size_t i = 0; i < kElementVectors; ++i) {
    CAPTURE(i);
    std::array<double, kCoordinates> x{};
    std::array<double, kCoordinates> y{};
    for (std::size_t j = 0; j < kElementVectors; ++j) {
      x[2 * j] = system.tangent[i][j].xx;
      x[2 * j + 1] = system.tangent[i][j].xy;
      y[2 * j] = system.tangent[i][j].yx;
      y[2 * j + 1] = system.tangent[i][j].yy;
    }
    CHECK(system.residual[i].x == dual.residual[i].x.value());
    CHECK(system.residual[i].y == dual.residual[i].y.value());
    check_row(x, dual.residual[i].x, scale);
    check_row(y, dual.residual[i].y, scale);
  }
}

}  // namespace beltdyn::lagrangian::ancf::test
