// SPDX-License-Identifier: MIT
#include "plots/sweep_figure.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>
#include <string>

#include <doctest/doctest.h>

#include "plots/sensitivity_figure.hpp"

namespace beltdyn::plots {
namespace {

SweepTable grid_of_two(std::size_t second) {
  SweepTable table{.parameters = {"a [m]", "b [-]"}, .quantities = {"c [N]"}, .grid = {2, second}, .members = {}};
  for (std::size_t i = 0; i < 2; ++i) {
    for (std::size_t j = 0; j < second; ++j) {
      const auto a = static_cast<double>(i);
      const auto b = static_cast<double>(j);
      table.members.push_back({a, b, 10.0 * a + b});
    }
  }
  return table;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("sweep figure: over one parameter the points of the curve go upwards") {
  const FigureFiles files = sweep_figure({.parameters = {"a [m]"},
                                          .quantities = {"c [N]"},
                                          .members = {{2.0, 5.0}, {1.0, std::numeric_limits<double>::quiet_NaN()}}});
  CHECK(has(files.data.at(0).text, "\n1 NaN \n2 5 \n"));
  CHECK(has(files.scripts.at(0).text, "layout = 0\n"));
}

TEST_CASE("sweep figure: a grid of two is a family of curves, or a map if it has many") {
  const FigureFiles family = sweep_figure(grid_of_two(3));
  CHECK(has(family.scripts.at(0).text, "layout = 1\n"));
  CHECK(has(family.scripts.at(0).text, "array family[3] = [0, 1, 2]\n"));
  CHECK(has(family.data.at(0).text, "0 0 0 \n1 0 10 \n\n\n0 1 1 \n"));
  const FigureFiles map = sweep_figure(grid_of_two(9));
  CHECK(has(map.scripts.at(0).text, "layout = 2\n"));
  CHECK(has(map.data.at(0).text, "0 8 8 \n\n1 0 10 \n"));
}

TEST_CASE("sweep figure: quantities that no member has a value of have no panel") {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  const FigureFiles files = sweep_figure({.parameters = {"a [m]"},
                                          .quantities = {"none [s]", "c [N]"},
                                          .members = {{1.0, kNone, 5.0}, {2.0, kNone, kNone}}});
  CHECK(has(files.scripts.at(0).text, "array quantity[1] = ['c [N]']\n"));
  CHECK(files.data.at(0).text == "# a [m], c [N]\n1 5 \n2 NaN \n");
  CHECK(sweep_figure({.parameters = {"a [m]"}, .quantities = {"none [s]"}, .members = {{1.0, kNone}}}).scripts.empty());
}

TEST_CASE("sweep figure: members that are no grid are points") {
  SweepTable table = grid_of_two(3);
  table.grid.clear();
  CHECK(has(sweep_figure(table).scripts.at(0).text, "layout = 3\n"));
}

TEST_CASE("sweep figure: of very many members some are shown, and the figure says so") {
  SweepTable table = grid_of_two(3000);
  table.grid.clear();
  const FigureFiles files = sweep_figure(table);
  CHECK(has(files.scripts.at(0).text, "heading = '400 of 6000 members'\n"));
  const std::string& text = files.data.at(0).text;
  CHECK(std::ranges::count(text, '\n') == 401);
  CHECK(sweep_figure(table).data.at(0).text == text);
  // In a design in which every fifth member is alike, the share of these among the points shown is about the same: 80 ±
  // 4 standard deviations.
  for (std::size_t i = 0; i < table.members.size(); ++i) table.members[i][0] = i % 5 == 0 ? 1234.5 : 0.0;
  std::istringstream lines(sweep_figure(table).data.at(0).text);
  int alike = 0;
  for (std::string line; std::getline(lines, line);) alike += line.starts_with("1234.5 ") ? 1 : 0;
  CHECK(std::abs(alike - 80) <= 4 * 8);
  CHECK(has(sweep_figure(grid_of_two(3)).scripts.at(0).text, "heading = ''\n"));
}

TEST_CASE("sensitivity figure: the most influential parameter comes first, and indices are drawn if available") {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  SensitivityPanel panel{.quantity = "c [N]", .explained = 0.5};
  panel.bars.push_back({.parameter = "a", .per_deviation = 1.0, .first = kNone, .total = kNone});
  panel.bars.push_back({.parameter = "b", .per_deviation = -6.0, .first = kNone, .total = kNone});
  const FigureFiles tornado = sensitivity_figure({panel});
  CHECK(has(tornado.data.at(0).text, "\"b\" 1 -6"));
  CHECK(has(tornado.data.at(0).text, "\"a\" 2 1"));
  CHECK(has(tornado.scripts.at(0).text, "n_columns = 1\n"));
  CHECK(has(tornado.scripts.at(0).text, "array step[1] = [2]\n"));  // from −6 to 1
  panel.bars[0].first = panel.bars[0].total = 0.9;
  panel.bars[1].first = panel.bars[1].total = 0.1;
  const FigureFiles indices = sensitivity_figure({panel});
  CHECK(has(indices.data.at(0).text, "\"a\" 1 1"));
  CHECK(has(indices.scripts.at(0).text, "n_columns = 2\n"));
}

}  // namespace beltdyn::plots
