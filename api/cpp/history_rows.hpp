// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/settings/configuration.hpp"

namespace beltdyn::library {

// The rows that history.csv of a run has.
struct HistoryRows {
  std::vector<double> times{};   // shape (n_rows) [s]
  std::vector<double> values{};  // shape (n_rows n_columns)
  std::string failure{};         // why the run came to an end before its time
};

// Moves a simulation to the end time. Throws Interrupted if stop_signal is set; keeps what a solver that fails has
// computed.
HistoryRows history_rows(Simulation& simulation, const Configuration& configuration);

// What a user should know before a run: near_misses() and Simulation::preflight().
std::vector<std::string> warnings_of(const Simulation& simulation, const Configuration& configuration);

}  // namespace beltdyn::library
