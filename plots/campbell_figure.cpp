// SPDX-License-Identifier: MIT
#include "plots/campbell_figure.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/linear/order_crossings.hpp"
#include "plots/gnuplot_text.hpp"
#include "plots/linear_titles.hpp"

namespace beltdyn::embedded {
std::string_view plot_script(std::string_view file_name);
}

namespace beltdyn::plots {
namespace {

constexpr std::size_t kMostCampbellRuns = 4;
constexpr int kCampbellWidth = 1200;  // [px]
constexpr int kCampbellHeight = 650;

std::vector<const Run*> runs_over_speed(const Result& result) {
  std::vector<const Run*> runs;
  for (const Run& run : result.runs) {
    if (run.campbell && run.campbell->rows() > 0 && runs.size() < kMostCampbellRuns) runs.push_back(&run);
  }
  return runs;
}

// The numbers of the modes in the diagram, ascending. Modes of modes.csv may have left its range.
std::set<int> modes_of(const CsvTable& table) {
  const std::span<const double> mode = table.column("mode [-]");
  return {mode.begin(), mode.end()};
}

// A block for each mode: speed, frequency, damping ratio, rate; then one for each order: speed, frequency.
std::string campbell_data(const CsvTable& table) {
  const std::span<const double> speed = table.column("angular_velocity [rad/s]");
  const std::span<const double> mode = table.column("mode [-]");
  const std::span<const double> frequency = table.column("frequency [Hz]");
  const std::span<const double> damping = table.column("damping_ratio [-]");
  const std::span<const double> rate = table.column("real [1/s]");
  std::string text;
  const auto out = std::back_inserter(text);
  for (const int m : modes_of(table)) {
    for (std::size_t i = 0; i < mode.size(); ++i) {
      if (static_cast<int>(mode[i]) != m) continue;
      fmt::format_to(out, "{:.10g} {:.10g} {:.6g} {:.6g}\n", speed[i], frequency[i], damping[i], rate[i]);
    }
    text += "\n\n";
  }
  for (const OrderLine& line : order_lines(table)) {
    for (std::size_t i = 0; i < speed.size(); ++i) {
      fmt::format_to(out, "{:.10g} {:.10g}\n", speed[i], line.frequency[i]);
    }
    text += "\n\n";
  }
  return text;
}

// The name of a mode, beside the end of its curve.
struct ModeLabel {
  int mode{};
  std::string text;
  double speed{};      // at the end of the curve [rad/s]
  double frequency{};  // at the end of the curve [Hz]
  double place{};      // place of the name on the frequency axis [Hz]
};

// The number of a mode, with its name if modes.csv lists it.
std::string title_of(const Run& run, int m) {
  const auto i = static_cast<std::size_t>(m - 1);
  if (!run.modes || i >= run.modes->modes.size()) return fmt::format("mode {}", m);
  return fmt::format("{}: {}", m, run.modes->modes[i].name);
}

// Moves names apart, in the order of the ends of the curves, so that they are readable.
void spread(std::vector<ModeLabel>& labels, double highest) {
  constexpr double kApart = 0.032;  // relative to the axis: height of a line
  const double step = kApart * highest;
  std::ranges::sort(labels, {}, &ModeLabel::frequency);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    labels[i].place = i == 0 ? labels[i].frequency : std::max(labels[i].frequency, labels[i - 1].place + step);
  }
  for (std::size_t i = labels.size(); i-- > 0;) {
    const double most = i + 1 == labels.size() ? highest : labels[i + 1].place - step;
    labels[i].place = std::min(labels[i].place, most);
  }
}

std::vector<ModeLabel> labels_of(const Run& run, double highest) {
  constexpr std::size_t kMostLabels = 28;
  const CsvTable& table = *run.campbell;
  const std::span<const double> mode = table.column("mode [-]");
  const std::span<const double> speed = table.column("angular_velocity [rad/s]");
  const std::span<const double> frequency = table.column("frequency [Hz]");
  std::vector<ModeLabel> labels;
  for (const int m : modes_of(table)) {
    if (labels.size() == kMostLabels) break;
    std::optional<ModeLabel> label;
    for (std::size_t i = 0; i < mode.size(); ++i) {
      const bool is_further = !label || std::abs(speed[i]) > std::abs(label->speed);
      if (static_cast<int>(mode[i]) == m && is_further) {
        label = ModeLabel{.mode = m, .text = title_of(run, m), .speed = speed[i], .frequency = frequency[i]};
      }
    }
    if (label) labels.push_back(std::move(*label));
  }
  spread(labels, highest);
  return labels;
}

std::string label_arrays(const std::vector<ModeLabel>& labels) {
  return fmt::format("n_labels = {}\n", labels.size()) +
         gnuplot_array("label_text", labels, [](const ModeLabel& label) { return gnuplot_string(label.text); }) +
         gnuplot_array("label_number", labels,
                       [](const ModeLabel& label) { return gnuplot_string(std::to_string(label.mode)); }) +
         gnuplot_array("label_y", labels, [](const ModeLabel& label) { return gnuplot_number(label.place); }) +
         gnuplot_array("label_end_x", labels, [](const ModeLabel& label) { return gnuplot_number(label.speed); }) +
         gnuplot_array("label_end_y", labels, [](const ModeLabel& label) { return gnuplot_number(label.frequency); });
}

std::string campbell_preamble(const std::string& name, const Run& run) {
  const CsvTable& table = *run.campbell;
  const std::span<const double> frequency = table.column("frequency [Hz]");
  std::vector<std::string> orders;
  for (const OrderLine& line : order_lines(table)) {
    orders.push_back(fmt::format("order {}", line.order));
    if (run.operating) orders.back() += " of pulley " + run.operating->pulley;
  }
  const double highest = *std::ranges::max_element(frequency);
  return fmt::format(
             "figure = {}\nwidth = {}\nheight = {}\nrun = {}\nn_runs = 0\nn_modes = {}\nn_orders = {}\nhighest = {}\n",
             gnuplot_string(name), kCampbellWidth, kCampbellHeight, gnuplot_string(readable(run.name)),
             modes_of(table).size(), orders.size(), gnuplot_number(highest)) +
         operating_lines(run) + label_arrays(labels_of(run, highest)) +
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
                             .text = campbell_preamble(name, *run) + std::string(embedded::plot_script("common.gp")) +
                                     std::string(embedded::plot_script("campbell.gp"))});
  }
  return files;
}

}  // namespace beltdyn::plots
