// SPDX-License-Identifier: MIT
#include "core/drive/rope/rope_path.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

namespace beltdyn {
namespace {

constexpr double kLeastWrap = 1e-9;  // below it, the rope touches the pulley in a point only [rad]
constexpr double kRoundOff = 1e-12;  // relative to a radius: a span may just touch another pulley

// Messages name a place along the rope by this text: place 0 is the first end, places 1 to n are the pulleys, and n + 1
// is the second end.
std::string label(std::size_t place, std::size_t n_pulleys) {
  if (place == 0) return "the first end";
  return place > n_pulleys ? "the second end" : fmt::format("pulley {}", place);
}

// The index that a PathError gives for a place.
int blamed(std::size_t place, std::size_t n_pulleys) {
  if (place == 0) return static_cast<int>(n_pulleys);
  return static_cast<int>(place > n_pulleys ? n_pulleys + 1 : place - 1);
}

std::string end_message(std::string_view end, std::size_t pulley, double distance, double radius) {
  return fmt::format("{} lies on pulley {}: it is {:.6g} m from its center, and the radius is {:.6g} m; move it away",
                     end, pulley, distance, radius);
}

// Checks that no end lies on a pulley and that pulleys do not overlap. Then all spans exist.
void check_overlap(std::span<const PathArc> row) {
  const std::size_t n = row.size() - 2;
  for (std::size_t j = 1; j < row.size(); ++j) {
    for (std::size_t i = 0; i < j; ++i) {
      const double distance = (row[j].center - row[i].center).norm();
      const double least = row[i].radius + row[j].radius;
      if (distance > least) continue;
      if (i > 0 && j <= n) {
        throw PathError(blamed(j, n), fmt::format("pulleys {} and {} overlap: their centers are {:.6g} m apart, their "
                                                  "radii add up to {:.6g} m; move them apart or reduce a radius",
                                                  i, j, distance, least));
      }
      if (j <= n) throw PathError(blamed(i, n), end_message(label(i, n), j, distance, least));
      if (i > 0) throw PathError(blamed(j, n), end_message(label(j, n), i, distance, least));
      if (n == 0) throw PathError(blamed(j, n), "both ends of the rope are at the same place; move one of them");
    }
  }
}

void check_wraps(std::span<const PathArc> row, std::span<const PathSpan> spans) {
  const std::size_t n = row.size() - 2;
  for (std::size_t k = 1; k <= n; ++k) {
    const bool only_point = row[k].wrap < kLeastWrap || row[k].wrap > 2.0 * std::numbers::pi - kLeastWrap;
    if (!only_point && !cross_each_other(spans[k - 1], spans[k])) continue;
    throw RopeOffPulley(
        blamed(k, n), fmt::format("between {} and {} the rope does not touch pulley {} on its {}; check the center of "
                                  "pulley {}, its side, and its place in the order",
                                  label(k - 1, n), label(k + 1, n), k, row[k].turn > 0.0 ? "left" : "right", k));
  }
}

void check_spans(std::span<const PathArc> row, std::span<const PathSpan> spans) {
  const std::size_t n = row.size() - 2;
  for (std::size_t k = 0; k < spans.size(); ++k) {
    for (std::size_t j = 1; j <= n; ++j) {
      if (j == k || j == k + 1) continue;
      const double depth = depth_within(spans[k], row[j]);
      if (depth <= kRoundOff * row[j].radius) continue;
      throw PathError(blamed(j, n), fmt::format("the span from {} to {} runs through pulley {}, {:.3g} m deep; move "
                                                "pulley {} away, or correct the order or the sides",
                                                label(k, n), label(k + 1, n), j, depth, j));
    }
  }
}

}  // namespace

RopePath::RopePath(const Eigen::Vector2d& first_end, std::span<const PathPulley> pulleys,
                   const Eigen::Vector2d& second_end) {
  const std::size_t n = pulleys.size();
  std::vector<PathArc> row(n + 2);
  row.front().center = first_end;
  row.back().center = second_end;
  for (std::size_t k = 0; k < n; ++k) {
    row[k + 1].center = pulleys[k].center;
    row[k + 1].radius = pulleys[k].radius;
    row[k + 1].turn = pulleys[k].side == PulleySide::inside ? 1.0 : -1.0;
  }
  check_overlap(row);
  for (std::size_t k = 0; k + 1 < row.size(); ++k) {
    spans_.push_back(common_tangent(row[k], row[k + 1]).value());
  }
  double sigma = 0.0;
  for (std::size_t k = 0; k <= n; ++k) {
    spans_[k].start = sigma;
    sigma += spans_[k].length;
    if (k == n) break;
    lay_between(row[k + 1], spans_[k], spans_[k + 1]);
    row[k + 1].start = sigma;
    sigma += row[k + 1].length();
  }
  check_wraps(row, spans_);
  check_spans(row, spans_);
  arcs_.assign(row.begin() + 1, row.end() - 1);
}

PathPlace RopePath::locate(double sigma) const {
  const double s = std::clamp(sigma, 0.0, length());
  for (std::size_t k = 0; k < arcs_.size(); ++k) {
    if (s < arcs_[k].start) return {.span = static_cast<int>(k), .local = s - spans_[k].start};
    if (s < spans_[k + 1].start) return {.pulley = static_cast<int>(k), .local = s - arcs_[k].start};
  }
  return {.span = static_cast<int>(arcs_.size()), .local = s - spans_.back().start};
}

PathPoint RopePath::point(double sigma) const {
  const PathPlace place = locate(sigma);
  if (place.pulley < 0) return point_of(spans_[static_cast<std::size_t>(place.span)], place.local);
  return point_of(arcs_[static_cast<std::size_t>(place.pulley)], place.local);
}

}  // namespace beltdyn
