// SPDX-License-Identifier: MIT
// Small motions of an OpenSpan.
#include <utility>

#include "eulerian/ale/span/open_span.hpp"

namespace beltdyn::eulerian::ale {

std::vector<numerics::MatrixTerm> OpenSpan::linear_terms() const {
  std::vector<int> number(static_cast<std::size_t>(q_.size()), -1);
  for (std::size_t k = 0; k < free_.size(); ++k) number[static_cast<std::size_t>(free_[k])] = static_cast<int>(k);
  const Load load = full_load();
  std::vector<numerics::MatrixTerm> terms;
  for (int e = 0; e < parameters_.elements; ++e) {
    const ElementSystem<double> at_rest = element(e, {}, load);
    const ElementSystem<double> by_rate = element(e, {.velocity = 1.0, .acceleration = 0.0}, load);
    const ElementSystem<double> by_second_rate = element(e, {.velocity = 0.0, .acceleration = 1.0}, load);
    for (std::size_t i = 0; i < kElementUnknowns; ++i) {
      for (std::size_t j = 0; j < kElementUnknowns; ++j) {
        const auto base = static_cast<std::size_t>(4 * e);
        if (number[base + i] < 0 || number[base + j] < 0) continue;
        const double constant = at_rest.tangent[i][j];
        terms.push_back({.row = number[base + i],
                         .column = number[base + j],
                         .constant = constant,
                         .linear = by_rate.tangent[i][j] - constant,
                         .quadratic = by_second_rate.tangent[i][j] - constant});
      }
    }
  }
  return numerics::merged(std::move(terms));
}

// A particle whose s changes by δs moves by −δs/s_σ along the rails, and by δw − w_σ δs/s_σ across them.
OpenSpan::Displacement OpenSpan::displacement(int element, double xi, const Eigen::VectorXcd& x) const {
  Eigen::VectorXcd all = Eigen::VectorXcd::Zero(q_.size());
  for (std::size_t k = 0; k < free_.size(); ++k) all[free_[k]] = x[static_cast<Eigen::Index>(k)];
  const Shape S = numerics::position_shape(xi, length_);
  const Shape dS = numerics::slope_shape(xi, length_);
  const auto sum = [element](const Shape& shape, const auto& values, int c) {
    const int at = 4 * element + c;
    return shape[0] * values[at] + shape[1] * values[at + 1] + shape[2] * values[at + 4] + shape[3] * values[at + 5];
  };
  const std::complex<double> passed = sum(S, all, 2) / sum(dS, q_, 2);
  return {.across = sum(S, all, 0) - sum(dS, q_, 0) * passed, .along = -passed};
}

}  // namespace beltdyn::eulerian::ale
