// SPDX-License-Identifier: MIT
#include "analytic/belt/steady/zone_grid.hpp"

#include <cmath>

namespace beltdyn::analytic {
namespace {

constexpr double kTowardsSlip = 3.0;
// Distance of the two points around a limit of zones, relative to the contour length: the limit lies in the middle.
constexpr double kBesideKink = 1e-7;

}  // namespace

ZoneGrid::ZoneGrid(double contour_length) : beside_(kBesideKink * contour_length) {}

double ZoneGrid::slope_error(double exponent) {
  constexpr double kHalfOfZone = 0.4;
  return 3.0 / (4.0 * kHalfOfZone) * exponent / (8.0 * kCellsOnPulley * kCellsOnPulley);
}

void ZoneGrid::add_arc(double length, std::span<const double> state_change, Spread spread) {
  const double exponent = spread == Spread::even ? 1.0 : kTowardsSlip;
  double zone_begin = 0.0;
  for (const double change : state_change) {
    add_zone(change - zone_begin, kCellsOnPulley, exponent);
    zone_begin = change;
  }
  add_zone(length - zone_begin, kCellsOnPulley, zone_begin > 0.0 ? 1.0 : exponent);
}

void ZoneGrid::add_span(double length, int cells) { add_zone(length, cells, 1.0); }

void ZoneGrid::add_zone(double length, int cells, double exponent) {
  if (length > 4.0 * beside_) {
    sigma_.push_back(begin_ + beside_);
    for (int i = 1; i < cells; ++i) {
      const double place = length * (1.0 - std::pow(1.0 - static_cast<double>(i) / cells, exponent));
      if (place > 2.0 * beside_ && place < length - 2.0 * beside_) sigma_.push_back(begin_ + place);
    }
    sigma_.push_back(begin_ + length - beside_);
  }
  begin_ += length;
}

}  // namespace beltdyn::analytic
