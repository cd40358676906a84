// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/run/output_options.hpp"
#include "core/run/simulation.hpp"

namespace beltdyn {

// Properties of a run that are known before it starts.
struct Preflight {
  StepScales scales;
  double time_step{};                   // longest step of the run [s]
  double steps{};                       // end_time/time_step, rounded up
  double wave_travel{};                 // distance of axial waves in a step, over the shortest element [-]; 0: no waves
  double state_size{};                  // of a checkpoint [bytes]
  double result_size{};                 // of history.csv, profiles.csv and shapes, estimated [bytes]
  double memory{};                      // growth of the process by making the simulation [bytes]
  bool has_long_steps = false;          // are steps longer than the interval of rows, so that every step makes a row?
  std::vector<std::string> warnings{};  // Simulation::preflight()
};

// Examines a simulation that has not started. `memory_before` is resident_memory() before the simulation was made
// [bytes].
Preflight look_ahead(const Simulation& simulation, double end_time, const OutputOptions& output, double memory_before);

// Resident memory of this process [bytes]; 0 where the system does not report it.
double resident_memory();

// Estimates the wall time of a run from the pace of its last steps, which make up at least half of the measured time.
// The first step is not measured, because it includes initial work. Steps may differ in length: the pace is simulated
// time per wall time.
class WallTimeEstimate {
 public:
  // Call after each step: the simulated time and the wall time since the start [s].
  void add(double time, double wall_time);
  // Wall time since the first step [s].
  double measured() const { return first_ ? last_.wall_time - first_->wall_time : 0.0; }
  // The wall time of the whole run [s]; with fewer than two steps, the wall time so far. The first steps of a drive at
  // rest are cheap: the estimate is low as long as contact does not change.
  double until(double end_time) const;
  // Has enough of the run been measured: a twentieth of it, or a time that users are willing to wait?
  bool is_ready(double end_time) const;
  // The part of the run that has been measured [-].
  double part_of(double end_time) const { return last_.time / end_time; }

 private:
  // A point of the measured progress.
  struct Moment {
    double time{};       // simulated [s]
    double wall_time{};  // [s]
  };
  std::optional<Moment> first_{};
  // The begin of the last half of the measured time, and of the half before it.
  Moment older_{};
  Moment newer_{};
  Moment last_{};
};

// The expected wall time of a run.
struct ExpectedTime {
  double seconds{};   // 0: unknown
  double part = 1.0;  // part of the run that was measured [-]
};

// The expected wall time until `end_time` [s]. Runs `scratch`, a simulation that is no longer needed, until the
// estimate is_ready() or for `budget` [s] after its first step. 0 s if its solver fails or the run is too short for a
// step.
ExpectedTime expected_wall_time(Simulation& scratch, double end_time, double budget);

// A size as text, e.g. "1.2 MB".
std::string size_text(double bytes);

// One line, e.g. "2450 steps of 0.001 s, contact 3.1e+05 rad/s, 1.2 MB of results, about 7 s at the pace of its first 5
// %". Quantities that are 0 are omitted.
std::string describe(const Preflight& preflight, const ExpectedTime& expected);

}  // namespace beltdyn
