// SPDX-License-Identifier: MIT
#include "core/numerics/modes/argument_edge.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numbers>
#include <utility>

#include "core/base/stop_request.hpp"

namespace beltdyn::numerics {
namespace {

using Complex = std::complex<double>;

// Bounds for a step [rad]: the difference of f′/f at its ends, times the step; and the difference, modulo 2π, between
// the phase change found and the one from the trapezoidal rule.
constexpr double kLargestBend = 1.0;
constexpr double kLargestMiss = 0.5;
// If a step is this short relative to its ends, a root lies on it.
constexpr double kShortest = 16.0 * std::numeric_limits<double>::epsilon();

// The change of the phase over a step; none if f′/f varies too much to determine it.
std::optional<double> phase_change(Complex step, const LogValue& from, const LogValue& to) {
  const double expected = 0.5 * ((from.log_rate + to.log_rate) * step).imag();
  const double found = (to.log - from.log).imag();
  const double miss = std::remainder(found - expected, 2.0 * std::numbers::pi);
  const double bend = std::abs((to.log_rate - from.log_rate) * step);
  if (std::abs(miss) < kLargestMiss && bend < kLargestBend) return expected + miss;
  return std::nullopt;
}

// Where one delay dominates, f′/f hardly changes, and steps may be longer by this factor. Condition: f′/f is the same
// at the ends and at two places between them, at which whole periods of the delays cannot hide a change.
constexpr double kFar = 64.0;
bool is_even(const ArgumentEdge::Value& f, Complex a, Complex step, const LogValue& from, const LogValue& to) {
  constexpr double kEven = 0.1;
  constexpr double kFirst = 0.3819660112501051;  // from the golden ratio
  constexpr double kSecond = 0.7320508075688772;
  const auto differs = [&](const LogValue& one, const LogValue& other) {
    return !(std::abs((one.log_rate - other.log_rate) * step) < kEven);
  };
  if (differs(from, to)) return false;
  return !differs(from, f(a + kFirst * step)) && !differs(to, f(a + kSecond * step));
}

}  // namespace

bool ArgumentEdge::continue_to(const Value& f, Point next, double longest, std::vector<Point>& points) {
  std::vector<Point> ahead{next};  // the nearest point is the last element
  while (!ahead.empty()) {
    throw_if_stopped();
    const Point& to = ahead.back();
    Point& from = points.back();
    const Complex step = to.s - from.s;
    const double length = std::abs(step);
    const double times = length / longest;
    const bool is_short =
        times <= 1.0 || (times <= kFar && times > 0.5 * kFar && is_even(f, from.s, step, from.value, to.value));
    const std::optional<double> change = is_short ? phase_change(step, from.value, to.value) : std::optional<double>();
    if (change) {
      points.push_back({.s = to.s, .value = to.value, .phase = from.phase + *change});
      ahead.pop_back();
      continue;
    }
    if (!(length > kShortest * (std::abs(from.s) + std::abs(to.s)))) return false;
    const Complex middle = from.s + 0.5 * step;
    ahead.push_back({.s = middle, .value = f(middle)});
  }
  return true;
}

std::optional<ArgumentEdge> ArgumentEdge::between(const Value& f, Complex a, Complex b, double longest) {
  std::vector<Point> points{{.s = a, .value = f(a)}};
  if (!continue_to(f, {.s = b, .value = f(b)}, longest, points)) return std::nullopt;
  return ArgumentEdge(std::move(points));
}

std::optional<ArgumentEdge::Parts> ArgumentEdge::cut_at(const Value& f, Complex s) const {
  const Complex start = points_.front().s;
  const auto behind = std::ranges::upper_bound(points_, std::abs(s - start), {},
                                               [&](const Point& point) { return std::abs(point.s - start); });
  std::vector<Point> first(points_.begin(), behind);
  if (!continue_to(f, {.s = s, .value = f(s)}, INFINITY, first)) return std::nullopt;
  std::vector<Point> second{first.back()};
  if (behind != points_.end()) {
    if (!continue_to(f, *behind, INFINITY, second)) return std::nullopt;
    // The phases of the same point, with and without the new point s on the way, must agree.
    if (std::abs(second.back().phase - behind->phase) > kLargestMiss) return std::nullopt;
    second.back().phase = behind->phase;
    second.insert(second.end(), std::next(behind), points_.end());
  }
  return Parts{ArgumentEdge(std::move(first)), ArgumentEdge(std::move(second))};
}

}  // namespace beltdyn::numerics
