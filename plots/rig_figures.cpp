// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "plots/figure_data.hpp"
#include "plots/figure_set.hpp"
#include "plots/gnuplot_text.hpp"

namespace beltdyn::plots {
namespace {

constexpr std::string_view kTime = "time [s]";
constexpr std::string_view kPosition = "position [m]";
constexpr std::string_view kVelocity = "velocity [m/s]";
constexpr std::string_view kFriction = "friction_force [N]";

// The zoom on the first slip of a pulled mass, as parts of the end time.
constexpr double kZoomBefore = 0.03;
constexpr double kZoomBehind = 0.01;
// Under a growing force: from this part of the largest friction on.
constexpr double kZoomFrom = 0.85;
// Of a periodic motion so many of the last periods show what the start has no part in.
constexpr double kShownPeriods = 2.0;
// Positions below this are drawn in millimetres [m].
constexpr double kSmallPosition = 0.02;

bool any(const Run&) { return true; }
bool always(const Result&) { return true; }

constexpr std::array<FigureKind, 4> kFigures{{
    {"rig_position", "Friction force over the position", 900, 620, always, any},
    {"rig_velocity", "Friction force over the velocity", 900, 620, always, any},
    {"rig_motion", "Position and velocity", 900, 700, always, any},
    {"rig_friction", "Friction force in time", 900, 700, always, any},
}};

// The first row whose value in a column is beyond a bound in magnitude; the last one if there is none.
double first_time_beyond(const Run& run, std::string_view column, double bound) {
  const std::span<const double> values = run.history.column(column);
  const std::span<const double> time = run.history.column(kTime);
  const auto first = std::find_if(values.begin(), values.end(), [bound](double v) { return std::abs(v) > bound; });
  return first == values.end() ? time.back() : time[static_cast<std::size_t>(first - values.begin())];
}

double largest_magnitude(const Run& run, std::string_view column) {
  double largest = 0.0;
  for (const double value : run.history.column(column)) largest = std::max(largest, std::abs(value));
  return largest;
}

// The part of the time in which the runs of a pulled mass begin to slip: they overtake the spring that pulls, or come
// near to the largest friction under a growing force. The whole time for other motions.
std::array<double, 2> zoom(const Result& result, const std::vector<const Run*>& runs) {
  const auto* pulled = std::get_if<PulledMass>(&std::get<FrictionRigDrive>(result.drive).motion);
  if (pulled == nullptr || (pulled->pull_speed == 0.0 && pulled->force_rate == 0.0)) return {0.0, result.end_time};
  double earliest = result.end_time;
  double latest = 0.0;
  for (const Run* run : runs) {
    if (pulled->pull_speed == 0.0) {
      earliest = std::min(earliest, first_time_beyond(*run, kFriction, kZoomFrom * largest_magnitude(*run, kFriction)));
      latest = result.end_time;
    } else {
      const double time = first_time_beyond(*run, kVelocity, std::abs(pulled->pull_speed));
      earliest = std::min(earliest, time - kZoomBefore * result.end_time);
      latest = std::max(latest, time + kZoomBehind * result.end_time);
    }
  }
  return {std::max(0.0, earliest), std::min(latest, result.end_time)};
}

// When the last periods of a periodic motion begin; 0 for other motions.
double begin_of_last_periods(const Result& result) {
  const auto* given = std::get_if<PrescribedVelocity>(&std::get<FrictionRigDrive>(result.drive).motion);
  const double period = given == nullptr ? 0.0 : given->velocity.period();
  return period > 0.0 ? std::max(0.0, result.end_time - kShownPeriods * period) : 0.0;
}

std::string variables(const Result& result, const std::vector<const Run*>& runs) {
  const auto [begin, end] = zoom(result, runs);
  double farthest = 0.0;
  for (const Run* run : runs) farthest = std::max(farthest, largest_magnitude(*run, kPosition));
  const bool is_small = farthest < kSmallPosition;
  return fmt::format("zoom_begin = {:.10g}\nzoom_end = {:.10g}\nperiodic_begin = {:.10g}\nposition_unit = {}\n", begin,
                     end, begin_of_last_periods(result), gnuplot_string(is_small ? "mm" : "m")) +
         fmt::format("position_scale = {}\n", is_small ? 1000 : 1);
}

std::vector<TextFile> data_files(const Run& run, const Result&) {
  std::vector<std::span<const double>> columns;
  for (const std::string_view name : {kTime, kPosition, kVelocity, kFriction}) {
    columns.push_back(run.history.column(name));
  }
  return {{.path = fmt::format("data/{}.history.dat", run.name), .text = thinned_lines(columns)}};
}

}  // namespace

FigureSet rig_figures() { return {.kinds = kFigures, .macros = "rig.gp", .variables = variables, .data = data_files}; }

}  // namespace beltdyn::plots
