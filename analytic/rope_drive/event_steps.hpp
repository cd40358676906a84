// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "analytic/belt/dynamics/dense_history.hpp"
#include "analytic/belt/dynamics/dense_step.hpp"
#include "core/run/simulation.hpp"
#include "core/run/state_archive.hpp"

namespace beltdyn::analytic {

// The system that EventSteps integrates.
struct EventSystem {
  VectorRates rates;                     // dx/dt = f(t, x), which may read the history
  std::function<double()> margin;        // after rates(): > 0 while the modes hold
  std::function<void()> begin;           // called when a step is tried from the head
  std::function<bool()> reads_own_step;  // has an evaluation since begin() read the history within the step itself?
  std::function<double(double time)> shortest;  // length of a step at this time that makes no progress [s]
};

// Integration of delay equations whose modes change: steps of DenseStep with error control, which end where a margin
// vanishes. The history within the step is at first a line; the step is repeated until history and result agree.
class EventSteps {
 public:
  EventSteps() : EventSteps(std::vector<double>{}, std::vector<double>{}, 0, 1.0) {}
  // Starts from the state at t = 0; rates depend on the first n_coupled components. `scale`: accepted error of a step,
  // shape (size); `first_step` [s].
  EventSteps(std::vector<double> state, std::vector<double> scale, std::size_t n_coupled, double first_step);

  double time() const { return head_.time; }
  std::span<const double> state() const { return head_.state; }
  std::span<double> state() { return head_.state; }
  // f at the head; the caller sets it before each step.
  std::span<double> rate() { return stepper_.rate(); }
  const DenseHistory& history() const { return history_; }
  void forget_before(double time) { history_.forget_before(time); }
  const SolverStatistics& statistics() const { return head_.statistics; }
  void count_change() { ++head_.statistics.status_changes; }
  double next_step() const { return head_.step; }
  // The state at a time in the last panel, or at the head.
  void look(double time, std::span<double> x) const;

  // Takes one step of at most this length; true if a margin vanishes at its end. Throws SolverError if steps become too
  // short.
  bool step(const EventSystem& system, double longest);
  // Sets the time of the head exactly.
  void settle_time(double time) { head_.time = time; }

  // A state to return to after a failed step: the head and the number of panels.
  struct Mark {
    double time{}, step{}, error_before{};
    std::vector<double> state;
    SolverStatistics statistics;
    std::size_t n_panels{};
  };
  Mark mark() const;
  void go_back(const Mark& mark);

  void save(StateWriter& writer) const;
  void restore(StateReader& reader);

 private:
  struct Head {
    double time{};  // [s]
    double step{};  // [s]
    double error_before = 1.0;
    std::vector<double> state;
    SolverStatistics statistics;
  };
  struct Sign {
    double time{};  // [s]
    double margin{};
  };

  double attempt(const EventSystem& system, double length);
  double margin_at(const EventSystem& system, double time);
  double first_event(const EventSystem& system, Sign low, Sign high);
  double look_for_event(const EventSystem& system);

  Head head_;
  std::vector<double> scale_;
  std::size_t n_coupled_;
  DenseHistory history_;
  DenseStep stepper_;
  double end_margin_ = 1.0;  // at the end of the last attempt
  // Work arrays.
  std::vector<double> trial_, trial_rate_;
};

}  // namespace beltdyn::analytic
