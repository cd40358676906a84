// SPDX-License-Identifier: MIT
#include "app/study_results.hpp"

#include <initializer_list>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "core/base/printable.hpp"

namespace beltdyn::app {

namespace {

namespace fs = std::filesystem;

std::vector<postprocess::RunHistory> complete_histories(const plots::Result& result) {
  std::vector<postprocess::RunHistory> histories;
  for (const plots::Run& run : result.runs) {
    if (!run.is_complete) continue;
    histories.push_back({.name = run.name,
                         .model = run.model,
                         .is_reference = run.is_exact,
                         .history = &run.history,
                         .conclusions = run.conclusions});
  }
  return histories;
}

void remove_files(const fs::path& folder, std::initializer_list<const char*> names) {
  std::error_code ignored;
  for (const char* name : names) fs::remove(folder / name, ignored);
}

}  // namespace

std::optional<postprocess::Convergence> convergence_of(const Configuration& configuration,
                                                       const plots::Result& result) {
  if (!configuration.study || !configuration.study->has_orders) return std::nullopt;
  return postprocess::measure_convergence(configuration, complete_histories(result));
}

std::optional<postprocess::ParameterStudy> parameter_study_of(const Configuration& configuration,
                                                              const plots::Result& result) {
  if (!configuration.study || configuration.study->has_orders) return std::nullopt;
  return postprocess::compare_over_parameter(configuration, complete_histories(result));
}

void write_study_of(const plots::Result& result, const fs::path& folder, std::FILE* table) {
  if (result.convergence) {
    remove_files(folder, {"study.json", "study.csv"});
    postprocess::write_convergence(folder, *result.convergence);
    fmt::print(table, "{}All members and columns: {}\n", postprocess::convergence_table(*result.convergence),
               printable((folder / "convergence.csv").string()));
  }
  if (result.parameter_study) {
    remove_files(folder, {"convergence.json", "convergence.csv"});
    postprocess::write_parameter_study(folder, *result.parameter_study);
    fmt::print(table, "{}All members and columns: {}\n", postprocess::parameter_study_table(*result.parameter_study),
               printable((folder / "study.csv").string()));
  }
}

}  // namespace beltdyn::app
