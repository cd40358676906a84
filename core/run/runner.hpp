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

// In the folder of a run that has not finished.
inline constexpr const char* kCheckpointFile = "checkpoint.cbor";

// The state of a run as recorded in its manifest.
enum class RunStatus { running, complete, failed, interrupted };
std::string_view to_string(RunStatus status);

// The progress of a run, reported after each step.
struct Progress {
  double time{};       // simulated [s]
  double end_time{};   // [s]
  double wall_time{};  // since the run was started or resumed [s]
  SolverStatistics statistics{};
  std::function<std::vector<BalanceOutcome>()> balances{};  // of the rows so far
};

// Options and callbacks of the caller of a run.
struct RunControl {
  bool resume = false;  // resume from the checkpoint, if there is one
  // Called after each step; true: write a checkpoint and return. If stop_signal ends a step, the previous checkpoint
  // remains.
  std::function<bool()> stop_requested{};
  std::function<void(const Progress&)> on_progress{};  // called after each step
};

// The outcome of a run.
struct RunReport {
  RunStatus status = RunStatus::running;
  std::string message{};  // why the run failed
  SolverStatistics statistics{};
  double wall_time{};  // [s], of this call
  double cpu_time{};   // [s], of this call
  double reached{};    // simulated time [s]
  // For the whole run, including earlier calls:
  std::vector<BalanceOutcome> balances{};
  std::vector<GrossSlip> gross_slips{};
  std::vector<std::string> pulley_labels{};  // names of the pulleys in messages; empty: their numbers
  std::vector<Finding> findings{};           // of the simulation, if the run is complete
  std::vector<Conclusion> conclusions{};     // those in summary.json
};

// The next step of a run [s]: simulation.time_step(), or a little less, so that a whole number of equal steps reaches
// the end time; 0 at the end.
double next_step(const Simulation& simulation, double end_time);

// Runs a simulation to the end time, with equal steps not longer than simulation.time_step(). Writes history.csv,
// profiles.csv, slip_zones.csv, belt.pvd and checkpoints into `folder`, which must exist, and at the end the output of
// Simulation::conclude() and write_order_tracking(), if requested. `identity` is the text that identifies this run (its
// resolved configuration); checkpoints of another identity are refused. If the solver fails, the run ends with the
// results so far. Throws IoError, and UsageError if the output requests columns that do not exist.
RunReport run_simulation(Simulation& simulation, double end_time, const OutputOptions& output,
                         const std::string& identity, const std::filesystem::path& folder, const RunControl& control);

}  // namespace beltdyn
