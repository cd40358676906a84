// SPDX-License-Identifier: MIT
// Results of a study of a physical parameter as JSON, CSV and text.
#include <algorithm>
#include <cmath>
#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/json.hpp"
#include "core/base/text_file.hpp"
#include "postprocess/parameter_study.hpp"

namespace beltdyn::postprocess {
namespace {

// The number of values that fit into a console table.
constexpr std::size_t kMostShown = 5;

std::string field(double value) { return std::isfinite(value) ? fmt::format("{:.6g}", value) : std::string(); }

// The members shown in a table: all, or a selection at even spacing that includes the first and the last.
std::vector<std::size_t> shown_members(std::size_t n) {
  std::vector<std::size_t> members;
  const std::size_t count = std::min(n, kMostShown);
  for (std::size_t i = 0; i < count; ++i) members.push_back(count < 2 ? 0 : i * (n - 1) / (count - 1));
  return members;
}

void add_table(std::string& text, const RunOverParameter& run, const std::string& parameter) {
  const auto out = std::back_inserter(text);
  const std::vector<std::size_t> members = shown_members(run.values.size());
  fmt::format_to(out,
                 "Results of {} over {}, which is not a discretisation parameter: their differences are not errors.\n",
                 run.run, parameter);
  fmt::format_to(out, "{:<28}", "at the end");
  for (const std::size_t i : members) fmt::format_to(out, " {:>11}", fmt::format("{:.5g}", run.values[i]));
  fmt::format_to(out, " {:>9} {:>11}\n", "change", "sensitivity");
  std::vector<std::string> unaffected;
  for (const ColumnOverParameter& column : run.columns) {
    if (!column.is_affected) {
      unaffected.push_back(column.column);
      continue;
    }
    fmt::format_to(out, "{:<28}", column.column);
    for (const std::size_t i : members) fmt::format_to(out, " {:>11.5g}", column.final_values[i]);
    const double change = column.changes.back();
    fmt::format_to(out, " {:>9} {:>11}\n", std::isfinite(change) ? fmt::format("{:+.2f} %", 100.0 * change) : "-",
                   std::isfinite(column.overall_sensitivity) ? fmt::format("{:.3g}", column.overall_sensitivity) : "-");
  }
  if (!unaffected.empty()) fmt::format_to(out, "The same for all values: {}.\n", fmt::join(unaffected, ", "));
}

}  // namespace

// Values that are not finite are written as null.
std::string parameter_study_json(const ParameterStudy& study) {
  Json runs = Json::array();
  for (const RunOverParameter& run : study.runs) {
    Json columns = Json::array();
    for (const ColumnOverParameter& column : run.columns) {
      columns.push_back({{"column", column.column},
                         {"final", column.final_values},
                         {"mean", column.means},
                         {"change [-]", column.changes},
                         {"sensitivity [-]", column.sensitivities},
                         {"overall_sensitivity [-]", column.overall_sensitivity}});
    }
    runs.push_back(
        {{"run", run.run}, {"values", run.values}, {"members", run.members}, {"columns", std::move(columns)}});
  }
  return Json{{"parameter", study.parameter}, {"remarks", study.remarks}, {"runs", std::move(runs)}}.dump(2) + "\n";
}

std::string parameter_study_csv(const ParameterStudy& study) {
  std::string text = "run,parameter,value,member,column,final,mean,change [-],sensitivity [-]\n";
  for (const RunOverParameter& run : study.runs) {
    for (const ColumnOverParameter& column : run.columns) {
      for (std::size_t i = 0; i < run.values.size(); ++i) {
        fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{},{},{},{}\n", csv_field(run.run),
                       csv_field(study.parameter), run.values[i], csv_field(run.members[i]), csv_field(column.column),
                       column.final_values[i], column.means[i], field(column.changes[i]),
                       i == 0 ? std::string() : field(column.sensitivities[i - 1]));
      }
    }
  }
  return text;
}

std::string parameter_study_table(const ParameterStudy& study) {
  std::string text;
  for (const RunOverParameter& run : study.runs) add_table(text, run, study.name);
  if (!study.runs.empty()) {
    text += "change: from the first to the last value; sensitivity: d ln(result)/d ln(parameter) between them.\n";
  }
  for (const std::string& remark : study.remarks) fmt::format_to(std::back_inserter(text), "{}.\n", remark);
  return text;
}

void write_parameter_study(const std::filesystem::path& folder, const ParameterStudy& study) {
  write_text_file(folder / "study.json", parameter_study_json(study));
  write_text_file(folder / "study.csv", parameter_study_csv(study));
}

}  // namespace beltdyn::postprocess
