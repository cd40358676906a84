// SPDX-License-Identifier: MIT
#include "core/drive/belt/belt_path.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include <Eigen/Geometry>
#include <doctest/doctest.h>

#include "core/numerics/close.hpp"

namespace beltdyn::belt_path_test {

using Eigen::Vector2d;
using std::numbers::pi;

namespace {

constexpr LoopDirection kForward = LoopDirection::counterclockwise;
constexpr LoopDirection kBackward = LoopDirection::clockwise;
constexpr PulleySide kInside = PulleySide::inside;
constexpr PulleySide kOutside = PulleySide::outside;

using Pulleys = std::vector<PathPulley>;

Pulleys two_pulleys(double r1, double r2, double distance, PulleySide second = kInside) {
  return {{.center = {0.0, 0.0}, .radius = r1}, {.center = {distance, 0.0}, .radius = r2, .side = second}};
}

// Three pulleys inside the loop, and a tensioner that presses on the lower span from outside.
Pulleys serpentine() {
  return {{.center = {0.0, 0.0}, .radius = 0.1},
          {.center = {0.25, -0.02}, .radius = 0.04, .side = kOutside},
          {.center = {0.5, 0.0}, .radius = 0.07},
          {.center = {0.3, 0.4}, .radius = 0.05}};
}

struct Example {
  const char* name;
  Pulleys pulleys;
  LoopDirection direction;
  double offset;
};

std::vector<Example> examples() {
  const Pulleys forward = serpentine();
  const Pulleys reversed(forward.rbegin(), forward.rend());
  return {{"equal", two_pulleys(0.1, 0.1, 0.4), kForward, 0.0},
          {"unequal", two_pulleys(0.05, 0.1, 0.4), kBackward, 0.002},
          {"crossed", two_pulleys(0.05, 0.1, 0.4, kOutside), kForward, 0.002},
          {"serpentine", serpentine(), kForward, 0.003},
          {"serpentine, clockwise", reversed, kBackward, 0.003}};
}

// The error message of the construction, and the pulley that it names.
std::string complaint(const Pulleys& pulleys, LoopDirection direction = kForward, double offset = 0.0) {
  try {
    BeltPath(pulleys, direction, offset);
  } catch (const PathError& error) {
    return std::to_string(error.pulley()) + " " + error.what();
  }
  return "none";
}

double turn(const Vector2d& a, const Vector2d& b, const Vector2d& c) {
  return (b.x() - a.x()) * (c.y() - a.y()) - (b.y() - a.y()) * (c.x() - a.x());
}

// Do a and b have different signs? A turn of collinear points, 0 up to rounding, has no sign.
bool differ(double a, double b) { return std::min(std::abs(a), std::abs(b)) > 1e-12 && (a < 0.0) != (b < 0.0); }

// The number of pairs of sides of the closed polygon that cross.
int crossings(const std::vector<Vector2d>& polygon) {
  const std::size_t n = polygon.size();
  int count = 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 2; j < n; ++j) {
      const Vector2d &a = polygon[i], &b = polygon[(i + 1) % n], &c = polygon[j], &d = polygon[(j + 1) % n];
      if (differ(turn(a, b, c), turn(a, b, d)) && differ(turn(c, d, a), turn(c, d, b))) ++count;
    }
  }
  return count;
}

double area(const std::vector<Vector2d>& polygon) {
  double sum = 0.0;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    sum += 0.5 * turn({0.0, 0.0}, polygon[i], polygon[(i + 1) % polygon.size()]);
  }
  return sum;
}

// Coordinates of a path are below 1 m; the operations of its construction keep them to a few units of rounding.
constexpr Tolerance kExact{.rel = 0.0, .abs = 1e-14};

bool close_points(const Vector2d& a, const Vector2d& b, Tolerance tolerance) {
  return close(a.x(), b.x(), tolerance) && close(a.y(), b.y(), tolerance);
}

}  // namespace

