// SPDX-License-Identifier: MIT
#include "plots/order_figure.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "plots/gnuplot_text.hpp"
#include "plots/linear_titles.hpp"

namespace beltdyn::embedded {
std::string_view plot_script(std::string_view file_name);
}

namespace beltdyn::plots {
namespace {

constexpr std::size_t kMostOrderRuns = 4;
constexpr std::size_t kMostOrderCurves = 12;  // in a panel
constexpr int kOrderWidth = 900;              // [px]
constexpr std::string_view kMagnitudeEnd = "_magnitude";

// The amplitude of a quantity at one order, over the speed.
struct OrderCurve {
  std::string title;
  std::vector<std::pair<double, double>> points{};  // speed [rad/s], amplitude
  std::size_t colour{};                             // of the quantity, from 1
  std::size_t dash{};                               // of the order, from 1
};
struct OrderPanel {
  std::string unit;
  std::vector<OrderCurve> curves{};
};

void add_orders(const CsvTable& table, const Drive& drive, const std::string& column, std::size_t colour,
                OrderPanel& panel) {
  const std::span<const double> speed = table.column("angular_velocity [rad/s]");
  const std::span<const double> pulley = table.column("pulley [-]");
  const std::span<const double> order = table.column("order [-]");
  const std::span<const double> amplitude = table.column(column);
  std::map<std::pair<double, double>, OrderCurve> curves;
  for (std::size_t i = 0; i < speed.size(); ++i) {
    curves[{pulley[i], order[i]}].points.emplace_back(speed[i], amplitude[i]);
  }
  std::string_view name = split_header(column).name;
  name.remove_suffix(kMagnitudeEnd.size());
  std::size_t dash = 0;
  for (auto& [key, curve] : curves) {
    ++dash;
    // Held quantities, and quantities without response at this order, have no amplitude.
    if (std::ranges::none_of(curve.points, [](const auto& point) { return point.second > 0.0; })) continue;
    if (panel.curves.size() == kMostOrderCurves) return;
    curve.title = fmt::format("{}, order {} of pulley {}", linear_quantity_title(name, drive), key.second,
                              pulley_title(drive, static_cast<std::size_t>(key.first)));
    curve.colour = colour;
    curve.dash = (dash - 1) % 5 + 1;
    panel.curves.push_back(std::move(curve));
  }
}

std::vector<OrderPanel> order_panels(const CsvTable& table, const Drive& drive) {
  std::vector<OrderPanel> panels;
  for (const std::string_view quantity : kLinearQuantities) {
    std::size_t colour = 0;
    for (const std::string& column : table.names()) {
      const ColumnHeader header = split_header(column);
      if (!header.name.starts_with(quantity) || !header.name.ends_with(kMagnitudeEnd)) continue;
      auto panel = std::ranges::find(panels, header.unit, &OrderPanel::unit);
      if (panel == panels.end()) {
        panel = panels.insert(panels.end(), OrderPanel{.unit = std::string(header.unit)});
      }
      add_orders(table, drive, column, colour++ % 8 + 1, *panel);
    }
  }
  std::erase_if(panels, [](const OrderPanel& panel) { return panel.curves.empty(); });
  return panels;
}

std::string order_data(const std::vector<OrderPanel>& panels) {
  std::string text;
  for (const OrderPanel& panel : panels) {
    for (const OrderCurve& curve : panel.curves) {
      text += fmt::format("# {} [{}]: angular velocity [rad/s], amplitude\n", curve.title, panel.unit);
      for (const auto& [speed, amplitude] : curve.points) text += fmt::format("{:.10g} {:.10g}\n", speed, amplitude);
      text += "\n\n";
    }
  }
  return text;
}

std::string order_preamble(const std::string& name, const std::string& run, const std::vector<OrderPanel>& panels) {
  std::vector<const OrderCurve*> curves;
  for (const OrderPanel& panel : panels) {
    for (const OrderCurve& curve : panel.curves) curves.push_back(&curve);
  }
  return fmt::format("figure = {}\nwidth = {}\nheight = {}\nrun = {}\nn_runs = 0\nn_rows = {}\n", gnuplot_string(name),
                     kOrderWidth, kOrderWidth, gnuplot_string(readable(run)), panels.size()) +
         gnuplot_array("unit", panels, [](const OrderPanel& panel) { return gnuplot_string(panel.unit); }) +
         gnuplot_array("n_curves", panels,
                       [](const OrderPanel& panel) { return fmt::format("{}", panel.curves.size()); }) +
         gnuplot_array("curve_title", curves, [](const OrderCurve* curve) { return gnuplot_string(curve->title); }) +
         gnuplot_array("curve_colour", curves,
                       [](const OrderCurve* curve) { return fmt::format("{}", curve->colour); }) +
         gnuplot_array("curve_dash", curves, [](const OrderCurve* curve) { return fmt::format("{}", curve->dash); });
}

// Calls visit(run, its panels) for runs with panels.
template <class Visit>
void for_each_order_run(const Result& result, const Visit& visit) {
  std::size_t n = 0;
  for (const Run& run : result.runs) {
    if (!run.orders || n == kMostOrderRuns) continue;
    const std::vector<OrderPanel> panels = order_panels(*run.orders, drive_of_run(run, result));
    if (panels.empty()) continue;
    visit(run, panels);
    ++n;
  }
}

}  // namespace

std::vector<Figure> order_figures(const Result& result) {
  std::vector<Figure> figures;
  for_each_order_run(result, [&figures](const Run& run, const std::vector<OrderPanel>&) {
    figures.push_back(
        {.name = "order_response_" + run.name, .title = "response to orders over the speed, " + run.name});
  });
  return figures;
}

FigureFiles order_figure_files(const Result& result) {
  FigureFiles files;
  for_each_order_run(result, [&files](const Run& run, const std::vector<OrderPanel>& panels) {
    const std::string name = "order_response_" + run.name;
    files.data.push_back({.path = fmt::format("data/{}.dat", name), .text = order_data(panels)});
    files.scripts.push_back({.path = name + ".gp",
                             .text = order_preamble(name, run.name, panels) +
                                     std::string(embedded::plot_script("common.gp")) +
                                     std::string(embedded::plot_script("order_response.gp"))});
  });
  return files;
}

}  // namespace beltdyn::plots
