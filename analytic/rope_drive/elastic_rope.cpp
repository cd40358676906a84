// SPDX-License-Identifier: MIT
#include "analytic/rope_drive/elastic_rope.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.hpp"

namespace beltdyn::analytic {
namespace {

// Length of the first step, and of a step that makes no progress, relative to the time in which rope passes a sheave
// [-].
constexpr double kFirstStep = 1e-3;
constexpr double kLeastStep = 1e-13;
constexpr double kRounding = 4e-16;  // relative, of a time [-]
// Shortest step to which a coming change of pieces shortens a step.
constexpr double kLeastWait = 1e-9;
// Number of steps for which time functions are searched ahead for kinks.
constexpr double kStepsAhead = 100.0;
// A step that would end just before a change of pieces is lengthened, by this factor [-] and by this angle [rad].
constexpr double kPastChange = 1.01;
constexpr double kPastMargin = 3e-9;
// Limit of steps to an output time; more mean that the run makes no progress.
constexpr std::int64_t kMostSteps = 2'000'000;
// By how much forces at the start may exceed the friction limit [rad].
constexpr double kBeyondFriction = 1e-9;

// Direction of a rotation, or of the moment that starts one.
double turning_direction(double angular_velocity, double moment) {
  return angular_velocity < 0.0 || (angular_velocity == 0.0 && moment < 0.0) ? -1.0 : 1.0;
}

std::size_t side_from(double ran) { return ran < 0.0 ? 1 : 0; }

}  // namespace

std::array<double, 2> steady_end_speeds(const ElasticRopeDrive& drive) {
  if (drive.sheaves.empty()) return {};
  const auto stretch = [&](std::size_t j) { return 1.0 + drive.force[j] / drive.axial_stiffness; };
  // Rope sticks with the force of the span from which it comes.
  const auto natural = [&](std::size_t k) {
    const RopeSheave& s = drive.sheaves[k];
    const double omega = s.is_prescribed ? s.speed(0.0) : s.angular_velocity;
    return s.radius * omega / stretch(omega < 0.0 ? k + 1 : k);
  };
  const std::size_t n = drive.sheaves.size();
  return {-natural(0) * stretch(0), natural(n - 1) * stretch(n)};
}

ElasticRope::ElasticRope(ElasticRopeDrive drive, double tolerance, double longest_step)
    : drive_(std::move(drive)),
      n_(drive_.sheaves.size()),
      bodies_(bodies_of(drive_)),
      at_{.n = n_, .n_bodies = bodies_.size()},
      compliance_(1.0 / drive_.axial_stiffness),
      tolerance_(tolerance),
      longest_step_(longest_step),
      state_(at_.size()),
      rate_(at_.size()),
      force_rates_(n_ + 1),
      speeds_(bodies_.size()),
      kinematics_(drive_),
      motions_(n_),
      panel_near_(2 * n_) {
  for (const RopeSheave& s : drive_.sheaves) {
    slip_.push_back(s.friction > 0.0 ? SlipAngle::by_pressure(s.friction) : SlipAngle());
  }
  set_start();
}

void ElasticRope::set_start() {
  std::ranges::copy(drive_.force, state_.begin());
  for (std::size_t k = 0; k < n_; ++k) {
    const RopeSheave& s = drive_.sheaves[k];
    modes_.arcs.emplace_back();
    state_[at_.zeta_at(k, 1)] = -s.wrap;
    BrakeState brake;
    if (!s.is_prescribed) {
      state_[at_.speed_at(k)] = s.angular_velocity;
      const double load = s.radius * (drive_.force[k + 1] - drive_.force[k]) + (s.torque ? s.torque(0.0, 0.0) : 0.0);
      brake.holds = s.angular_velocity == 0.0 && s.brake && std::abs(load) <= s.brake(0.0);
      brake.direction = turning_direction(s.angular_velocity, load);
    }
    modes_.brakes.push_back(brake);
    set_arc(k);
  }
  for (std::size_t b = 0; b < bodies_.size(); ++b) {
    modes_.is_held.push_back(bodies_[b].held_until > 0.0);
    if (bodies_[b].is_free && !modes_.is_held[b]) state_[at_.body_speed_at(b)] = bodies_[b].speed;
  }
  for (std::size_t end = 0; end < 2; ++end) {
    if (!has_drum(end)) continue;
    modes_.wound[end].emplace(stretch(drive_.force[end * n_]));
    const RopeDrum& drum = *drive_.ends[end].drum;
    state_[at_.drum_speed_at(end)] = drum.angular_velocity;
    if (!has_braked_drum(end)) continue;
    const double load = drum_load(end, 0.0, state_);
    modes_.drum_brakes[end] = {.holds = drum.angular_velocity == 0.0 && std::abs(load) <= drum.brake(0.0),
                               .direction = turning_direction(drum.angular_velocity, load)};
  }
  natural_at_start_ = drive_.length[0] / stretch(drive_.force[0]);
  set_scales();
  look(0.0);
}

// The rope sticks with the force with which it came in, up to the slip arc at the other side.
void ElasticRope::set_arc(std::size_t k) {
  const RopeSheave& sheave = drive_.sheaves[k];
  RopeArc& arc = modes_.arcs[k];
  if (!(sheave.friction > 0.0)) {
    arc.is_whole = true;
    state_[k + 1] = state_[k];
    return;
  }
  const std::size_t from = side_from(sheave.ran);
  const double level = slip_[k].angle(drive_.force[k + from]);
  const double change = level - slip_[k].angle(drive_.force[k + other(from)]);
  if (std::abs(change) > sheave.wrap + kBeyondFriction) {
    throw SolverError(fmt::format(
        "at the start sheave {} has {:.6g} and {:.6g} N at its sides, whose ratio friction bears only up to {:.6g}; "
        "start with forces that are nearer to each other",
        sheave.label, drive_.force[k], drive_.force[k + 1], std::exp(sheave.friction * sheave.wrap)));
  }
  arc.sign[from] = -1.0;
  arc.sign[other(from)] = change > 0.0 ? 1.0 : -1.0;
  RopePiece even{.level = level, .zeta = {0.0, -sheave.wrap}};
  even.zeta[other(from)] -= inwards(from) * std::abs(change);
  arc.stuck = {even};
}

void ElasticRope::set_scales() {
  force_scale_ = *std::ranges::max_element(drive_.force);
  double speed = 0.0;
  double length = 0.0;
  for (const double l : drive_.length) length += l;
  time_scale_ = HUGE_VAL;
  for (const RopeEnd& e : drive_.ends) {
    if (e.kind == RopeEnd::Kind::winch && !e.drum) speed = std::max(speed, std::abs(e.paid_out(0.0)));
    if (!e.drum) continue;
    const RopeDrum& d = *e.drum;
    speed = std::max(speed, d.radius * std::abs(d.is_prescribed ? d.speed(0.0) : d.angular_velocity));
    if (d.is_prescribed) continue;
    speed = std::max(speed, force_scale_ * d.radius * std::sqrt(length * compliance_ / d.inertia));
    time_scale_ = std::min(time_scale_, std::sqrt(d.inertia * length * compliance_) / d.radius);
  }
  for (const RopeBody& b : bodies_) {
    if (!b.is_free) continue;
    const double period = std::sqrt(b.mass * length * compliance_);
    speed = std::max({speed, std::abs(b.speed), force_scale_ * period / b.mass});
    time_scale_ = std::min(time_scale_, period);
  }
  for (const RopeSheave& s : drive_.sheaves) {
    speed = std::max(speed, s.radius * std::abs(s.is_prescribed ? s.speed(0.0) : s.angular_velocity));
    if (!s.is_prescribed) {
      speed = std::max(speed, force_scale_ * s.radius * std::sqrt(length * compliance_ / s.inertia));
      time_scale_ = std::min(time_scale_, std::sqrt(s.inertia * length * compliance_) / s.radius);
    }
  }
  // If nothing moves at the start, the time scale is a second.
  speed_scale_ = speed > 0.0 ? speed : length;
  for (const RopeSheave& s : drive_.sheaves) time_scale_ = std::min(time_scale_, s.wrap * s.radius / speed_scale_);
  time_scale_ = std::min(time_scale_, length / speed_scale_);
  double on_sheave = length;
  for (const RopeSheave& s : drive_.sheaves) on_sheave = std::min(on_sheave, s.radius * s.wrap);
  std::vector<double> scale(at_.size(), tolerance_ * force_scale_ * on_sheave);  // last factor: for energies
  for (std::size_t j = 0; j <= n_; ++j) scale[j] = tolerance_ * force_scale_;
  for (std::size_t k = 0; k < n_; ++k) {
    scale[at_.angle_at(k)] = tolerance_;
    for (std::size_t side = 0; side < 2; ++side) scale[at_.zeta_at(k, side)] = tolerance_;
    scale[at_.speed_at(k)] = tolerance_ * speed_scale_ / drive_.sheaves[k].radius;
    for (std::size_t side = 0; side < 2; ++side) scale[at_.natural_at(k, side)] = tolerance_ * on_sheave;
  }
  for (std::size_t b = 0; b < bodies_.size(); ++b) {
    scale[at_.displacement_at(b)] = tolerance_ * length;
    scale[at_.body_speed_at(b)] = tolerance_ * speed_scale_;
  }
  for (std::size_t end = 0; end < 2; ++end) {
    const double radius = has_drum(end) ? drive_.ends[end].drum->radius : length;
    scale[at_.paid_out_at(end)] = tolerance_ * length;
    scale[at_.drum_speed_at(end)] = tolerance_ * speed_scale_ / radius;
    scale[at_.drum_angle_at(end)] = tolerance_ * length / radius;
  }
  steps_ = EventSteps(state_, scale, at_.n_coupled(), std::min(kFirstStep * time_scale_, longest_step_));
}

EventSystem ElasticRope::system() {
  return {.rates = [this](double t, std::span<const double> x, std::span<double> rate) { evaluate(t, x, rate); },
          .margin = [this] { return least_.value; },
          .begin = [this] { reads_own_step_ = false; },
          .reads_own_step = [this] { return reads_own_step_; },
          .shortest = [this](double time) { return std::max(kLeastStep * time_scale_, kRounding * time); }};
}

void ElasticRope::advance_to(double end, const std::function<void()>& check) {
  const double start = time_;
  const RopeModes modes = modes_;
  const EventSteps::Mark mark = steps_.mark();
  try {
    go_to(end);
    look(end);
    check();
  } catch (...) {
    modes_ = modes;
    steps_.go_back(mark);
    has_kink_ = false;
    clear_until_ = steps_.time();
    look(start);
    throw;
  }
  double oldest = time_;
  for (const RopeArc& arc : modes_.arcs) oldest = std::min(oldest, arc.oldest());
  steps_.forget_before(oldest);
}

void ElasticRope::look(double time) {
  time_ = time;
  steps_.look(time, state_);
  evaluate(time, state_, rate_);
}

void ElasticRope::evaluate_head() {
  evaluate(steps_.time(), steps_.state(), steps_.rate());
  for (std::size_t k = 0; k < n_; ++k) {
    const SheaveMotion& m = motions_[k];
    modes_.arcs[k].follow(m.at, {m.sides[0].front, m.sides[1].front}, steps_.time());
  }
}

void ElasticRope::go_to(double end) {
  std::int64_t n_steps = 0;
  while (steps_.time() < end) {
    if (++n_steps > kMostSteps) {
      throw SolverError(
          fmt::format("at t = {:.6g} s the rope has taken {} steps since the last output; use a larger tolerance, or "
                      "outputs that are nearer to each other",
                      steps_.time(), n_steps));
    }
    settle();
    follow_stops();
    const std::array<WoundRope::Mark, 2> before{mark_of_drum(0), mark_of_drum(1)};
    take_step();
    follow_drums(before);
  }
}

// The drum at the head, as last evaluated.
WoundRope::Mark ElasticRope::mark_of_drum(std::size_t end) {
  if (!has_drum(end)) return {};
  const std::span<const double> x = steps_.state();
  const std::size_t p = at_.paid_out_at(end);
  return {.time = steps_.time(),
          .paid_out = x[p],
          .rate = steps_.rate()[p],
          .stretch = stretch(x[end * n_]),
          .stretch_rate = compliance_ * force_rates_[end * n_]};
}

// Takes over rope that was wound up, or came off, in a step.
void ElasticRope::follow_drums(const std::array<WoundRope::Mark, 2>& before) {
  if (!has_drum(0) && !has_drum(1)) return;
  evaluate(steps_.time(), steps_.state(), steps_.rate());
  for (std::size_t end = 0; end < 2; ++end) {
    if (has_drum(end)) modes_.wound[end]->go_on(before[end], mark_of_drum(end));
  }
}

void ElasticRope::take_step() {
  const double kink = way_to_kink();
  const double longest = std::min({longest_step_, kink, way_to_pass()});
  const double start = steps_.time();
  modes_.has_event = steps_.step(system(), longest);
  if (modes_.has_event) {
    count_events();
  } else {
    modes_.patience = 0.0;
    if (steps_.time() >= start + kink) {
      steps_.settle_time(clear_until_);
      modes_.has_kink = true;
    }
  }
}

// Time until the next kink of a time function [s].
double ElasticRope::way_to_kink() {
  const double now = steps_.time();
  const double step = std::min(steps_.next_step(), longest_step_);
  if (clear_until_ <= now || (!has_kink_ && now + step > clear_until_)) {
    const double ahead = now + kStepsAhead * step;
    clear_until_ = drive_.next_kink ? drive_.next_kink(now, ahead) : ahead;
    for (const RopeBody& b : bodies_) {
      if (b.held_until > now) clear_until_ = std::min(clear_until_, b.held_until);
    }
    has_kink_ = clear_until_ < ahead;
  }
  return has_kink_ ? clear_until_ - now : HUGE_VAL;
}

// Approximate time until a front reaches another piece at the present rate, and slightly more [s].
double ElasticRope::way_to_pass() const {
  double wait = HUGE_VAL;
  for (std::size_t k = 0; k < n_; ++k) {
    const RopeArc& arc = modes_.arcs[k];
    if (arc.is_whole) continue;
    const SheaveMotion& m = motions_[k];
    const std::array<RopeFront, 2> fronts{m.sides[0].front, m.sides[1].front};
    for (std::size_t side = 0; side < 2; ++side) {
      if (arc.sign[side] == 0.0) continue;
      const SideMotion& s = m.sides[side];
      double pace = s.slip_rate(arc.sign[side]) / (1.0 - s.front.steepness);
      if (arc.stuck.size() == 1 && arc.is_laying(other(side))) pace += s.inflow;
      if (arc.is_divided()) pace = 0.5 * arc.sign[side] * (m.sides[other(side)].level_rate - s.level_rate);
      const double left = arc.depth_left(side, fronts, m.at);
      if (pace > 0.0) wait = std::min(wait, std::max(kPastMargin, kPastChange * left + kPastMargin) / pace);
    }
  }
  return std::max(wait, kLeastWait * time_scale_);
}

}  // namespace beltdyn::analytic
