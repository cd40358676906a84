// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "plots/figure_data.hpp"
#include "plots/figure_set.hpp"
#include "plots/gnuplot_text.hpp"
#include "postprocess/plot_data.hpp"

namespace beltdyn::plots {
namespace {

constexpr std::string_view kTime = "time [s]";
constexpr std::string_view kTension = "tension [N]";
constexpr std::string_view kRatio = "force_ratio [-]";

// A quantity that a sweep may vary, in the order of preference, and the title of its axis.
struct Swept {
  std::string_view column;
  std::string_view label;
};
constexpr std::array<Swept, 3> kSwept{{{"friction_coefficient [-]", "friction coefficient μ"},
                                       {"pitch [m]", "pitch H [m]"},
                                       {kTension, "tension T [N]"}}};
constexpr std::size_t kFewestMeshes = 3;

constexpr std::string_view kCritical = "critical_friction [-]";
constexpr std::string_view kDrift = "drift_speed [m/s]";

bool seeks_drift(const Run& run) { return run.history.has(kDrift); }
bool seeks_critical(const Run& run) { return !run.is_exact && run.history.has(kCritical); }
bool is_pulled(const Run& run) { return !seeks_drift(run) && !seeks_critical(run); }
bool is_measured(const Run& run) { return !run.is_exact && is_pulled(run); }
bool critical_is_known(const Run& run) { return run.history.has(kCritical); }
bool has_profiles(const Run& run) { return run.profiles.rows() > 0; }
bool has_shape(const Run& run) { return run.shape.has_value(); }

bool varies(const Run& run, std::string_view column) {
  if (!run.history.has(column)) return false;
  const auto values = run.history.column(column);
  return std::any_of(values.begin(), values.end(), [&values](double value) { return value != values[0]; });
}

Swept swept_of(const Result& result) {
  for (const Swept& swept : kSwept) {
    if (std::any_of(result.runs.begin(), result.runs.end(),
                    [&](const Run& run) { return varies(run, swept.column); })) {
      return swept;
    }
  }
  return kSwept[0];
}

bool is_sweep(const Result& result) {
  const Swept swept = swept_of(result);
  return std::any_of(result.runs.begin(), result.runs.end(),
                     [&](const Run& run) { return is_pulled(run) && varies(run, swept.column); });
}

// The exact ratio at a time; none if no exact run has it.
std::optional<double> exact_ratio(const Result& result, double time) {
  const double close = 1e-9 * result.end_time;
  for (const Run& run : result.runs) {
    if (!run.is_exact) continue;
    const auto times = run.history.column(kTime);
    for (std::size_t i = 0; i < times.size(); ++i) {
      if (std::abs(times[i] - time) <= close) return run.history.column(kRatio)[i];
    }
  }
  return std::nullopt;
}

bool has_errors(const Result& result) {
  return is_sweep(result) && exact_ratio(result, 0.0) && count(result, is_measured);
}

// The name of a series of meshes: runs whose names differ only in the number at their end.
std::string series_of(const Run& run) {
  const std::size_t last = run.name.find_last_not_of("0123456789");
  return last == std::string::npos ? run.name : run.name.substr(0, last + 1);
}

std::map<std::string, std::map<int, const Run*>> mesh_series(const Result& result) {
  std::map<std::string, std::map<int, const Run*>> series;
  for (const Run& run : result.runs) {
    if (is_measured(run)) series[series_of(run)][run.resolution.elements] = &run;
  }
  std::erase_if(series, [](const auto& item) { return item.second.size() < kFewestMeshes; });
  return series;
}

bool has_convergence(const Result& result) {
  return exact_ratio(result, 0.0).has_value() && !mesh_series(result).empty();
}

bool has_critical(const Result& result) { return count(result, seeks_critical) > 0; }
bool has_drift(const Result& result) { return count(result, seeks_drift) > 0; }
bool has_ratios(const Result& result) { return is_sweep(result) && !has_critical(result); }

constexpr std::array<FigureKind, 7> kFigures{{
    {"rope_ratio", "Ratio of the forces at the ends; [Konyukhov 2021] Figs. 16, 17, 20, 22, 24", 900, 620, has_ratios,
     is_pulled},
    {"rope_critical", "Friction coefficient that keeps the rope on its path", 980, 620, has_critical,
     critical_is_known},
    {"rope_drift", "Speed at which the rope drifts off its path", 980, 620, has_drift, seeks_drift},
    {"rope_error", "Relative error of the ratio of the forces", 980, 620, has_errors, is_measured},
    {"rope_convergence", "Relative error over the number of elements", 980, 620, has_convergence, is_measured},
    {"rope_profiles", "Force and contact pressure along the rope in the last state", 980, 720,
     [](const Result&) { return true; }, has_profiles},
    {"rope_picture", "The rope on its surface in the last state, coloured by its force", 1000, 760,
     [](const Result& result) { return count(result, has_shape) > 0; }, has_shape},
}};

std::string convergence_block(const Result& result) {
  std::string block = "$errors << END\n";
  std::vector<std::string> names;
  for (const auto& [name, meshes] : mesh_series(result)) {
    names.push_back(name);
    for (const auto& [elements, run] : meshes) {
      const double time = run->history.column(kTime).back();
      const std::optional<double> exact = exact_ratio(result, time);
      if (exact)
        block += fmt::format("{} {:.6g}\n", elements, std::abs(run->history.column(kRatio).back() / *exact - 1.0));
    }
    block += "\n\n";
  }
  return block + fmt::format("END\nn_series = {}\n", names.size()) +
         gnuplot_array("series", names, [](std::string name) {
           while (!name.empty() && (name.back() == '_' || name.back() == '-')) name.pop_back();
           return gnuplot_string(readable(std::move(name)));
         });
}

std::string variables(const Result& result, const std::vector<const Run*>& runs) {
  const Swept swept = swept_of(result);
  // The picture shows the last run that is not exact, if there is one.
  std::size_t shown = runs.size();
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs[i]->shape && (!runs[i]->is_exact || shown == runs.size())) shown = i;
  }
  return fmt::format("swept_label = {}\nsweeps_tension = {}\nshown = {}\n", gnuplot_string(swept.label),
                     swept.column == kTension ? 1 : 0, shown + 1) +
         convergence_block(result);
}

