// SPDX-License-Identifier: MIT
#include "core/run/runner.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <iterator>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/stop_request.hpp"
#include "core/base/stopwatch.hpp"
#include "core/run/checkpoint_file.hpp"
#include "core/run/order_tracking.hpp"
#include "core/run/state_archive.hpp"
#include "core/run/step_clock.hpp"

namespace beltdyn {
namespace {

namespace fs = std::filesystem;

constexpr double kSecondsBetweenCheckpoints = 5.0;
// Where a large state makes checkpoints slow, the run continues at least this many times as long as the last one took.
constexpr double kPartsBetweenCheckpoints = 20.0;
// A remaining time below this part of a step is rounding of a sum of many steps.
constexpr double kNegligibleStep = 1e-6;
// If whole steps miss the end by no more than this part of the run, the step stays as requested.
constexpr double kNegligibleMisfit = 1e-9;

// CPU time of this thread only: other threads may run other simulations. A page in a browser has no such clock; elapsed
// time is used there.
double cpu_seconds() {
  timespec now{};
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) != 0) clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

std::vector<std::int64_t> bytes_of(const std::string& text) { return {text.begin(), text.end()}; }

std::string name_of_defects(std::size_t balance) { return fmt::format("runner/defects_{}", balance + 1); }

void write_checkpoint(const fs::path& folder, const Simulation& simulation, const Recorder::Mark& mark,
                      const std::string& identity) {
  StateWriter writer;
  simulation.save(writer);
  writer.integers("runner/identity", bytes_of(identity));
  writer.integers("runner/files", std::vector<std::int64_t>(mark.file_sizes.begin(), mark.file_sizes.end()));
  writer.integer("runner/next_history", mark.next_history);
  writer.integer("runner/next_profile", mark.next_profile);
  writer.numbers("runner/shape_times", mark.shape_times);
  for (std::size_t i = 0; i < mark.defects.size(); ++i) mark.defects[i].save(writer, name_of_defects(i));
  mark.gross_slip.save(writer);
  mark.summary->save(writer);
  write_checkpoint_file(folder / kCheckpointFile, writer.to_cbor());
}

Recorder::Mark read_mark(const StateReader& reader, const History& history) {
  Recorder::Mark mark;
  const std::vector<std::int64_t>& sizes = reader.integers("runner/files", mark.file_sizes.size(), {});
  std::transform(sizes.begin(), sizes.end(), mark.file_sizes.begin(),
                 [](std::int64_t size) { return static_cast<std::uint64_t>(size); });
  mark.next_history = reader.count("runner/next_history");
  mark.next_profile = reader.count("runner/next_profile");
  mark.shape_times = reader.numbers("runner/shape_times");
  for (std::size_t i = 0; i < history.balances().size(); ++i) {
    mark.defects.push_back(DefectRecord::read(reader, name_of_defects(i)));
  }
  mark.gross_slip = GrossSlipRecord::read(reader);
  mark.summary = SummaryState::read(reader, history.columns());
  return mark;
}

// Can a run to this end time have reached the state of the simulation?
bool is_on_its_way(const Simulation& simulation, double end_time) {
  const SolverStatistics statistics = simulation.statistics();
  return simulation.time() >= 0.0 && simulation.time() <= end_time * (1.0 + kNegligibleMisfit) &&
         std::ranges::all_of(kSolverCounts, [&](const NamedCount& named) { return statistics.*named.count >= 0; });
}

// Restores the simulation from the checkpoint; without a checkpoint nothing happens.
std::optional<Recorder::Mark> read_checkpoint(const fs::path& folder, Simulation& simulation, double end_time,
                                              const std::string& identity) {
  const fs::path path = folder / kCheckpointFile;
  const std::optional<std::vector<std::uint8_t>> bytes = read_checkpoint_file(path);
  if (!bytes) return std::nullopt;
  try {
    StateReader reader(*bytes);
    if (reader.integers("runner/identity") != bytes_of(identity)) {
      throw IoError("belongs to a different configuration or version; run again with --force");
    }
    const Recorder::Mark mark = read_mark(reader, simulation.history());
    simulation.restore(reader);
    require_sound_checkpoint(is_on_its_way(simulation, end_time));
    return mark;
  } catch (const IoError& error) {
    throw IoError(path.string() + ": " + error.what());
  } catch (const SolverError& error) {
    throw IoError(path.string() + ": contains no valid state to resume from: " + error.what() +
                  " Run again with --force");
  }
}

// Records the last state of a failed run, unless that state itself is not finite.
void record_last_state(Recorder& recorder) {
  try {
    recorder.record(true);
  } catch (const SolverError&) {
    return;
  }
}

// The step of a run with `rest` to go: `step` if a whole number of steps fits, otherwise a little less. A single short
// step at the end would disturb schemes whose state depends on the step.
double fitted_step(double rest, double step) {
  const double whole = std::ceil(rest / step * (1.0 - kNegligibleStep));
  return std::abs(whole * step - rest) <= kNegligibleMisfit * rest ? step : rest / whole;
}

// Decides when the next checkpoint is due.
class CheckpointClock {
 public:
  CheckpointClock(double interval, double time) : interval_(interval), last_time_(time) {}

