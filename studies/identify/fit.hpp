// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>

#include <Eigen/Core>

#include "core/settings/identification.hpp"

namespace beltdyn::studies {

// Residuals of parameters between 0 and 1, and their derivatives. Both may be missing at a point.
struct LeastSquares {
  Eigen::Index n_parameters{};
  Eigen::Index n_residuals{};
  std::function<std::optional<Eigen::VectorXd>(const Eigen::VectorXd&)> residuals;  // shape (n_residuals)
  std::function<std::optional<Eigen::MatrixXd>(const Eigen::VectorXd&)> jacobian;   // shape (n_residuals, n_parameters)
};

struct FitOptions {
  FitLoss loss{};
  int iterations{};    // at most
  double tolerance{};  // relative decrease of the cost at which the search ends
};

// The state of a search.
struct FitOutcome {
  Eigen::VectorXd point{};
  double cost{};       // Σ ρ(r²)/2 with the loss ρ
  int iterations{};    // number of trial steps
  bool has_settled{};  // did the cost stop falling? Otherwise the iterations were used up
};

// Minimises the cost from a start by the Levenberg-Marquardt method of Ceres Solver within 0 ≤ u ≤ 1. A point without
// residuals counts as a step that is too long. None if there are no residuals at the start, or no derivatives at a
// point that was reached. Rethrows exceptions of the functions. Throws IoError if the module with Ceres Solver is
// missing.
std::optional<FitOutcome> fit(const LeastSquares& problem, const FitOptions& options, const Eigen::VectorXd& start);

// Derivatives of the loss ρ at a residual r: ψ = ½ dρ(r²)/dr, and ψ'.
struct Influence {
  double psi{};
  double slope{};
};
Influence influence(const FitLoss& loss, double residual);

}  // namespace beltdyn::studies
