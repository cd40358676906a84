// SPDX-License-Identifier: MIT
#include "studies/identify/fit.hpp"

#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "core/base/stop_request.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::fit_test {

using namespace beltdyn::studies;
using beltdyn::close;

namespace {

const FitOptions kOptions{.iterations = 100, .tolerance = 1e-14};

Eigen::VectorXd vector_of(std::initializer_list<double> values) {
  Eigen::VectorXd vector(static_cast<Eigen::Index>(values.size()));
  Eigen::Index i = 0;
  for (const double value : values) vector[i++] = value;
  return vector;
}

// r = A (u − c)
LeastSquares linear(const Eigen::MatrixXd& a, const Eigen::VectorXd& c) {
  return {.n_parameters = a.cols(),
          .n_residuals = a.rows(),
          .residuals = [a, c](const Eigen::VectorXd& u) { return Eigen::VectorXd(a * (u - c)); },
          .jacobian = [a](const Eigen::VectorXd&) { return a; }};
}

const Eigen::MatrixXd kMatrix{{3.0, 1.0}, {1.0, -2.0}, {0.5, 4.0}};

}  // namespace

TEST_CASE("fit: a linear problem is solved wherever it starts") {
  const Eigen::VectorXd solution = vector_of({0.3, 0.7});
  for (const double start : {0.0, 0.4, 1.0}) {
    const std::optional<FitOutcome> found = fit(linear(kMatrix, solution), kOptions, vector_of({start, start}));
    REQUIRE(found);
    CHECK(found->has_settled);
    // If the cost falls by less than the tolerance, distances are below its root.
    CHECK(close(found->point[0], 0.3, {.abs = 1e-7}));
    CHECK(close(found->point[1], 0.7, {.abs = 1e-7}));
  }
}

TEST_CASE("fit: a minimum beyond a bound is sought on the bound") {
  // Without coupling the other parameter is not affected.
  const Eigen::MatrixXd a{{2.0, 0.0}, {0.0, 3.0}};
  for (const double beyond : {1.5, -0.5}) {
    CAPTURE(beyond);
    const std::optional<FitOutcome> found = fit(linear(a, vector_of({beyond, 0.2})), kOptions, vector_of({0.5, 0.5}));
    REQUIRE(found);
    CHECK(found->point[0] == (beyond > 1.0 ? 1.0 : 0.0));
    CHECK(close(found->point[1], 0.2, {.abs = 1e-6}));
    // 1/2 (2 · 0.5)²
    CHECK(close(found->cost, 0.5, {.abs = 1e-10}));
  }
}

TEST_CASE("fit: a parameter that temporarily reached a bound leaves it again") {
  // A valley u₁ = u₀², which leads from the start into the corner (0, 0) before the minimum at (0.6, 0.36).
  const LeastSquares problem{.n_parameters = 2,
                             .n_residuals = 2,
                             .residuals =
                                 [](const Eigen::VectorXd& u) {
                                   return vector_of({10.0 * (u[1] - u[0] * u[0]), u[0] - 0.6});
                                 },
                             .jacobian =
                                 [](const Eigen::VectorXd& u) {
                                   return Eigen::MatrixXd{{-20.0 * u[0], 10.0}, {1.0, 0.0}};
                                 }};
  for (const auto& start : {vector_of({0.0, 0.0}), vector_of({0.05, 1.0}), vector_of({1.0, 0.0})}) {
    const std::optional<FitOutcome> found = fit(problem, kOptions, start);
    REQUIRE(found);
    CHECK(close(found->point[0], 0.6, {.abs = 1e-6}));
    CHECK(close(found->point[1], 0.36, {.abs = 1e-6}));
  }
}

TEST_CASE("fit: a point without residuals is a step that is too long") {
  // The first step from 0.02 leads to the minimum of the parabola through a curved function, beyond 0.9.
  const LeastSquares problem{.n_parameters = 1,
                             .n_residuals = 1,
                             .residuals = [](const Eigen::VectorXd& u) -> std::optional<Eigen::VectorXd> {
                               if (u[0] > 0.5) return std::nullopt;
                               return vector_of({std::exp(4.0 * u[0]) - std::exp(4.0 * 0.45)});
                             },
                             .jacobian = [](const Eigen::VectorXd& u) -> std::optional<Eigen::MatrixXd> {
                               return Eigen::MatrixXd::Constant(1, 1, 4.0 * std::exp(4.0 * u[0]));
                             }};
  const std::optional<FitOutcome> found = fit(problem, kOptions, vector_of({0.02}));
  REQUIRE(found);
  CHECK(close(found->point[0], 0.45, {.abs = 1e-6}));
  CHECK(!fit(problem, kOptions, vector_of({0.8})));
}

