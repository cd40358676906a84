// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <span>

#include "analytic/belt/dynamics/dense_history.hpp"
#include "analytic/belt/dynamics/dense_step.hpp"

namespace beltdyn::analytic {

// The step control of DenseStep. Errors are in units of the tolerance.

// Factor of the next trial after a rejected step, by its error, which may be infinite.
double rejected_step_factor(double error);
// Factor of the next step, by the errors of this step and of the step before ([Hairer, Norsett, Wanner 1993] Section
// II.4): steps vary less, and fewer are rejected.
double next_step_factor(double error, double error_before);
// The error of a step as the next step uses it for `error_before`.
double remembered_error(double error);

// Fraction of a step at which its panel is checked [-].
inline constexpr double kPlaceOfDefect = 0.45;

// A trial step of a delay equation whose rates may read the history within the step itself. The last panel of the
// history belongs to this step; at first it is a line from the start, which rates may have read.
class TriedStep {
 public:
  TriedStep(const VectorRates& rates, DenseStep& stepper, DenseHistory& history, double start, double length)
      : rates_(rates), stepper_(stepper), history_(history), start_(start), length_(length) {}

  // Replaces the panel by the result of the attempt.
  void replace_panel(const StepObserver& observe) const;
  // Repeats a step that has read its own panel until panel and result agree: until the end changes by a small part of
  // the scale of errors, shape (size). `attempt` tries the step once more and returns its error; `room`: work array of
  // shape (size). Returns the error, infinite if the repetition does not converge.
  double repeat(const std::function<double()>& attempt, std::span<const double> scale, std::span<double> room) const;
  // Error of the panel between its ends, relative to the accepted one: the error of its rates times the step. `scale`:
  // of the components checked, from the first on; `x`, `rate`: work arrays of shape (size).
  double defect(std::span<const double> scale, std::span<double> x, std::span<double> rate) const;

 private:
  const VectorRates& rates_;
  DenseStep& stepper_;
  DenseHistory& history_;
  double start_, length_;  // [s]
};

}  // namespace beltdyn::analytic
