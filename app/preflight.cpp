// SPDX-License-Identifier: MIT
#include "app/preflight.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

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
              spdlog::logger& log) {
  if (log.should_log(spdlog::level::info)) {
    log.info("{}: {}", run.name, describe(preflight, expected_time(configuration, run)));
  }
  for (const std::string& warning : preflight.warnings) log.warn("{}: {}", run.name, warning);
}

void tell_implausibilities(const Configuration& configuration) {
  for (const std::string& sentence : implausibilities(configuration.drive, configuration.end_time)) {
    spdlog::warn("{}: {}", configuration.name, sentence);
  }
}

void tell_preparation(const Configuration& configuration, const RunConfig& run, spdlog::logger& log) {
  const std::string work = run.options->preparation(configuration.drive_of(run));
  if (!work.empty()) log.info("{}: {}", run.name, work);
}

void announce_all(const Configuration& configuration) {
  for (const RunConfig& run : configuration.runs) {
    const double memory = resident_memory();
    tell_preparation(configuration, run, *spdlog::default_logger());
    const std::unique_ptr<Simulation> simulation =
        run.options->create(configuration.drive_of(run), configuration.end_time);
    const Preflight preflight = look_ahead(*simulation, configuration.end_time, configuration.output, memory);
    announce(configuration, run, preflight, *spdlog::default_logger());
    if (const std::string objection = size_objection(preflight); !objection.empty()) {
      spdlog::warn("{}: {}", run.name, objection);
    }
  }
}

}  // namespace beltdyn::app
