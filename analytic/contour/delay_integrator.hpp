// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "analytic/contour/delay_solution.hpp"
#include "core/numerics/ode/ode.hpp"

namespace beltdyn::analytic {

// Solves the delay equations almost to the accuracy of double precision.
//
// The slope of the levels jumps at t = 0. If the belt at the front of a slip zone entered at a time where the
// derivative of order n of a level jumps, the derivative of order n + 1 of the level behind that pulley jumps: first at
// t** (pulley 1) and t* (pulley 2), Eqs. (31), (32), then again about every transit time. Each such time up to order
// kHighestOrder is located and ends a step. Between these times the history is smooth, and it is extended smoothly
// where a trial evaluation reaches beyond. The steps and their interpolation are those of ode_step().
class DelayIntegrator final : public DelaySolution {
 public:
  explicit DelayIntegrator(const DelayEquations& equations);

  void advance(double dt) override;
  HistoryPoint history(std::size_t span, double time) const override;
  double next_knot(double time) const override;
  SolverStatistics statistics() const override { return statistics_; }
  void save(StateWriter& writer) const override;
  void restore(StateReader& reader) override;

  // Times at which derivatives of the level of a span jump, including the start, up to the end of the solution so far
  // [s].
  std::vector<double> breakpoints(std::size_t span) const;

 private:
  // Jumps of higher derivatives are below the error of the steps.
  static constexpr int kHighestOrder = 6;

  struct Breakpoint {
    double time{};  // [s]
    int order{};    // of the lowest derivative that jumps
  };

  void add_panel();
  OdeStep<2> trial_step();
  double event_time(std::size_t k, const OdePanel<2>& panel) const;
  void cross_breakpoints(double time, const std::array<double, 2>& slip_lengths);
  std::vector<OdePanel<2>>::const_iterator panel_at(double time) const;
  // The smooth piece of the history in which the front of pulley k is, extended beyond its ends.
  HistoryPoint smooth_history(std::size_t k, double time) const;
  std::array<double, 2> smooth_slip_lengths(double time, const Levels& levels) const;
  double front_entry_time(std::size_t k, double time, double level) const;
  void forget();

  std::vector<OdePanel<2>> panels_;                     // ascending in time, without gaps
  std::array<std::vector<Breakpoint>, 2> breakpoints_;  // of each span, ascending in time
  // Index of the next breakpoint of the span before pulley k that the entry time of its front will cross; 0: the start.
  std::array<std::size_t, 2> next_breakpoint_{};
  double end_time_ = 0.0;  // of the last panel [s]
  Levels end_levels_{};
  std::array<double, 2> end_slip_lengths_{};
  double next_step_;  // [s]
  SolverStatistics statistics_;
};

}  // namespace beltdyn::analytic
