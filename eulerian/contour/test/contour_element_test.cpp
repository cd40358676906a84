// SPDX-License-Identifier: MIT
#include "eulerian/contour/contour_element.hpp"

#include <array>

#include <Eigen/Core>
#include <doctest/doctest.h>
#include <unsupported/Eigen/AutoDiff>

#include "core/contact/coulomb_friction.hpp"
#include "core/numerics/close.hpp"
#include "core/numerics/lanes/lanes.hpp"

namespace beltdyn::contour_element_test {

using namespace beltdyn::eulerian;

namespace {

using Inner = Eigen::AutoDiffScalar<Eigen::Vector2d>;
using Outer = Eigen::AutoDiffScalar<Eigen::Matrix<Inner, 2, 1>>;

struct Case {
  double theta;
  double orientation;
  contact::ContactState state;
};

constexpr double kLength = 0.03;
constexpr double kStiffness = 1.7;
constexpr double kSurfaceTravel = 0.0123;
constexpr double kReferenceTravel = 0.0119;
constexpr std::array<double, 2> kBefore{0.004, 0.0055};      // s̄⁰: strains of 5 %
constexpr std::array<double, 2> kIncrement{-7e-4, -2.5e-4};  // w
const contact::CoulombFriction kFriction(0.4, 900.0);

// The energy of an element as in [Oborin 2018]: (55), (59) to (61) with s̄ itself as unknown.
template <class Scalar>
Scalar energy(const Case& c, const Scalar& w_first, const Scalar& w_second) {
  const Scalar s_first = kBefore[0] + w_first - kReferenceTravel;
  const Scalar s_second = kBefore[1] + w_second - kReferenceTravel;
  const double slope = c.orientation / kLength;
  const double before = 1.0 + (kBefore[1] - kBefore[0]) * slope;
  const Scalar stretch = 1.0 + (s_second - s_first) * slope;
  const Scalar strain = 1.0 / stretch - 1.0;
  const Scalar rho = (1.0 - c.theta) * before + c.theta * stretch;
  const Scalar moved = 0.5 * ((s_first - kBefore[0]) + (s_second - kBefore[1]));
  const Scalar u = -1.0 * moved / rho;
  const Scalar u_rel = u - kSurfaceTravel;
  const int direction = contact::slip_direction(c.state);
  const Scalar potential = direction == 0 ? Scalar(0.5 * kFriction.stick_penalty() * u_rel * u_rel)
                                          : Scalar(direction * kFriction.limit() * u_rel);
  return kLength * (0.5 * kStiffness * strain * strain * stretch + potential);
}

Outer variable(double value, int index) {
  Outer x;
  x.value() = Inner(value, 2, index);
  for (int i = 0; i < 2; ++i) x.derivatives()[i] = Inner(i == index ? 1.0 : 0.0, Eigen::Vector2d::Zero());
  return x;
}

ElementStep<double> element_step(const Case& c) {
  return {.length = kLength,
          .orientation = c.orientation,
          .surface_travel = kSurfaceTravel,
          .reference_travel = kReferenceTravel,
          .axial_stiffness = kStiffness,
          .theta = c.theta};
}

}  // namespace

TEST_CASE("contour element: gradient and Hessian are the derivatives of the energy, for every scheme") {
  for (const double theta : {0.0, 0.5, 1.0}) {
    for (const double orientation : {1.0, -1.0}) {
      for (const auto state :
           {contact::ContactState::stick, contact::ContactState::slip_forward, contact::ContactState::slip_backward}) {
        const Case c{theta, orientation, state};
        CAPTURE(theta);
        CAPTURE(orientation);
        CAPTURE(static_cast<int>(state));
        const ElementStep<double> step = element_step(c);
        const auto motion = element_motion(step, kBefore[0], kBefore[1], kIncrement[0], kIncrement[1]);
        const contact::TractionResponse response = kFriction.respond(state, motion.relative_displacement);
        const auto gradient = element_gradient(step, motion, response.traction);
        const auto hessian = element_hessian(step, motion, response.traction, response.stiffness);

        const Outer exact = energy(c, variable(kIncrement[0], 0), variable(kIncrement[1], 1));
        // Some fifty roundings, and differences of positions ten times as large as strains.
        constexpr double kRounding = 1e-12;
        CHECK(close(gradient.first, exact.derivatives()[0].value(), {.rel = kRounding, .abs = kRounding * kStiffness}));
        CHECK(
            close(gradient.second, exact.derivatives()[1].value(), {.rel = kRounding, .abs = kRounding * kStiffness}));
        const double scale = kStiffness / kLength;
        const auto& by_first = exact.derivatives()[0].derivatives();
        const auto& by_second = exact.derivatives()[1].derivatives();
        CHECK(close(hessian.first, by_first[0], {.abs = kRounding * scale}));
        CHECK(close(hessian.coupling, by_first[1], {.abs = kRounding * scale}));
        CHECK(close(hessian.second, by_second[1], {.abs = kRounding * scale}));
      }
    }
  }
}

TEST_CASE("contour element: four elements side by side give the numbers of each to the bit") {
  const Case c{0.5, -1.0, contact::ContactState::stick};
  const ElementStep<double> one = element_step(c);
  using numerics::Lanes;
  const ElementStep<Lanes> four{.length = one.length,
                                .orientation = one.orientation,
                                .surface_travel = one.surface_travel,
                                .reference_travel = one.reference_travel,
                                .axial_stiffness = one.axial_stiffness,
                                .theta = one.theta};
  const Lanes w_first([](auto lane) { return kIncrement[0] * (1.0 + static_cast<double>(lane)); });
  const auto motions = element_motion<Lanes>(four, kBefore[0], kBefore[1], w_first, kIncrement[1]);
  const auto gradients = element_gradient<Lanes>(four, motions, -900.0 * motions.relative_displacement);
  for (std::size_t lane = 0; lane < 4; ++lane) {
    const auto motion = element_motion(one, kBefore[0], kBefore[1], double(w_first[lane]), kIncrement[1]);
    const auto gradient = element_gradient(one, motion, -900.0 * motion.relative_displacement);
    CHECK(gradients.first[lane] == gradient.first);
    CHECK(gradients.second[lane] == gradient.second);
  }
}

TEST_CASE("contour element: a belt that moves with the surface, unstrained, feels nothing at all") {
  const ElementStep<double> step{.length = kLength,
                                 .orientation = 1.0,
                                 .surface_travel = 0.1,
                                 .reference_travel = 0.1,
                                 .axial_stiffness = kStiffness,
                                 .theta = 0.5};
  const auto motion = element_motion(step, 0.0, 0.0, 0.0, 0.0);
  CHECK(motion.relative_displacement == 0.0);
  const auto gradient = element_gradient(step, motion, 0.0);
  CHECK(gradient.first == 0.0);
  CHECK(gradient.second == 0.0);
}

}  // namespace beltdyn::contour_element_test
