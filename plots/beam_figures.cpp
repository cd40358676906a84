// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <set>

#include "core/drive/any_drive.hpp"
#include "core/drive/supported_beam_drive.hpp"
#include "plots/figure_data.hpp"
#include "plots/figure_set.hpp"
#include "plots/gnuplot_text.hpp"

namespace beltdyn::plots {
namespace {

constexpr std::string_view kTime = "time [s]";
constexpr std::string_view kForce = "circle_force [N]";
constexpr std::string_view kPosition = "circle_position [m]";
constexpr std::string_view kAxialForce = "axial_force_middle [N]";

// Fewest meshes of a line in a log-log plot, besides the mesh from which errors are measured.
constexpr std::size_t kFewestMeshes = 3;
constexpr std::size_t kFewestLoads = 3;

bool any(const Run&) { return true; }
bool has_shape(const Run& run) { return run.shape.has_value(); }
bool has_several_loads(const Run& run) { return run.history.rows() >= kFewestLoads; }
bool always(const Result&) { return true; }

int segments_of(const Run& run) { return run.resolution.elements * run.resolution.segments_per_element; }

bool is_coarser(const Run* a, const Run* b) { return segments_of(*a) < segments_of(*b); }

bool has_several_meshes(const Result& result) {
  std::set<int> elements;
  for (const Run& run : result.runs) elements.insert(run.resolution.elements);
  return elements.size() > kFewestMeshes;
}

constexpr std::array<FigureKind, 3> kFigures{{
    {"beam_convergence", "Errors of the coarser meshes from the finest; [Ntarladima 2023] Fig. 10", 1000, 520,
     has_several_meshes, any},
    {"beam_shape", "The beam and the circle", 900, 620, always, has_shape},
    {"beam_loading", "Position of the circle and axial force over the force on the circle", 900, 620, always,
     has_several_loads},
}};

// For each number of segments per element a block "elements, error of the position, error of the axial force" of the
// last state, relative to the mesh with the most segments.
std::string convergence_block(const std::vector<const Run*>& runs) {
  const Run& finest = **std::max_element(runs.begin(), runs.end(), is_coarser);
  const auto error = [&finest](const Run& run, std::string_view column) {
    return std::abs(run.history.column(column).back() - finest.history.column(column).back());
  };
  std::map<int, std::map<int, const Run*>> by_segments;
  for (const Run* run : runs) {
    if (run != &finest) by_segments[run->resolution.segments_per_element][run->resolution.elements] = run;
  }
  std::string block = "$errors << END\n";
  std::vector<int> counts;
  for (const auto& [count, meshes] : by_segments) {
    counts.push_back(count);
    for (const auto& [elements, run] : meshes) {
      block += fmt::format("{} {:.6g} {:.6g}\n", elements, error(*run, kPosition), error(*run, kAxialForce));
    }
    block += "\n\n";
  }
  return block + fmt::format("END\nn_counts = {}\n", counts.size()) +
         gnuplot_array("segments", counts, [](int count) { return fmt::format("{}", count); });
}

std::string variables(const Result& result, const std::vector<const Run*>& runs) {
  const auto& drive = drive_as<SupportedBeamDrive>(result.drive);
  const auto place = [&runs](const auto& found) { return found - runs.begin() + 1; };
  return fmt::format("L = {:.10g}\nradius = {:.10g}\ncoarsest = {}\nfinest = {}\n", drive.length, drive.circle.radius,
                     place(std::min_element(runs.begin(), runs.end(), is_coarser)),
                     place(std::max_element(runs.begin(), runs.end(), is_coarser))) +
         gnuplot_array("circle_x", runs,
                       [&drive](const Run*) { return gnuplot_number(drive.circle.rest_position.x()); }) +
         gnuplot_array("circle_y", runs,
                       [](const Run* run) { return gnuplot_number(run->history.column(kPosition).back()); }) +
         convergence_block(runs);
}

std::vector<TextFile> data_files(const Run& run, const Result& result) {
  if (!drive_as<SupportedBeamDrive>(result.drive).has_circle) return {};
  std::vector<std::span<const double>> columns;
  for (const std::string_view name : {kTime, kForce, kPosition, kAxialForce}) {
    columns.push_back(run.history.column(name));
  }
  std::vector<TextFile> files{{.path = fmt::format("data/{}.history.dat", run.name), .text = thinned_lines(columns)}};
  if (run.shape) {
    std::string points;
    for (const ShapePoint& point : run.shape->shape.belt) {
      points += fmt::format("{:.10g} {:.10g}\n", point.position.x(), point.position.y());
    }
    files.push_back({.path = fmt::format("data/{}.shape.dat", run.name), .text = std::move(points)});
  }
  return files;
}

}  // namespace

// Without a circle the drive has modes only, which have figures of their own.
FigureSet beam_figures(const SupportedBeamDrive& drive) {
  std::span<const FigureKind> kinds;
  if (drive.has_circle) kinds = kFigures;
  return {.kinds = kinds, .macros = "beam.gp", .variables = variables, .data = data_files};
}

}  // namespace beltdyn::plots
