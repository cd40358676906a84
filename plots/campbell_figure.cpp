// SPDX-License-Identifier: MIT
#include "plots/campbell_figure.hpp"

#include <algorithm>
#include <iterator>
#include <span>
#include <string_view>

#include <fmt/format.h>

#include "plots/gnuplot_text.hpp"

namespace beltdyn::embedded {
std::string_view plot_script(std::string_view file_name);
}

namespace beltdyn::plots {
namespace {

constexpr std::size_t kMostCampbellRuns = 4;
constexpr int kCampbellWidth = 1100;  // [px]
constexpr int kCampbellHeight = 650;
constexpr std::string_view kOrder = "order_";

std::vector<const Run*> runs_over_speed(const Result& result) {
  std::vector<const Run*> runs;
  for (const Run& run : result.runs) {
    if (run.campbell && run.campbell->rows() > 0 && runs.size() < kMostCampbellRuns) runs.push_back(&run);
  }
  return runs;
}

std::vector<std::string> order_columns(const CsvTable& table) {
  std::vector<std::string> columns;
  for (const std::string& name : table.names()) {
    if (name.starts_with(kOrder)) columns.push_back(name);
  }
  return columns;
}

// A block of each mode: speed, frequency, damping ratio, rate; then one of each order: speed, frequency.
std::string campbell_data(const CsvTable& table) {
  const std::span<const double> speed = table.column("angular_velocity [rad/s]");
  const std::span<const double> mode = table.column("mode [-]");
  const std::span<const double> frequency = table.column("frequency [Hz]");
  const std::span<const double> damping = table.column("damping_ratio [-]");
  const std::span<const double> rate = table.column("real [1/s]");
  std::string text;
  const auto out = std::back_inserter(text);
  const int n_modes = static_cast<int>(*std::ranges::max_element(mode));
  for (int m = 1; m <= n_modes; ++m) {
    for (std::size_t i = 0; i < mode.size(); ++i) {
      if (static_cast<int>(mode[i]) != m) continue;
      fmt::format_to(out, "{:.10g} {:.10g} {:.6g} {:.6g}\n", speed[i], frequency[i], damping[i], rate[i]);
    }
    text += "\n\n";
  }
  for (const std::string& name : order_columns(table)) {
    const std::span<const double> order = table.column(name);
    for (std::size_t i = 0; i < speed.size(); ++i) fmt::format_to(out, "{:.10g} {:.10g}\n", speed[i], order[i]);
    text += "\n\n";
  }
  return text;
}

std::string campbell_preamble(const std::string& name, const std::string& run, const CsvTable& table) {
  const std::span<const double> mode = table.column("mode [-]");
  const std::span<const double> frequency = table.column("frequency [Hz]");
  std::vector<std::string> orders;
  for (const std::string& column : order_columns(table)) {
    orders.push_back("order " + std::string(split_header(column).name.substr(kOrder.size())));
  }
  return fmt::format(
             "figure = {}\nwidth = {}\nheight = {}\nrun = {}\nn_runs = 0\nn_modes = {}\nn_orders = {}\nhighest = {}\n",
             gnuplot_string(name), kCampbellWidth, kCampbellHeight, gnuplot_string(run),
             static_cast<int>(*std::ranges::max_element(mode)), orders.size(),
             gnuplot_number(*std::ranges::max_element(frequency))) +
         gnuplot_array("order_title", orders, [](const std::string& title) { return gnuplot_string(title); });
}

}  // namespace

std::vector<Figure> campbell_figures(const Result& result) {
  std::vector<Figure> figures;
  for (const Run* run : runs_over_speed(result)) {
    figures.push_back({.name = "campbell_" + run->name, .title = "modes over the speed of " + run->name});
  }
  return figures;
}

FigureFiles campbell_figure_files(const Result& result) {
  FigureFiles files;
  for (const Run* run : runs_over_speed(result)) {
    const std::string name = "campbell_" + run->name;
    files.data.push_back({.path = fmt::format("data/{}.dat", name), .text = campbell_data(*run->campbell)});
    files.scripts.push_back({.path = name + ".gp",
                             .text = campbell_preamble(name, readable(run->name), *run->campbell) +
                                     std::string(embedded::plot_script("common.gp")) +
                                     std::string(embedded::plot_script("campbell.gp"))});
  }
  return files;
}

}  // namespace beltdyn::plots
