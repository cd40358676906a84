// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <spdlog/logger.h>

#include "core/simulation/preflight.hpp"

namespace beltdyn::app {

// Wall time that a run will take [s], from a few steps of a second simulation of it; 0 if they tell nothing. Takes a
// tenth of a second at most, and what making the simulation takes.
double expected_time(const Configuration& configuration, const RunConfig& run);

// Warns of what of the drive is allowed but hardly meant.
void tell_implausibilities(const Configuration& configuration);

// Logs what making the simulation of a run takes, if that is worth a word.
void tell_preparation(const Configuration& configuration, const RunConfig& run, spdlog::logger& log);

// Why a run should not start unasked: its result files would take more than 10 GB. Empty if they take less.
std::string size_objection(const Preflight& preflight);

// Logs what is known of a run before it starts: its steps, scales, sizes and expected time, then its warnings.
void announce(const Configuration& configuration, const RunConfig& run, const Preflight& preflight,
              spdlog::logger& log);

// `validate --preflight`: the same for each run of a configuration, which does not start. Throws SolverError if a
// simulation cannot be made.
void announce_all(const Configuration& configuration);

}  // namespace beltdyn::app
