// SPDX-License-Identifier: MIT
// The commands that look at the results of a configuration: compare, plot.
#include <filesystem>
#include <set>
#include <string>

#include <fmt/format.h>

#include "app/commands.hpp"
#include "app/comparison_report.hpp"
#include "app/exit_code.hpp"
#include "app/result_folder.hpp"
#include "app/results.hpp"
#include "app/study_results.hpp"

namespace beltdyn::app {

int compare(const RunArguments& arguments, const Formulations& formulations) {
  // Once: it may come from the standard input.
  const Configuration configuration = load_configuration(arguments.config, arguments.assignments, formulations);
  const int exit_code = run_loaded(configuration, arguments, formulations);
  // What failing runs computed is compared as far as it goes.
  if (exit_code != kOk && exit_code != kNotConverged) return exit_code;
  const std::filesystem::path folder = std::filesystem::path(arguments.out) / configuration.name;
  refuse_links_of_result(folder);
  plots::Result result = load_result(folder, formulations);
  result.convergence = convergence_of(configuration, result);
  result.parameter_study = parameter_study_of(configuration, result);
  std::set<std::string> drawn;
  if (!result.runs.empty()) {
    write_comparison_of(result, folder);
    write_study_of(result, folder);
    drawn = draw_figures(result, folder);
  }
  write_comparison_report(result, folder, drawn);
  return exit_code;
}

int plot(const std::string& folder, const Formulations& formulations) {
  refuse_links_of_result(folder);
  const plots::Result result = load_result(folder, formulations);
  std::set<std::string> drawn;
  if (!result.runs.empty()) {
    write_study_of(result, folder);
    drawn = draw_figures(result, folder);
  }
  write_comparison_report(result, folder, drawn);
  return kOk;
}

}  // namespace beltdyn::app
