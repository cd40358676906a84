// SPDX-License-Identifier: MIT
// Results of a convergence study as JSON, CSV and text.
#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include "core/base/json.hpp"
#include "core/base/text_file.hpp"
#include "postprocess/convergence.hpp"

namespace beltdyn::postprocess {
namespace {

// Values that are not finite are written as null.
Json series_json(const ErrorSeries& series) {
  return {{"errors", series.errors}, {"orders", series.orders}, {"fitted_order", series.fitted_order}};
}

// The order between a member and the previous one; empty for the first member.
std::string order_field(const ErrorSeries& series, std::size_t member) {
  if (member == 0 || !std::isfinite(series.orders[member - 1])) return "";
  return fmt::format("{:.6g}", series.orders[member - 1]);
}

std::string order_text(double order) { return std::isfinite(order) ? fmt::format("{:.2f}", order) : "-"; }

}  // namespace

std::string convergence_json(const Convergence& convergence) {
  Json runs = Json::array();
  for (const RunConvergence& run : convergence.runs) {
    Json columns = Json::array();
    for (const ColumnConvergence& column : run.columns) {
      columns.push_back({{"column", column.column},
                         {"relative_to", column.size ? Json(*column.size) : Json(nullptr)},
                         {"max", series_json(column.maximum)},
                         {"l2", series_json(column.l2)},
                         {"final", series_json(column.final_value)}});
    }
    runs.push_back({{"run", run.run},
                    {"reference", run.reference},
                    {"reference_is", to_string(run.kind)},
                    {"values", run.values},
                    {"members", run.members},
                    {"columns", std::move(columns)}});
  }
  const Json expected = convergence.expected_order > 0.0 ? Json(convergence.expected_order) : Json(nullptr);
  return Json{{"parameter", convergence.parameter},
              {"finer", convergence.larger_is_finer ? "larger" : "smaller"},
              {"expected_order", expected},
              {"remarks", convergence.remarks},
              {"runs", std::move(runs)}}
             .dump(2) +
         "\n";
}

std::string convergence_csv(const Convergence& convergence) {
  std::string text =
      "run,reference,reference_is,parameter,value,member,column,max,l2,final,order_max [-],order_l2 [-],order_final "
      "[-]\n";
  for (const RunConvergence& run : convergence.runs) {
    for (const ColumnConvergence& column : run.columns) {
      for (std::size_t i = 0; i < run.values.size(); ++i) {
        fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{},{},{},{},{},{},{},{}\n", csv_field(run.run),
                       csv_field(run.reference), to_string(run.kind), csv_field(convergence.parameter), run.values[i],
                       csv_field(run.members[i]), csv_field(column.column), column.maximum.errors[i],
                       column.l2.errors[i], column.final_value.errors[i], order_field(column.maximum, i),
                       order_field(column.l2, i), order_field(column.final_value, i));
      }
    }
  }
  return text;
}

std::string convergence_table(const Convergence& convergence) {
  std::string text;
  const auto out = std::back_inserter(text);
  for (const RunConvergence& run : convergence.runs) {
    if (run.values.empty()) continue;
    fmt::format_to(out, "Convergence of {} with {} from {:g} to {:g}, errors from {} ({}){}:\n", run.run,
                   convergence.name, run.values.front(), run.values.back(), run.reference, to_string(run.kind),
                   convergence.expected_order > 0.0
                       ? fmt::format(", theoretical order {:g}", convergence.expected_order)
                       : std::string());
    fmt::format_to(out, "{:<32} {:>10} {:>10} {:>6} {:>6} {:>6}\n", "", "coarsest", "finest", "order", "order",
                   "order");
    fmt::format_to(out, "{:<32} {:>10} {:>10} {:>6} {:>6} {:>6}\n", "column", "L2", "L2", "L2", "max", "final");
    for (const ColumnConvergence& column : run.columns) {
      fmt::format_to(out, "{:<32} {:>10.2e} {:>10.2e} {:>6} {:>6} {:>6}\n", column.column, column.l2.errors.front(),
                     column.l2.errors.back(), order_text(column.l2.fitted_order),
                     order_text(column.maximum.fitted_order), order_text(column.final_value.fitted_order));
    }
  }
  for (const std::string& remark : convergence.remarks) fmt::format_to(out, "{}.\n", remark);
  return text;
}

void write_convergence(const std::filesystem::path& folder, const Convergence& convergence) {
  write_text_file(folder / "convergence.json", convergence_json(convergence));
  write_text_file(folder / "convergence.csv", convergence_csv(convergence));
}

}  // namespace beltdyn::postprocess
