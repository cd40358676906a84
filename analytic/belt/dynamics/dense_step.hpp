// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "analytic/belt/dynamics/dense_history.hpp"

namespace beltdyn::analytic {

// The right-hand side of dx/dt = f(t, x).
using VectorRates = std::function<void(double time, std::span<const double> x, std::span<double> rate)>;

using StepObserver = std::function<void(double time, std::span<const double> x)>;

// Steps of the explicit Runge-Kutta method of order 8 by Dormand and Prince, with error control by orders 5 and 3 and a
// continuous extension of order 7 ([Hairer, Norsett, Wanner 1993] Section II.10). With such a history a delay equation
// is solved with order 8. Stable for oscillations up to an angular frequency of 5.9 divided by the step.
class DenseStep {
 public:
  // With `size` components; rates depend on the first n_coupled of them.
  DenseStep(std::size_t size, std::size_t n_coupled);

  // Tries a step from (t, x), where rate() is f(t, x). Returns the largest error of a component relative to its scale.
  double attempt(const VectorRates& rates, double t, std::span<const double> x, double length,
                 std::span<const double> scale);
  // After an attempt: evaluates f at its end and at three times in between, for coefficients(). Calls `observe` after
  // each of these evaluations in [t + 0.7 length, t + length].
  void extend(const VectorRates& rates, double t, double length, const StepObserver& observe);

  std::span<double> rate() { return {stage(0), size_}; }
  // After an extension: the rates at the end become the rates at the start of the next step.
  void go_on();
  std::span<const double> end() const { return {end_.data(), size_}; }
  // Coefficients of a panel of the length of the step, shape (size, DenseHistory::kCoefficients).
  std::span<const double> coefficients() const {
    return std::span(coefficients_).first(size_ * DenseHistory::kCoefficients);
  }

 private:
  void expand(std::size_t i, double length);
  double* stage(std::size_t i) { return stages_.data() + i * stride_; }

  std::size_t size_, n_coupled_;
  std::size_t stride_;  // distance of stages, with room for whole blocks
  std::vector<double> stages_, point_, end_, sums_;
  std::vector<double> coefficients_;
};

}  // namespace beltdyn::analytic
