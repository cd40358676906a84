// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/numerics/modes/complex_rectangle.hpp"
#include "core/numerics/modes/nonlinear_eigenvalues.hpp"

namespace beltdyn::numerics {

// Counts eigenvalues by the argument principle: the determinant, divided by the known factors, turns around a rectangle
// once per missing eigenvalue. Phases along a side are remembered for rectangles that share a part of it.
class EigenvalueCount {
 public:
  // The family must outlive the count.
  explicit EigenvalueCount(ComplexFamily& family) : family_(&family) {}

  // The number of eigenvalues in a rectangle that are not among the known ones. Points on the sides are so close that
  // no delay turns by more than 2 rad, and are refined until the phase changes by less than a quarter turn more
  // than its slopes at both points show; none if that takes too many points.
  std::optional<int> missing_within(const ComplexRectangle& range, const std::vector<Eigenpair>& known);

 private:
  // A point on a line, arg det T there, and its derivative along the line [rad s].
  struct PhasePoint {
    std::complex<double> s;
    double phase{};
    double slope{};
  };
  // The points of a line in the order of growing real or imaginary part, and their usual distance, that of the longest
  // side on it.
  struct Line {
    std::vector<PhasePoint> points{};
    double spacing{};
  };
  enum class Along { real, imaginary };

  Line& line_of(Along along, std::complex<double> from, std::complex<double> to);
  std::vector<PhasePoint> points_between(const Line& line, Along along, std::complex<double> from,
                                         std::complex<double> to);
  std::optional<double> turned_along(Along along, std::complex<double> from, std::complex<double> to,
                                     const std::vector<Eigenpair>& known);
  static void remember(std::vector<PhasePoint> points, Along along, Line& line);
  void find_phases(std::complex<double> ahead, std::vector<PhasePoint>& points);
  // The same point for det T divided by (s − λ) of all known eigenvalues.
  static PhasePoint without(const std::vector<Eigenpair>& known, std::complex<double> along, PhasePoint point);
  static std::optional<double> turned_between(const PhasePoint& a, const PhasePoint& b);

  ComplexFamily* family_;
  std::map<std::pair<Along, double>, Line> lines_;  // by their constant part
};

}  // namespace beltdyn::numerics