TEST_CASE("belt path: two equal pulleys, length 2 d + 2 pi R and half a turn on each") {
  const double r = 0.1;
  const double d = 0.4;
  const BeltPath path(two_pulleys(r, r, d), kForward, 0.01);
  CHECK(close(path.length(), 2.0 * d + 2.0 * pi * 0.11, kExact));
  for (const PathArc& arc : path.arcs()) CHECK(close(arc.wrap, pi, kExact));
  CHECK(close_points(path.arcs()[0].entry, {0.0, 0.11}, kExact));
  CHECK(close_points(path.arcs()[0].exit, {0.0, -0.11}, kExact));
  CHECK(close_points(path.arcs()[1].entry, {d, -0.11}, kExact));
  CHECK(close_points(path.arcs()[1].exit, {d, 0.11}, kExact));
}

TEST_CASE("belt path: two unequal pulleys, the textbook formulas of the not closed belt") {
  const double r1 = 0.05;
  const double r2 = 0.1;
  const double d = 0.4;
  const BeltPath path(two_pulleys(r1, r2, d), kForward, 0.0);
  const double beta = std::asin((r2 - r1) / d);
  const double span = std::sqrt(d * d - (r2 - r1) * (r2 - r1));
  CHECK(close(path.arcs()[0].wrap, pi - 2.0 * beta, kExact));
  CHECK(close(path.arcs()[1].wrap, pi + 2.0 * beta, kExact));
  CHECK(close(path.spans()[0].length, span, kExact));
  CHECK(close(path.spans()[1].length, span, kExact));
  // independent 9-digit evaluation of a drive with these pulleys
  CHECK(close(path.length(), 1.27749707, {.rel = 0.0, .abs = 5e-9}));
  CHECK(close(path.arcs()[0].wrap, 2.8909370, {.rel = 0.0, .abs = 5e-8}));
  CHECK(close(path.arcs()[1].wrap, 3.3922483, {.rel = 0.0, .abs = 5e-8}));
}

TEST_CASE("belt path: a crossed belt, pi + 2 asin((R1 + R2)/d) on both pulleys") {
  const BeltPath path(two_pulleys(0.05, 0.1, 0.4, kOutside), kForward, 0.0);
  const double wrap = pi + 2.0 * std::asin(0.15 / 0.4);
  const double span = std::sqrt(0.4 * 0.4 - 0.15 * 0.15);
  CHECK(close(path.arcs()[0].wrap, wrap, kExact));
  CHECK(close(path.arcs()[1].wrap, wrap, kExact));
  CHECK(path.arcs()[0].turn == 1.0);
  CHECK(path.arcs()[1].turn == -1.0);
  CHECK(close(path.length(), 2.0 * span + 0.15 * wrap, kExact));
}

TEST_CASE("belt path: an idler on the outside, midway between two equal pulleys") {
  // The idler of radius a lies h below the line of the centres. The spans beside it are internal tangents of length
  // ℓ² = (d/2)² + h² − (r + a)². They lie at the angle φ below the line of the centres.
  const double r = 0.1;
  const double a = 0.05;
  const double d = 0.6;
  const double h = 0.08;
  const Pulleys pulleys{{.center = {0.0, 0.0}, .radius = r},
                        {.center = {d / 2.0, -h}, .radius = a, .side = kOutside},
                        {.center = {d, 0.0}, .radius = r}};
  const BeltPath path(pulleys, kForward, 0.0);
  const double span = std::sqrt(d * d / 4.0 + h * h - (r + a) * (r + a));
  // The line of the centres has the direction φ_c = −atan(2 h/d); the tangent is turned from it by
  // asin((r + a)/distance).
  const double tilt = std::asin((r + a) / std::hypot(d / 2.0, h)) - std::atan(2.0 * h / d);
  CHECK(close(path.spans()[0].length, span, kExact));
  CHECK(close(path.spans()[1].length, span, kExact));
  CHECK(close(path.arcs()[0].wrap, pi + tilt, kExact));
  CHECK(close(path.arcs()[1].wrap, 2.0 * tilt, kExact));
  CHECK(close(path.arcs()[2].wrap, pi + tilt, kExact));
  CHECK(close(path.length(), d + 2.0 * span + 2.0 * r * (pi + tilt) + 2.0 * a * tilt, kExact));
}

