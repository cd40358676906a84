// SPDX-License-Identifier: MIT
// The fronts on the pulleys of a StringDynamics, where slip begins.
#include <algorithm>
#include <array>
#include <cmath>

#include "analytic/belt/dynamics/string_dynamics.hpp"
#include "core/numerics/root.hpp"

namespace beltdyn::analytic {
namespace {

constexpr double kFrontRounding = 1e-14;  // rounding of the place of a particle [rad]
constexpr int kMostFrontSteps = 200;      // iterations of the bracketed search
// Time by which the history extends beyond the begin of a piece, relative to a turn [-].
constexpr double kBeforePiece = 1e-6;
// Largest second-order term of a correction, relative to it, with which the correction is accepted [-].
constexpr double kLargestBend = 0.5;

}  // namespace

// The slip arcs at both ends as lines.
StuckBelt StringDynamics::exit_slip(std::size_t k, std::span<const double> x) const {
  const double exit = x[turned_at(k)] - geometry_[k].wrap;
  const double sign = arcs()[k].sign;
  return {.sign = sign, .level = drive_.pulleys[k].slip.angle(x[k]) + sign * exit};
}

StuckBelt StringDynamics::entry_slip(std::size_t k, std::span<const double> x) const {
  const double sign = arcs()[k].entry_sign;
  return {.sign = sign, .level = drive_.pulleys[k].slip.angle(x[before(k)]) + sign * x[turned_at(k)]};
}

SlipFrontState StringDynamics::front_on_line(std::size_t k, const StuckBelt& line, const StuckBelt& piece) const {
  const double zeta = (line.level - piece.level) / (line.sign - piece.sign);
  const double force = drive_.pulleys[k].slip.force(piece.level - piece.sign * zeta);
  return {.zeta = zeta, .force = force, .stretch = stretch(force)};
}

// Finds where the slip arc with the force N_k at the exit meets stuck belt, also beyond the exit or the entry, where
// the modes of the pulley are about to change.
void StringDynamics::find_front(std::size_t k, double t, std::span<const double> x) {
  const ArcMemory& arc = arcs()[k];
  PulleyMotion& m = motions_[k];
  if (arc.exit_meets_history()) {
    find_front_in_history(k, t, x);
    return;
  }
  m.entered_rate = 0.0;
  if (arc.is_whole) {
    m.front = {.zeta = x[turned_at(k)], .force = x[before(k)], .stretch = stretch(x[before(k)])};
  } else {
    m.front = front_on_line(k, exit_slip(k, x), arc.stuck.empty() ? entry_slip(k, x) : arc.stuck.back());
  }
}

// Newton's method starts where the last search ended. If it fails, because the force of stuck belt is almost as steep
// as slip or the piece ends, the search is bracketed.
void StringDynamics::find_front_in_history(std::size_t k, double t, std::span<const double> x) {
  const ArcMemory& arc = arcs()[k];
  const StuckBelt& piece = arc.stuck.back();
  PulleyMotion& m = motions_[k];
  const double elapsed = t - searched_at_;
  const double guess = m.entered + (m.entered_rate + 0.5 * m.entered_bend * elapsed) * elapsed;
  if (!follow_front(k, x, guess) ||
      !(m.entered <= piece.last && m.entered >= piece.first - kBeforePiece * geometry_[k].wrap / pace_[k])) {
    m.entered_rate = 0.0;
    m.front = meet_history(k, piece, exit_slip(k, x), std::min(t, piece.last), m.entered);
  }
  overlaps_ = overlaps_ || m.entered > head_.time;
}

bool StringDynamics::follow_front(std::size_t k, std::span<const double> x, double entered) {
  const ArcMemory& arc = arcs()[k];
  const SlipAngle& slip = drive_.pulleys[k].slip;
  PulleyMotion& m = motions_[k];
  const double exit = x[turned_at(k)] - geometry_[k].wrap;
  const double force_behind = x[k];
  double last = HUGE_VAL;
  for (int i = 0; i < kFrontIterations; ++i) {
    const auto [value, rate, bend] = entering(k, entered);
    const double missing = slip.between(force_behind, value[0]) + arc.sign * (value[1] - exit);
    const double growth = slip.growth(value[0]);
    const double turn = arc.sign * growth;
    const double per_slope = 1.0 / (rate[0] + turn * rate[1]);  // per growth of `missing`
    double change = -missing * growth * per_slope;
    const double moved = std::abs(change * rate[1]);
    if (!(moved < last)) return false;
    if (moved >= last_correction_) {
      entered += change;
      last = moved;
      continue;
    }
    const double bend_of_missing = bend[0] + slip.bend(value[0]) * growth * rate[0] * rate[0] + turn * bend[1];
    const double part = bend_of_missing * per_slope * change;
    if (!(std::abs(part) < kLargestBend)) return false;
    change *= 1.0 - 0.5 * part;
    m.entered_rate = growth * per_slope * (1.0 - part);  // of the right-hand side, not yet complete
    const double force = value[0] + change * (rate[0] + 0.5 * change * bend[0]);
    m.front = {
        .zeta = value[1] + change * (rate[1] + 0.5 * change * bend[1]), .force = force, .stretch = stretch(force)};
    m.entered = entered + change;
    return true;
  }
  return false;
}

// Finds where a line of slip meets a piece that came in: ± (g(N(τ)) − level) + ζ(τ) = 0. τ is the time at which the
// particle came in, which grows between the times of the ends. Newton's method bisects where it leaves its bounds.
// Beyond its ends the piece has a constant force. The search begins at `entered`, which is set to the time found.
SlipFrontState StringDynamics::meet_history(std::size_t k, const StuckBelt& piece, const StuckBelt& line, double newest,
                                            double& entered) const {
  const SlipAngle& slip = drive_.pulleys[k].slip;
  struct Place {
    double beyond, slope;
    SlipFrontState state;
  };
  const auto look = [&](double time) {
    const auto [value, rate, bend] = entering(k, time);
    return Place{.beyond = line.sign * (slip.angle(value[0]) - line.level) + value[1],
                 .slope = line.sign * slip.slope(value[0]) * rate[0] + rate[1],
                 .state = {.zeta = value[1], .force = value[0], .stretch = stretch(value[0])}};
  };
  const auto go_on = [&](double time, Place at) {
    entered = time;
    at.state.zeta -= at.beyond;
    return at.state;
  };
  const double high = newest;
  Place at = look(high);
  if (!(at.beyond > 0.0)) return go_on(high, at);
  const double low = piece.first;
  at = look(low);
  if (!(at.beyond < 0.0)) return go_on(low, at);
  numerics::NewtonBracket bracket{.below = low, .above = high};
  double time = entered > low && entered < high ? entered : 0.5 * (low + high);
  for (int i = 0; i < kMostFrontSteps; ++i) {
    at = look(time);
    const double next = bracket.next(time, at.beyond, at.slope);
    if (!(std::abs(at.beyond) > kFrontRounding * (1.0 + std::abs(at.state.zeta))) || next == time) break;
    time = next;
  }
  entered = time;
  return at.state;
}

// Finds where the slip arc with the force N_{k−1} at the entry, if there is one, meets stuck belt or the other slip
// arc.
void StringDynamics::find_entry_front(std::size_t k, std::span<const double> x) {
  const ArcMemory& arc = arcs()[k];
  PulleyMotion& m = motions_[k];
  if (!arc.has_entry_slip()) return;
  if (arc.stuck.empty()) {
    m.entry_front = m.front;
  } else if (arc.entry_meets_history()) {
    const StuckBelt& piece = arc.stuck.front();
    m.entry_front = meet_history(k, piece, entry_slip(k, x), piece.last, m.met);
  } else {
    m.entry_front = front_on_line(k, entry_slip(k, x), arc.stuck.front());
  }
}

}  // namespace beltdyn::analytic
