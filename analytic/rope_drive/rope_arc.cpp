// SPDX-License-Identifier: MIT
#include "analytic/rope_drive/rope_arc.hpp"

#include <algorithm>

#include "core/numerics/root.hpp"

namespace beltdyn::analytic {
namespace {

// A shorter piece of rope on a sheave is dropped [rad].
constexpr double kNoTrace = 1e-10;
// Rounding of a place on a sheave, relative to 1 + |ζ| [rad].
constexpr double kRounding = 1e-15;
constexpr int kMostTrials = 200;
// Largest steepness beyond the ends of laid rope [-]. Laid rope is less steep than slip; this bound keeps rounding
// small.
constexpr double kSteepest = 0.9;

double depth_of(std::size_t side, double zeta, const ArcSides& at) { return inwards(side) * (zeta - at.zeta[side]); }

// σ (P − g_e) − d, which falls from the side inwards and is 0 at the front.
struct Excess {
  double value{};
  double rate{};       // by the time at which the particle came in
  double depth{};      // [rad]
  double level{};      // P [rad]
  double steepness{};  // σ dP/dd
};

Excess excess(std::size_t side, double sigma, const ArcSides& at, const LaidRope& rope) {
  const double turn = inwards(side);
  const double depth = turn * (rope.zeta - at.zeta[side]);
  const double slope = rope.zeta_rate != 0.0 ? sigma * turn * rope.level_rate / rope.zeta_rate : 0.0;
  return {.value = sigma * (rope.level - at.level[side]) - depth,
          .rate = sigma * rope.level_rate - turn * rope.zeta_rate,
          .depth = depth,
          .level = rope.level,
          .steepness = std::isfinite(slope) ? std::clamp(slope, -kSteepest, kSteepest) : 0.0};
}

// Beyond a place the piece continues with its steepness there.
RopeFront beyond(double sigma, const Excess& e, double time) {
  const double more = e.value / (1.0 - e.steepness);
  return {
      .depth = e.depth + more, .level = e.level + sigma * e.steepness * more, .met = time, .steepness = e.steepness};
}

}  // namespace

RopePiece RopeArc::slip_line(std::size_t side, const ArcSides& at) const {
  const double slope = inwards(side) * sign[side];
  return {.slope = slope, .level = at.level[side] - slope * at.zeta[side]};
}

RopeFront RopeArc::front(std::size_t side, const ArcSides& at, double now, const LaidAt& laid) const {
  const double sigma = sign[side];
  if (is_whole) return {.depth = at.wrap(), .level = at.level[other(side)], .met = now};
  if (sigma == 0.0) return {.depth = 0.0, .level = at.level[side], .met = now};
  if (stuck.empty()) {
    const double depth = 0.5 * (at.wrap() + sigma * (at.level[other(side)] - at.level[side]));
    return {.depth = depth, .level = at.level[side] + sigma * depth, .met = now, .steepness = -1.0};
  }
  return outer(side).is_line() ? front_on_line(side, at) : front_in_laid(side, at, now, laid);
}

RopeFront RopeArc::front_on_line(std::size_t side, const ArcSides& at) const {
  const double sigma = sign[side];
  const RopePiece& piece = outer(side);
  const double steepness = sigma * inwards(side) * piece.slope;
  const double at_side = piece.level + piece.slope * at.zeta[side];
  // A slip line along its own line has been passed.
  if (steepness > 0.5) return {.depth = depth_of(side, piece.zeta[other(side)], at) + 1.0, .level = at_side};
  const double depth = sigma * (at_side - at.level[side]) / (1.0 - steepness);
  return {.depth = depth, .level = at.level[side] + sigma * depth, .met = met[side], .steepness = steepness};
}

// Newton's method for the time at which the particle came in, with bounds where it diverges.
RopeFront RopeArc::front_in_laid(std::size_t side, const ArcSides& at, double now, const LaidAt& laid) const {
  const double sigma = sign[side];
  const RopePiece& piece = outer(side);
  const double last_digit = kRounding * (1.0 + std::abs(at.zeta[side]));
  const double high = piece.time[side];  // end at the side
  const double low = is_laying(other(side)) && stuck.size() == 1 ? now : piece.time[other(side)];
  const auto look = [&](double time) { return excess(side, sigma, at, laid(piece.laid_at, time)); };
  Excess e = look(high);
  if (!(e.value > last_digit)) return beyond(sigma, e, high);
  e = look(low);
  if (!(e.value < -last_digit)) return beyond(sigma, e, low);
  const double least = std::min(low, high);
  const double most = std::max(low, high);
  double time = std::clamp(met[side], least, most);
  numerics::NewtonBracket bracket{.below = low, .above = high};
  for (int i = 0; i < kMostTrials; ++i) {
    e = look(time);
    if (std::abs(e.value) <= last_digit) break;
    const double next = bracket.next(time, e.value, e.rate);
    if (next == time) break;
    time = next;
  }
  RopeFront found = beyond(sigma, e, time);
  found.level = at.level[side] + sigma * found.depth;
  return found;
}

double RopeArc::depth_left(std::size_t side, const std::array<RopeFront, 2>& fronts, const ArcSides& at) const {
  if (stuck.empty()) return at.wrap() - fronts[side].depth;
  if (stuck.size() == 1) return at.wrap() - fronts[side].depth - fronts[other(side)].depth;
  return depth_of(side, outer(side).zeta[other(side)], at) - fronts[side].depth;
}

std::vector<RopePiece> RopeArc::pieces(const ArcSides& at, const std::array<RopeFront, 2>& fronts, double now) const {
  RopeArc copy = *this;
  copy.follow(at, fronts, now);
  if (is_whole) {
    RopePiece line = slip_line(0, at);
    line.zeta = at.zeta;
    return {line};
  }
  for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
    if (sign[side] == 0.0) continue;
    RopePiece line = slip_line(side, at);
    line.zeta[side] = at.zeta[side];
    line.zeta[other(side)] = at.zeta[side] + inwards(side) * fronts[side].depth;
    copy.add_outer(side, line);
  }
  return copy.stuck;
}

