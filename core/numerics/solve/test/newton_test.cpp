// SPDX-License-Identifier: MIT
#include <cmath>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/numerics/close.hpp"
#include "core/numerics/solve/damped_newton.hpp"
#include "core/numerics/solve/sparse_system.hpp"

namespace beltdyn::numerics::newton_test {
namespace {

using Places = std::vector<std::pair<int, int>>;

// The equation f(x) = 0 with one unknown.
class Equation final : public NonlinearSystem {
 public:
  Equation(double (*f)(double), double (*derivative)(double)) : f_(f), derivative_(derivative) {}
  bool evaluate(const Eigen::VectorXd& x, Eigen::VectorXd& residual) override {
    residual.resize(1);
    residual[0] = f_(x[0]);
    return std::isfinite(residual[0]);
  }
  bool factorise(const Eigen::VectorXd& x) override {
    slope_ = derivative_(x[0]);
    return slope_ != 0.0;
  }
  void solve(const Eigen::VectorXd& rhs, Eigen::VectorXd& d) override { d = rhs / slope_; }

 private:
  double (*f_)(double);
  double (*derivative_)(double);
  double slope_ = 0.0;
};

NewtonOutcome solve(Equation equation, double start, double& root, const NewtonLimits& limits = {}) {
  Eigen::VectorXd x = Eigen::VectorXd::Constant(1, start);
  const NewtonOutcome outcome = damped_newton(equation, x, limits);
  root = x[0];
  return outcome;
}

}  // namespace

TEST_CASE("Sparse system: entries at a place add up, and new values are solved with the same pattern") {
  // [2 1 0; 0 3 4; 5 0 6]; the 3 is the sum of two entries.
  const Places places{{0, 0}, {1, 1}, {2, 2}, {0, 1}, {1, 2}, {2, 0}, {1, 1}};
  SparseSystem system;
  CHECK_FALSE(system.has_pattern());
  system.set_pattern(3, places);
  CHECK(system.has_pattern());
  Eigen::VectorXd x;
  // The second values make the first pivots unsuitable; the third values make them 0.
  for (const std::vector<double>& values : {std::vector{2.0, 1.0, 6.0, 1.0, 4.0, 5.0, 2.0},
                                            {1e-12, 1.0, 6.0, 1.0, 4.0, 5.0, 2.0},
                                            {0.0, 0.0, 0.0, 1.0, 4.0, 5.0, 0.0}}) {
    std::copy(values.begin(), values.end(), system.values().begin());
    REQUIRE(system.factorise());
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(3, 3);
    for (std::size_t k = 0; k < places.size(); ++k) matrix(places[k].first, places[k].second) += values[k];
    const Eigen::Vector3d expected(1.0, -2.0, 3.0);
    system.solve(matrix * expected, x);
    CHECK((x - expected).norm() <= 1e-14);
  }
}

TEST_CASE("Sparse system: a singular matrix is reported, and the next one is solved, units do not matter") {
  const Places places{{0, 0}, {0, 1}, {1, 0}, {1, 1}};
  SparseSystem system;
  system.set_pattern(2, places);
  const auto give = [&](double a, double b, double c, double d) {
    const std::vector<double> values{a, b, c, d};
    std::copy(values.begin(), values.end(), system.values().begin());
    return system.factorise();
  };
  CHECK_FALSE(give(1.0, 2.0, 2.0, 4.0));
  CHECK_FALSE(give(0.0, 0.0, 0.0, 0.0));
  CHECK(give(1.0, 2.0, 2.0, 3.0));
  Eigen::VectorXd x;
  system.solve(Eigen::Vector2d(5.0, 8.0), x);
  CHECK((x - Eigen::Vector2d(1.0, 2.0)).norm() <= 1e-14);
  CHECK(give(1e9, 0.0, 0.0, 1e-9));
}

TEST_CASE("Damped Newton: converges from where the plain method runs away") {
  double root = 0.0;
  // From 3 the plain method for arctan doubles its distance from the root in each iteration.
  const Equation arctan([](double x) { return std::atan(x); }, [](double x) { return 1.0 / (1.0 + x * x); });
  CHECK(solve(arctan, 3.0, root).converged);
  CHECK(std::abs(root) <= 1e-11);
  // A correction to a place without residual is shortened.
  const Equation logarithm([](double x) { return std::log(x); }, [](double x) { return 1.0 / x; });
  CHECK(solve(logarithm, 20.0, root).converged);
  CHECK(close(root, 1.0, {.abs = 1e-11}));
}

TEST_CASE("Damped Newton: one Jacobian serves as long as corrections shrink quickly") {
  double root = 0.0;
  // From 0.9 each correction is at most 0.004 of the previous one.
  const Equation slightly_curved([](double x) { return x + 0.02 * x * x - 1.02; },
                                 [](double x) { return 1.0 + 0.04 * x; });
  const NewtonOutcome outcome = solve(slightly_curved, 0.9, root);
  CHECK(outcome.converged);
  CHECK(outcome.iterations == 1);
  CHECK(close(root, 1.0, {.abs = 1e-11}));
  // From 4 the second correction is 0.29 of the first one.
  const Equation curved([](double x) { return x * x * x - 1.0; }, [](double x) { return 3.0 * x * x; });
  CHECK(solve(curved, 4.0, root).iterations > 1);
  CHECK(close(root, 1.0, {.abs = 1e-11}));
}

TEST_CASE("Damped Newton: reports where it does not converge") {
  double root = 0.0;
  const Equation no_root([](double x) { return x * x + 1.0; }, [](double x) { return 2.0 * x; });
  CHECK_FALSE(solve(no_root, 0.7, root).converged);
  CHECK_FALSE(solve(no_root, 0.0, root).converged);  // singular
  const Equation no_start([](double) { return std::log(-1.0); }, [](double) { return 1.0; });
  const NewtonOutcome outcome = solve(no_start, 1.0, root);
  CHECK_FALSE(outcome.converged);
  CHECK(outcome.iterations == 0);
  const Equation slow([](double x) { return std::pow(x, 20); }, [](double x) { return 20.0 * std::pow(x, 19); });
  const NewtonOutcome cut = solve(slow, 1.0, root, {.iterations = 3});
  CHECK_FALSE(cut.converged);
  CHECK(cut.iterations == 3);
}

}  // namespace beltdyn::numerics::newton_test
