// SPDX-License-Identifier: MIT
// The commands that evaluate the results of a configuration: compare, plot.
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <variant>
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
#include "core/base/csv_table.hpp"
#include "core/base/error.hpp"
#include "core/base/stop_signals.hpp"
#include "core/config/quantity.hpp"
#include "plots/time_range.hpp"

namespace beltdyn::app {

namespace {

// Do the runs of one model differ by no more than their errors and a tenth of their ranges?
bool agrees(const plots::Result& result) {
  const std::vector<postprocess::PairComparison> pairs = compare_runs(result);
  const postprocess::WorstDifference worst = postprocess::worst_difference(pairs);
  if (worst.column == nullptr || worst.column->agrees()) return true;
  spdlog::error("{} and {} are runs of one model and differ in {}, which --strict takes for a failure", worst.pair->run,
                worst.pair->reference, worst.column->column);
  return false;
}

// Limits for the size of figures [m].
constexpr double kNarrowestPicture = 0.08;
constexpr double kLowestPicture = 0.04;
constexpr double kLargestPicture = 1.0;

// The number of a quantity such as `example` in a unit. Throws UsageError if the text is none.
double quantity_of(const char* option, const std::string& text, const char* unit, const char* example) {
  const std::variant<double, std::string> quantity = config::quantity_in(unit, text);
  if (const auto* number = std::get_if<double>(&quantity)) return *number;
  const bool is_number = text.find_first_not_of("0123456789.") == std::string::npos;
  throw UsageError(fmt::format("{} {}: {}; give a {}", option, text,
                               is_number ? "has no unit" : std::get<std::string>(quantity), example));
}

// A length such as "120 mm" in pixels, 96 per inch; 0 for an empty text.
int picture_length(const char* option, const std::string& text, double least) {
  constexpr double kPixelsPerMetre = 96.0 / 0.0254;
  constexpr double kMillimetre = 1e-3;
  if (text.empty()) return 0;
  const double metres = quantity_of(option, text, "m", "length such as 120mm");
  if (!(metres >= least && metres <= kLargestPicture)) {
    throw UsageError(fmt::format("{} {}: must be from {:g} mm to {:g} mm", option, text, least / kMillimetre,
                                 kLargestPicture / kMillimetre));
  }
  return static_cast<int>(std::lround(kPixelsPerMetre * metres));
}

// A time such as "0.5 s", or a number of seconds; `left_out` for an empty text.
double picture_time(const char* option, const std::string& text, double left_out) {
  if (text.empty()) return left_out;
  if (const std::optional<double> seconds = csv_number(text)) return *seconds;
  return quantity_of(option, text, "s", "time such as 0.5s");
}

// The part of the time that figures show; none if all of it.
std::optional<plots::TimeRange> picture_range(const PlotArguments& arguments) {
  if (arguments.from.empty() && arguments.to.empty()) return std::nullopt;
  plots::TimeRange range;
  range.from = picture_time("--from", arguments.from, range.from);
  range.to = picture_time("--to", arguments.to, range.to);
  if (!(range.from >= 0.0 && range.to > range.from)) {
    throw UsageError(
        fmt::format("--from and --to: the figures would show the time from {:g} s to {:g} s; let it begin "
                    "at 0 s or later and end after its begin",
                    range.from, range.to));
  }
  return range;
}

}  // namespace

int compare(const RunArguments& arguments, const Formulations& formulations) {
  // Loaded only once, because it may come from the standard input.
  const Configuration configuration =
      load_configuration(arguments.config, arguments.assignments, arguments.only, formulations);
  take_stop_signals();
  int exit_code = run_loaded(configuration, arguments, formulations);
  // Results of failed runs are compared up to their end.
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

int plot(const PlotArguments& arguments, const Formulations& formulations) {
  const plots::PictureSize size{.width = picture_length("--width", arguments.width, kNarrowestPicture),
                                .height = picture_length("--height", arguments.height, kLowestPicture)};
  const std::optional<plots::TimeRange> range = picture_range(arguments);
  take_stop_signals();
  const std::filesystem::path folder = result_folder_in(arguments.folder);
  refuse_links_of_result(folder);
  const plots::Result result = load_result(folder, formulations);
  std::set<std::string> drawn;
  if (!result.runs.empty()) {
    std::optional<plots::Result> part;
    if (range) part = plots::within(result, *range);
    write_study_of(result, folder, stdout);
    drawn = draw_figures(part ? *part : result, folder, size);
  }
  write_comparison_report(result, folder, drawn);
  return kOk;
}

}  // namespace beltdyn::app
