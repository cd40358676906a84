// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

namespace beltdyn::analytic {

// Points along the contour of a steady string, none of them where contact or slip begins or ends. Zones are added one
// behind the other, and their common limits lie between two points.
class ZoneGrid {
 public:
  // How cells are distributed in a zone on a pulley. In a law with presliding traction grows exponentially towards slip
  // or exit, so that cells become shorter in that direction.
  enum class Spread { even, towards_slip };
  // Number of cells of each zone of slip or stick on a pulley, and of a span with a run. The trapezoidal rule leaves
  // out half of the cell where a span begins: with n cells and the force F that the run takes up over the span, a
  // change F/EA of the strain, its error is F²/(4 n² EA).
  static constexpr int kCellsOnPulley = 40;
  static constexpr int kCellsInRun = 40;
  static constexpr int kCellsInSpan = 4;  // here the belt is uniform

  // `contour_length` [m].
  explicit ZoneGrid(double contour_length);

  // Adds an arc and the span behind it; `state_change`: places where the law begins or ceases to report slip, as
  // distances from the entry [m].
  void add_arc(double length, std::span<const double> state_change, Spread spread);
  void add_span(double length, int cells = kCellsInSpan);

  // σ from the begin of the first zone, ascending [m].
  const std::vector<double>& sigma() const { return sigma_; }

  // Largest relative error of the slope of ln(force) along a zone of even cells, for a force that grows by exp(x) along
  // the zone, if the slope is found by least squares from all but the outer tenths. Linear interpolation between points
  // exceeds the force by up to e = (x/n)²/8, and the error is e Σ|φ|/(2 Σ φ²) over x.
  static double slope_error(double exponent);

 private:
  // Points become denser towards the end, with the exponent.
  void add_zone(double length, int cells, double exponent);

  double beside_;  // distance of the two points around a limit of zones [m]
  double begin_ = 0.0;
  std::vector<double> sigma_;
};

}  // namespace beltdyn::analytic
