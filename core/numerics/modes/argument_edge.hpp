// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <functional>
#include <optional>
#include <vector>

#include "core/numerics/modes/holomorphic_roots.hpp"

namespace beltdyn::numerics {

// A straight way along which the phase of a function is known.
class ArgumentEdge {
 public:
  using Value = std::function<LogValue(std::complex<double> s)>;

  // From a to b, in steps of at most `longest`, but where f′/f is even. None if the phase cannot be determined, as
  // where a root lies on it.
  static std::optional<ArgumentEdge> between(const Value& f, std::complex<double> a, std::complex<double> b,
                                             double longest);

  // Of the phase from its start to its end [rad].
  double turned() const { return points_.back().phase - points_.front().phase; }

  // The parts before and behind a point of it, none if the phase there cannot be determined.
  struct Parts;
  std::optional<Parts> cut_at(const Value& f, std::complex<double> s) const;

 private:
  struct Point {
    std::complex<double> s;
    LogValue value{};
    double phase{};  // continued from the start of the first edge [rad]
  };
  explicit ArgumentEdge(std::vector<Point> points) : points_(std::move(points)) {}

  // Adds the points that lead from the last one to the next one. False if the phase cannot be determined.
  static bool continue_to(const Value& f, Point next, double longest, std::vector<Point>& points);

  std::vector<Point> points_;
};

struct ArgumentEdge::Parts {
  ArgumentEdge before;
  ArgumentEdge behind;
};

}  // namespace beltdyn::numerics
