// SPDX-License-Identifier: MIT
#include "plots/contour_data.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "plots/balance_data.hpp"
#include "plots/figure_data.hpp"
#include "postprocess/comparison.hpp"
#include "postprocess/filters.hpp"
#include "postprocess/plot_data.hpp"

namespace beltdyn::plots {
namespace {

constexpr double kSmoothingShare = 1.0 / 200.0;  // relative to the end time [-]
constexpr double kEnvelopeShare = 1.0 / 50.0;

const std::vector<std::string> kHistoryColumns{
    "time [s]",          "strain_tight [-]",     "strain_slack [-]",    "slip_length_1 [m]",
    "slip_length_2 [m]", "slip_direction_1 [-]", "slip_direction_2 [-]"};
constexpr std::string_view kTime = "time [s]";
constexpr std::string_view kTight = "strain_tight [-]";
constexpr std::string_view kNodeSpeed = "node_1_speed [m/s]";

std::string thinned(const std::vector<std::vector<double>>& columns) {
  return thinned_lines({columns.begin(), columns.end()});
}

std::string history_lines(const CsvTable& history) {
  postprocess::plot_data::Columns columns;
  for (const std::string& name : kHistoryColumns) columns.push_back(history.column(name));
  return thinned_lines(columns);
}

// "time strain_tight strain_slack slip_length_1 slip_length_2", low-pass filtered.
std::string smoothed_lines(const CsvTable& history, double width) {
  constexpr std::size_t kQuantities = 5;  // the directions behind them cannot be averaged
  const std::span<const double> time = history.column(kTime);
  std::vector<std::vector<double>> columns{{time.begin(), time.end()}};
  for (std::size_t i = 1; i < kQuantities; ++i)
    columns.push_back(postprocess::smooth(time, history.column(kHistoryColumns[i]), width));
  return thinned(columns);
}

// "time lower upper filtered" of the speed of node 1.
std::string node_speed_lines(const CsvTable& history, double width, double window) {
  const std::span<const double> time = history.column(kTime);
  const std::span<const double> speed = history.column(kNodeSpeed);
  postprocess::Envelope bounds = postprocess::envelope(time, speed, window);
  return thinned({{time.begin(), time.end()}, bounds.lower, bounds.upper, postprocess::smooth(time, speed, width)});
}

// "time |difference|": strain_tight minus the reference, relative to the largest reference value; maximum within the
// window.
std::string difference_lines(const Run& run, const Run& reference, double window) {
  const std::span<const double> reference_strain = reference.history.column(kTight);
  double scale = 0.0;
  for (const double strain : reference_strain) scale = std::max(scale, std::abs(strain));
  const std::span<const double> time = run.history.column(kTime);
  const std::span<const double> strain = run.history.column(kTight);
  std::vector<double> difference =
      postprocess::sample(reference.history.column(kTime), reference_strain, time, postprocess::Between::linear);
  for (std::size_t i = 0; i < difference.size(); ++i) {
    difference[i] = scale > 0.0 ? std::abs(strain[i] - difference[i]) / scale : 0.0;
  }
  return thinned({{time.begin(), time.end()}, postprocess::envelope(time, difference, window).upper});
}

}  // namespace

const Run* reference_of(const Run& run, const Result& result) {
  const auto found = std::find_if(result.runs.begin(), result.runs.end(),
                                  [&run](const Run& other) { return other.is_exact && other.model == run.model; });
  return found == result.runs.end() || &*found == &run ? nullptr : &*found;
}

double smoothing_width(double end_time) { return kSmoothingShare * end_time; }
double envelope_window(double end_time) { return kEnvelopeShare * end_time; }

std::vector<TextFile> contour_data_files(const Run& run, const Result& result) {
  std::vector<TextFile> files;
  const auto add = [&](const char* kind, std::string text) {
    files.push_back({.path = fmt::format("data/{}.{}.dat", run.name, kind), .text = std::move(text)});
  };
  const double width = smoothing_width(result.end_time);
  add("history", history_lines(run.history));
  if (reports_balances(run)) add("balances", balance_lines(run));
  if (run.history.has(kNodeSpeed)) {
    // Material nodes travel through the drive, so that the histories contain a saw tooth.
    add("smooth", smoothed_lines(run.history, width));
    add("node_speed", node_speed_lines(run.history, width, envelope_window(result.end_time)));
  }
  if (const Run* reference = reference_of(run, result)) {
    add("difference", difference_lines(run, *reference, envelope_window(result.end_time)));
  }
  const std::size_t n_profiles = postprocess::plot_data::profile_times(run.profiles).size();
  if (n_profiles > 0) add("profiles", postprocess::plot_data::profile_blocks(run.profiles, drawn_indices(n_profiles)));
  if (run.slip_zones.rows() > 0) {
    const std::span<const double> time = run.history.column(kTime);
    add("forward", postprocess::plot_data::slip_strips(run.slip_zones, time, 1, kStripRows));
    add("backward", postprocess::plot_data::slip_strips(run.slip_zones, time, -1, kStripRows));
  }
  return files;
}

}  // namespace beltdyn::plots
