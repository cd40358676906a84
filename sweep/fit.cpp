// SPDX-License-Identifier: MIT
#include "sweep/fit.hpp"

#include <cmath>
#include <exception>
#include <memory>
#include <utility>
#include <vector>

#include <ceres/ceres.h>
#include <glog/logging.h>

namespace beltdyn::sweep {
namespace {

// Residuals and derivatives at the points that Ceres asks for, found for all residuals at once.
class Evaluations final : public ceres::EvaluationCallback, public ceres::IterationCallback {
 public:
  Evaluations(const LeastSquares& problem, const Eigen::VectorXd& point) : problem_(problem), point_(point) {}

  void PrepareForEvaluation(bool with_jacobian, bool is_new_point) override {
    if (error_) return;
    try {
      if (is_new_point || !is_known_) {
        residuals_ = problem_.residuals(point_);
        jacobian_.reset();
        is_known_ = true;
      }
      if (with_jacobian && residuals_ && !jacobian_) jacobian_ = problem_.jacobian(point_);
    } catch (...) {
      error_ = std::current_exception();
    }
  }
  ceres::CallbackReturnType operator()(const ceres::IterationSummary&) override {
    return error_ ? ceres::SOLVER_ABORT : ceres::SOLVER_CONTINUE;
  }

  bool at(Eigen::Index i, double* residual, double* row) const {
    if (error_ || !residuals_ || (row != nullptr && !jacobian_)) return false;
    *residual = (*residuals_)[i];
    if (row != nullptr) Eigen::Map<Eigen::RowVectorXd>(row, problem_.n_parameters) = jacobian_->row(i);
    return true;
  }
  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  const LeastSquares& problem_;
  const Eigen::VectorXd& point_;
  bool is_known_ = false;
  std::optional<Eigen::VectorXd> residuals_{};
  std::optional<Eigen::MatrixXd> jacobian_{};
  std::exception_ptr error_{};
};

class Residual final : public ceres::CostFunction {
 public:
  Residual(const Evaluations& evaluations, Eigen::Index index, Eigen::Index n_parameters)
      : evaluations_(evaluations), index_(index) {
    set_num_residuals(1);
    mutable_parameter_block_sizes()->push_back(static_cast<int>(n_parameters));
  }
  bool Evaluate(double const* const*, double* residuals, double** jacobians) const override {
    return evaluations_.at(index_, residuals, jacobians == nullptr ? nullptr : jacobians[0]);
  }

 private:
  const Evaluations& evaluations_;
  Eigen::Index index_;
};

std::unique_ptr<ceres::LossFunction> loss_function(const FitLoss& loss) {
  if (loss.type == FitLoss::Type::huber) return std::make_unique<ceres::HuberLoss>(loss.scale);
  if (loss.type == FitLoss::Type::cauchy) return std::make_unique<ceres::CauchyLoss>(loss.scale);
  return nullptr;
}

ceres::Solver::Options solver_options(const FitOptions& options, Evaluations& evaluations) {
  ceres::Solver::Options solver;
  solver.linear_solver_type = ceres::DENSE_QR;
  solver.max_num_iterations = options.iterations;
  solver.function_tolerance = options.tolerance;
  // A line search along a step that the bounds cut would take derivatives at points that are not kept.
  solver.max_num_line_search_step_size_iterations = 0;
  solver.num_threads = 1;
  solver.logging_type = ceres::SILENT;
  solver.callbacks.push_back(&evaluations);
  return solver;
}

// The parameters at a bound against which the cost falls: those that the bound holds.
std::vector<int> held_by_bounds(ceres::Problem& problem, const Eigen::VectorXd& point) {
  std::vector<double> gradient;
  problem.Evaluate({}, nullptr, nullptr, &gradient, nullptr);
  std::vector<int> held;
  for (int j = 0; j < static_cast<int>(gradient.size()); ++j) {
    const double slope = gradient[static_cast<std::size_t>(j)];
    if ((point[j] <= 0.0 && slope > 0.0) || (point[j] >= 1.0 && slope < 0.0)) held.push_back(j);
  }
  return held;
}

}  // namespace

std::optional<FitOutcome> fit(const LeastSquares& problem, const FitOptions& options, const Eigen::VectorXd& start) {
  FLAGS_minloglevel = google::GLOG_FATAL;
  Eigen::VectorXd point = start;
  Evaluations evaluations(problem, point);
  const std::unique_ptr<ceres::LossFunction> loss = loss_function(options.loss);
  ceres::Problem::Options problem_options;
  problem_options.loss_function_ownership = ceres::DO_NOT_TAKE_OWNERSHIP;
  problem_options.evaluation_callback = &evaluations;
  ceres::Problem ceres_problem(problem_options);
  for (Eigen::Index i = 0; i < problem.n_residuals; ++i) {
    ceres_problem.AddResidualBlock(new Residual(evaluations, i, problem.n_parameters), loss.get(), point.data());
  }
  const int n = static_cast<int>(problem.n_parameters);
  for (int j = 0; j < n; ++j) {
    ceres_problem.SetParameterLowerBound(point.data(), j, 0.0);
    ceres_problem.SetParameterUpperBound(point.data(), j, 1.0);
  }
  FitOutcome outcome;
  std::vector<int> held;
  // Steps that a bound cuts lower the cost by much less than foreseen, and are not taken. So what a bound holds is held
  // while the others go on, until the bounds hold the same ones.
  for (int round = 0; round <= n; ++round) {
    ceres::Solver::Summary summary;
    ceres::Solve(solver_options(options, evaluations), &ceres_problem, &summary);
    evaluations.rethrow();
    if (!summary.IsSolutionUsable()) return std::nullopt;
    outcome.cost = summary.final_cost;
    outcome.iterations += static_cast<int>(summary.iterations.size()) - 1;
    outcome.has_settled = summary.termination_type == ceres::CONVERGENCE;
    ceres_problem.SetManifold(point.data(), nullptr);
    std::vector<int> now = held_by_bounds(ceres_problem, point);
    evaluations.rethrow();
    if (now == held || static_cast<int>(now.size()) == n) break;
    held = std::move(now);
    if (!held.empty()) ceres_problem.SetManifold(point.data(), new ceres::SubsetManifold(n, held));
  }
  outcome.point = std::move(point);
  return outcome;
}

// ρ(s) of Ceres Solver with s = r² and the scale a: s; s ≤ a² ? s : 2a√s − a²; a² ln(1 + s/a²).
Influence influence(const FitLoss& loss, double r) {
  const double a = loss.scale;
  switch (loss.type) {
    case FitLoss::Type::squares:
      return {.psi = r, .slope = 1.0};
    case FitLoss::Type::huber:
      return std::abs(r) <= a ? Influence{.psi = r, .slope = 1.0} : Influence{.psi = std::copysign(a, r), .slope = 0.0};
    case FitLoss::Type::cauchy: {
      const double w = 1.0 + r * r / (a * a);
      return {.psi = r / w, .slope = (2.0 - w) / (w * w)};
    }
  }
  return {};
}

}  // namespace beltdyn::sweep
