// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/run/output_options.hpp"
#include "core/run/simulation.hpp"

namespace beltdyn {

// What is known of a run before it starts.
struct Preflight {
  StepScales scales;
  double time_step{};                   // the longest the run will take [s]
  double steps{};                       // end_time/time_step, rounded up
  double wave_travel{};                 // of axial waves in a step, in shortest elements [-]; 0: no waves
  double state_size{};                  // of a checkpoint [bytes]
  double result_size{};                 // of history.csv, profiles.csv and shapes, estimated [bytes]
  double memory{};                      // by which making the simulation let the process grow [bytes]
  bool has_long_steps = false;          // are steps longer than the interval between rows, so that each makes a row?
  std::vector<std::string> warnings{};  // Simulation::preflight()
};

// Looks at a simulation that has not started. `memory_before` is resident_memory() from before it was made.
Preflight look_ahead(const Simulation& simulation, double end_time, const OutputOptions& output, double memory_before);

// Resident memory of this process [bytes]; 0 where the system does not report it.
double resident_memory();

// The wall time of a run, estimated from the pace of its last steps, at least half of the time measured, without the
// first one, which has work of its own. Steps may be of any length: what counts is how far the run gets.
class WallTimeEstimate {
 public:
  // After each step: the simulated time and the wall time since the start [s].
  void add(double time, double wall_time);
  // Wall time since the first step [s].
  double measured() const { return first_ ? last_.wall_time - first_->wall_time : 0.0; }
  // Of the whole run [s]; of the steps so far if they are fewer than two. The first steps of a drive at rest are cheap:
  // the estimate is low where contact has yet to change.
  double until(double end_time) const;
  // Has enough of the run been seen: a twentieth of it, or as many steps as one wants to wait for?
  bool is_ready(double end_time) const;
  // The part of the run that the estimate is from [-].
  double part_of(double end_time) const { return last_.time / end_time; }

 private:
  struct Moment {
    double time{};
    double wall_time{};
  };
  std::optional<Moment> first_{};
  // Where the last half of the measured time and the one before it began.
  Moment older_{};
  Moment newer_{};
  Moment last_{};
};

// What a run is expected to take.
struct ExpectedTime {
  double seconds{};   // 0: unknown
  double part = 1.0;  // of the run that has been seen [-]
};

// Wall time until `end_time`, from running a simulation that nobody needs any more until it is_ready() or for `budget`
// [s] after its first step; 0 s if its solver failed, or the run is too short for a step.
ExpectedTime expected_wall_time(Simulation& scratch, double end_time, double budget);

// "1.2 MB", of a size in bytes.
std::string size_text(double bytes);

// One line, e.g. "2450 steps of 0.001 s, contact 3.1e+05 rad/s, 1.2 MB of results, about 7 s at the pace of its first
// 5 %". Zeros are omitted.
std::string describe(const Preflight& preflight, const ExpectedTime& expected);

}  // namespace beltdyn
