// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "analytic/contour/delay_solution.hpp"
#include "core/numerics/ode/ode.hpp"

namespace beltdyn::analytic {

// The delay equations to nearly the accuracy of double precision.
//
// The levels have a jump in their slope at t = 0. When the belt at the front of a slip zone is the belt that entered at
// a time where a level has a jump in its derivative of order n, the level behind that pulley gets one of order n + 1:
// first at t** (pulley 1) and t* (pulley 2), Eqs. (31), (32), then again about every transit time. Each such time up to
// order kHighestOrder is found and made the end of a step; between them the history is smooth, and is
// extended smoothly where a trial evaluation reaches beyond. The steps and their interpolation are those of ode_step().
class DelayIntegrator final : public DelaySolution {
 public:
  explicit DelayIntegrator(const DelayEquations& equations);

  void advance(double dt) override;
  HistoryPoint history(std::size_t span, double time) const override;
  double next_knot(double time) const override;
  SolverStatistics statistics() const override { return statistics_; }
  void save(StateWriter& writer) const override;
  void restore(StateReader& reader) override;

  // Where derivatives of the level of a span jump, the start included, up to the end of the solution so far [s].
  std::vector<double> breakpoints(std::size_t span) const;

 private:
  // Jumps of higher derivatives than this are below the error of the steps.
  static constexpr int kHighestOrder = 6;

  struct Breakpoint {
    double time{};
    int order{};  // of the lowest derivative that jumps
  };

  void add_panel();
  OdeStep<2> trial_step();
  double event_time(std::size_t k, const OdePanel<2>& panel) const;
  void cross_breakpoints(double time, const std::array<double, 2>& slip_lengths);
  std::vector<OdePanel<2>>::const_iterator panel_at(double time) const;
  // The smooth piece of the history that the front of pulley k is in, extended beyond its ends.
  HistoryPoint smooth_history(std::size_t k, double time) const;
  std::array<double, 2> smooth_slip_lengths(double time, const Levels& levels) const;
  double front_entry_time(std::size_t k, double time, double level) const;
  void forget();

  std::vector<OdePanel<2>> panels_;                     // ascending in time, without gaps
  std::array<std::vector<Breakpoint>, 2> breakpoints_;  // of each span, ascending in time
  // The next breakpoint of the span before pulley k that the entry time of its front will cross; 0: the start.
  std::array<std::size_t, 2> next_breakpoint_{};
  double end_time_ = 0.0;  // of the last panel [s]
  Levels end_levels_{};
  std::array<double, 2> end_slip_lengths_{};
  double next_step_;  // [s]
  SolverStatistics statistics_;
};

}  // namespace beltdyn::analytic