void RopeArc::follow(const ArcSides& at, const std::array<RopeFront, 2>& fronts, double now) {
  for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
    met[side] = fronts[side].met;
    if (stuck.empty()) continue;
    RopePiece& piece = outer(side);
    if (is_laying(side)) {
      piece.zeta[side] = at.zeta[side];
      piece.time[side] = now;
    } else {
      piece.zeta[side] = at.zeta[side] + inwards(side) * fronts[side].depth;
      piece.time[side] = fronts[side].met;
    }
  }
}

void RopeArc::remove_outer(std::size_t side) {
  if (side == 0) {
    stuck.erase(stuck.begin());
  } else {
    stuck.pop_back();
  }
}

void RopeArc::add_outer(std::size_t side, const RopePiece& piece) {
  stuck.insert(side == 0 ? stuck.begin() : stuck.end(), piece);
}

void RopeArc::begin_laying(std::size_t side, const ArcSides& at, double now) {
  sign[side] = 0.0;
  add_outer(side, {.laid_at = static_cast<int>(side), .zeta = {at.zeta[side], at.zeta[side]}, .time = {now, now}});
}

// Frozen rope lies on a slip line of its own slope, which passes it at once.
int RopeArc::pass_lines(std::size_t side, int jump) {
  const double slope = inwards(side) * sign[side];
  while (!stuck.empty() && outer(side).is_line() && outer(side).slope == slope) {
    remove_outer(side);
    jump = kJumpOfRate;
  }
  if (stuck.empty()) {
    if (sign[0] == -sign[1]) return slip_as_a_whole(sign[0]);
  } else if (!outer(side).is_line()) {
    met[side] = outer(side).time[side];
  }
  return jump;
}

int RopeArc::freeze(std::size_t side, const ArcSides& at, double now, bool comes_in) {
  RopePiece slip = slip_line(side, at);
  slip.zeta[side] = at.zeta[side];
  slip.zeta[other(side)] = at.zeta[side];
  if (!stuck.empty()) {
    slip.zeta[other(side)] = outer(side).zeta[side];
  } else {
    // Stuck rope begins where the slip arc of the other side ends.
    const double depth = 0.5 * (at.wrap() + sign[side] * (at.level[other(side)] - at.level[side]));
    slip.zeta[other(side)] = at.zeta[side] + inwards(side) * depth;
  }
  const bool leaves_trace = slip.extent() > kNoTrace;
  if (leaves_trace) add_outer(side, slip);
  if (comes_in) {
    begin_laying(side, at, now);
    return kJumpOfBend;
  }
  sign[side] = -sign[side];
  return leaves_trace ? kJumpOfBend : pass_lines(side, kJumpOfBend);
}

int RopeArc::begin_slip(std::size_t side, const ArcSides& at, double now, double sigma) {
  RopePiece& newest = outer(side);
  newest.zeta[side] = at.zeta[side];
  newest.time[side] = now;
  met[side] = now;
  sign[side] = sigma;
  if (newest.extent() <= kNoTrace) remove_outer(side);
  return pass_lines(side, kNoJump);
}

int RopeArc::turn_slip(std::size_t side) {
  sign[side] = -sign[side];
  return pass_lines(side, kJumpOfBend);
}

int RopeArc::pass(std::size_t side) {
  if (stuck.empty()) return slip_as_a_whole(side == 0 ? sign[0] : -sign[1]);
  if (stuck.size() == 1 && is_laying(other(side))) return slip_as_a_whole(side == 0 ? sign[0] : -sign[1]);
  remove_outer(side);
  return pass_lines(side, kJumpOfBend);
}

int RopeArc::slip_as_a_whole(double sigma_0) {
  is_whole = true;
  sign = {sigma_0, -sigma_0};
  stuck.clear();
  return kJumpOfRate;
}

int RopeArc::end_whole(std::size_t side, const ArcSides& at, double now, bool comes_in) {
  is_whole = false;
  met = {now, now};
  if (comes_in) {
    begin_laying(side, at, now);
  } else {
    sign[side] = sign[other(side)];
  }
  return kJumpOfRate;
}

void RopeArc::split(std::size_t side, const ArcSides& at, double now) {
  if (!is_laying(side)) return;
  RopePiece& newest = outer(side);
  newest.zeta[side] = at.zeta[side];
  newest.time[side] = now;
  if (newest.extent() > kNoTrace) begin_laying(side, at, now);
}

double RopeArc::oldest() const {
  double oldest = HUGE_VAL;
  for (const RopePiece& piece : stuck) {
    if (!piece.is_line()) oldest = std::min({oldest, piece.time[0], piece.time[1]});
  }
  return oldest;
}

bool RopeArc::is_sound() const {
  for (const double s : sign) {
    if (s != 0.0 && std::abs(s) != 1.0) return false;
  }
  if (is_whole) return stuck.empty() && sign[0] == -sign[1];
  if (stuck.empty()) return sign[0] == sign[1] && sign[0] != 0.0;
  for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
    if (sign[side] == 0.0 && outer(side).laid_at != static_cast<int>(side)) return false;
  }
  return std::ranges::all_of(stuck, [](const RopePiece& p) {
    return p.laid_at >= RopePiece::kLine && p.laid_at <= 1 && (std::abs(p.slope) == 1.0 || p.slope == 0.0);
  });
}

}  // namespace beltdyn::analytic
