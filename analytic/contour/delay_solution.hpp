// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "analytic/contour/delay_equations.hpp"
#include "core/run/simulation.hpp"
#include "core/run/state_archive.hpp"

namespace beltdyn::analytic {

// A solution of the delay equations that advances in time from rest and stores the history as far back as belt on the
// pulleys needs it.
class DelaySolution {
 public:
  explicit DelaySolution(const DelayEquations& equations) : equations_(equations) {}
  virtual ~DelaySolution() = default;

  const DelayEquations& equations() const { return equations_; }
  double time() const { return time_; }                                        // [s]
  const Levels& levels() const { return levels_; }                             // at the exits, now
  const std::array<double, 2>& slip_lengths() const { return slip_lengths_; }  // c₁, c₂ now [m]

  // Advances by dt > 0 [s]. Strong guarantee. Throws SolverError where the equations become invalid.
  virtual void advance(double dt) = 0;
  // The level of a span at a past time, 0 before the start; no further back than belt on a pulley needs it.
  virtual HistoryPoint history(std::size_t span, double time) const = 0;
  // The next time at which the history may have a kink, infinite if there is none [s].
  virtual double next_knot(double time) const = 0;
  virtual SolverStatistics statistics() const = 0;

  virtual void save(StateWriter& writer) const;
  virtual void restore(StateReader& reader);

 protected:
  void set_state(double time, const Levels& levels, const std::array<double, 2>& slip_lengths) {
    time_ = time;
    levels_ = levels;
    slip_lengths_ = slip_lengths;
  }
  // The time before which the history is no longer needed [s].
  double oldest_time() const;

 private:
  DelayEquations equations_;
  double time_ = 0.0;  // [s]
  Levels levels_{};
  std::array<double, 2> slip_lengths_{};
};

}  // namespace beltdyn::analytic
