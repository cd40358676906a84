// SPDX-License-Identifier: MIT
#include "app/study_results.hpp"

#include <vector>

#include <fmt/format.h>

namespace beltdyn::app {

std::optional<results::Convergence> convergence_of(const Configuration& configuration, const plots::Result& result) {
  if (!configuration.study) return std::nullopt;
  std::vector<results::RunHistory> histories;
  for (const plots::Run& run : result.runs) {
    if (!run.is_complete) continue;
    histories.push_back({.name = run.name, .model = run.model, .is_reference = run.is_exact, .history = &run.history});
  }
  return results::measure_convergence(configuration, histories);
}

void write_convergence_of(const plots::Result& result, const std::filesystem::path& folder) {
  if (!result.convergence) return;
  results::write_convergence(folder, *result.convergence);
  fmt::print("{}All members and columns: {}\n", results::convergence_table(*result.convergence),
             (folder / "convergence.csv").string());
}

}  // namespace beltdyn::app