// Of two residuals one is constant, so that no step halves the cost.
TEST_CASE("fit: a search ends after its iterations, and where the cost falls by less than the tolerance") {
  int n_derivatives = 0;
  const LeastSquares problem{.n_parameters = 1,
                             .n_residuals = 2,
                             .residuals =
                                 [](const Eigen::VectorXd& u) {
                                   return vector_of({std::exp(4.0 * u[0]) - std::exp(1.8), 10.0});
                                 },
                             .jacobian =
                                 [&n_derivatives](const Eigen::VectorXd& u) {
                                   ++n_derivatives;
                                   return Eigen::MatrixXd{{4.0 * std::exp(4.0 * u[0])}, {0.0}};
                                 }};
  const auto derivatives_with = [&](const FitOptions& options, bool settles) {
    n_derivatives = 0;
    const std::optional<FitOutcome> found = fit(problem, options, vector_of({0.02}));
    REQUIRE(found);
    CHECK(found->has_settled == settles);
    return n_derivatives;
  };
  const int in_full = derivatives_with(kOptions, true);
  CHECK(derivatives_with({.iterations = 2, .tolerance = 1e-14}, false) < in_full);
  CHECK(derivatives_with({.iterations = 100, .tolerance = 0.5}, true) < in_full);
}

TEST_CASE("fit: without derivatives there is no fit, and what is thrown goes through") {
  LeastSquares problem = linear(kMatrix, vector_of({0.3, 0.7}));
  problem.jacobian = [](const Eigen::VectorXd&) { return std::nullopt; };
  CHECK(!fit(problem, kOptions, vector_of({0.5, 0.5})));
  int calls = 0;
  problem = linear(kMatrix, vector_of({0.3, 0.7}));
  problem.residuals = [&calls](const Eigen::VectorXd& u) {
    if (++calls == 2) throw Interrupted();
    return Eigen::VectorXd(kMatrix * u);
  };
  CHECK_THROWS_AS(fit(problem, kOptions, vector_of({0.5, 0.5})), Interrupted);
  CHECK(calls == 2);
}

TEST_CASE("fit: an outlier counts with the scale of the Huber loss, whatever its size") {
  // Nine values of 0.2 and one far above: 9 (u − 0.2) = scale.
  const LeastSquares problem{.n_parameters = 1,
                             .n_residuals = 10,
                             .residuals =
                                 [](const Eigen::VectorXd& u) {
                                   Eigen::VectorXd r = Eigen::VectorXd::Constant(10, u[0] - 0.2);
                                   r[9] = u[0] - 1e3;
                                   return r;
                                 },
                             .jacobian = [](const Eigen::VectorXd&) { return Eigen::MatrixXd::Ones(10, 1).eval(); }};
  FitOptions options = kOptions;
  options.loss = {.type = FitLoss::Type::huber, .scale = 0.9};
  const std::optional<FitOutcome> found = fit(problem, options, vector_of({0.9}));
  REQUIRE(found);
  CHECK(close(found->point[0], 0.3, {.abs = 1e-4}));
}

TEST_CASE("fit: the influence of a residual is the derivative of its loss") {
  // ρ(r²)/2 by the documentation of Ceres Solver.
  const auto loss = [](const FitLoss& l, double r) {
    const double a = l.scale;
    if (l.type == FitLoss::Type::squares) return 0.5 * r * r;
    if (l.type == FitLoss::Type::cauchy) return 0.5 * a * a * std::log1p(r * r / (a * a));
    return std::abs(r) <= a ? 0.5 * r * r : a * std::abs(r) - 0.5 * a * a;
  };
  const double h = 1e-4;
  // Third derivatives of these losses are below 5, and rounding is eps/h of values below 10.
  const double tolerance = 5.0 * h * h + 10.0 * std::numeric_limits<double>::epsilon() / h;
  for (const FitLoss::Type type : {FitLoss::Type::squares, FitLoss::Type::huber, FitLoss::Type::cauchy}) {
    const FitLoss l{.type = type, .scale = 1.3};
    for (const double r : {-4.0, -1.0, 0.3, 1.2, 2.5}) {
      const Influence at = influence(l, r);
      CHECK(close(at.psi, (loss(l, r + h) - loss(l, r - h)) / (2.0 * h), {.abs = tolerance}));
      CHECK(close(at.slope, (influence(l, r + h).psi - influence(l, r - h).psi) / (2.0 * h), {.abs = tolerance}));
    }
  }
}

}  // namespace beltdyn::fit_test
