// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include <spdlog/logger.h>

#include "app/run_messages.hpp"
#include "core/simulation/preflight.hpp"

namespace beltdyn::app {

// Wall time that a run will take [s], from a few steps of a second simulation of it; 0 if they tell nothing. Takes a
// tenth of a second at most, and what making the simulation takes, which is to be little.
double expected_time(const Configuration& configuration, const RunConfig& run);

// Warns of what of the drive is allowed but hardly meant.
void tell_implausibilities(const Configuration& configuration);

// A simulation that has not started.
struct Prepared {
  std::unique_ptr<Simulation> simulation;
  double time_per_step{};  // wall time of a step of its preparation [s], 0 if that was not worth a word
};

// Makes the simulation of a run. If that takes a while, logs what it takes and shows how far it is.
Prepared prepare(const Configuration& configuration, const RunConfig& run, RunMessages::Run& messages, bool quiet);

// Why a run should not start unasked: its result files would take more than 10 GB. Empty if they take less.
std::string size_objection(const Preflight& preflight);

// Logs what is known of a run before it starts: its steps, scales, sizes and expected time, then its warnings. The time
// is that of the steps of the preparation if they are known, else expected_time().
void announce(const Configuration& configuration, const RunConfig& run, const Preflight& preflight,
              double time_per_step, spdlog::logger& log);

// `validate --preflight`: the same for each run of a configuration, which does not start. Throws SolverError if a
// simulation cannot be made.
void announce_all(const Configuration& configuration);

}  // namespace beltdyn::app
