// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/run/output_options.hpp"
#include "core/run/recorder.hpp"
#include "core/run/simulation.hpp"

namespace beltdyn {

// In the folder of a run that has not ended.
inline constexpr const char* kCheckpointFile = "checkpoint.cbor";

enum class RunStatus { running, complete, failed, interrupted };
std::string_view to_string(RunStatus status);

struct Progress {
  double time{};       // simulated [s]
  double end_time{};   // [s]
  double wall_time{};  // since the run was started or resumed [s]
  SolverStatistics statistics{};
};

// What the caller of a run may want to influence.
struct RunControl {
  bool resume = false;  // resume from the checkpoint, if there is one
  // Asked after each step; true: write a checkpoint and return. A step that stop_signal ends leaves the checkpoint
  // before.
  std::function<bool()> stop_requested{};
  std::function<void(const Progress&)> on_progress{};  // called after each step
};

struct RunReport {
  RunStatus status = RunStatus::running;
  std::string message{};  // why the run failed
  SolverStatistics statistics{};
  double wall_time{};  // [s], of this call
  double cpu_time{};   // [s], of this call
  double reached{};    // the simulated time [s]
  // Of the whole run, calls before this one included:
  std::vector<BalanceOutcome> balances{};
  std::vector<GrossSlip> gross_slips{};
  std::vector<std::string> pulley_labels{};  // what messages call the pulleys, empty: their numbers
  std::vector<Finding> findings{};           // of the simulation, if the run is complete
};

// The next step of a run: simulation.time_step() or a little less, so that a whole number of equal steps leads to the
// end time; 0 if the run is there [s].
double next_step(const Simulation& simulation, double end_time);

// Runs a simulation to the end time, in steps no longer than simulation.time_step() of which a whole number fits, and
// writes history.csv, profiles.csv, slip_zones.csv, belt.pvd and checkpoints into `folder`, which exists, and at the
// end what Simulation::conclude() and write_order_tracking() write, if the run asks for it. `identity` is
// the text that identifies this run (its resolved configuration); a checkpoint of another identity is
// refused. A solver that fails ends the run with what was computed so far. Throws IoError, and UsageError if the output
// asks for columns that there are not.
RunReport run_simulation(Simulation& simulation, double end_time, const OutputOptions& output,
                         const std::string& identity, const std::filesystem::path& folder, const RunControl& control);

}  // namespace beltdyn
