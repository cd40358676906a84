// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

namespace beltdyn::analytic {

// Points along the contour of a steady string, none where contact or slip begins or ends: zones are laid one behind the
// other, and a place where they meet lies between two points.
class ZoneGrid {
 public:
  // How the cells of a zone on a pulley are spread: where a law has presliding, traction grows exponentially towards
  // slip or exit, and so do they become shorter.
  enum class Spread { even, towards_slip };
  // Of each zone of slip or stick on a pulley, and of a span with a run. Half of the cell where a span begins has no
  // part in the trapezoidal rule: with n cells and the force F that the run takes up over the span, which is F/EA of
  // the strain, the rule is off by F²/(4 n² EA).
  static constexpr int kCellsOnPulley = 40;
  static constexpr int kCellsInRun = 40;
  static constexpr int kCellsInSpan = 4;  // in which the belt is the same everywhere

  // The length of the contour [m]
  explicit ZoneGrid(double contour_length);

  // An arc with the places where the law begins or ceases to report slip, from its entry, and the span behind it [m].
  void add_arc(double length, std::span<const double> state_change, Spread spread);
  void add_span(double length, int cells = kCellsInSpan);

  // σ from the begin of the first zone, ascending [m]
  const std::vector<double>& sigma() const { return sigma_; }

  // A force that grows by exp(x) along a zone of even cells and is taken for straight between its points exceeds itself
  // there by up to e = (x/n)²/8. By how much this changes the slope of its logarithm at most, of that slope, if it is
  // found by least squares from all but the outer tenths of the zone: by e Σ|φ|/(2 Σ φ²) over x.
  static double slope_error(double exponent);

 private:
  // The points become denser towards the end with the exponent.
  void add_zone(double length, int cells, double exponent);

  double beside_;  // of two points around a place where zones meet [m]
  double begin_ = 0.0;
  std::vector<double> sigma_;
};

}  // namespace beltdyn::analytic
