// SPDX-License-Identifier: MIT
#include "analytic/belt/dynamics/own_history.hpp"

#include <algorithm>
#include <cmath>

namespace beltdyn::analytic {
namespace {

// Constants of step control for a method of order 8.
constexpr double kStepExponent = -1.0 / 8.0;
constexpr double kSafety = 0.85;
constexpr double kLeastRetry = 0.1;
constexpr double kStepMemory = 0.02;
constexpr double kLeastError = 1e-4;  // lower bound of the remembered error
constexpr double kLeastFactor = 0.3;
constexpr double kLargestFactor = 6.0;
// A repetition has converged if the end of the step changes by less than this part of the tolerance [-].
constexpr double kOwnHistory = 0.1;
constexpr int kMostRepetitions = 8;
// Largest error of the rates of a panel, relative to the tolerance [-]. Most panels have up to ten times the tolerance;
// after a front has passed belt that almost slipped, up to a million times.
constexpr double kLargestDefect = 1e3;

}  // namespace

double rejected_step_factor(double error) {
  return std::clamp(std::isfinite(error) ? kSafety * std::pow(error, kStepExponent) : kLeastRetry, kLeastRetry,
                    kSafety);
}

double next_step_factor(double error, double error_before) {
  if (!(error > 0.0)) return kLargestFactor;
  const double factor =
      kSafety * std::pow(error, kStepExponent + 0.75 * kStepMemory) * std::pow(error_before, kStepMemory);
  return std::clamp(factor, kLeastFactor, kLargestFactor);
}

double remembered_error(double error) { return std::max(error, kLeastError); }

void TriedStep::replace_panel(const StepObserver& observe) const {
  stepper_.extend(rates_, start_, length_, observe);
  history_.pop();
  history_.push({.start = start_, .length = length_, .end = start_ + length_}, stepper_.coefficients());
}

double TriedStep::repeat(const std::function<double()>& attempt, std::span<const double> scale,
                         std::span<double> room) const {
  for (int i = 0; i < kMostRepetitions; ++i) {
    std::ranges::copy(stepper_.end(), room.begin());
    replace_panel([](double, std::span<const double>) {});
    const double error = attempt();
    double moved = 0.0;
    for (std::size_t j = 0; j < room.size(); ++j) {
      moved = std::max(moved, std::abs(stepper_.end()[j] - room[j]) / scale[j]);
    }
    if (!std::isfinite(error) || moved <= kOwnHistory) return error;
  }
  return HUGE_VAL;
}

double TriedStep::defect(std::span<const double> scale, std::span<double> x, std::span<double> rate) const {
  const double place = start_ + kPlaceOfDefect * length_;
  history_.last_values(place, x);
  rates_(place, x, rate);
  std::size_t near = history_.end() - 1;
  double worst = 0.0;
  for (std::size_t i = 0; i < scale.size(); ++i) {
    worst = std::max(worst, std::abs(history_.at(i, place, near).rate - rate[i]) / scale[i]);
  }
  return length_ * worst / kLargestDefect;
}

}  // namespace beltdyn::analytic
