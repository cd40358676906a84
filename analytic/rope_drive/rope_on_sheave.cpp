// SPDX-License-Identifier: MIT
#include "analytic/rope_drive/rope_on_sheave.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/numerics/root.hpp"

namespace beltdyn::analytic {
namespace {

constexpr int kMostTrials = 100;

}  // namespace

RopeOnSheave::RopeOnSheave(const SheaveRope& sheave, std::vector<RopePiece> pieces, LaidAt laid, LaidUpTo up_to)
    : sheave_(sheave), pieces_(std::move(pieces)), laid_(std::move(laid)), up_to_(std::move(up_to)) {}

// Along a line of slip or constant force; energy with N = EA ε: ∫ EA ε²/(2 λ) dα.
double RopeOnSheave::of_line(const RopePiece& line, RopeIntegral integral) const {
  const double from = sheave_.slip.force(line.level + line.slope * line.zeta[0]);
  const double to = sheave_.slip.force(line.level + line.slope * line.zeta[1]);
  const double strain = from / sheave_.stiffness;
  if (line.slope == 0.0) {
    const double natural = sheave_.radius * line.extent() / (1.0 + strain);
    return integral == RopeIntegral::elastic ? 0.5 * from * strain * natural : natural;
  }
  if (integral == RopeIntegral::natural) {
    return sheave_.radius * sheave_.slip.natural_angle(-line.slope, from, to, line.extent(), 1.0, sheave_.stiffness);
  }
  const auto primitive = [](double e) { return e - std::log1p(e); };
  return -line.slope * sheave_.radius * 0.5 * sheave_.stiffness / sheave_.friction *
         (primitive(to / sheave_.stiffness) - primitive(strain));
}

double RopeOnSheave::of_piece(const RopePiece& piece, RopeIntegral integral) const {
  if (piece.is_line()) return of_line(piece, integral);
  return std::abs(up_to_(integral, piece.laid_at, piece.time[0]) - up_to_(integral, piece.laid_at, piece.time[1]));
}

double RopeOnSheave::integral(RopeIntegral integral) const {
  double sum = 0.0;
  for (const RopePiece& piece : pieces_) sum += of_piece(piece, integral);
  return sum;
}

// Time at which the particle ζ of a laid piece came in.
double RopeOnSheave::time_of_entry(const RopePiece& piece, double zeta) const {
  numerics::NewtonBracket bracket{.below = piece.time[1], .above = piece.time[0]};
  double time = 0.5 * (bracket.below + bracket.above);
  for (int i = 0; i < kMostTrials && bracket.below != bracket.above; ++i) {
    const LaidRope rope = laid_(piece.laid_at, time);
    const double next = bracket.next(time, rope.zeta - zeta, rope.zeta_rate);
    if (next == time) break;
    time = next;
  }
  return time;
}

RopeOnSheave::Place RopeOnSheave::at(double zeta) const {
  Place place;
  auto piece = pieces_.begin();
  for (; piece + 1 != pieces_.end() && zeta < piece->zeta[1]; ++piece) {
    place.natural += of_piece(*piece, RopeIntegral::natural);
  }
  RopePiece part = *piece;
  part.zeta[1] = std::min(part.zeta[0], zeta);
  place.level_rate = part.slope;
  double level = part.level + part.slope * zeta;
  if (!part.is_line()) {
    part.time[1] = time_of_entry(*piece, zeta);
    const LaidRope rope = laid_(piece->laid_at, part.time[1]);
    level = rope.level;
    place.level_rate = rope.zeta_rate != 0.0 ? rope.level_rate / rope.zeta_rate : 0.0;
  }
  place.force = sheave_.slip.force(level);
  place.natural += of_piece(part, RopeIntegral::natural);
  return place;
}

}  // namespace beltdyn::analytic
