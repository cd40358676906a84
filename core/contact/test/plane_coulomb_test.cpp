// SPDX-License-Identifier: MIT
#include "core/contact/plane_coulomb.hpp"

#include <cmath>
#include <numbers>

#include <doctest/doctest.h>
#include <unsupported/Eigen/AutoDiff>

#include "core/contact/elastoplastic_coulomb.hpp"
#include "core/contact/test/tangent_check.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::plane_coulomb_test {

using namespace beltdyn::contact;
using beltdyn::close;
using contact::test::kTangentTolerance;

namespace {

const PlaneCoulomb kLaw({.friction_coefficient = 0.5, .stiffness = 1600.0, .damping = 0.3});
const PlaneCoulomb kUndamped({.friction_coefficient = 0.5, .stiffness = 1600.0});
constexpr double kTimeStep = 1e-3;

PlaneFrictionResponse move(const PlaneCoulomb& law, double x, double y, PlaneCoulomb::History& history,
                           double normal_force = 1.0) {
  PlaneCoulomb::History trial{};
  PlaneFrictionResponse response =
      law.respond(PlaneSlipStep{.slip = {x, y}, .time_step = kTimeStep, .normal_force = normal_force}, history, trial);
  history = trial;
  return response;
}

void check_tangent(const PlaneSlipStep& step, const PlaneCoulomb::History& committed) {
  using Dual3 = Eigen::AutoDiffScalar<Eigen::Vector3d>;
  PlaneCoulomb::History trial{};
  const PlaneFrictionResponse response = kLaw.respond(step, committed, trial);
  const PlaneSlipStepOf<Dual3> dual_step{.slip = {Dual3(step.slip[0], 3, 0), Dual3(step.slip[1], 3, 1)},
                                         .time_step = step.time_step,
                                         .normal_force = Dual3(step.normal_force, 3, 2)};
  const auto dual = kLaw.respond(dual_step, committed, trial);
  for (int i = 0; i < 2; ++i) {
    CHECK(response.traction[i] == dual.traction[i].value());
    for (int j = 0; j < 2; ++j) {
      CHECK(close(response.d_slip(i, j), dual.traction[i].derivatives()[j], kTangentTolerance));
    }
    CHECK(close(response.d_normal[i], dual.traction[i].derivatives()[2], kTangentTolerance));
  }
}

}  // namespace

TEST_CASE("plane Coulomb: along a line it is the law in one dimension") {
  const ElastoplasticCoulomb line({.friction_coefficient = 0.5, .stiffness = 1600.0, .damping = 0.3});
  constexpr double angle = 0.7;
  PlaneCoulomb::History plane_history{};
  ElastoplasticCoulomb::History line_history{};
  for (const double slip : {1e-4, 4e-4, -2e-4, 0.0, -6e-4, 1e-4}) {
    const FrictionResponse expected = contact::test::move(line, slip, line_history, kTimeStep);
    const PlaneFrictionResponse response = move(kLaw, slip * std::cos(angle), slip * std::sin(angle), plane_history);
    CHECK(close(response.traction[0], expected.traction * std::cos(angle), {.abs = 1e-14}));
    CHECK(close(response.traction[1], expected.traction * std::sin(angle), {.abs = 1e-14}));
    CHECK(response.slipping == is_slipping(state_of(expected.state)));
    CHECK(response.touching);
  }
}

TEST_CASE("plane Coulomb: the traction is never above the limit and turns into the direction of a steady slip") {
  PlaneCoulomb::History history{};
  move(kUndamped, 1e-2, 0.0, history);
  PlaneFrictionResponse response;
  for (int i = 0; i < 100; ++i) {
    response = move(kUndamped, 0.0, 1e-4, history);
    CHECK(response.traction.norm() <= 0.5 * (1.0 + 1e-15));
  }
  // The remaining angle α decays as tan(α/2) ~ exp(−Δ/z) with z = μN/K = 3.1e-4, that is e^(−32) after 1e-2. Finite
  // steps are slower: (1 + 1e-4/z)^(−100) = 8e-13.
  CHECK(std::abs(response.traction[0]) < 1e-11);
  CHECK(close(response.traction[1], -0.5, {.rel = 1e-12}));
}

TEST_CASE("plane Coulomb: a slip that turns follows the tractrix with first order in the step") {
  // Rigid–plastic limit of slip: the end of a bristle of length z = μN/K is dragged along a tractrix. For a drag along
  // y that starts along x, its angle α from y obeys ln tan(α/2) = −Δ/z (α = π/2 at the start).
  constexpr double z = 0.5 / 1600.0;
  constexpr double slip = 5e-4;
  const double angle = 2.0 * std::atan(std::exp(-slip / z));
  const auto error = [&](int n) {
    PlaneCoulomb::History history{};
    move(kUndamped, 1e-2, 0.0, history);
    PlaneFrictionResponse response;
    for (int i = 0; i < n; ++i) response = move(kUndamped, 0.0, slip / n, history);
    return std::abs(response.traction[0] + 0.5 * std::sin(angle));
  };
  const double ratio = error(500) / error(1000);
  CHECK(ratio > 1.9);
  CHECK(ratio < 2.1);
}

TEST_CASE("plane Coulomb: without contact no force and a relaxed history") {
  PlaneCoulomb::History history{};
  move(kLaw, 1e-4, 2e-4, history);
  const PlaneFrictionResponse lost = move(kLaw, 1e-4, 0.0, history, 0.0);
  CHECK(lost.traction.norm() == 0.0);
  CHECK_FALSE(lost.touching);
  CHECK(history.deflection[1] == 0.0);
}

TEST_CASE("plane Coulomb: the tangent is the derivative of the traction in stick and in slip") {
  PlaneCoulomb::History history{};
  move(kLaw, 1e-4, -5e-5, history);
  for (const double x : {-1e-3, 0.0, 2e-5, 1e-3}) {
    for (const double y : {-7e-4, 1e-5, 4e-4}) {
      check_tangent({.slip = {x, y}, .time_step = kTimeStep, .normal_force = 1.3}, history);
    }
  }
}

}  // namespace beltdyn::plane_coulomb_test
