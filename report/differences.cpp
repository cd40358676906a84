// SPDX-License-Identifier: MIT
#include "report/differences.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "report/html.hpp"

namespace beltdyn::report {
namespace {

// A table of the differences of some columns of a pair.
std::string difference_table(const std::string& caption, const std::vector<postprocess::ColumnDifference>& columns,
                             bool has_errors, const std::function<bool(const std::string&)>& is_shown) {
  Table table{.caption = caption,
              .columns = {{"quantity"},
                          {"largest", true},
                          {"of the range", true},
                          {"at [s]", true},
                          {"L2", true},
                          {"of the range", true}},
              .rows = {},
              .id = {},
              .is_sortable = true};
  if (has_errors) {
    table.columns.push_back({"of the error bars", true});
    table.columns.push_back({"explained"});
  }
  for (const postprocess::ColumnDifference& column : columns) {
    if (!is_shown(column.column)) continue;
    table.rows.push_back({.cells = {text_cell(column.column), number_cell(column.maximum, 3),
                                    number_cell(column.maximum_relative, 2), number_cell(column.time_of_maximum, 4),
                                    number_cell(column.l2, 3), number_cell(column.l2_relative, 2)}});
    if (!has_errors) continue;
    std::vector<Cell>& cells = table.rows.back().cells;
    cells.push_back(number_cell(column.of_errors, 2));
    const bool is_explained = column.of_errors && column.is_explained();
    cells.push_back({.html = !column.of_errors ? "" : (is_explained ? "yes" : "no"),
                     .sort = std::nullopt,
                     .style = !column.of_errors ? "" : (is_explained ? "pass" : "warn")});
  }
  return table.rows.empty() ? std::string() : html_of(table);
}

std::string_view remark_on(const postprocess::PairComparison& pair) {
  if (pair.same_model) return {};
  if (pair.run_model == pair.reference_model) return " The two have different variants of the drive.";
  return " The two converge to different models; the difference of the models is included in these numbers and does "
         "not vanish with refinement.";
}

// If there are main columns, the others are folded.
std::string pair_html(const postprocess::PairComparison& pair, const RunLabel& label, bool is_open) {
  const std::string run = label(pair.run);
  const std::string reference = label(pair.reference);
  const bool has_errors =
      std::ranges::any_of(pair.columns, [](const auto& column) { return column.of_errors.has_value(); });
  const bool has_main =
      std::ranges::any_of(pair.columns, postprocess::is_main_column, &postprocess::ColumnDifference::column);
  const std::string caption = run + " and " + reference;
  const auto table = [&](const std::string& title, bool of_main) {
    return difference_table(title, pair.columns, has_errors, [&](const std::string& column) {
      return !has_main || postprocess::is_main_column(column) == of_main;
    });
  };
  std::string html = fmt::format("<p class=\"note\">From {} s to {} s.{}</p>\n", shown(pair.begin_time),
                                 shown(pair.end_time), remark_on(pair));
  html += table(caption, true);
  const std::string others = has_main ? table(caption + ", other quantities", false) : std::string();
  if (!others.empty()) html += folded("Other quantities", others);
  return folded(fmt::format("<strong>{}</strong> compared with <strong>{}</strong>", escape(run), escape(reference)),
                html, is_open);
}

}  // namespace

std::string html_of(std::span<const postprocess::PairComparison> pairs, const RunLabel& label) {
  constexpr std::size_t kMostOpen = 3;
  std::string html;
  for (const postprocess::PairComparison& pair : pairs) html += pair_html(pair, label, pairs.size() <= kMostOpen);
  return html;
}

}  // namespace beltdyn::report
