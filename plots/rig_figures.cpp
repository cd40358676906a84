// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "core/drive/any_drive.hpp"
#include "core/drive/friction_rig_drive.hpp"
#include "plots/figure_data.hpp"
#include "plots/figure_set.hpp"
#include "plots/gnuplot_text.hpp"

namespace beltdyn::plots {
namespace {

constexpr std::string_view kTime = "time [s]";
constexpr std::string_view kPosition = "position [m]";
constexpr std::string_view kVelocity = "velocity [m/s]";
constexpr std::string_view kFriction = "friction_force [N]";

// Time range of the zoom on the first slip of a pulled mass, relative to the end time [-].
constexpr double kZoomBefore = 0.03;
constexpr double kZoomBehind = 0.01;
// The zoom under a growing force begins at this part of the largest friction [-].
constexpr double kZoomFrom = 0.85;
// Number of the last periods of a periodic motion that are shown, without the start-up.
constexpr double kShownPeriods = 2.0;
// Smaller positions are drawn in millimetres [m].
constexpr double kSmallPosition = 0.02;

bool any(const Run&) { return true; }
bool always(const Result&) { return true; }

// The first time at which the magnitude of a column exceeds a bound; the last time if it never does.
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

const PulledMass* pulled_mass(const Result& result) {
  return std::get_if<PulledMass>(&drive_as<FrictionRigDrive>(result.drive).motion);
}

// The time range in which the runs of a pulled mass begin to slip: they overtake the spring that pulls steadily, or
// approach the largest friction under a growing force. For other motions the whole time.
std::array<double, 2> zoom(const Result& result, const std::vector<const Run*>& runs) {
  const PulledMass* pulled = pulled_mass(result);
  const bool is_steady = pulled != nullptr && pulled->has_moving_spring() && pulled->pull_speed.is_constant();
  const bool grows = pulled != nullptr && !pulled->has_moving_spring() && pulled->force_rate != 0.0;
  if (!is_steady && !grows) return {0.0, result.end_time};
  double earliest = result.end_time;
  double latest = 0.0;
  for (const Run* run : runs) {
    if (grows) {
      earliest = std::min(earliest, first_time_beyond(*run, kFriction, kZoomFrom * largest_magnitude(*run, kFriction)));
      latest = result.end_time;
    } else {
      const double time = first_time_beyond(*run, kVelocity, std::abs(pulled->pull_speed.value(0.0)));
      earliest = std::min(earliest, time - kZoomBefore * result.end_time);
      latest = std::max(latest, time + kZoomBehind * result.end_time);
    }
  }
  return {std::max(0.0, earliest), std::min(latest, result.end_time)};
}

// A time range in which a mass is pulled forward at one of several rates.
struct Pull {
  double begin{};  // [s]
  double end{};    // [s]
  double rate{};   // growth of the force while the mass sticks [N/s]
};

std::vector<Pull> pulls(const Result& result) {
  const PulledMass* pulled = pulled_mass(result);
  if (pulled == nullptr || pulled->pull_speed.is_constant()) return {};
  std::vector<double> times = pulled->pull_speed.kinks(0.0, result.end_time);
  times.insert(times.begin(), 0.0);
  times.push_back(result.end_time);
  std::vector<Pull> found;
  for (std::size_t i = 0; i + 1 < times.size(); ++i) {
    const double speed = pulled->pull_speed.value(times[i]);
    const bool is_steady = pulled->pull_speed.derivative(0.5 * (times[i] + times[i + 1])) == 0.0;
    if (is_steady && speed > 0.0) {
      found.push_back({times[i], times[i + 1], pulled->stiffness * speed + pulled->force_rate});
    }
  }
  return found;
}

bool has_several_pulls(const Result& result) { return pulls(result).size() > 1; }

constexpr std::array<FigureKind, 5> kFigures{{
    {"rig_position", "Friction force over the position", 900, 620, always, any},
    {"rig_velocity", "Friction force over the velocity", 900, 620, always, any},
    {"rig_motion", "Position and velocity", 900, 700, always, any},
    {"rig_break_away", "Break-away force over the pull rate", 900, 620, has_several_pulls, any},
    {"rig_friction", "Friction force in time", 900, 700, always, any},
}};

// "rate, largest friction" for each pull.
std::string break_away_lines(const Run& run, const std::vector<Pull>& of_run) {
  const std::span<const double> time = run.history.column(kTime);
  const std::span<const double> friction = run.history.column(kFriction);
  std::string text;
  for (const Pull& pull : of_run) {
    double largest = 0.0;
    for (std::size_t i = 0; i < time.size(); ++i) {
      if (time[i] >= pull.begin && time[i] <= pull.end) largest = std::max(largest, friction[i]);
    }
    // A failed run may end before a pull.
    if (time.back() >= pull.end) text += fmt::format("{:.10g} {:.10g}\n", pull.rate, largest);
  }
  return text;
}

// Begin of the last periods of a periodic motion; 0 for other motions.
double begin_of_last_periods(const Result& result) {
  const auto* given = std::get_if<PrescribedVelocity>(&drive_as<FrictionRigDrive>(result.drive).motion);
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

std::vector<TextFile> data_files(const Run& run, const Result& result) {
  std::vector<std::span<const double>> columns;
  for (const std::string_view name : {kTime, kPosition, kVelocity, kFriction}) {
    columns.push_back(run.history.column(name));
  }
  std::vector<TextFile> files{{.path = fmt::format("data/{}.history.dat", run.name), .text = thinned_lines(columns)}};
  if (const std::vector<Pull> several = pulls(result); several.size() > 1) {
    files.push_back({.path = fmt::format("data/{}.break_away.dat", run.name), .text = break_away_lines(run, several)});
  }
  return files;
}

}  // namespace

FigureSet rig_figures() { return {.kinds = kFigures, .macros = "rig.gp", .variables = variables, .data = data_files}; }

}  // namespace beltdyn::plots
