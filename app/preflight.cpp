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

std::string size_objection(const Preflight& preflight) {
  if (!(preflight.result_size > kLargestResult)) return {};
  return fmt::format(
      "its results would take about {:.3g} GB, more than {:.3g} GB; write less often with "
      "output/history_interval and output/profile_interval, or run it with --force-large",
      preflight.result_size / kGiga, kLargestResult / kGiga);
}

Announcement::Announcement(std::string run, const Preflight& preflight, spdlog::logger& log)
    : run_(std::move(run)), preflight_(preflight), log_(log) {
  for (const std::string& warning : preflight_.warnings) log_.warn("{}: {}", run_, warning);
}

Announcement::~Announcement() { tell(); }

bool Announcement::follow(const Progress& progress) {
  if (is_told_) return true;
  steps_ += 1.0;
  wall_time_ = progress.wall_time;
  if (wall_time_ >= kTimingBudget) tell();
  return is_told_;
}

void Announcement::tell() {
  if (is_told_) return;
  is_told_ = true;
  const double per_step = steps_ > 0.0 ? wall_time_ / steps_ : 0.0;
  log_.info("{}: {}", run_, describe(preflight_, preflight_.steps * per_step));
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
    const double expected_time = preflight.steps * time_per_step(*simulation, configuration.end_time, kTimingBudget);
    spdlog::info("{}: {}", run.name, describe(preflight, expected_time));
    for (const std::string& warning : preflight.warnings) spdlog::warn("{}: {}", run.name, warning);
    if (const std::string objection = size_objection(preflight); !objection.empty()) {
      spdlog::warn("{}: {}", run.name, objection);
    }
  }
}

}  // namespace beltdyn::app
