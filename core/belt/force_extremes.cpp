// SPDX-License-Identifier: MIT
#include "core/belt/force_extremes.hpp"

#include <array>
#include <cstddef>
#include <numbers>
#include <optional>
#include <span>

#include <fmt/format.h>

#include "core/belt/belt_simulation.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/pulley/mount_rest.hpp"

namespace beltdyn {
namespace {

struct ForceAt {
  double sigma{};  // in [0, L) [m]
  double force{};  // [N]
};

// The extremes of a row, the smallest first.
using Extremes = std::array<ForceAt, 2>;

// The place on another path of the same drive at the same part of the same pulley or span [m].
double moved_to(const BeltPath& other, const BeltPath& path, double sigma) {
  const PathPlace place = path.locate(sigma);
  if (place.pulley >= 0) {
    const auto k = static_cast<std::size_t>(place.pulley);
    return other.arcs()[k].start + place.local / path.arcs()[k].length() * other.arcs()[k].length();
  }
  const auto k = static_cast<std::size_t>(place.span);
  return other.spans()[k].start + place.local / path.spans()[k].length * other.spans()[k].length;
}

// All forces of a row that may be an extreme.
std::vector<ForceAt> forces_of(const BeltRow& row, const BeltSimulation& simulation) {
  const BeltPath& path = simulation.path();
  const bool moves = simulation.drive().has_mounts();
  std::vector<ForceAt> list;
  const std::span<const BeltPoint> points = row.belt->points();
  list.reserve(points.size() + 2 * row.runs.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double there = row.belt->sigma()[i];
    const double sigma = moves ? moved_to(path, *row.path, there) : there;
    list.push_back({.sigma = path.periodic(sigma), .force = points[i].force});
  }
  for (std::size_t i = 0; i < row.runs.size(); ++i) {
    const PathSpan& span = path.spans()[simulation.drive().spans[i].span()];
    list.push_back({.sigma = span.start, .force = row.runs[i].entry_force});
    list.push_back({.sigma = path.periodic(span.start + span.length), .force = row.runs[i].exit_force});
  }
  return list;
}

Extremes extremes_of(const std::vector<ForceAt>& list, double scale) {
  constexpr double kRounding = 1e-9;
  Extremes found;
  for (const std::size_t which : {0U, 1U}) {
    const double sign = which == 0 ? 1.0 : -1.0;
    ForceAt best = list.front();
    for (const ForceAt& at : list) {
      if (sign * at.force < sign * best.force) best = at;
    }
    for (const ForceAt& at : list) {
      if (sign * (at.force - best.force) <= kRounding * scale && at.sigma < best.sigma) best.sigma = at.sigma;
    }
    found[which] = best;
  }
  return found;
}

}  // namespace

void add_force_extremes(History& history, const BeltSimulation& simulation, const std::shared_ptr<const BeltRow>& row) {
  const auto found = std::make_shared<Extremes>();
  history.first_search(
      [&simulation, row, found] { *found = extremes_of(forces_of(*row, simulation), simulation.force_scale()); });
  for (const std::size_t which : {0U, 1U}) {
    const std::string name = which == 0 ? "least_force" : "largest_force";
    history.add(name, "N", [found, which] { return (*found)[which].force; });
    history.add(place_column(name), "m", [found, which] { return (*found)[which].sigma; });
  }
}

std::string place_in_words(const BeltDrive& drive, const BeltPath& path, double sigma) {
  constexpr double kAtEdge = 1e-6;  // relative to the length of the path
  const double edge = kAtEdge * path.length();
  const PathPlace place = path.locate(sigma);
  const auto k = static_cast<std::size_t>(place.pulley >= 0 ? place.pulley : place.span);
  const std::string here = drive.pulley_label(k);
  const std::string next = drive.pulley_label((k + 1) % drive.pulleys.size());
  const double length = place.pulley >= 0 ? path.arcs()[k].length() : path.spans()[k].length;
  const bool is_begin = place.local <= edge;
  const bool is_end = place.local >= length - edge;
  if (place.pulley >= 0) {
    if (is_begin) return fmt::format("where the belt meets pulley {}", here);
    if (is_end) return fmt::format("where the belt leaves pulley {}", here);
    constexpr double kDegrees = 180.0 / std::numbers::pi;
    return fmt::format("on pulley {}, {:.0f} degrees behind the entry", here,
                       kDegrees * place.local / path.arcs()[k].radius);
  }
  if (is_begin) return fmt::format("where the belt leaves pulley {}", here);
  if (is_end) return fmt::format("where the belt meets pulley {}", next);
  return fmt::format("in the span from pulley {} to {}, {:.4g} m of its {:.4g} m behind the begin", here, next,
                     place.local, length);
}

std::vector<Conclusion> force_conclusions(const BeltDrive& drive, const Summary& summary) {
  const std::optional<ColumnSummary> least = summary.of("least_force");
  const std::optional<ColumnSummary> largest = summary.of("largest_force");
  if (!least || !least->place_of_least || !largest || !largest->place_of_largest) return {};
  const BeltPath path = path_to_show(drive);
  const auto meaning = [&](const char* which, double time, double sigma) {
    return fmt::format("{} force along the belt, at {:.4g} s {}", which, time, place_in_words(drive, path, sigma));
  };
  return {{"least_force", "N", least->least, meaning("smallest", least->time_of_least, *least->place_of_least)},
          {"largest_force", "N", largest->largest,
           meaning("largest", largest->time_of_largest, *largest->place_of_largest)}};
}

}  // namespace beltdyn
