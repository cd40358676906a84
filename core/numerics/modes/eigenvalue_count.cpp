// SPDX-License-Identifier: MIT
#include "core/numerics/modes/eigenvalue_count.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <numbers>

#include "core/numerics/modes/eigenvalue_guesses.hpp"

namespace beltdyn::numerics {
namespace {

using Complex = std::complex<double>;

constexpr double kTurn = 2.0 * std::numbers::pi;
// Distance over which slopes are found, as part of the distance of points.
constexpr double kAhead = 1e-5;

// The longest step along a side from a point at which no term e^{−s τ} turns by a whole turn. Delays over which motions
// have grown by e^kForgotten have no influence.
double longest_step(Complex s, double delay) {
  constexpr double kForgotten = 40.0;
  constexpr double kMostTurned = 2.0;  // [rad]
  return s.real() > 0.0 ? kMostTurned / std::min(delay, kForgotten / s.real()) : kMostTurned / delay;
}

}  // namespace

// Slopes are quotients of differences over the distance `ahead`.
void EigenvalueCount::find_phases(Complex ahead, std::vector<PhasePoint>& points) {
  std::vector<Complex> s;
  for (const PhasePoint& point : points) s.insert(s.end(), {point.s, point.s + ahead});
  std::vector<double> phases(s.size());
  for_each_factorised(*family_, s, Digits::some, [&](std::size_t first, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) phases[first + i] = family_->phase(static_cast<int>(i));
  });
  for (std::size_t i = 0; i < points.size(); ++i) {
    points[i].phase = phases[2 * i];
    points[i].slope = std::remainder(phases[2 * i + 1] - phases[2 * i], kTurn) / std::abs(ahead);
  }
}

EigenvalueCount::PhasePoint EigenvalueCount::without(const std::vector<Eigenpair>& known, Complex along,
                                                     PhasePoint point) {
  for (const Eigenpair& pair : known) {
    const Complex away = point.s - pair.value;
    point.phase -= std::arg(away);
    point.slope -= (along / away).imag();
  }
  return point;
}

// The change of the phase between two points, none if they are too far apart to tell it from one with more turns.
// Eigenvalues outside can turn it many times, but then the slopes at both ends show this.
std::optional<double> EigenvalueCount::turned_between(const PhasePoint& a, const PhasePoint& b) {
  constexpr double kLargestDoubt = 0.25 * kTurn;
  constexpr double kLargestBend = 0.5 * kTurn;
  const double length = std::abs(b.s - a.s);
  if (!(std::abs(b.slope - a.slope) * length <= kLargestBend)) return std::nullopt;
  const double expected = 0.5 * (a.slope + b.slope) * length;
  const double doubt = std::remainder(b.phase - a.phase - expected, kTurn);
  if (!(std::abs(doubt) <= kLargestDoubt)) return std::nullopt;
  return expected + doubt;
}

EigenvalueCount::Line& EigenvalueCount::line_of(Along along, Complex from, Complex to) {
  constexpr double kStepsAlongReal = 8.0;
  constexpr double kStepsAlongImaginary = 24.0;
  const bool is_real = along == Along::real;
  Line& line = lines_[{along, is_real ? from.imag() : from.real()}];
  const double spacing = std::abs(to - from) / (is_real ? kStepsAlongReal : kStepsAlongImaginary);
  line.spacing = std::max(line.spacing, spacing);
  return line;
}

