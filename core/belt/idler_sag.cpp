// SPDX-License-Identifier: MIT
#include "core/belt/idler_sag.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>

#include <fmt/format.h>

#include "core/belt/belt_simulation.hpp"
#include "core/drive/belt/belt_drive.hpp"

namespace beltdyn {
namespace {

// The largest of the admissible ratios, 0.5 to 2 % [ISO 5048:1989].
constexpr double kLargestRatio = 0.02;

std::string column_of(const SpanLoad& run) { return fmt::format("span_sag_{}", run.from); }

double largest_sag(const BeltRow& row, const BeltSimulation& simulation, std::size_t i) {
  const BeltDrive& drive = simulation.drive();
  const SpanLoad& run = drive.spans[i];
  const PathSpan& span = row.path->spans()[run.span()];
  const auto sag = [&](double force, double strain, double speed) {
    return run.sag(drive.belt.mass_per_length / (1.0 + strain), drive.gravity, span.tangent, force,
                   simulation.has_inertia() ? speed : 0.0);
  };
  const auto at_end = [&](double sigma, double force) {
    const ProfilePoint belt = row.belt->at(sigma);
    return sag(force, belt.strain, belt.speed);
  };
  double largest =
      std::max(at_end(span.start, row.runs[i].entry_force), at_end(span.start + span.length, row.runs[i].exit_force));
  const std::span<const BeltPoint> points = row.belt->points();
  for (std::size_t p = 0; p < points.size(); ++p) {
    const PathPlace place = row.path->locate(row.belt->sigma()[p]);
    if (place.pulley >= 0 || static_cast<std::size_t>(place.span) != run.span()) continue;
    if (std::min(place.local, span.length - place.local) < row.runs[i].beside) continue;
    largest = std::max(largest, sag(points[p].force, points[p].strain, points[p].speed));
  }
  return largest;
}

}  // namespace

void add_sag_columns(History& history, const BeltSimulation& simulation, const std::shared_ptr<const BeltRow>& row) {
  const std::vector<SpanLoad>& runs = simulation.drive().spans;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs[i].idler_spacing == 0.0) continue;
    history.add(column_of(runs[i]), "m", [&simulation, row, i] { return largest_sag(*row, simulation, i); });
  }
}

std::vector<Conclusion> sag_conclusions(const BeltDrive& drive, const Summary& summary) {
  double largest = 0.0;
  std::string place;
  for (const SpanLoad& run : drive.spans) {
    const std::optional<ColumnSummary> sag = summary.of(column_of(run));
    if (!sag || (!place.empty() && sag->largest <= largest * run.idler_spacing)) continue;
    largest = sag->largest / run.idler_spacing;
    place = fmt::format("of the run from pulley {}, at {:.4g} s", drive.pulley_label(run.span()), sag->time_of_largest);
  }
  if (place.empty()) return {};
  constexpr double kPercent = 100.0;
  Conclusion ratio{.name = "sag_ratio",
                   .unit = "-",
                   .value = largest,
                   .meaning = "largest sag between two idlers over their spacing, " + place,
                   .message = fmt::format("the belt sags between idlers by up to {:.3g} % of their spacing, {}",
                                          kPercent * largest, place),
                   .is_doubtful = largest > kLargestRatio};
  if (ratio.is_doubtful) {
    ratio.message +=
        fmt::format("; usual is at most {:g} %: increase the force of the take-up, or reduce idler_spacing",
                    kPercent * kLargestRatio);
  }
  return {ratio};
}

}  // namespace beltdyn
