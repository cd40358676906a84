// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <functional>
#include <optional>
#include <vector>

#include "core/numerics/modes/holomorphic_roots.hpp"

namespace beltdyn::numerics {

// A straight edge in the complex plane along which the phase of a function is known.
class ArgumentEdge {
 public:
  using Value = std::function<LogValue(std::complex<double> s)>;

  // The edge from a to b, in steps of at most `longest`, or longer where f′/f is nearly constant. None if the phase
  // cannot be determined, for example because a root lies on the edge.
  static std::optional<ArgumentEdge> between(const Value& f, std::complex<double> a, std::complex<double> b,
                                             double longest);

  // The change of the phase from start to end [rad].
  double turned() const { return points_.back().phase - points_.front().phase; }

  // The parts of the edge before and behind a point on it; none if the phase there cannot be determined.
  struct Parts;
  std::optional<Parts> cut_at(const Value& f, std::complex<double> s) const;

 private:
  // A point of the edge at which the function was evaluated.
  struct Point {
    std::complex<double> s;
    LogValue value{};
    double phase{};  // continued from the start of the edge [rad]
  };
  explicit ArgumentEdge(std::vector<Point> points) : points_(std::move(points)) {}

  // Adds points from the last one up to `next`. False if the phase cannot be determined.
  static bool continue_to(const Value& f, Point next, double longest, std::vector<Point>& points);

  std::vector<Point> points_;
};

// The two parts of a cut edge.
struct ArgumentEdge::Parts {
  ArgumentEdge before;
  ArgumentEdge behind;
};

}  // namespace beltdyn::numerics
