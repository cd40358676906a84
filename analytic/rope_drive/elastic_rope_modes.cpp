// SPDX-License-Identifier: MIT
// The changes of the modes of an ElasticRope.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "analytic/rope_drive/elastic_rope.hpp"
#include "core/base/error.hpp"

namespace beltdyn::analytic {
namespace {

// Negative margins up to this size are tolerated, so that rounding does not change modes to and fro: of arcs [rad], of
// speeds relative to their scale [-].
constexpr double kNone = 1e-9;
// Margins at an event count as vanished below this size.
constexpr double kAtEvent = 2e-10;
// Force of a slack span, relative to the largest force at the start; length of a vanished span, relative to the start
// [-].
constexpr double kSlack = 1e-6;
constexpr double kNoLength = 1e-6;
// Number of events, within the part kSameTime of the time scale, that counts as endless.
constexpr int kManyEvents = 8;
constexpr int kMostDoublings = 20;
constexpr double kSameTime = 1e-9;
// Limit of changes at the same time, per sheave.
constexpr int kMostChanges = 12;

}  // namespace

RopeMargin ElasticRope::margin(double t, std::span<const double> x) const {
  RopeMargin least;
  for (std::size_t k = 0; k < n_; ++k) {
    add_arc_margins(k, least);
    if (drive_.sheaves[k].brake && !drive_.sheaves[k].is_prescribed) add_brake_margin(k, t, least);
  }
  for (const std::size_t end : {std::size_t{0}, std::size_t{1}}) {
    if (has_braked_drum(end)) add_drum_margin(end, t, x, least);
  }
  least.value += modes_.patience;
  for (std::size_t j = 0; j <= n_; ++j) {
    if (n_ > 0) least.add(x[j] / force_scale_ - kSlack, RopeChange::slack, j);
    least.add(kinematics_.length(j) / drive_.length[j] - kNoLength, RopeChange::no_length, j);
  }
  for (std::size_t k = 0; k < n_; ++k) least.add(motions_[k].at.wrap() - kNoLength, RopeChange::no_contact, k);
  if (n_ > 0 || !drive_.goes_slack) return least;
  if (modes_.is_slack) {
    const double natural = natural_at_start_ + x[at_.paid_out_at(0)] + x[at_.paid_out_at(1)];
    least.add(1.0 - kinematics_.length(0) / natural + kNone, RopeChange::taut, 0);
  } else {
    least.add(x[0] / force_scale_ + kNone, RopeChange::slack, 0);
  }
  return least;
}

void ElasticRope::add_arc_margins(std::size_t k, RopeMargin& least) const {
  const RopeArc& arc = modes_.arcs[k];
  const SheaveMotion& m = motions_[k];
  const double radius = drive_.sheaves[k].radius;
  if (arc.is_whole) {
    if (arc.sign[0] == 0.0) return;
    for (std::size_t side = 0; side < 2; ++side) {
      least.add(arc.sign[side] * inwards_slip(k, side) / speed_scale_ + kNone, RopeChange::whole, k, side);
    }
    return;
  }
  const double pace = speed_scale_ / radius;
  const std::array<RopeFront, 2> fronts{m.sides[0].front, m.sides[1].front};
  for (std::size_t side = 0; side < 2; ++side) {
    const SideMotion& s = m.sides[side];
    if (arc.sign[side] == 0.0) {
      least.add((s.inflow - std::abs(s.level_rate)) / pace + kNone, RopeChange::steep, k, side);
      continue;
    }
    least.add(s.slip_rate(arc.sign[side]) / pace + kNone, RopeChange::hold, k, side);
    least.add(s.front.depth + kNone, RopeChange::turn, k, side);
    least.add(arc.depth_left(side, fronts, m.at) + kNone, RopeChange::pass, k, side);
  }
}

void ElasticRope::add_brake_margin(std::size_t k, double t, RopeMargin& least) const {
  const BrakeState& brake = modes_.brakes[k];
  const SheaveMotion& m = motions_[k];
  const double radius = drive_.sheaves[k].radius;
  if (brake.holds) {
    const double left = drive_.sheaves[k].brake(t) - std::abs(m.load);
    least.add(left / (force_scale_ * radius) + kNone, RopeChange::brake_slips, k);
  } else {
    least.add(brake.direction * m.speed * radius / speed_scale_ + kNone, RopeChange::brake_stops, k);
  }
}

void ElasticRope::add_drum_margin(std::size_t end, double t, std::span<const double> x, RopeMargin& least) const {
  const RopeDrum& drum = *drive_.ends[end].drum;
  const BrakeState& brake = modes_.drum_brakes[end];
  if (brake.holds) {
    const double left = drum.brake(t) - std::abs(drum_load(end, t, x));
    least.add(left / (force_scale_ * drum.radius) + kNone, RopeChange::drum_slips, end);
  } else {
    const double speed = drum_speed_at(end, t, x);
    least.add(brake.direction * speed * drum.radius / speed_scale_ + kNone, RopeChange::drum_stops, end);
  }
}

// Changes the modes at the head until all of them hold.
void ElasticRope::settle() {
  if (modes_.has_kink) pass_kink();
  double below = modes_.has_event ? kAtEvent : 0.0;
  modes_.has_event = false;
  const std::size_t most = kMostChanges * (n_ + 1);
  for (std::size_t i = 0; i < most; ++i) {
    evaluate_head();
    require_determined();
    if (!(least_.value < below)) break;
    change(least_);
    below = kAtEvent;
  }
}

void ElasticRope::change(const RopeMargin& m) {
  if (m.change == RopeChange::drum_stops || m.change == RopeChange::drum_slips) {
    change_drum_brake(m.k, steps_.time());
    return;
  }
  if (n_ == 0 && m.change <= RopeChange::taut && !has_given_force(0) && !has_given_force(1)) {
    change_slack();
    return;
  }
  if (m.change >= RopeChange::slack) refuse(m);
  if (m.change == RopeChange::brake_stops || m.change == RopeChange::brake_slips) {
    change_brake(m.k, steps_.time());
    return;
  }
  const int order = change_arc(m);
  if (order < kNoJump) steps_.count_change();
  split_laid(order, m.k, m.side);
}

int ElasticRope::change_arc(const RopeMargin& m) {
  RopeArc& arc = modes_.arcs[m.k];
  const SheaveMotion& sheave = motions_[m.k];
  const SideMotion& side = sheave.sides[m.side];
  const double now = steps_.time();
  switch (m.change) {
    case RopeChange::hold:
      return arc.freeze(m.side, sheave.at, now, side.inflow > 0.0);
    case RopeChange::steep:
      return arc.begin_slip(m.side, sheave.at, now, side.level_rate > 0.0 ? -1.0 : 1.0);
    case RopeChange::turn:
      return arc.turn_slip(m.side);
    case RopeChange::pass:
      return arc.pass(m.side);
    default:
      break;
  }
  // Removes the error of the steps from the forces.
  const SlipAngle& slip = slip_[m.k];
  const std::size_t j = m.k;
  steps_.state()[j + 1] = slip.force(slip.angle(steps_.state()[j]) + arc.sign[0] * sheave.at.wrap());
  ArcSides at = sheave.at;
  at.force[1] = steps_.state()[j + 1];
  at.level[1] = slip.angle(at.force[1]);
  return arc.end_whole(m.side, at, now, side.inflow > 0.0);
}

// The force follows from the length again.
void ElasticRope::change_slack() {
  steps_.count_change();
  modes_.is_slack = !modes_.is_slack;
  const double natural = natural_at_start_ + steps_.state()[at_.paid_out_at(0)] + steps_.state()[at_.paid_out_at(1)];
  steps_.state()[0] =
      modes_.is_slack ? 0.0 : std::max(0.0, drive_.axial_stiffness * (kinematics_.length(0) / natural - 1.0));
}

namespace {

// Changes a brake at rest under a moment that it holds up to a limit.
void change(BrakeState& brake, double load, double limit) {
  const bool stays = !brake.holds && std::abs(load) <= limit;
  brake = {.holds = stays, .direction = load < 0.0 ? -1.0 : 1.0};
}

}  // namespace

void ElasticRope::change_drum_brake(std::size_t end, double t) {
  steps_.state()[at_.drum_speed_at(end)] = 0.0;
  beltdyn::analytic::change(modes_.drum_brakes[end], drum_load(end, t, steps_.state()),
                            drive_.ends[end].drum->brake(t));
  const std::size_t k = end == 0 ? 0 : n_ - 1;
  if (n_ > 0) split_laid(kJumpOfBend, k, end);
}

void ElasticRope::change_brake(std::size_t k, double t) {
  steps_.state()[at_.speed_at(k)] = 0.0;
  beltdyn::analytic::change(modes_.brakes[k], motions_[k].load, drive_.sheaves[k].brake(t));
  for (std::size_t side = 0; side < 2; ++side) split_laid(kJumpOfBend, k, side);
}

// Where a derivative of a force jumps, rope that is laid has this jump, and another piece begins. The jump also affects
// the spans that slip on whole arcs connects; in other forces a derivative two orders higher jumps.
void ElasticRope::split_laid(int order, std::size_t k, std::size_t side) {
  if (order >= kNoJump) return;
  std::size_t first = k + side;
  std::size_t last = k + side;
  while (first > 0 && (order == kJumpOfRate || modes_.arcs[first - 1].is_whole)) --first;
  while (last < n_ && (order == kJumpOfRate || modes_.arcs[last].is_whole)) ++last;
  for (std::size_t i = 0; i < n_; ++i) {
    for (std::size_t s = 0; s < 2; ++s) {
      if (i + s >= first && i + s <= last) modes_.arcs[i].split(s, motions_[i].at, steps_.time());
    }
  }
}

RopeDisplacements ElasticRope::displacements() const {
  RopeDisplacements displacements{.time = steps_.time()};
  for (std::size_t i = 0; i < displacements.ends.size(); ++i) {
    const bool is_winch = drive_.ends[i].kind == RopeEnd::Kind::winch;
    displacements.ends[i] = steps_.state()[is_winch ? at_.paid_out_at(i) : at_.displacement_at(i)];
  }
  return displacements;
}

// Records when a brake begins to act, and when a sheave or drum at rest begins to hold the rope.
void ElasticRope::follow_stops() {
  bool rests = false;
  bool acts = false;
  for (std::size_t k = 0; k < n_; ++k) {
    rests = rests || (motions_[k].speed == 0.0 && !modes_.arcs[k].is_whole);
    acts = acts || (drive_.sheaves[k].brake && drive_.sheaves[k].brake(steps_.time()) > drive_.sheaves[k].bearing);
  }
  for (const std::size_t end : {std::size_t{0}, std::size_t{1}}) {
    if (!has_braked_drum(end)) continue;
    rests = rests || modes_.drum_brakes[end].holds;
    acts = acts || drive_.ends[end].drum->brake(steps_.time()) > 0.0;
  }
  // A brake acts from the end of the last step without brake.
  if (!acts && !modes_.is_braked) modes_.braked = displacements();
  modes_.is_braked = modes_.is_braked || acts;
  if (rests && !modes_.rests) modes_.rest = displacements();
  modes_.rests = rests;
}

void ElasticRope::pass_kink() {
  modes_.has_kink = false;
  evaluate_head();
  for (std::size_t b = 0; b < bodies_.size(); ++b) modes_.is_held[b] = bodies_[b].held_until > steps_.time();
  split_laid(kJumpOfRate, 0, 0);
}

void ElasticRope::count_events() {
  const double now = steps_.time();
  modes_.n_events = now - modes_.event_time < kSameTime * time_scale_ ? modes_.n_events + 1 : 0;
  modes_.event_time = now;
  const int doublings = modes_.n_events - kManyEvents;
  modes_.patience = doublings > 0 ? std::ldexp(kNone, doublings) : 0.0;
  if (doublings > kMostDoublings) {
    throw SolverError(fmt::format(
        "at t = {:.6g} s stick and slip of the rope change to and fro without end; use a smaller tolerance, "
        "or change the drive a little",
        now));
  }
}

void ElasticRope::refuse(const RopeMargin& m) const {
  const double now = steps_.time();
  if (m.change == RopeChange::slack) {
    throw SolverError(
        fmt::format("at t = {:.6g} s span {} of the rope goes slack; reduce the accelerations, or load its ends more",
                    now, m.k + 1));
  }
  if (m.change == RopeChange::no_contact) {
    throw SolverError(
        fmt::format("at t = {:.6g} s the rope lifts off sheave {}; change where its ends go, or end the run before",
                    now, drive_.sheaves[m.k].label));
  }
  throw SolverError(fmt::format(
      "at t = {:.6g} s span {} of the rope has no length left: something has come to a sheave or to the other end; end "
      "the run before, or begin with a longer span",
      now, m.k + 1));
}

// Is the motion of the rope determined, by friction, a body or a prescribed end?
void ElasticRope::require_determined() const {
  const bool slips_everywhere = std::ranges::all_of(modes_.arcs, &RopeArc::is_whole);
  if (slips_everywhere && has_given_force(0) && has_given_force(1)) {
    throw SolverError(fmt::format(
        "at t = {:.6g} s the rope slips on all sheaves between two given forces, beyond which its motion is not "
        "determined; make the forces more alike, or increase friction",
        steps_.time()));
  }
}

}  // namespace beltdyn::analytic