  bool is_due(double time, double wall_time) {
    const bool due = interval_ > 0.0 ? time - last_time_ >= interval_
                                     : wall_time - last_wall_time_ >=
                                           std::max(kSecondsBetweenCheckpoints, kPartsBetweenCheckpoints * cost_);
    if (due) {
      last_time_ = time;
      last_wall_time_ = wall_time;
    }
    return due;
  }
  // Notes that the due checkpoint has been written.
  void finish(double wall_time) {
    cost_ = wall_time - last_wall_time_;
    last_wall_time_ = wall_time;
  }

 private:
  double interval_;
  double last_time_;
  double last_wall_time_ = 0.0;  // [s]
  double cost_ = 0.0;            // duration of the last checkpoint [s]
};

// Throws UsageError.
}  // namespace

std::string_view to_string(RunStatus status) {
  switch (status) {
    case RunStatus::running:
      return "running";
    case RunStatus::complete:
      return "complete";
    case RunStatus::failed:
      return "failed";
    case RunStatus::interrupted:
      return "interrupted";
  }
  return "unknown";
}

double next_step(const Simulation& simulation, double end_time) {
  const double rest = end_time - simulation.time();
  if (rest <= kNegligibleStep * simulation.time_step() || simulation.is_over()) return 0.0;
  return fitted_step(rest, simulation.time_step());
}

RunReport run_simulation(Simulation& simulation, double end_time, const OutputOptions& output,
                         const std::string& identity, const fs::path& folder, const RunControl& control) {
  const Stopwatch stopwatch;
  const double cpu_start = cpu_seconds();
  if (output.order_tracking) require_tracked_columns(*output.order_tracking, simulation.history_columns());
  std::optional<Recorder::Mark> mark;
  if (control.resume) mark = read_checkpoint(folder, simulation, end_time, identity);
  Recorder recorder(folder, simulation, output, end_time, mark);
  CheckpointClock clock(output.checkpoint_interval, simulation.time());
  RunReport report{.status = RunStatus::complete};
  const auto fail = [&report](const SolverError& error) {
    report.status = RunStatus::failed;
    report.message = error.what();
  };
  try {
    if (!mark) recorder.record(false);
  } catch (const SolverError& error) {
    fail(error);
  }
  bool is_within_step = false;
  while (report.status == RunStatus::complete) {
    const double step = next_step(simulation, end_time);
    if (step == 0.0) break;
    try {
      simulation.advance(step);
      recorder.record(end_time - simulation.time() <= kNegligibleStep * step || simulation.is_over());
    } catch (const SolverError& error) {
      fail(error);
      break;
    } catch (const Interrupted&) {
      report.status = RunStatus::interrupted;
      is_within_step = true;
      break;
    }
    if (control.on_progress) {
      control.on_progress({.time = simulation.time(),
                           .end_time = end_time,
                           .wall_time = stopwatch.seconds(),
                           .statistics = simulation.statistics(),
                           .balances = [&recorder] { return recorder.balances(); }});
    }
    if (control.stop_requested && control.stop_requested()) {
      report.status = RunStatus::interrupted;
      break;
    }
    if (clock.is_due(simulation.time(), stopwatch.seconds())) {
      write_checkpoint(folder, simulation, recorder.flush(), identity);
      clock.finish(stopwatch.seconds());
    }
  }
  // If conclude() fails below, the rows stay as they are; only a failed run records its last state.
  if (report.status == RunStatus::failed) record_last_state(recorder);
  RunEnd end_of_run;
  if (report.status == RunStatus::complete) {
    try {
      end_of_run = simulation.conclude(folder);
    } catch (const SolverError& error) {
      fail(error);
    } catch (const Interrupted&) {
      report.status = RunStatus::interrupted;
    }
  }
  const Recorder::Mark end = recorder.flush();
  report.conclusions = recorder.write_summary(end_of_run.conclusions);
  if (output.order_tracking) {
    std::optional<Finding> finding = write_order_tracking(*output.order_tracking, folder);
    if (finding) end_of_run.findings.push_back(*std::move(finding));
  }
  if (report.status == RunStatus::interrupted) {
    // If a step was interrupted, the previous checkpoint remains; resuming cuts off the output after it.
    if (!is_within_step) write_checkpoint(folder, simulation, end, identity);
  } else {
    std::error_code ignored;
    fs::remove(folder / kCheckpointFile, ignored);
  }
  report.statistics = simulation.statistics();
  report.reached = simulation.time();
  report.balances = recorder.balances();
  report.gross_slips = recorder.gross_slips();
  report.pulley_labels = recorder.pulley_labels();
  if (report.status == RunStatus::complete) report.findings = simulation.findings();
  std::ranges::move(end_of_run.findings, std::back_inserter(report.findings));
  report.wall_time = stopwatch.seconds();
  report.cpu_time = cpu_seconds() - cpu_start;
  return report;
}

}  // namespace beltdyn
