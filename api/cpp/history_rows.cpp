// SPDX-License-Identifier: MIT
#include "api/cpp/history_rows.hpp"

#include <utility>

#include "core/base/error.hpp"
#include "core/base/stop_request.hpp"
#include "core/run/row_sampler.hpp"
#include "core/run/runner.hpp"
#include "core/settings/near_misses.hpp"

namespace beltdyn::library {

HistoryRows history_rows(Simulation& simulation, const Configuration& configuration) {
  const History history = simulation.history();
  RowSampler sampler(history, configuration.output, configuration.end_time);
  HistoryRows rows;
  const auto look = [&](bool is_last) {
    sampler.look(
        simulation.time(), is_last, [&history](std::span<double> row) { history.values(row); },
        [&rows](double time, std::span<const double> row) {
          rows.times.push_back(time);
          rows.values.insert(rows.values.end(), row.begin(), row.end());
        });
  };
  try {
    look(false);
    for (double step = next_step(simulation, configuration.end_time); step > 0.0;) {
      throw_if_stopped();
      simulation.advance(step);
      step = next_step(simulation, configuration.end_time);
      look(step == 0.0);
    }
  } catch (const SolverError& error) {
    rows.failure = error.what();
  }
  return rows;
}

std::vector<std::string> warnings_of(const Simulation& simulation, const Configuration& configuration) {
  std::vector<std::string> warnings = near_misses(configuration);
  for (std::string& sentence : simulation.preflight(configuration.end_time)) warnings.push_back(std::move(sentence));
  return warnings;
}

}  // namespace beltdyn::library
