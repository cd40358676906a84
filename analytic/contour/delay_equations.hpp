// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "analytic/contour/strain_law.hpp"
#include "core/drive/contour_drive.hpp"
#include "core/numerics/root.hpp"

namespace beltdyn::analytic {

// A level in the past and its rate.
struct HistoryPoint {
  double level{};  // y [-]
  double rate{};   // dy/dt [1/s]
};

// The delay differential equations of the contour drive at constant speeds, [Oborin 2018] Eqs. (33), (34), (46), for
// every strain model and for unequal contacts. Pulley k feeds span k (0 slack, 1 tight); its belt comes from the other
// span. A point of the stick zone carries the level that it had at the entry. A straight line of slope ±φ_k,
// φ_k = f_k/b, leads from the front of the slip zone, c_k before the exit, to the exit:
//
//     y_k(t) = y_{1−k}(t − (R_k − c_k)/V_k) + d_k φ_k c_k,      d_k = +1 where the belt slips forward, −1 backward,
//
// and y_k follows exit_level_rate(). Before t = 0 all levels are 0. The belt slips backward on the faster pulley.
//
// Valid while the belt sticks at the entries, |dy_{1−k}/dt| ≤ φ_k V_k, and the slip zones end before the entries.
class DelayEquations {
 public:
  // Throws UsageError unless the speeds of the drive are constant and positive.
  DelayEquations(const ContourDrive& drive, StrainModel model);

  const StrainLaw& law() const { return law_; }
  int direction(std::size_t k) const { return direction_[k]; }                  // d_k; 0 if the speeds are equal
  double contact_length(std::size_t k) const { return contact_[k]; }            // R_k [m]
  double speed(std::size_t k) const { return speed_[k]; }                       // V_k [m/s]
  double transit_time(std::size_t k) const { return contact_[k] / speed_[k]; }  // [s]
  double longest_transit() const { return std::max(transit_time(0), transit_time(1)); }
  double level_scale() const { return level_scale_; }  // |V₁ − V₂|/(V₁ + V₂), the order of the levels [-]

  // Time at which the belt at the front of a slip zone of length c entered the pulley [s].
  double entry_time(std::size_t k, double time, double slip_length) const {
    return time - (contact_[k] - slip_length) / speed_[k];
  }

  // c_k at the exit level y_k; history(t) gives the HistoryPoint of y_{1−k}. R_k or more means that there is no stick
  // zone [m].
  template <class History>
  double slip_length(std::size_t k, double time, double level, double guess, const History& history) const;

  // dy_k/dt for both spans [1/s]
  Levels rates(const Levels& levels, const std::array<double, 2>& slip_lengths) const;

  // Throw SolverError if the equations are invalid at this time: by the slip zones, or by the rates.
  void require_stick_zone(double time, const std::array<double, 2>& slip_lengths) const;
  void require_stick_at_entry(double time, const Levels& rates) const;

 private:
  StrainLaw law_;
  double span_length_;             // [m]
  std::array<double, 2> contact_;  // lengths of the contacts [m]
  std::array<double, 2> speed_{};  // V_k [m/s]
  std::array<double, 2> slope_{};  // φ_k [1/m]
  std::array<int, 2> direction_{};
  double level_scale_;
};

template <class History>
double DelayEquations::slip_length(std::size_t k, double time, double level, double guess,
                                   const History& history) const {
  if (direction_[k] == 0) return 0.0;
  // g(c) = d (y_{1−k} − y_k) + φ c increases while the belt sticks at the entry: Newton's method, kept inside a
  // bracket.
  constexpr int kMostIterations = 80;
  constexpr double kRounding = 4.0 * std::numeric_limits<double>::epsilon();
  const double tolerance = kRounding * (contact_[k] + speed_[k] * time);
  const double d = direction_[k];
  numerics::NewtonBracket bracket{.below = 0.0, .above = contact_[k]};
  double c = std::clamp(guess, bracket.below, bracket.above);
  for (int i = 0; i < kMostIterations && bracket.above - bracket.below > tolerance; ++i) {
    const HistoryPoint past = history(entry_time(k, time, c));
    const double g = d * (past.level - level) + slope_[k] * c;
    const double before = std::exchange(c, bracket.next(c, g, slope_[k] + d * past.rate / speed_[k]));
    if (std::abs(c - before) <= tolerance) break;
  }
  // c as a difference of levels keeps its digits if friction is strong and c short.
  return std::max(0.0, d * (level - history(entry_time(k, time, c)).level) / slope_[k]);
}

}  // namespace beltdyn::analytic
