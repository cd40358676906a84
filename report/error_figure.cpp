// SPDX-License-Identifier: MIT
#include "report/error_figure.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/base/csv_table.hpp"
#include "report/errors.hpp"

namespace beltdyn::embedded {
std::string_view plot_script(std::string_view file_name);
std::string_view report_part(std::string_view file_name);
}  // namespace beltdyn::embedded

namespace beltdyn::report {
namespace {

constexpr int kWidth = 900;        // [px]
constexpr int kPanelHeight = 230;  // [px]
constexpr int kFooter = 80;        // [px]
constexpr std::size_t kWindows = 200;
// Smaller errors are rounding or 0, and cannot be shown on a logarithmic axis.
constexpr double kLeast = 1e-12;

// Lines "middle of the window, largest error in it".
std::string window_lines(const ErrorCurve& curve) {
  const double from = curve.at.front();
  const double length = curve.at.back() - from;
  std::string lines;
  std::size_t i = 0;
  for (std::size_t window = 0; window < kWindows; ++window) {
    const double end = from + length * static_cast<double>(window + 1) / kWindows;
    double largest = -1.0;
    double place = 0.0;
    for (; i < curve.at.size() && (curve.at[i] <= end || window + 1 == kWindows); ++i) {
      if (curve.error[i] > largest) {
        largest = curve.error[i];
        place = curve.at[i];
      }
    }
    if (largest < 0.0) continue;  // no point in this window
    fmt::format_to(std::back_inserter(lines), "{:.6g} {}\n", place,
                   largest < kLeast ? "NaN" : fmt::format("{:.4g}", largest));
  }
  return lines;
}

std::string quoted(std::string text) {
  std::replace(text.begin(), text.end(), '_', ' ');
  std::erase(text, '\'');
  return "'" + text + "'";
}

// The panel title for a quantity such as "angular_velocity_2" or "profile force [N]".
std::string panel_name(std::string quantity) {
  for (const std::string_view prefix : {"last profile ", "profile "}) {
    if (quantity.starts_with(prefix)) quantity = quantity.substr(prefix.size());
  }
  quantity.resize(split_header(quantity).name.size());
  while (quantity.ends_with('_')) quantity.pop_back();
  return quantity;
}

template <class Items, class Text>
std::string array_of(const char* name, const Items& items, const Text& text) {
  std::string line = fmt::format("array {}[{}] = [", name, std::max<std::size_t>(items.size(), 1));
  for (std::size_t i = 0; i < items.size(); ++i) line += (i > 0 ? ", " : "") + text(items[i]);
  return line + "]\n";
}

}  // namespace

plots::FigureFiles error_figure(const plots::Result& result, std::span<const std::string> quantities) {
  plots::FigureFiles files;
  const std::vector<ErrorPair> pairs = error_pairs(result);
  std::vector<std::string> panels;
  std::string drawn;  // for each panel its pairs, as words
  for (const std::string& quantity : quantities) {
    std::string of_panel;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const ErrorCurve curve = error_curve(pairs[i], quantity);
      if (curve.at.size() < 2) continue;
      files.data.push_back(
          {.path = fmt::format("data/pair{}.error{}.dat", i + 1, panels.size() + 1), .text = window_lines(curve)});
      of_panel += fmt::format(" {}", i + 1);
    }
    if (of_panel.empty()) continue;
    panels.push_back(quantity);
    drawn += fmt::format("'{}', ", of_panel);
  }
  if (panels.empty()) return {};
  drawn.resize(drawn.size() - 2);

  const auto none = [](const ErrorPair&) { return std::string("0"); };
  std::size_t number = 0;
  const std::string preamble =
      fmt::format("figure = '{}'\nwidth = {}\nheight = {}\nn_runs = {}\nn_panels = {}\n", kErrorFigure, kWidth,
                  kPanelHeight * static_cast<int>(panels.size()) + kFooter, pairs.size(), panels.size()) +
      array_of("run_name", pairs, [&number](const ErrorPair&) { return fmt::format("'pair{}'", ++number); }) +
      array_of("run_title", pairs,
               [](const ErrorPair& pair) { return quoted(pair.run->name + " − " + pair.reference->name); }) +
      array_of("run_number", pairs,
               [&pairs](const ErrorPair& pair) { return fmt::format("{}", &pair - pairs.data()); }) +
      array_of("run_is_exact", pairs, none) + array_of("run_is_published", pairs, none) +
      array_of("panel_name", panels, [](const std::string& panel) { return quoted(panel_name(panel)); }) +
      array_of("is_along_belt", panels,
               [](const std::string& panel) { return std::string(panel.find("profile ") < 6 ? "1" : "0"); }) +
      fmt::format("array drawn[{}] = [{}]\n", panels.size(), drawn) + "n_marks = 0\n";
  files.scripts.push_back({.path = std::string(kErrorFigure) + ".gp",
                           .text = preamble + std::string(embedded::plot_script("common.gp")) +
                                   std::string(embedded::report_part("errors.gp"))});
  return files;
}

}  // namespace beltdyn::report
