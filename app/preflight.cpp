// SPDX-License-Identifier: MIT
#include "app/preflight.hpp"

#include <chrono>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "app/logging.hpp"
#include "core/drive/plausibility.hpp"

namespace beltdyn::app {
namespace {

constexpr double kTimingBudget = 0.1;  // [s]
// What a run may write unasked [bytes].
constexpr double kLargestResult = 10e9;
constexpr double kGiga = 1e9;

}  // namespace

double expected_time(const Configuration& configuration, const RunConfig& run) {
  const std::unique_ptr<Simulation> scratch = run.options->create(configuration.drive_of(run), configuration.end_time);
  const double steps = configuration.end_time / scratch->time_step();
  return steps * time_per_step(*scratch, configuration.end_time, kTimingBudget);
}

std::string size_objection(const Preflight& preflight) {
  if (!(preflight.result_size > kLargestResult)) return {};
  return fmt::format(
      "its results would take about {:.3g} GB, more than {:.3g} GB; write less often with "
      "output/history_interval and output/profile_interval, or run it with --force-large",
      preflight.result_size / kGiga, kLargestResult / kGiga);
}

void announce(const Configuration& configuration, const RunConfig& run, const Preflight& preflight,
              double time_per_step, spdlog::logger& log) {
  if (log.should_log(spdlog::level::info)) {
    const double expected = time_per_step > 0.0 ? preflight.steps * time_per_step : expected_time(configuration, run);
    log.info("{}: {}", run.name, describe(preflight, expected));
  }
  for (const std::string& warning : preflight.warnings) log.warn("{}: {}", run.name, warning);
}

void tell_implausibilities(const Configuration& configuration) {
  for (const std::string& sentence : implausibilities(configuration.drive, configuration.end_time)) {
    spdlog::warn("{}: {}", configuration.name, sentence);
  }
}

Prepared prepare(const Configuration& configuration, const RunConfig& run, RunMessages::Run& messages, bool quiet) {
  const Drive& drive = configuration.drive_of(run);
  const std::string work = run.options->preparation(drive);
  if (work.empty()) return {.simulation = run.options->create(drive, configuration.end_time)};
  messages.log().info("{}: {}", run.name, work);
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  double wall_time = 0.0;
  Prepared prepared;
  {
    ProgressLine line(run.name, messages, quiet);
    prepared.simulation = run.options->create_observed(drive, configuration.end_time, [&](long done, long all) {
      wall_time = std::chrono::duration<double>(Clock::now() - start).count();
      prepared.time_per_step = wall_time / static_cast<double>(done);
      line.show_preparation(done, all, wall_time);
    });
  }
  messages.log().info("{}: is prepared after {:.2g} s", run.name, wall_time);
  return prepared;
}

void announce_all(const Configuration& configuration) {
  RunMessages all_messages;
  for (std::size_t i = 0; i < configuration.runs.size(); ++i) {
    const RunConfig& run = configuration.runs[i];
    RunMessages::Run messages(all_messages, i);
    const double memory = resident_memory();
    const Prepared prepared = prepare(configuration, run, messages, false);
    const Preflight preflight = look_ahead(*prepared.simulation, configuration.end_time, configuration.output, memory);
    announce(configuration, run, preflight, prepared.time_per_step, messages.log());
    if (const std::string objection = size_objection(preflight); !objection.empty()) {
      messages.log().warn("{}: {}", run.name, objection);
    }
  }
}

}  // namespace beltdyn::app
