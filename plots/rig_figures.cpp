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
constexpr std::string_view kVelocity = "velocity [m/s]";
constexpr std::string_view kFriction = "friction_force [N]";

// The zoom on the first slip of a pulled mass, as parts of the end time.
constexpr double kZoomBefore = 0.04;
constexpr double kZoomBehind = 0.02;

bool any(const Run&) { return true; }
bool always(const Result&) { return true; }

constexpr std::array<FigureKind, 4> kFigures{{
    {"rig_position", "Friction force over the position", 900, 620, always, any},
    {"rig_velocity", "Friction force over the velocity", 900, 620, always, any},
    {"rig_motion", "Position and velocity", 900, 700, always, any},
    {"rig_friction", "Friction force in time", 900, 700, always, any},
}};

// When the mass first overtakes the spring that pulls it; negative if it does not.
double time_of_first_slip(const Run& run, double pull_speed) {
  const std::span<const double> velocity = run.history.column(kVelocity);
  const auto first = std::find_if(velocity.begin(), velocity.end(),
                                  [pull_speed](double v) { return std::abs(v) > std::abs(pull_speed); });
  return first == velocity.end() ? -1.0 : run.history.column(kTime)[static_cast<std::size_t>(first - velocity.begin())];
}

// The part of the time in which all runs of a pulled mass begin to slip; the whole time if there is none.
std::array<double, 2> zoom(const Result& result, const std::vector<const Run*>& runs) {
  const auto* pulled = std::get_if<PulledMass>(&std::get<FrictionRigDrive>(result.drive).motion);
  if (pulled == nullptr || pulled->pull_speed == 0.0) return {0.0, result.end_time};
  double earliest = result.end_time;
  double latest = 0.0;
  for (const Run* run : runs) {
    const double time = time_of_first_slip(*run, pulled->pull_speed);
    if (time < 0.0) continue;
    earliest = std::min(earliest, time);
    latest = std::max(latest, time);
  }
  if (latest == 0.0) return {0.0, result.end_time};
  return {std::max(0.0, earliest - kZoomBefore * result.end_time), latest + kZoomBehind * result.end_time};
}

std::string variables(const Result& result, const std::vector<const Run*>& runs) {
  const auto [begin, end] = zoom(result, runs);
  return fmt::format("normal_force = {:.10g}\nzoom_begin = {:.10g}\nzoom_end = {:.10g}\n",
                     std::get<FrictionRigDrive>(result.drive).normal_force, begin, end);
}

std::vector<TextFile> data_files(const Run& run, const Result&) {
  std::vector<std::span<const double>> columns;
  for (const std::string_view name : {kTime, std::string_view("position [m]"), kVelocity, kFriction}) {
    columns.push_back(run.history.column(name));
  }
  return {{.path = fmt::format("data/{}.history.dat", run.name), .text = thinned_lines(columns)}};
}

}  // namespace

FigureSet rig_figures() { return {.kinds = kFigures, .macros = "rig.gp", .variables = variables, .data = data_files}; }

}  // namespace beltdyn::plots
