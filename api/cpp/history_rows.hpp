// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/settings/configuration.hpp"

namespace beltdyn::library {

// The rows of history.csv of a run.
struct HistoryRows {
  std::vector<double> times{};   // shape (n_rows) [s]
  std::vector<double> values{};  // shape (n_rows n_columns)
  std::string failure{};         // why the run ended early
};

// Advances a simulation to the end time. Throws Interrupted if stop_signal is set; if the solver fails, keeps the rows
// computed so far.
HistoryRows history_rows(Simulation& simulation, const Configuration& configuration);

// The warnings before a run: near_misses() and Simulation::preflight().
std::vector<std::string> warnings_of(const Simulation& simulation, const Configuration& configuration);

}  // namespace beltdyn::library
