// SPDX-License-Identifier: MIT
// The commands that look at the results of a configuration: compare, plot.
#include <cstdio>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "app/commands.hpp"
#include "app/comparison_report.hpp"
#include "app/exit_code.hpp"
#include "app/result_folder.hpp"
#include "app/results.hpp"
#include "app/study_results.hpp"
#include "app/summaries.hpp"
#include "core/base/stop_signals.hpp"

namespace beltdyn::app {

namespace {

// Are the runs of one model as close to each other as their errors, or as a tenth of their ranges?
bool agrees(const plots::Result& result) {
  const std::vector<results::PairComparison> pairs = compare_runs(result);
  const results::WorstDifference worst = results::worst_difference(pairs);
  if (worst.column == nullptr || worst.column->agrees()) return true;
  spdlog::error("{} and {} are runs of one model and differ in {}, which --strict takes for a failure", worst.pair->run,
                worst.pair->reference, worst.column->column);
  return false;
}

}  // namespace

int compare(const RunArguments& arguments, const Formulations& formulations) {
  // Once: it may come from the standard input.
  const Configuration configuration =
      load_configuration(arguments.config, arguments.assignments, arguments.only, formulations);
  const StopSignals signals;
  int exit_code = run_loaded(configuration, arguments, formulations);
  // Results of failing runs are compared up to their end.
  if (exit_code != kOk && exit_code != kNotConverged && exit_code != kToleranceMissed) {
    if (arguments.json) print_run_summary(configuration, arguments, formulations, exit_code);
    return exit_code;
  }
  const std::filesystem::path folder = std::filesystem::path(arguments.out) / configuration.name;
  refuse_links_of_result(folder);
  plots::Result result = load_result(folder, formulations);
  result.convergence = convergence_of(configuration, result);
  result.parameter_study = parameter_study_of(configuration, result);
  std::set<std::string> drawn;
  if (!result.runs.empty()) {
    std::FILE* const tables = arguments.json ? stderr : stdout;
    write_comparison_of(result, folder, tables);
    write_study_of(result, folder, tables);
    drawn = draw_figures(result, folder);
  }
  write_comparison_report(result, folder, drawn);
  if (arguments.strict && exit_code == kOk && !agrees(result)) exit_code = kToleranceMissed;
  if (arguments.json) {
    print_run_summary(configuration, arguments, formulations, exit_code,
                      {{"report", folder / "report.html"}, {"comparison", folder / "comparison.json"}});
  }
  return exit_code;
}

int plot(const std::string& given, const Formulations& formulations) {
  const StopSignals signals;
  const std::filesystem::path folder = result_folder_in(given);
  refuse_links_of_result(folder);
  const plots::Result result = load_result(folder, formulations);
  std::set<std::string> drawn;
  if (!result.runs.empty()) {
    write_study_of(result, folder, stdout);
    drawn = draw_figures(result, folder);
  }
  write_comparison_report(result, folder, drawn);
  return kOk;
}

}  // namespace beltdyn::app
