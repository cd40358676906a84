// SPDX-License-Identifier: MIT
#include "app/preflight.hpp"

#include <new>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "app/logging.hpp"
#include "core/base/error.hpp"
#include "core/base/stopwatch.hpp"
#include "core/drive/belt/belt_at_rest.hpp"
#include "core/drive/drive.hpp"
#include "core/settings/near_misses.hpp"

namespace beltdyn::app {
namespace {

constexpr double kTimingBudget = 1.0;  // [s]
// Largest results that a run may write without confirmation [bytes].
constexpr double kLargestResult = 10e9;

}  // namespace

std::string size_objection(const Preflight& preflight) {
  if (!(preflight.result_size > kLargestResult)) return {};
  return fmt::format(
      "its results would take about {}, more than {}; increase output/history_interval and output/profile_interval, or "
      "run it with --force-large",
      size_text(preflight.result_size), size_text(kLargestResult));
}

Announcement::Announcement(std::string run, const Preflight& preflight, spdlog::logger& log)
    : run_(std::move(run)), preflight_(preflight), log_(log) {
  for (const std::string& warning : preflight_.warnings) log_.warn("{}: {}", run_, warning);
}

Announcement::~Announcement() {
  try {
    // A run of a single step does not allow a time estimate.
    if (!is_told_ && estimate_.measured() == 0.0) end_time_ = 0.0;
    tell();
  } catch (const std::bad_alloc&) {
    // The run ends for this reason, which is reported elsewhere.
  }
}

bool Announcement::follow(const Progress& progress) {
  if (is_told_) return true;
  estimate_.add(progress.time, progress.wall_time);
  end_time_ = progress.end_time;
  if (estimate_.is_ready(end_time_)) tell();
  return is_told_;
}

void Announcement::tell() {
  if (is_told_) return;
  is_told_ = true;
  ExpectedTime expected;
  if (end_time_ > 0.0) expected = {.seconds = estimate_.until(end_time_), .part = estimate_.part_of(end_time_)};
  log_.info("{}: {}", run_, describe(preflight_, expected));
}

void report_near_misses(const Configuration& configuration) {
  for (const std::string& sentence : near_misses(configuration)) spdlog::warn("{}", sentence);
}

std::unique_ptr<Simulation> prepare(const Configuration& configuration, const RunConfig& run,
                                    RunMessages::Run& messages, bool quiet) {
  const Drive& drive = configuration.drive_of(run);
  if (const std::string note = run.options->note(drive); !note.empty()) {
    messages.log().info("{}: {}", run.name, note);
  }
  const std::string work = run.options->preparation(drive);
  if (work.empty()) return run.options->create(drive, configuration.end_time);
  messages.log().info("{}: {}", run.name, work);
  const Stopwatch stopwatch;
  double wall_time = 0.0;
  std::unique_ptr<Simulation> simulation;
  {
    ProgressLine line(run.name, messages, quiet);
    simulation = run.options->create_observed(drive, configuration.end_time, [&](long done, long all) {
      wall_time = stopwatch.seconds();
      line.show_preparation(done, all, wall_time);
    });
  }
  messages.log().info("{}: prepared in {:.2g} s", run.name, wall_time);
  return simulation;
}

void announce_belt(const Drive& drive) {
  const auto* belt = std::get_if<BeltDrive>(&drive);
  if (belt == nullptr) return;
  try {
    spdlog::info("{}", description(*belt, belt_at_rest(*belt)));
  } catch (const SolverError& error) {
    spdlog::warn("{}", error.what());
  }
}

void announce_all(const Configuration& configuration) {
  announce_belt(*configuration.drive);
  RunMessages all_messages;
  for (std::size_t i = 0; i < configuration.runs.size(); ++i) {
    const RunConfig& run = configuration.runs[i];
    RunMessages::Run messages(all_messages, i);
    const double memory = resident_memory();
    const std::unique_ptr<Simulation> simulation = prepare(configuration, run, messages, false);
    const std::optional<OrderTracking>& tracking = configuration.output.order_tracking;
    if (tracking) require_tracked_columns(*tracking, simulation->history_columns());
    const Preflight preflight = look_ahead(*simulation, configuration.end_time, configuration.output, memory);
    const ExpectedTime expected = expected_wall_time(*simulation, configuration.end_time, kTimingBudget);
    messages.log().info("{}: {}", run.name, describe(preflight, expected));
    for (const std::string& warning : preflight.warnings) messages.log().warn("{}: {}", run.name, warning);
    if (const std::string objection = size_objection(preflight); !objection.empty()) {
      messages.log().warn("{}: {}", run.name, objection);
    }
  }
}

}  // namespace beltdyn::app
