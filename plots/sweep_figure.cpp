// SPDX-License-Identifier: MIT
#include "plots/sweep_figure.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <random>

#include <fmt/format.h>

#include "plots/gnuplot_text.hpp"

namespace beltdyn::embedded {
std::string_view plot_script(std::string_view file_name);
}

namespace beltdyn::plots {
namespace {

enum class Layout { curve, family, map, points };

constexpr std::size_t kMostQuantities = 8;
constexpr std::size_t kMostShownParameters = 5;
constexpr std::size_t kMostPoints = 400;         // more points make slow files and hide each other
constexpr std::size_t kMostMembersOfFamily = 8;  // the number of colours
constexpr int kPanelWidth = 520;                 // [px]
constexpr int kPanelHeight = 330;                // [px]

Layout layout_of(const SweepTable& table) {
  if (table.parameters.size() == 1) return Layout::curve;
  if (table.grid.size() != 2) return Layout::points;
  return table.grid[1] <= kMostMembersOfFamily ? Layout::family : Layout::map;
}

std::string sweep_number(double value) { return std::isnan(value) ? "NaN" : fmt::format("{:.10g}", value); }

// Of many members a random selection, always the same: selecting every n-th one would show stripes where n and the
// order of a design have common factors.
std::vector<std::vector<double>> shown_points(const std::vector<std::vector<double>>& members) {
  if (members.size() <= kMostPoints) return members;
  std::vector<std::vector<double>> shown;
  std::mt19937 dice;
  // Each member is selected with the probability that leads to the right number.
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (dice() % (members.size() - i) < kMostPoints - shown.size()) shown.push_back(members[i]);
  }
  return shown;
}

// The members. For a grid of two parameters they are grouped in blocks of equal values of the second parameter (family)
// or of the first one (map).
std::string sweep_data(const SweepTable& table, Layout layout) {
  std::vector<std::vector<double>> rows = layout == Layout::points ? shown_points(table.members) : table.members;
  const std::size_t block_by = layout == Layout::family ? 1 : 0;
  const bool has_blocks = layout == Layout::family || layout == Layout::map;
  if (layout == Layout::curve) std::ranges::sort(rows, {}, [](const auto& row) { return row[0]; });
  if (has_blocks) {
    std::ranges::sort(rows, {}, [block_by](const auto& row) { return std::pair(row[block_by], row[1 - block_by]); });
  }
  std::string text = "# " + fmt::format("{}", fmt::join(table.parameters, ", ")) + ", " +
                     fmt::format("{}", fmt::join(table.quantities, ", ")) + "\n";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    // An empty line ends a row of a map, two empty lines end a curve.
    if (has_blocks && i > 0 && rows[i][block_by] != rows[i - 1][block_by]) {
      text += layout == Layout::family ? "\n\n" : "\n";
    }
    for (const double value : rows[i]) text += sweep_number(value) + " ";
    text += '\n';
  }
  return text;
}

// The values of the second parameter, one for each curve of a family.
std::vector<double> family_values(const SweepTable& table) {
  std::vector<double> values;
  for (const auto& row : table.members) values.push_back(row[1]);
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

// Removes quantities without any value, which gnuplot refuses to draw.
SweepTable drawable(const SweepTable& table) {
  SweepTable shown{.parameters = table.parameters, .quantities = {}, .grid = table.grid, .members = table.members};
  const std::size_t n_parameters = table.parameters.size();
  for (std::vector<double>& row : shown.members) row.resize(n_parameters);
  for (std::size_t q = 0; q < table.quantities.size(); ++q) {
    const auto has_value = [&](const std::vector<double>& row) { return std::isfinite(row[n_parameters + q]); };
    if (std::ranges::none_of(table.members, has_value)) continue;
    shown.quantities.push_back(table.quantities[q]);
    for (std::size_t i = 0; i < table.members.size(); ++i) {
      shown.members[i].push_back(table.members[i][n_parameters + q]);
    }
  }
  return shown;
}

std::string sweep_preamble(const SweepTable& table, Layout layout) {
  const std::size_t n_quantities = std::min(table.quantities.size(), kMostQuantities);
  const std::size_t n_parameters = std::min(table.parameters.size(), kMostShownParameters);
  const bool is_matrix = layout == Layout::points;
  const std::size_t n_columns = is_matrix ? n_parameters : std::min<std::size_t>(n_quantities, 2);
  const std::size_t n_rows = is_matrix ? n_quantities : (n_quantities + n_columns - 1) / n_columns;
  std::string text = fmt::format(
      "figure = {}\nwidth = {}\nheight = {}\nn_runs = 0\nlayout = {}\nn_rows = {}\nn_columns = {}\nn_quantities = "
      "{}\nn_parameters = {}\nfirst_quantity = {}\n",
      gnuplot_string(kSweepFigure), kPanelWidth * static_cast<int>(n_columns), kPanelHeight * static_cast<int>(n_rows),
      static_cast<int>(layout), n_rows, n_columns, n_quantities, n_parameters, table.parameters.size() + 1);
  const bool are_some = is_matrix && table.members.size() > kMostPoints;
  text +=
      fmt::format("heading = {}\n",
                  gnuplot_string(are_some ? fmt::format("{} of {} members", kMostPoints, table.members.size()) : ""));
  text += gnuplot_array("parameter", table.parameters, [](const std::string& s) { return gnuplot_string(s); });
  text += gnuplot_array("quantity", table.quantities, [](const std::string& s) { return gnuplot_string(s); });
  const std::vector<double> values = layout == Layout::family ? family_values(table) : std::vector<double>{0.0};
  return text + gnuplot_array("family", values, [](double value) { return fmt::format("{:.10g}", value); });
}

}  // namespace

FigureFiles sweep_figure(const SweepTable& given) {
  const SweepTable table = drawable(given);
  FigureFiles files;
  if (table.quantities.empty()) return files;
  const Layout layout = layout_of(table);
  files.data.push_back({.path = fmt::format("data/{}.dat", kSweepFigure), .text = sweep_data(table, layout)});
  files.scripts.push_back({.path = fmt::format("{}.gp", kSweepFigure),
                           .text = sweep_preamble(table, layout) + std::string(embedded::plot_script("common.gp")) +
                                   std::string(embedded::plot_script("sweep.gp"))});
  return files;
}

}  // namespace beltdyn::plots
