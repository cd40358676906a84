// SPDX-License-Identifier: MIT
#include <array>

#include "core/drive/any_drive.hpp"
#include "core/drive/rope/rope_drive.hpp"
#include "plots/figure_data.hpp"
#include "plots/figure_set.hpp"
#include "plots/gnuplot_text.hpp"

namespace beltdyn::plots {
namespace {

bool any(const Run&) { return true; }
bool always(const Result&) { return true; }
bool has_pulleys(const Result& result) { return !drive_as<RopeDrive>(result.drive).pulleys.empty(); }

constexpr std::array<FigureKind, 3> kFigures{{
    {"rope_drive_ends", "Positions and speeds of the ends of the rope", 900, 0, always, any, Panels::ends},
    {"rope_drive_forces", "Forces in the spans", 900, 0, always, any, Panels::pulley},
    {"rope_drive_slip", "Slip speed and slip margin on the pulleys", 900, 0, has_pulleys, any, Panels::slip},
}};

// The name alone, where a title has little room; "pulley 2" without a name.
std::string short_title(const std::string& name, const char* kind, std::size_t index) {
  return gnuplot_string(name.empty() ? fmt::format("{} {}", kind, index + 1) : name);
}

std::string variables(const Result& result, const std::vector<const Run*>&) {
  const auto& drive = drive_as<RopeDrive>(result.drive);
  return fmt::format("n_pulleys = {}\n", drive.pulleys.size()) +
         gnuplot_array("end_title", std::array<std::size_t, 2>{0, 1},
                       [&drive](std::size_t i) { return gnuplot_string("end " + drive.end_label(i)); }) +
         gnuplot_array("short_end_title", std::array<std::size_t, 2>{0, 1},
                       [&drive](std::size_t i) { return short_title(drive.ends[i].name, "end", i); }) +
         gnuplot_array("pulley_title", drive.pulleys,
                       [&drive](const Pulley& pulley) {
                         const auto k = static_cast<std::size_t>(&pulley - drive.pulleys.data());
                         return gnuplot_string("pulley " + drive.pulley_label(k));
                       }) +
         gnuplot_array("short_pulley_title", drive.pulleys, [&drive](const Pulley& pulley) {
           const auto k = static_cast<std::size_t>(&pulley - drive.pulleys.data());
           return short_title(pulley.name, "pulley", k);
         });
}

// "time, positions of both ends, their speeds, forces of the spans, then slip speed and margin of each pulley"
std::vector<TextFile> data_files(const Run& run, const Result& result) {
  const std::size_t n = drive_as<RopeDrive>(result.drive).pulleys.size();
  std::vector<std::string> names{"time [s]", "end_position_1 [m]", "end_position_2 [m]", "end_speed_1 [m/s]",
                                 "end_speed_2 [m/s]"};
  for (std::size_t k = 1; k <= n + 1; ++k) names.push_back(fmt::format("span_force_{} [N]", k));
  for (std::size_t k = 1; k <= n; ++k) {
    names.push_back(fmt::format("slip_speed_{} [m/s]", k));
    names.push_back(fmt::format("slip_margin_{} [-]", k));
  }
  std::vector<std::span<const double>> columns;
  for (const std::string& name : names) columns.push_back(run.history.column(name));
  return {{.path = fmt::format("data/{}.history.dat", run.name), .text = thinned_lines(columns)}};
}

}  // namespace

FigureSet rope_drive_figures(const RopeDrive& drive) {
  return {.kinds = kFigures,
          .macros = "rope_drive.gp",
          .variables = variables,
          .data = data_files,
          .pulleys = static_cast<int>(drive.pulleys.size()) + 1};  // one panel for each span
}

}  // namespace beltdyn::plots