TEST_CASE("belt path: the sampled path has the length, tangent and curvature it claims") {
  for (const Example& example : examples()) {
    CAPTURE(example.name);
    const BeltPath path(example.pulleys, example.direction, example.offset);
    // Chords over a step h are shorter than the arc by O(h²). Halving h and extrapolating leaves O(h⁴), here 1e-12.
    const auto polygon = [&path](int sides) {
      double length = 0.0;
      const auto add = [&](double from, double to) {
        const double h = (to - from) / sides;
        for (int i = 0; i < sides; ++i) {
          length += (path.point(from + (i + 1) * h).position - path.point(from + i * h).position).norm();
        }
      };
      for (const PathArc& arc : path.arcs()) add(arc.start, arc.start + arc.length());
      for (const PathSpan& span : path.spans()) add(span.start, span.start + span.length);
      return length;
    };
    const double coarse = polygon(200);
    const double fine = polygon(400);
    CHECK(close(fine + (fine - coarse) / 3.0, path.length(), {.rel = 1e-10}));

    const double step = 1e-5;
    for (const double sigma : {0.013, 0.21, 0.37, 0.5, 0.77, 0.9, 1.1, 1.2}) {
      const PathPlace before = path.locate(sigma - step);
      const PathPlace behind = path.locate(sigma + step);
      if (before.pulley != behind.pulley || before.span != behind.span) continue;
      const PathPoint p = path.point(sigma);
      const Vector2d slope = (path.point(sigma + step).position - path.point(sigma - step).position) / (2.0 * step);
      const Vector2d bend = (path.point(sigma + step).tangent - path.point(sigma - step).tangent) / (2.0 * step);
      // truncation (step κ)²/6 with κ ≤ 25/m, times κ for the curvature; rounding 1e-16/step
      CHECK(close_points(slope, p.tangent, {.abs = 3e-8}));
      CHECK(close_points(bend, p.curvature * p.normal, {.abs = 1e-6}));
      CHECK(close(p.tangent.norm(), 1.0, kExact));
      CHECK(close_points(p.normal, {-p.tangent.y(), p.tangent.x()}, kExact));
    }
  }
}

TEST_CASE("belt path: position and tangent are continuous at every touching point, and around the loop") {
  for (const Example& example : examples()) {
    CAPTURE(example.name);
    const BeltPath path(example.pulleys, example.direction, example.offset);
    const double tiny = 1e-13;
    for (std::size_t k = 0, n = path.arcs().size(); k < n; ++k) {
      const PathArc& arc = path.arcs()[k];
      const PathSpan& span = path.spans()[k];
      CHECK(close_points(path.point(span.start - tiny).position, span.from, {.abs = 1e-12}));
      CHECK(close_points(path.point(span.start - tiny).tangent, span.tangent, {.abs = 1e-11}));
      CHECK(close_points(path.point(arc.start).tangent, path.spans()[(k + n - 1) % n].tangent, kExact));
      CHECK(close_points(path.point(arc.start - tiny).position, arc.entry, {.abs = 1e-12}));
      CHECK(close((arc.entry - arc.center).norm(), example.pulleys[k].radius + example.offset, kExact));
      CHECK(close((arc.exit - arc.center).norm(), example.pulleys[k].radius + example.offset, kExact));
    }
    CHECK(close_points(path.point(path.length()).position, path.point(0.0).position, kExact));
    CHECK(close_points(path.point(0.3 + 7.0 * path.length()).position, path.point(0.3).position, {.abs = 1e-13}));
    CHECK(close_points(path.point(-0.3).position, path.point(path.length() - 0.3).position, kExact));
  }
}