// The remembered points between the ends of a side, the ends, and new ones where the others are too far apart.
std::vector<EigenvalueCount::PhasePoint> EigenvalueCount::points_between(const Line& line, Along along, Complex from,
                                                                         Complex to) {
  const auto place = [along](Complex s) { return along == Along::real ? s.real() : s.imag(); };
  const Complex direction = (to - from) / std::abs(to - from);
  std::vector<PhasePoint> points;
  std::vector<PhasePoint> added;
  std::vector<std::size_t> places;
  const auto add = [&](Complex s) {
    places.push_back(points.size());
    added.push_back({.s = s});
    points.push_back({});
  };
  // Adds points from `at` up to `end`, which is not added.
  const auto fill = [&](Complex at, Complex end) {
    for (;;) {
      at += direction * std::min(line.spacing, longest_step(at, family_->longest_delay()));
      if (!(place(at) < place(end))) return;
      add(at);
    }
  };
  Complex last = from;
  const auto first =
      std::ranges::lower_bound(line.points, place(from), {}, [&](const PhasePoint& p) { return place(p.s); });
  if (first == line.points.end() || first->s != from) add(from);
  for (auto point = first; point != line.points.end() && place(point->s) <= place(to); ++point) {
    if (point->s != from) fill(last, point->s);
    points.push_back(*point);
    last = point->s;
  }
  if (last != to) {
    fill(last, to);
    add(to);
  }
  find_phases(kAhead * line.spacing * direction, added);
  for (std::size_t i = 0; i < added.size(); ++i) points[places[i]] = added[i];
  return points;
}

// The change of arg det T, less that of the known eigenvalues, along a side; none if too many points are needed.
std::optional<double> EigenvalueCount::turned_along(Along along, Complex from, Complex to,
                                                    const std::vector<Eigenpair>& known) {
  constexpr std::size_t kMostRefined = 100;  // points in addition to three times the first ones
  Line& line = line_of(along, from, to);
  const Complex direction = (to - from) / std::abs(to - from);
  std::vector<PhasePoint> points = points_between(line, along, from, to);
  const std::size_t most = kMostRefined + 3 * points.size();
  std::optional<double> turned;
  while (!turned && points.size() <= most) {
    double sum = 0.0;
    std::vector<PhasePoint> all{points.front()};
    std::vector<PhasePoint> more;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
      const std::optional<double> step =
          turned_between(without(known, direction, points[i]), without(known, direction, points[i + 1]));
      if (step) {
        sum += *step;
      } else {
        places.push_back(all.size());
        all.push_back({});
        more.push_back({.s = 0.5 * (points[i].s + points[i + 1].s)});
      }
      all.push_back(points[i + 1]);
    }
    if (more.empty()) turned = sum;
    find_phases(kAhead * line.spacing * direction, more);
    for (std::size_t i = 0; i < more.size(); ++i) all[places[i]] = more[i];
    points = std::move(all);
  }
  // A line that meets an eigenvalue would be refined without end.
  if (turned) remember(std::move(points), along, line);
  return turned;
}

void EigenvalueCount::remember(std::vector<PhasePoint> points, Along along, Line& line) {
  const auto place = [along](const PhasePoint& p) { return along == Along::real ? p.s.real() : p.s.imag(); };
  std::vector<PhasePoint> all;
  std::ranges::merge(line.points, points, std::back_inserter(all), {}, place, place);
  const auto is_same = [](const PhasePoint& a, const PhasePoint& b) { return a.s == b.s; };
  all.erase(std::unique(all.begin(), all.end(), is_same), all.end());
  line.points = std::move(all);
}

std::optional<int> EigenvalueCount::missing_within(const ComplexRectangle& range, const std::vector<Eigenpair>& known) {
  const Complex right_low(range.high.real(), range.low.imag());
  const Complex left_high(range.low.real(), range.high.imag());
  const std::optional<double> bottom = turned_along(Along::real, range.low, right_low, known);
  if (!bottom) return std::nullopt;
  const std::optional<double> right = turned_along(Along::imaginary, right_low, range.high, known);
  if (!right) return std::nullopt;
  const std::optional<double> top = turned_along(Along::real, left_high, range.high, known);
  if (!top) return std::nullopt;
  const std::optional<double> left = turned_along(Along::imaginary, range.low, left_high, known);
  if (!left) return std::nullopt;
  return static_cast<int>(std::lround((*bottom + *right - *top - *left) / kTurn));
}

}  // namespace beltdyn::numerics
