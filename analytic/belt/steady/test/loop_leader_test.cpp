// SPDX-License-Identifier: MIT
#include "analytic/belt/steady/loop_leader.hpp"

#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include <Eigen/LU>
#include <doctest/doctest.h>

#include "core/base/test/sanitized.hpp"
#include "core/numerics/close.hpp"
#include "core/numerics/dual.hpp"
#include "core/numerics/solve/dense.hpp"

namespace beltdyn::loop_leader_test {

using namespace beltdyn::analytic;

namespace {

// The data of a loop of four pulleys, one of them outside; the first one drives.
template <class T>
struct Numbers {
  T axial_stiffness;
  T mass;
  T length;
  T friction;
  T torque;  // taken by the second pulley; the third one takes a fraction of it that grows with the speed
};
constexpr std::size_t kNumbers = 5;
constexpr std::array<const char*, kNumbers> kNames{"axial stiffness", "mass", "length", "friction", "torque"};
const Numbers<double> kValues{6e4, 0.1, 1.15, 0.9, 4.0};
constexpr double kSpeed = 8.0;  // of the driver's surface [m/s]
constexpr std::array<double, 4> kRadii{0.080, 0.060, 0.035, 0.055};

double& number(Numbers<double>& numbers, std::size_t i) {
  return *std::array<double*, kNumbers>{&numbers.axial_stiffness, &numbers.mass, &numbers.length, &numbers.friction,
                                        &numbers.torque}[i];
}

// Torques, length and speed of a string with Coulomb friction and rigid stick, in any scalar type, for a fixed path.
template <class T>
struct ClosedForm {
  T flux;
  std::array<T, 4> force;  // N
  std::array<T, 2> missing;
};

template <class T>
T logarithm(const T& x) {
  T result(std::log(x.value));
  for (std::size_t i = 0; i < x.d.size(); ++i) result.d[i] = x.d[i] / x.value;
  return result;
}
template <class T>
T magnitude(const T& x) {
  return x.value < 0.0 ? -x : x;
}

template <class T>
ClosedForm<T> closed_form(const BeltPath& path, const Numbers<T>& p, const T& before, const T& behind) {
  ClosedForm<T> m;
  const T sum = p.axial_stiffness + before;
  const T first =
      (sum + sqrt(sum * sum + 4.0 * kSpeed * kSpeed * p.axial_stiffness * p.mass)) / (2.0 * p.axial_stiffness);
  m.flux = T(kSpeed) / first;
  const T a = p.axial_stiffness - p.mass * m.flux * m.flux;
  const T& b = p.axial_stiffness;
  T length(0.0);
  T force = before;
  for (std::size_t i = 0; i < 4; ++i) {
    const PathArc& arc = path.arcs()[i];
    const T stretch_before = (force + b) / a;
    T next = behind;
    if (i == 1) next = force + (1.0 / arc.radius) * p.torque;
    if (i == 2) next = force + (0.001 / (arc.radius * arc.radius)) * p.torque * m.flux * stretch_before;
    if (i == 3) next = force;
    const T stretch = (next + b) / a;
    const T slip = magnitude(logarithm(next / force)) / p.friction;
    const T growth = magnitude(logarithm(stretch / stretch_before)) / p.friction;
    length = length + T(path.spans()[i].length) / stretch +
             arc.radius * ((T(arc.wrap) - slip) / stretch_before + a / b * (slip - growth));
    m.force[i] = p.axial_stiffness * (stretch - T(1.0));
    force = next;
  }
  m.missing = {force - before, length - p.length};
  return m;
}

// Stick is so stiff that it has no visible effect: each arc takes ½ ℓ_s² μ T/(R EA) with ℓ_s² = EA/(k w), 1e-10 m, of
// the belt's elongation, 0.1 m.
FrictionLoop loop_of(const Numbers<double>& p) {
  const std::array<Eigen::Vector2d, 4> centers{{{0.0, 0.0}, {0.24, 0.06}, {0.13, 0.20}, {-0.02, 0.26}}};
  FrictionLoop loop{
      .string = {.axial_stiffness = p.axial_stiffness, .mass_per_length = p.mass, .reference_length = p.length},
      .pulleys = {},
      .width = 0.02};
  for (std::size_t i = 0; i < kRadii.size(); ++i) {
    const double by_speed = 0.001 * p.torque;
    loop.string.pulleys.push_back({.place = {.center = centers[i],
                                             .radius = kRadii[i],
                                             .side = i == 2 ? PulleySide::outside : PulleySide::inside},
                                   .torque = [i, by_speed, taken = p.torque](double omega) {
                                     return i == 1 ? taken : i == 2 ? by_speed * omega : 0.0;
                                   }});
    loop.pulleys.push_back(
        {.contact = {.normal = PenaltyContact{}, .friction = elastoplastic_coulomb(p.friction, 4e16)},
         .label = std::to_string(i + 1)});
  }
  return loop;
}

using Observed = std::array<double, 5>;  // flux, then the forces of the spans
Observed observed(const FrictionLoopMotion& m) { return {m.flux, m.force[0], m.force[1], m.force[2], m.force[3]}; }

// Derivatives of the observed quantities by the logarithm of each number, with derivatives of the equations by dual
// numbers.
std::array<Observed, kNumbers> by_duals(const BeltPath& path, const FrictionLoopState& near) {
  using Number = numerics::Dual<double, 2 + kNumbers>;
  const auto variable = [](double value, std::size_t i, double slope) {
    Number x(value);
    x.d[i] = slope;
    return x;
  };
  Numbers<double> p = kValues;
  const auto parameter = [&](std::size_t i) { return variable(number(p, i), 2 + i, number(p, i)); };
  const Numbers<Number> numbers{parameter(0), parameter(1), parameter(2), parameter(3), parameter(4)};
  Eigen::Vector2d x(near.force, near.force + near.change[0]);
  ClosedForm<Number> m;
  Eigen::Matrix2d by_x;
  for (int i = 0; i < 8; ++i) {
    m = closed_form(path, numbers, variable(x[0], 0, 1.0), variable(x[1], 1, 1.0));
    for (std::size_t r = 0; r < 2; ++r) {
      for (std::size_t c = 0; c < 2; ++c) {
        by_x(static_cast<Eigen::Index>(r), static_cast<Eigen::Index>(c)) = m.missing[r].d[c];
      }
    }
    x -= by_x.inverse() * Eigen::Vector2d(m.missing[0].value, m.missing[1].value);
  }
  std::array<Observed, kNumbers> derivatives;
  for (std::size_t j = 0; j < kNumbers; ++j) {
    const Eigen::Vector2d dx = -by_x.inverse() * Eigen::Vector2d(m.missing[0].d[2 + j], m.missing[1].d[2 + j]);
    const auto along = [&](const Number& y) { return y.d[0] * dx[0] + y.d[1] * dx[1] + y.d[2 + j]; };
    derivatives[j] = {along(m.flux), along(m.force[0]), along(m.force[1]), along(m.force[2]), along(m.force[3])};
  }
  return derivatives;
}

// The length changes the strain, 0.09, by its own relative change.
double step_of(std::size_t parameter) { return parameter == 2 ? 3e-4 : 3e-3; }

// By led loops, fourth order: the error is some h⁴, plus the rounding of the integration, 1e-12 of lengths and so 1e-11
// of forces, over h.
Observed by_leading(LoopLeader& leader, std::size_t parameter) {
  const auto slope = [&](double h) {
    std::array<Observed, 2> beside;
    for (std::size_t side = 0; side < 2; ++side) {
      Numbers<double> p = kValues;
      number(p, parameter) *= side == 0 ? 1.0 - h : 1.0 + h;
      const FrictionLoop loop = loop_of(p);
      const std::optional<FrictionLoopState> state = leader.lead(loop, kSpeed);
      REQUIRE(state);
      beside[side] = observed(friction_loop_motion_of(loop, kSpeed, *state));
    }
    Observed result;
    for (std::size_t i = 0; i < result.size(); ++i) result[i] = (beside[1][i] - beside[0][i]) / (2.0 * h);
    return result;
  };
  const double h = step_of(parameter);
  const Observed once = slope(h);
  const Observed twice = slope(2.0 * h);
  Observed result;
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = (4.0 * once[i] - twice[i]) / 3.0;
  return result;
}

}  // namespace

TEST_CASE("loop leader: led motions give the derivatives that duals of the closed form give" *
          doctest::skip(beltdyn::test::kIsSanitized)) {
  const FrictionLoop loop = loop_of(kValues);
  const FrictionLoopMotion motion = friction_loop_motion(loop, kSpeed);
  LoopLeader leader(loop, kSpeed, motion.state);
  const Observed values = observed(motion);
  const std::array<Observed, kNumbers> exact = by_duals(*motion.path, motion.state);
  for (std::size_t j = 0; j < kNumbers; ++j) {
    CAPTURE(std::string(kNames[j]));
    const Observed led = by_leading(leader, j);
    double scale = 0.0;  // of the forces
    for (std::size_t i = 1; i < led.size(); ++i) scale = std::max(scale, std::abs(exact[j][i]));
    for (std::size_t i = 0; i < led.size(); ++i) {
      CAPTURE(i);
      CAPTURE(led[i]);
      CAPTURE(exact[j][i]);
      // 1e-8, and the rounding of the observed quantities over the step.
      const double rounded = 1e-11 * values[i] / step_of(j);
      CHECK(close(led[i], exact[j][i], {.abs = 1e-8 * (i == 0 ? std::abs(exact[j][0]) : scale) + rounded}));
    }
  }
}

TEST_CASE("loop leader: a loop with another kind of motion is not led") {
  const FrictionLoop loop = loop_of(kValues);
  const FrictionLoopMotion motion = friction_loop_motion(loop, kSpeed);
  LoopLeader leader(loop, kSpeed, motion.state);
  Numbers<double> p = kValues;
  p.torque = 400.0;  // beyond friction
  CHECK(!leader.lead(loop_of(p), kSpeed));
}

}  // namespace beltdyn::loop_leader_test