TEST_CASE("belt path: zones are half open, the exit point belongs to the span behind it") {
  const BeltPath path(serpentine(), kForward, 0.0);
  for (std::size_t k = 0; k < path.arcs().size(); ++k) {
    const PathArc& arc = path.arcs()[k];
    const PathSpan& span = path.spans()[k];
    CHECK(path.locate(arc.start).pulley == static_cast<int>(k));
    CHECK(path.locate(arc.start).span == -1);
    CHECK(path.locate(arc.start).local == 0.0);
    CHECK(path.locate(span.start).span == static_cast<int>(k));
    CHECK(path.locate(span.start).pulley == -1);
    CHECK(path.locate(span.start).local == 0.0);
  }
  CHECK(path.locate(path.length()).pulley == 0);
  CHECK(path.locate(-1e-3).span == 3);
  CHECK(path.periodic(-1e-300) == 0.0);
}

TEST_CASE("belt path: rotating, translating, mirroring and renumbering a drive only change coordinates") {
  std::mt19937 generator(1);  // NOLINT(bugprone-random-generator-seed): the same drives in every run
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  for (const Example& example : examples()) {
    CAPTURE(example.name);
    const BeltPath path(example.pulleys, example.direction, example.offset);
    const bool is_crossed = example.pulleys.size() == 2 && example.pulleys[1].side == kOutside;
    for (int trial = 0; trial < 20; ++trial) {
      const Eigen::Rotation2Dd rotation(pi * uniform(generator));
      const Vector2d shift(uniform(generator), uniform(generator));
      const bool mirrored = trial % 2 == 1;
      const auto move = [&](const Vector2d& x) -> Vector2d {
        return shift + rotation * Vector2d(x.x(), mirrored ? -x.y() : x.y());
      };
      Pulleys moved = example.pulleys;
      for (PathPulley& pulley : moved) pulley.center = move(pulley.center);
      // A crossed belt has no inside that renumbering would preserve.
      const std::size_t first = is_crossed ? 0 : static_cast<std::size_t>(trial) % moved.size();
      std::rotate(moved.begin(), moved.begin() + static_cast<std::ptrdiff_t>(first), moved.end());
      const bool runs_forward = (example.direction == kForward) != mirrored;
      const BeltPath other(moved, runs_forward ? kForward : kBackward, example.offset);
      CHECK(close(other.length(), path.length(), {.abs = 2e-14}));
      const double start = path.arcs()[first].start;
      for (const double part : {0.0, 0.11, 0.35, 0.62, 0.93}) {
        const double sigma = part * path.length();
        CHECK(close_points(other.point(sigma).position, move(path.point(start + sigma).position), {.abs = 1e-13}));
      }
      for (std::size_t k = 0; k < moved.size(); ++k) {
        CHECK(close(other.arcs()[k].wrap, path.arcs()[(k + first) % moved.size()].wrap, {.abs = 1e-13}));
      }
    }
  }
}

TEST_CASE("belt path: a small wrap, and one of more than half a turn, are fine") {
  Pulleys pulleys = two_pulleys(0.1, 0.1, 0.6);
  // The idler midway presses the lower span (y = −0.1) in by 1 µm.
  pulleys.insert(pulleys.begin() + 1, {.center = {0.3, -0.15 + 1e-6}, .radius = 0.05, .side = kOutside});
  CHECK(close(BeltPath(pulleys, kForward, 0.0).arcs()[1].wrap, 2.0 * 1e-6 / 0.3, {.rel = 1e-4}));
  pulleys[1].center.y() = 0.0;
  CHECK(BeltPath(pulleys, kForward, 0.0).arcs()[0].wrap > pi);
}

