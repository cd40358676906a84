// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include <spdlog/logger.h>

#include "app/run_messages.hpp"
#include "core/run/preflight.hpp"
#include "core/run/runner.hpp"
#include "core/settings/configuration.hpp"

namespace beltdyn::app {

// Warns of values of the drive that are allowed but implausible.
void report_near_misses(const Configuration& configuration);
// Logs what is known of a belt without a simulation; does nothing for other drives.
void announce_belt(const Drive& drive);

// Makes the simulation of a run. If that takes long, logs its size and shows progress.
std::unique_ptr<Simulation> prepare(const Configuration& configuration, const RunConfig& run,
                                    RunMessages::Run& messages, bool quiet);

// Why a run must not start without confirmation: its result files would exceed 10 GB. Empty if they do not.
std::string size_objection(const Preflight& preflight);

// Logs the warnings of a run before it starts; then its steps, scales, sizes and expected time as soon as
// WallTimeEstimate::is_ready(), or at its end.
class Announcement {
 public:
  Announcement(std::string run, const Preflight& preflight, spdlog::logger& log);
  ~Announcement();
  Announcement(const Announcement&) = delete;
  Announcement& operator=(const Announcement&) = delete;

  // Call after each step. Returns whether everything has been logged.
  bool follow(const Progress& progress);

 private:
  void tell();

  std::string run_;
  const Preflight& preflight_;
  spdlog::logger& log_;
  WallTimeEstimate estimate_{};
  double end_time_ = 0.0;  // [s]
  bool is_told_ = false;
};

// `validate --preflight`: the same for each run of a configuration, without starting the runs. Throws SolverError if a
// simulation cannot be made.
void announce_all(const Configuration& configuration);

}  // namespace beltdyn::app
