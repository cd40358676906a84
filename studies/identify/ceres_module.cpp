// SPDX-License-Identifier: MIT
#include "studies/identify/ceres_module.hpp"

#include <memory>
#include <new>
#include <utility>
#include <vector>

#include <ceres/ceres.h>
#include <glog/logging.h>

namespace {

// Residuals and derivatives at the points that Ceres asks for, evaluated for all residuals at once.
class Evaluations final : public ceres::EvaluationCallback, public ceres::IterationCallback {
 public:
  explicit Evaluations(const BeltdynLeastSquares& problem)
      : problem_(problem),
        residuals_(static_cast<std::size_t>(problem.n_residuals)),
        jacobian_(residuals_.size() * static_cast<std::size_t>(problem.n_parameters)) {}

  void PrepareForEvaluation(bool with_jacobian, bool is_new_point) override {
    if (problem_.has_stopped(problem_.context) != 0) return;
    if (is_new_point || !is_known_) {
      has_residuals_ = problem_.residuals(problem_.context, problem_.point, residuals_.data()) != 0;
      has_jacobian_ = false;
      is_known_ = true;
    }
    if (with_jacobian && has_residuals_ && !has_jacobian_) {
      has_jacobian_ = problem_.jacobian(problem_.context, problem_.point, jacobian_.data()) != 0;
    }
  }
  ceres::CallbackReturnType operator()(const ceres::IterationSummary&) override {
    return problem_.has_stopped(problem_.context) != 0 ? ceres::SOLVER_ABORT : ceres::SOLVER_CONTINUE;
  }

  bool at(int i, double* residual, double* row) const {
    if (problem_.has_stopped(problem_.context) != 0 || !has_residuals_ || (row != nullptr && !has_jacobian_)) {
      return false;
    }
    *residual = residuals_[static_cast<std::size_t>(i)];
    if (row != nullptr) {
      std::copy_n(jacobian_.begin() + static_cast<std::ptrdiff_t>(i) * problem_.n_parameters, problem_.n_parameters,
                  row);
    }
    return true;
  }

 private:
  const BeltdynLeastSquares& problem_;
  bool is_known_ = false;
  bool has_residuals_ = false;
  bool has_jacobian_ = false;
  std::vector<double> residuals_;
  std::vector<double> jacobian_;
};

class Residual final : public ceres::CostFunction {
 public:
  Residual(const Evaluations& evaluations, int index, int n_parameters) : evaluations_(evaluations), index_(index) {
    set_num_residuals(1);
    mutable_parameter_block_sizes()->push_back(n_parameters);
  }
  bool Evaluate(double const* const*, double* residuals, double** jacobians) const override {
    return evaluations_.at(index_, residuals, jacobians == nullptr ? nullptr : jacobians[0]);
  }

 private:
  const Evaluations& evaluations_;
  int index_;
};

std::unique_ptr<ceres::LossFunction> loss_function(const BeltdynLeastSquares& problem) {
  if (problem.loss == kBeltdynHuber) return std::make_unique<ceres::HuberLoss>(problem.loss_scale);
  if (problem.loss == kBeltdynCauchy) return std::make_unique<ceres::CauchyLoss>(problem.loss_scale);
  return nullptr;
}

ceres::Solver::Options solver_options(const BeltdynLeastSquares& problem, Evaluations& evaluations) {
  ceres::Solver::Options solver;
  solver.linear_solver_type = ceres::DENSE_QR;
  solver.max_num_iterations = problem.iterations;
  solver.function_tolerance = problem.tolerance;
  // Without a line search, which would evaluate derivatives at points that are not kept if bounds cut a step.
  solver.max_num_line_search_step_size_iterations = 0;
  solver.num_threads = 1;
  solver.logging_type = ceres::SILENT;
  solver.callbacks.push_back(&evaluations);
  return solver;
}

// The parameters held by a bound: they are at a bound, and the cost would fall beyond it.
std::vector<int> held_by_bounds(ceres::Problem& problem, const double* point) {
  std::vector<double> gradient;
  problem.Evaluate({}, nullptr, nullptr, &gradient, nullptr);
  std::vector<int> held;
  for (int j = 0; j < static_cast<int>(gradient.size()); ++j) {
    const double slope = gradient[static_cast<std::size_t>(j)];
    if ((point[j] <= 0.0 && slope > 0.0) || (point[j] >= 1.0 && slope < 0.0)) held.push_back(j);
  }
  return held;
}

BeltdynFit solve(BeltdynLeastSquares* problem) {
  const int n = problem->n_parameters;
  Evaluations evaluations(*problem);
  const std::unique_ptr<ceres::LossFunction> loss = loss_function(*problem);
  ceres::Problem::Options options;
  options.loss_function_ownership = ceres::DO_NOT_TAKE_OWNERSHIP;
  options.evaluation_callback = &evaluations;
  ceres::Problem ceres_problem(options);
  for (int i = 0; i < problem->n_residuals; ++i) {
    ceres_problem.AddResidualBlock(new Residual(evaluations, i, n), loss.get(), problem->point);
  }
  for (int j = 0; j < n; ++j) {
    ceres_problem.SetParameterLowerBound(problem->point, j, 0.0);
    ceres_problem.SetParameterUpperBound(problem->point, j, 1.0);
  }
  problem->steps = 0;
  std::vector<int> held;
  // A step that a bound cuts lowers the cost by much less than predicted, and is rejected. Therefore held parameters
  // are fixed while the others vary, and this is repeated until the bounds hold the same parameters.
  for (int round = 0; round <= n; ++round) {
    ceres::Solver::Summary summary;
    ceres::Solve(solver_options(*problem, evaluations), &ceres_problem, &summary);
    if (problem->has_stopped(problem->context) != 0 || !summary.IsSolutionUsable()) return kBeltdynNoFit;
    problem->cost = summary.final_cost;
    problem->steps += static_cast<int>(summary.iterations.size()) - 1;
    problem->has_settled = summary.termination_type == ceres::CONVERGENCE ? 1 : 0;
    ceres_problem.SetManifold(problem->point, nullptr);
    std::vector<int> now = held_by_bounds(ceres_problem, problem->point);
    if (now == held || static_cast<int>(now.size()) == n) break;
    held = std::move(now);
    if (!held.empty()) ceres_problem.SetManifold(problem->point, new ceres::SubsetManifold(n, held));
  }
  return kBeltdynFitted;
}

}  // namespace

BeltdynFit beltdyn_solve_least_squares(BeltdynLeastSquares* problem) {
  FLAGS_minloglevel = google::GLOG_FATAL;
  try {
    return solve(problem);
  } catch (const std::bad_alloc&) {
    return kBeltdynNoMemory;
  }
}