TEST_CASE("belt path: accepted random pulleys always form a simple loop around every pulley") {
  std::mt19937 generator(2);  // NOLINT(bugprone-random-generator-seed): the same drives in every run
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  constexpr std::size_t kSamples = 160;
  int accepted = 0;
  for (int trial = 0; trial < 4000; ++trial) {
    Pulleys pulleys;
    const int n = 3 + trial % 3;
    for (int k = 0; k < n; ++k) {  // around a circle, so that many of them form a loop
      const double angle = 2.0 * pi * (k + 0.8 * uniform(generator)) / n;
      const double distance = 0.2 + 0.8 * uniform(generator);
      pulleys.push_back({.center = {distance * std::cos(angle), distance * std::sin(angle)},
                         .radius = 0.02 + 0.3 * uniform(generator),
                         .side = uniform(generator) < 0.7 ? kInside : kOutside});
    }
    const double offset = 0.05 * uniform(generator);
    if (complaint(pulleys, kForward, offset) != "none") continue;
    ++accepted;
    CAPTURE(trial);
    const BeltPath path(pulleys, kForward, offset);
    std::vector<Vector2d> points(kSamples);
    for (std::size_t i = 0; i < kSamples; ++i) {
      points[i] = path.point(static_cast<double>(i) * path.length() / kSamples).position;
    }
    double nearest = 1.0;
    for (const Vector2d& point : points) {
      for (const auto& p : pulleys) nearest = std::min(nearest, (point - p.center).norm() - p.radius - offset);
    }
    CHECK(nearest > -1e-12);
    CHECK(crossings(points) == 0);
    CHECK(area(points) > 0.0);  // counter-clockwise
  }
  CHECK(accepted > 100);
}

TEST_CASE("belt path: each impossible loop has its own message") {
  CHECK(complaint({{.center = {0.0, 0.0}, .radius = 0.1}}) == "-1 a belt needs at least two pulleys; add one");
  CHECK(complaint(two_pulleys(0.1, 0.1, 0.15)) ==
        "1 pulleys 1 and 2 overlap: their centers are 0.15 m apart, their radii add up to 0.2 m; move them apart or "
        "reduce a radius");
  CHECK(complaint(two_pulleys(0.3, 0.1, 0.1)) ==
        "1 pulleys 1 and 2 overlap: their centers are 0.1 m apart, their radii add up to 0.4 m; move them apart or "
        "reduce a radius");
  CHECK(complaint(two_pulleys(60.0, 0.1, 0.4)) ==
        "1 pulleys 1 and 2 overlap: their centers are 0.4 m apart, their radii add up to 60.1 m; move them apart or "
        "reduce a radius; lengths are in m: write \"60 mm\" for millimetres");
  Pulleys outside = two_pulleys(0.1, 0.1, 0.4, kOutside);
  outside[0].side = kOutside;
  CHECK(complaint(outside) ==
        "-1 only no pulley on the inside of the loop, which needs two to stay not closed; correct the sides");
  CHECK(complaint(two_pulleys(0.1, 0.1, 0.21, kOutside), kForward, 0.01) ==
        "1 the belt does not fit between pulleys 1 and 2, which it wraps in opposite senses: their centers are 0.21 m "
        "apart, the radii with the contact offset add up to 0.22 m; move them apart");
  CHECK(complaint(serpentine(), kBackward) ==
        "-1 the pulleys are listed in counterclockwise order, but the direction is clockwise; reverse the order or the "
        "direction");
}

TEST_CASE("belt path: a pulley that the belt misses is named") {
  Pulleys pulleys = two_pulleys(0.1, 0.1, 0.6);
  pulleys.insert(pulleys.begin() + 1, {.center = {0.3, -0.02}, .radius = 0.05});
  const std::string missed =
      "1 between pulleys 1 and 3 the belt does not touch pulley 2 on the inner side of its loop; check the center of "
      "pulley 2, its side, and its position in the order of travel";
  CHECK(complaint(pulleys) == missed);
  pulleys[1].center.y() = -0.05;  // the belt touches it in a point only
  CHECK(complaint(pulleys) == missed);
  pulleys[1] = {.center = {0.3, -0.3}, .radius = 0.05, .side = kOutside};
  CHECK(complaint(pulleys) ==
        "1 between pulleys 1 and 3 the belt does not touch pulley 2 on the outer side of its loop; check the center of "
        "pulley 2, its side, and its position in the order of travel");
}