// "swept parameter, ratio, relative error or NaN, peak pressure, critical friction or NaN, drift speed or NaN"
std::string history_lines(const Run& run, const Result& result) {
  const std::string_view column = swept_of(result).column;
  std::string text;
  const auto time = run.history.column(kTime);
  for (std::size_t i = 0; i < time.size(); ++i) {
    const double x = run.history.has(column) ? run.history.column(column)[i] : 0.0;
    const double ratio = run.history.column(kRatio)[i];
    const std::optional<double> exact = exact_ratio(result, time[i]);
    const auto value = [&run, i](std::string_view name) {
      return run.history.has(name) ? gnuplot_number(run.history.column(name)[i]) : std::string("NaN");
    };
    text += fmt::format("{:.10g} {:.10g} {} {:.10g} {} {}\n", x, ratio,
                        exact ? fmt::format("{:.6g}", ratio / *exact - 1.0) : "NaN",
                        run.history.column("peak_pressure [N/m]")[i], value(kCritical), value(kDrift));
  }
  return text;
}

std::string rope_lines(const BeltShape& shape) {
  std::string text;
  for (const ShapePoint& point : shape.belt) {
    text += fmt::format("{:.8g} {:.8g} {:.8g} {:.8g}\n", point.position.x(), point.position.y(), point.position.z(),
                        point.force);
  }
  return text;
}

// Rows of the grid, separated by empty lines.
std::string surface_lines(const ShapeSurface& surface) {
  std::string text;
  for (std::size_t i = 0; i < surface.points.size(); ++i) {
    if (i > 0 && i % surface.columns == 0) text += '\n';
    const Eigen::Vector3d& x = surface.points[i];
    text += fmt::format("{:.6g} {:.6g} {:.6g}\n", x.x(), x.y(), x.z());
  }
  return text;
}

std::vector<TextFile> data_files(const Run& run, const Result& result) {
  std::vector<TextFile> files;
  const auto add = [&](std::string_view kind, std::string text) {
    files.push_back({.path = fmt::format("data/{}.{}.dat", run.name, kind), .text = std::move(text)});
  };
  add("history", history_lines(run, result));
  if (run.profiles.rows() > 0) {
    const std::size_t last = postprocess::plot_data::profile_times(run.profiles).size() - 1;
    add("last_profile", postprocess::plot_data::profile_blocks(run.profiles, std::array{last}));
  }
  if (run.shape) {
    add("rope", rope_lines(run.shape->shape));
    add("surface", surface_lines(run.shape->shape.surface));
  }
  return files;
}

}  // namespace

FigureSet rope_figures() {
  return {.kinds = kFigures, .macros = "rope.gp", .variables = variables, .data = data_files};
}

}  // namespace beltdyn::plots
