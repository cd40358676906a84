// SPDX-License-Identifier: MIT
#include "plots/bearing_data.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <numbers>
#include <span>
#include <string_view>
#include <variant>

#include <fmt/format.h>

#include "plots/figure_data.hpp"
#include "plots/gnuplot_text.hpp"

namespace beltdyn::plots {
namespace {

constexpr std::string_view kTime = "time [s]";
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kDegree = std::numbers::pi / 180.0;
constexpr double kMillimetre = 1e-3;

bool is_arm(const Pulley& pulley) { return std::holds_alternative<ArmMount>(pulley.mount); }

std::string mount_column(const BeltDrive& drive, std::size_t pulley) {
  return fmt::format("mount_position_{} [{}]", pulley + 1, is_arm(drive.pulleys[pulley]) ? "rad" : "m");
}

// "time", then a column of each pulley.
std::string lines_of(const Run& run, std::string_view quantity, std::string_view unit, std::size_t pulleys) {
  std::vector<std::span<const double>> columns{run.history.column(kTime)};
  for (std::size_t k = 1; k <= pulleys; ++k) {
    columns.push_back(run.history.column(fmt::format("{}_{} [{}]", quantity, k, unit)));
  }
  return thinned_lines(columns);
}

}  // namespace

bool has_hub_loads(const Run& run) { return run.history.has("hub_load_1 [N]"); }

bool has_slip_margins(const Run& run) { return run.history.has("slip_margin_1 [-]"); }

bool has_mounts(const Run& run) {
  return std::ranges::any_of(run.history.names(),
                             [](const std::string& name) { return name.starts_with("mount_position_"); });
}

bool has_accessory_torques(const Run& run) {
  return std::ranges::any_of(run.history.names(),
                             [](const std::string& name) { return name.starts_with("accessory_torque_"); });
}

bool has_histograms(const Run& run) { return !run.histograms.empty(); }

BeltDrive drive_with_parts(const Result& result) {
  BeltDrive drive = std::get<BeltDrive>(*result.drive);
  for (const Run& run : result.runs) {
    const auto& own = std::get<BeltDrive>(drive_of_run(run, result));
    for (std::size_t k = 0; k < std::min(drive.pulleys.size(), own.pulleys.size()); ++k) {
      Pulley& pulley = drive.pulleys[k];
      if (!pulley.accessory) pulley.accessory = own.pulleys[k].accessory;
      if (!has_coordinate(pulley.mount)) pulley.mount = own.pulleys[k].mount;
    }
  }
  return drive;
}

std::vector<std::size_t> mounted_pulleys(const BeltDrive& drive) {
  std::vector<std::size_t> mounted;
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    if (has_coordinate(drive.pulleys[k].mount)) mounted.push_back(k);
  }
  return mounted;
}

std::vector<std::size_t> pulleys_with_accessory(const BeltDrive& drive) {
  std::vector<std::size_t> pulleys;
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    if (drive.pulleys[k].accessory) pulleys.push_back(k);
  }
  return pulleys;
}

std::string accessory_lines(const Run& run, const BeltDrive& drive) {
  const std::vector<double> missing(run.history.rows(), kNaN);
  std::vector<std::span<const double>> columns{run.history.column(kTime)};
  for (const std::size_t k : pulleys_with_accessory(drive)) {
    columns.push_back(column_or(run.history, fmt::format("accessory_torque_{} [N m]", k + 1), missing));
  }
  return thinned_lines(columns);
}

std::string hub_load_lines(const Run& run, std::size_t pulleys) { return lines_of(run, "hub_load", "N", pulleys); }

std::string slip_margin_lines(const Run& run, std::size_t pulleys) {
  return lines_of(run, "slip_margin", "-", pulleys);
}

std::string mount_lines(const Run& run, const BeltDrive& drive) {
  const std::vector<double> missing(run.history.rows(), kNaN);
  std::vector<std::vector<double>> positions;
  for (const std::size_t k : mounted_pulleys(drive)) {
    const double unit = is_arm(drive.pulleys[k]) ? kDegree : kMillimetre;
    const std::span<const double> column = column_or(run.history, mount_column(drive, k), missing);
    positions.emplace_back();
    std::ranges::transform(column, std::back_inserter(positions.back()), [unit](double value) { return value / unit; });
  }
  std::vector<std::span<const double>> columns{run.history.column(kTime)};
  columns.insert(columns.end(), positions.begin(), positions.end());
  return thinned_lines(columns);
}

std::string histogram_blocks(const Run& run, std::size_t spans) {
  constexpr double kPercent = 0.01;
  std::string text;
  const auto out = std::back_inserter(text);
  for (std::size_t k = 1; k <= spans; ++k) {
    const auto found =
        std::ranges::find(run.histograms, fmt::format("span_force_{}", k), &postprocess::Histogram::column);
    const std::size_t n = found == run.histograms.end() ? 0 : found->begin.size();
    if (n == 0) text += "NaN NaN\n";
    for (std::size_t i = 0; i < n; ++i) {
      const double begin = found->begin[i];
      const double end = begin + found->bin_width;
      const bool follows = i > 0 && begin < found->begin[i - 1] + 1.5 * found->bin_width;
      const bool is_followed = i + 1 < n && found->begin[i + 1] < begin + 1.5 * found->bin_width;
      const double share = found->share[i] / kPercent;
      if (!follows) fmt::format_to(out, "{:.10g} 0\n", begin);
      fmt::format_to(out, "{0:.10g} {2:.10g}\n{1:.10g} {2:.10g}\n", begin, end, share);
      if (!is_followed) fmt::format_to(out, "{:.10g} 0\n", end);
    }
    text += "\n\n";
  }
  return text;
}

std::string mount_variables(const BeltDrive& drive) {
  const std::vector<std::size_t> mounted = mounted_pulleys(drive);
  const auto title = [&drive](std::size_t k) { return gnuplot_string("pulley " + drive.pulley_label(k)); };
  return gnuplot_array("accessory_title", pulleys_with_accessory(drive), title) +
         fmt::format("n_mounts = {}\n", mounted.size()) + gnuplot_array("mount_title", mounted, title) +
         gnuplot_array("mount_quantity", mounted, [&drive](std::size_t k) {
           return gnuplot_string(is_arm(drive.pulleys[k]) ? "angle of the arm [°]" : "position of the slider [mm]");
         });
}

}  // namespace beltdyn::plots