TEST_CASE("belt path: a span may not run through another pulley") {
  // The idler presses the upper side of a rectangle down to the lower side.
  const Pulleys pulleys{{.center = {0.0, 0.0}, .radius = 0.1},
                        {.center = {1.0, 0.0}, .radius = 0.1},
                        {.center = {1.0, 1.0}, .radius = 0.1},
                        {.center = {0.5, -0.05}, .radius = 0.08, .side = kOutside},
                        {.center = {0.0, 1.0}, .radius = 0.1}};
  CHECK(complaint(pulleys) ==
        "3 the span from pulley 1 to pulley 2 runs through pulley 4, 0.03 m deep; move pulley 4 away, or correct the "
        "order of travel or the sides");
}

TEST_CASE("belt path: spans may not cross") {
  // The second pulley presses the lower side of a rectangle up beyond the upper side.
  const Pulleys pulleys{{.center = {0.0, 0.0}, .radius = 0.1},
                        {.center = {0.5, 1.5}, .radius = 0.1, .side = kOutside},
                        {.center = {1.0, 0.0}, .radius = 0.1},
                        {.center = {1.0, 1.0}, .radius = 0.1},
                        {.center = {0.0, 1.0}, .radius = 0.1}};
  CHECK(complaint(pulleys) ==
        "-1 the span from pulley 1 to pulley 2 crosses the one from pulley 4 to pulley 5; correct the order of travel "
        "or the sides");
}

TEST_CASE("belt path: spans that lie behind each other on one line do not cross") {
  // A take-up hangs between two bends that touch the return run of a belt of two pulleys. In which of these places
  // rounding puts a span on both sides of the other one depends on the numbers.
  for (int at = 1; at <= 40; ++at) {
    const double x = 0.37 * at;
    const Pulleys pulleys{{.center = {0.0, 0.0}, .radius = 0.4},
                          {.center = {x, -0.6}, .radius = 0.2, .side = kOutside},
                          {.center = {x + 0.4, -1.9}, .radius = 0.2},
                          {.center = {x + 0.8, -0.6}, .radius = 0.2, .side = kOutside},
                          {.center = {20.0, 0.0}, .radius = 0.4}};
    for (const double slope : {0.0, 0.01, 0.1, 1.0}) {
      Pulleys inclined = pulleys;
      for (PathPulley& pulley : inclined) pulley.center = Eigen::Rotation2Dd(slope) * pulley.center;
      CAPTURE(at);
      CAPTURE(slope);
      CHECK_NOTHROW(BeltPath(inclined, kForward, 0.0));
    }
  }
}

TEST_CASE("belt path: a loop of opposite direction is reported with the remedy") {
  // A clockwise triangle of pulleys declared outside, with two idlers declared inside.
  const Pulleys pulleys{{.center = {0.0, 0.0}, .radius = 0.1, .side = kOutside},
                        {.center = {0.25, 0.45}, .radius = 0.05},
                        {.center = {0.5, 0.8}, .radius = 0.1, .side = kOutside},
                        {.center = {0.75, 0.45}, .radius = 0.05},
                        {.center = {1.0, 0.0}, .radius = 0.1, .side = kOutside}};
  CHECK(complaint(pulleys) ==
        "-1 the loop runs clockwise, and the pulleys marked outside lie inside it; exchange inside and outside and set "
        "the direction to clockwise");
}

TEST_CASE("belt path: pulleys may be closer than the belt thickness where the belt does not pass between them") {
  CHECK(complaint(two_pulleys(0.1, 0.1, 0.21), kForward, 0.02) == "none");
  // The idler presses the belt against the pulley above it.
  const Pulleys pulleys{{.center = {0.0, 0.0}, .radius = 0.1},
                        {.center = {0.5, 0.3}, .radius = 0.05, .side = kOutside},
                        {.center = {1.0, 0.0}, .radius = 0.1},
                        {.center = {0.5, 0.5}, .radius = 0.1}};
  CHECK(complaint(pulleys, kForward, 0.02) == "none");
  CHECK(complaint(pulleys, kForward, 0.03) ==
        "3 the belt does not fit between pulleys 2 and 4: their centers are 0.2 m apart, the radii with the contact "
        "offset add up to 0.21 m; move them apart");
}

}  // namespace beltdyn::belt_path_test
