// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "core/settings/identification.hpp"

namespace beltdyn::studies {

// A combination of parameters that the data determine no better than the bounds do.
struct UntoldDirection {
  double singular_value{};
  Eigen::VectorXd direction{};             // unit vector over the scaled parameters
  std::vector<Eigen::Index> parameters{};  // parameters that are a part of it
};

// The information in the data about parameters u, scaled to 0 ≤ u ≤ 1 between their bounds.
//
// With the residuals r(u), in standard deviations, their derivatives J = U S Vᵀ and the influence ψ of the loss,
//
//     cov u = κ V S⁻² Vᵀ,   κ = (Σψ²/(m − n)) / (Σψ'/m)²
//
// ([Huber 1981] Section 7.6). With least squares and known standard deviations κ = 1.
//
// A direction v_k of V is untold if its standard deviation √κ/s_k is at least that of a uniform distribution between
// the bounds, 1/√12. If there is no such direction, a direction is untold if the columns of J, each normalised, have a
// singular value below the error of the derivatives there.
//
// [Huber 1981] P. J. Huber, Robust Statistics, Wiley.
struct FitStatistics {
  double variance_factor{};           // κ
  Eigen::VectorXd singular_values{};  // s, descending, shape (n)
  std::vector<UntoldDirection> untold{};
  // Shape (n, n) and (n); empty if there are untold directions.
  Eigen::MatrixXd covariance{};
  Eigen::MatrixXd correlation{};
  Eigen::VectorXd standard_errors{};

  bool is_told() const { return untold.empty(); }
};

// `derivative_error`: error of a column of J, relative to its length.
FitStatistics fit_statistics(const Eigen::MatrixXd& jacobian, const Eigen::VectorXd& residuals, const FitLoss& loss,
                             bool are_deviations_known, double derivative_error);

// Half width of a 95 % interval in standard errors: by the normal distribution if the standard deviations of the data
// are known, otherwise by Student's t with m − n degrees of freedom.
double interval_factor(bool are_deviations_known, Eigen::Index degrees_of_freedom);

// Probability of a sum of squares of at least `sum` if the model is right: by χ² with these degrees of freedom.
double chi_squared_probability(double sum, double degrees_of_freedom);

// Tests whether residuals in the order of time are independent. A small probability indicates that the model is
// incomplete and that standard errors are underestimated.
struct Whiteness {
  int lags{};
  double ljung_box{};              // Q = n (n + 2) Σ ρ_k²/(n − k), k = 1 ... lags
  double ljung_box_probability{};  // of at least this Q for white residuals: by χ² with `lags` degrees of freedom
  int runs{};                      // number of runs of residuals with equal sign
  double runs_probability{};       // of a number at least as far from the expected one, two-sided, normal
};

// None for fewer than 10 residuals. The autocorrelations ρ_k about the mean go up to k = min(20, n/5).
//
// [Ljung & Box 1978] On a measure of lack of fit in time series models, Biometrika 65.
// [Wald & Wolfowitz 1940] On a test whether two samples are from the same population, Ann. Math. Stat. 11.
std::optional<Whiteness> whiteness(std::span<const double> residuals);

}  // namespace beltdyn::studies
