// SPDX-License-Identifier: MIT
// State that all simulations with time steps keep and save: the time and the statistics of the solver.
#pragma once

#include <array>
#include <cstdint>

#include "core/run/simulation.hpp"
#include "core/run/state_archive.hpp"

namespace beltdyn {

// The time of a simulation with steps of a regular length. Steps are counted, so that the time does not drift.
class StepClock {
 public:
  explicit StepClock(double step) : step_(step) {}

  double step() const { return step_; }  // regular length [s]
  double time() const { return base_ + static_cast<double>(steps_) * step_; }
  // The time after a further step of length dt.
  double after(double dt) const;
  void pass(double dt);

  void save(StateWriter& writer) const;
  void restore(StateReader& reader);

 private:
  double step_;             // regular length [s]
  double base_ = 0.0;       // end of the last step of another length [s]
  std::int64_t steps_ = 0;  // steps of the regular length since base_
};

// A solver count and its name in files.
struct NamedCount {
  const char* name;
  std::int64_t SolverStatistics::*count;
};
inline constexpr std::array<NamedCount, 6> kSolverCounts{{
    {"steps", &SolverStatistics::steps},
    {"newton_iterations", &SolverStatistics::newton_iterations},
    {"factorisations", &SolverStatistics::factorisations},
    {"rejected_steps", &SolverStatistics::rejected_steps},
    {"status_changes", &SolverStatistics::status_changes},
    {"unsettled_steps", &SolverStatistics::unsettled_steps},
}};

void save_statistics(const SolverStatistics& statistics, StateWriter& writer);
SolverStatistics restore_statistics(StateReader& reader);

}  // namespace beltdyn
