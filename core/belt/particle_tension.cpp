// SPDX-License-Identifier: MIT
#include "core/belt/particle_tension.hpp"

#include <algorithm>
#include <cmath>

namespace beltdyn {
namespace {

// Cycles below this part of the largest one are mesh ripple.
constexpr double kLeastCycle = 0.01;

// The turning points of a periodic sequence; the first and the last are the largest force.
std::vector<double> turning_points(std::span<const double> forces) {
  const auto start = std::ranges::max_element(forces) - forces.begin();
  const auto n = static_cast<std::ptrdiff_t>(forces.size());
  std::vector<double> turns;
  for (std::ptrdiff_t i = 0; i <= n; ++i) {
    const double force = forces[static_cast<std::size_t>((start + i) % n)];
    if (!turns.empty() && force == turns.back()) continue;
    const std::size_t m = turns.size();
    const bool goes_on = m >= 2 && (turns[m - 1] - turns[m - 2]) * (force - turns[m - 1]) > 0.0;
    if (goes_on) {
      turns.back() = force;
    } else {
      turns.push_back(force);
    }
  }
  return turns;
}

}  // namespace

std::vector<TensionPoint> revolution_of(const BeltMap& belt, double reference_length, double flux) {
  if (flux == 0.0) return {};
  const std::span<const BeltPoint> points = belt.points();
  const std::span<const double> sigma = belt.sigma();
  const std::size_t n = points.size();
  std::vector<TensionPoint> rows;
  for (std::size_t i = 0; i <= n; ++i) {
    // The particle passes the points in the direction in which the belt runs.
    const std::size_t at = flux > 0.0 ? i % n : (n - i) % n;
    const double passed = flux > 0.0 ? points[at].material - points[0].material + (i == n ? reference_length : 0.0)
                                     : points[0].material - points[at].material + (i == 0 ? 0.0 : reference_length);
    rows.push_back({.time = passed / std::abs(flux), .sigma = sigma[at], .force = points[at].force});
  }
  return rows;
}

std::vector<TensionCycle> rainflow_cycles(std::span<const double> forces) {
  std::vector<TensionCycle> cycles;
  if (forces.empty()) return cycles;
  std::vector<double> open;
  for (const double force : turning_points(forces)) {
    open.push_back(force);
    while (open.size() >= 3) {
      const std::size_t m = open.size();
      const double last = std::abs(open[m - 1] - open[m - 2]);
      const double before = std::abs(open[m - 2] - open[m - 3]);
      if (last < before) break;
      cycles.push_back({.range = before, .mean = 0.5 * (open[m - 2] + open[m - 3])});
      open.erase(open.end() - 3, open.end() - 1);
    }
  }
  std::ranges::sort(cycles, std::greater<>(), &TensionCycle::range);
  return cycles;
}

std::vector<Conclusion> tension_conclusions(std::span<const TensionPoint> revolution) {
  if (revolution.empty()) return {};
  std::vector<double> forces;
  for (const TensionPoint& point : revolution) forces.push_back(point.force);
  const auto [least, largest] = std::ranges::minmax(forces);
  const std::vector<TensionCycle> cycles = rainflow_cycles(forces);
  const auto counted = std::ranges::count_if(
      cycles, [&](const TensionCycle& cycle) { return cycle.range >= kLeastCycle * cycles.front().range; });
  return {{"revolution_time", "s", revolution.back().time, "of a revolution of a belt particle"},
          {"particle_tension_range", "N", largest - least, "of the tension of a particle over a revolution"},
          {"particle_tension_mean", "N", 0.5 * (largest + least), "the midpoint of that range"},
          {"particle_tension_cycles", "-", static_cast<double>(counted),
           "of the tension over a revolution, by rainflow counting, ignoring cycles smaller than a hundredth of the "
           "largest"}};
}

}  // namespace beltdyn
