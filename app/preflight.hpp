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

// Makes the simulation of a run. If that takes a while, logs its size and shows its progress.
std::unique_ptr<Simulation> prepare(const Configuration& configuration, const RunConfig& run,
                                    RunMessages::Run& messages, bool quiet);

// Why a run should not start unasked: its result files would take more than 10 GB. Empty if they take less.
std::string size_objection(const Preflight& preflight);

// Logs the warnings of a run when it is made, before the run starts, and its steps, scales, sizes and expected time
// when WallTimeEstimate::is_ready() after the first steps, or at its end.
class Announcement {
 public:
  Announcement(std::string run, const Preflight& preflight, spdlog::logger& log);
  ~Announcement();
  Announcement(const Announcement&) = delete;
  Announcement& operator=(const Announcement&) = delete;

  // After each step. Returns whether everything is logged.
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

// `validate --preflight`: the same for each run of a configuration, which does not start. Throws SolverError if a
// simulation cannot be made.
void announce_all(const Configuration& configuration);

}  // namespace beltdyn::app
