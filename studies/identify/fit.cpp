// SPDX-License-Identifier: MIT
#include "studies/identify/fit.hpp"

#include <cmath>
#include <exception>
#include <new>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/memory.hpp"
#include "studies/identify/ceres_module.hpp"
#include "studies/module.hpp"

namespace beltdyn::studies {
namespace {

// Memory that Ceres Solver may need for a problem [bytes]: for each residual an object and some copies of it with its
// row of the Jacobian; and the texts. It is reserved while runs are computed, so that the solver has it afterwards:
// without memory the solver aborts.
std::size_t memory_of_solver(const LeastSquares& problem) {
  constexpr std::size_t kOfAll = std::size_t{4} << 20;
  constexpr std::size_t kOfResidual = 2048;
  constexpr std::size_t kCopies = 8;
  return kOfAll + static_cast<std::size_t>(problem.n_residuals) *
                      (kOfResidual + kCopies * sizeof(double) * static_cast<std::size_t>(problem.n_parameters));
}

// The functions of a problem as the module calls them. Stores their exceptions.
class Calls {
 public:
  explicit Calls(const LeastSquares& problem) : problem_(problem) {}

  static int residuals(void* context, const double* point, double* values) {
    return self(context).call([&](const Calls& c) {
      const std::optional<Eigen::VectorXd> found = c.problem_.residuals(c.vector(point));
      if (found) Eigen::Map<Eigen::VectorXd>(values, c.problem_.n_residuals) = *found;
      return found.has_value();
    });
  }
  static int jacobian(void* context, const double* point, double* values) {
    using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    return self(context).call([&](const Calls& c) {
      const std::optional<Eigen::MatrixXd> found = c.problem_.jacobian(c.vector(point));
      if (found) Eigen::Map<RowMajor>(values, c.problem_.n_residuals, c.problem_.n_parameters) = *found;
      return found.has_value();
    });
  }
  static int has_stopped(void* context) { return self(context).error_ ? 1 : 0; }

  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  static Calls& self(void* context) { return *static_cast<Calls*>(context); }

  template <class Function>
  int call(const Function& function) {
    try {
      const MemoryReserve of_solver(memory_of_solver(problem_));
      return function(*this) ? 1 : 0;
    } catch (...) {
      error_ = std::current_exception();
      return 0;
    }
  }
  Eigen::VectorXd vector(const double* point) const {
    return Eigen::Map<const Eigen::VectorXd>(point, problem_.n_parameters);
  }

  const LeastSquares& problem_;
  std::exception_ptr error_{};
};

// Opens the module with Ceres Solver.
decltype(&beltdyn_solve_least_squares) solver() {
#ifdef BELTDYN_CERES_MODULE
  static const auto found = reinterpret_cast<decltype(&beltdyn_solve_least_squares)>(
      module_function(BELTDYN_CERES_MODULE, "beltdyn_solve_least_squares", "Ceres Solver"));
  return found;
#else
  throw IoError("this program was built without identification (BELTDYN_IDENTIFICATION)");
#endif
}

BeltdynLoss loss_of(FitLoss::Type type) {
  switch (type) {
    case FitLoss::Type::squares:
      return kBeltdynSquares;
    case FitLoss::Type::huber:
      return kBeltdynHuber;
    case FitLoss::Type::cauchy:
      return kBeltdynCauchy;
  }
  return kBeltdynSquares;
}

}  // namespace

std::optional<FitOutcome> fit(const LeastSquares& problem, const FitOptions& options, const Eigen::VectorXd& start) {
  FitOutcome outcome{.point = start};
  Calls calls(problem);
  BeltdynLeastSquares call{.n_parameters = static_cast<int>(problem.n_parameters),
                           .n_residuals = static_cast<int>(problem.n_residuals),
                           .context = &calls,
                           .residuals = &Calls::residuals,
                           .jacobian = &Calls::jacobian,
                           .has_stopped = &Calls::has_stopped,
                           .loss = loss_of(options.loss.type),
                           .loss_scale = options.loss.scale,
                           .iterations = options.iterations,
                           .tolerance = options.tolerance,
                           .point = outcome.point.data(),
                           .cost = 0.0,
                           .steps = 0,
                           .has_settled = 0};
  const auto solve = solver();
  { const MemoryReserve is_there(memory_of_solver(problem)); }
  const BeltdynFit found = solve(&call);
  calls.rethrow();
  if (found == kBeltdynNoMemory) throw std::bad_alloc();
  if (found == kBeltdynNoFit) return std::nullopt;
  outcome.cost = call.cost;
  outcome.iterations = call.steps;
  outcome.has_settled = call.has_settled != 0;
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

}  // namespace beltdyn::studies
