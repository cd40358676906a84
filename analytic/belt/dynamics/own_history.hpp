// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <span>

#include "analytic/belt/dynamics/dense_history.hpp"
#include "analytic/belt/dynamics/dense_step.hpp"

namespace beltdyn::analytic {

// The step control of DenseStep. Errors are in units of the tolerance.

// The part of a rejected step that is tried next, by its error, which may be infinite.
double rejected_step_factor(double error);
// The next step over one of this error, by that of the step before as well ([Hairer, Norsett, Wanner 1993] Section
// II.4), so that steps vary less and fewer are rejected.
double next_step_factor(double error, double error_before);
// The error of a step as the next one takes it for `error_before`.
double remembered_error(double error);

// The place between the ends of a step, as a part of it, at which its panel is checked.
inline constexpr double kPlaceOfDefect = 0.45;

// A step of a delay equation that has been attempted, with a panel of its own as the last one of the history: first a
// line from its start on, which its rates may have read.
class TriedStep {
 public:
  TriedStep(const VectorRates& rates, DenseStep& stepper, DenseHistory& history, double start, double length)
      : rates_(rates), stepper_(stepper), history_(history), start_(start), length_(length) {}

  // The panel becomes that of the attempt.
  void replace_panel(const StepObserver& observe) const;
  // Repeats a step that has read its own panel until that is its own history: until its end moves by a small part of
  // the scale of errors, shape (size). `attempt` tries it once more and returns its error; `room` has the shape (size).
  // Returns the error, infinite if it does not come to that.
  double repeat(const std::function<double()>& attempt, std::span<const double> scale, std::span<double> room) const;
  // The error of the panel between its ends, in units of what it may be: that of its rates, over the step. Scales of
  // the components that are checked, from the first on; x and rate are room of the shape (size).
  double defect(std::span<const double> scale, std::span<double> x, std::span<double> rate) const;

 private:
  const VectorRates& rates_;
  DenseStep& stepper_;
  DenseHistory& history_;
  double start_, length_;  // [s]
};

}  // namespace beltdyn::analytic
