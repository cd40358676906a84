// SPDX-License-Identifier: MIT
// The rope in the state of an ElasticRope, and this state as numbers.
#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>

#include "analytic/rope_drive/elastic_rope.hpp"

namespace beltdyn::analytic {
namespace {

// A shorter slip arc is not reported [rad].
constexpr double kNoSlipArc = 1e-6;
// Counts of numbers of a piece and of an arc in a checkpoint.
constexpr std::ptrdiff_t kPieceWidth = 7;
constexpr std::ptrdiff_t kArcWidth = 4;
constexpr std::size_t kModesWidth = 8;
constexpr std::size_t kCounts = 10;  // without those of blocks and sheaves
constexpr std::int64_t kMostPieces = 100'000'000;
constexpr std::array<const char*, 2> kWound{"rope/wound_1", "rope/wound_2"};

}  // namespace

double ElasticRope::slip_arc(std::size_t k, std::size_t side) const {
  if (arc(k).is_laying(side)) return 0.0;
  return std::clamp(motions_[k].sides[side].front.depth, 0.0, motions_[k].at.wrap());
}

double ElasticRope::used_friction(std::size_t k) const {
  const ArcSides& at = motions_[k].at;
  return drive_.sheaves[k].friction > 0.0 ? std::abs(at.level[1] - at.level[0]) / at.wrap() : 1.0;
}

RopeOnSheave ElasticRope::on_sheave(std::size_t k) const {
  const SheaveMotion& m = motions_[k];
  const SheaveRope sheave{.slip = slip_[k],
                          .friction = drive_.sheaves[k].friction,
                          .radius = drive_.sheaves[k].radius,
                          .stiffness = drive_.axial_stiffness};
  const auto up_to = [this, k](RopeIntegral integral, int laid_at, double time) {
    const auto side = static_cast<std::size_t>(laid_at);
    const std::size_t i = integral == RopeIntegral::elastic ? at_.elastic_at(k, side) : at_.natural_at(k, side);
    return steps_.history().at(i, time, panel_near_[2 * k + side]).value;
  };
  return {sheave, arc(k).pieces(m.at, {m.sides[0].front, m.sides[1].front}, time_),
          [this, k](int side, double time) { return laid(k, side, time); }, up_to};
}

double ElasticRope::natural_length() const {
  if (is_slack()) return natural_at_start_ + paid_out(0) + paid_out(1);
  double sum = 0.0;
  for (std::size_t j = 0; j <= n_; ++j) sum += length(j) / stretch(force(j));
  for (std::size_t k = 0; k < n_; ++k) sum += on_sheave(k).integral(RopeIntegral::natural);
  return sum;
}

double ElasticRope::path_length() const {
  double sum = 0.0;
  for (std::size_t j = 0; j <= n_; ++j) sum += length(j);
  for (std::size_t k = 0; k < n_; ++k) sum += drive_.sheaves[k].radius * motions_[k].at.wrap();
  return sum;
}

RopeEnergy ElasticRope::energy() const {
  RopeEnergy energy;
  for (std::size_t j = 0; j <= n_; ++j) {
    energy.elastic += 0.5 * force(j) * force(j) * compliance_ * length(j) / stretch(force(j));
  }
  for (std::size_t k = 0; k < n_; ++k) {
    energy.elastic += on_sheave(k).integral(RopeIntegral::elastic);
    const RopeSheave& s = drive_.sheaves[k];
    if (!s.is_prescribed) energy.kinetic += 0.5 * s.inertia * angular_velocity(k) * angular_velocity(k);
    energy.by_drives += state_[at_.drive_at(k)];
    energy.lost_in_slip += lost_in_slip(k);
    energy.lost_in_brakes += lost_in_brake(k);
  }
  for (std::size_t b = 0; b < bodies_.size(); ++b) {
    const double mass = bodies_[b].mass + bodies_[b].rope_mass * rope_length_at(b);
    if (bodies_[b].is_free) energy.kinetic += 0.5 * mass * speeds_[b] * speeds_[b];
    energy.by_ends += state_[at_.work_at(b)];
  }
  for (std::size_t end = 0; end < 2; ++end) {
    if (!has_drum(end)) continue;
    const RopeDrum& drum = *drive_.ends[end].drum;
    if (!drum.is_prescribed) energy.kinetic += 0.5 * drum.inertia * drum_speed(end) * drum_speed(end);
    energy.by_drives += state_[at_.drum_drive_at(end)];
    energy.lost_in_slip += state_[at_.drum_loss_at(end)];
    energy.lost_in_brakes += lost_in_drum_brake(end);
  }
  return energy;
}

double ElasticRope::end_force(std::size_t end) const {
  const RopeBody& body = bodies_[end];
  const double acceleration = body.is_free ? rate_[at_.body_speed_at(end)] : 0.0;
  return force(end * n_) - rope_length_at(end) * (body.rope_weight - body.rope_mass * acceleration);
}

std::array<double, 2> ElasticRope::span_forces(std::size_t k) const {
  return {k == 0 ? end_force(0) : force(k), k == n_ ? end_force(1) : force(k)};
}

std::optional<Stop> ElasticRope::stop() const {
  if (!modes_.rests || modes_.rest.time > time_) return std::nullopt;
  Stop stop{.time = modes_.rest.time};
  if (!modes_.is_braked) return stop;
  stop.distance = 0.0;
  for (std::size_t i = 0; i < 2; ++i) {
    stop.distance = std::max(*stop.distance, std::abs(modes_.rest.ends[i] - modes_.braked.ends[i]));
  }
  return stop;
}

// Sets the slip at a place of a slip arc, from its front on by (1).
void ElasticRope::add_slip(std::size_t k, double zeta, StringPoint& point) const {
  const SheaveMotion& m = motions_[k];
  const double radius = drive_.sheaves[k].radius;
  const double lambda = point.stretch;
  if (arc(k).is_whole) {
    const double sigma = arc(k).sign[0];
    const double turn = sigma == 0.0 ? 0.0 : radius * sigma * m.sides[0].level_rate;
    const double slip =
        m.sides[0].natural * lambda - turn * (1.0 - lambda / stretch(m.at.force[0])) - radius * m.sides[0].inflow;
    point.speed += slip;
    point.state = contact::slip_towards(sigma == 0.0 ? slip : sigma);
    return;
  }
  for (std::size_t side = 0; side < 2; ++side) {
    const double sigma = arc(k).sign[side];
    const SideMotion& s = m.sides[side];
    if (sigma == 0.0 || inwards(side) * (zeta - m.at.zeta[side]) >= s.front.depth) continue;
    const double outwards = -radius * s.slip_rate(sigma) * (1.0 - lambda / s.front_stretch);
    point.speed += (side == 0 ? -1.0 : 1.0) * outwards;
    point.state = contact::slip_towards(side == 0 ? sigma : -sigma);
    return;
  }
}

StringPoint ElasticRope::point_on_arc(std::size_t k, const RopeOnSheave& rope, double zeta) const {
  const RopeSheave& sheave = drive_.sheaves[k];
  const RopeOnSheave::Place place = rope.at(zeta);
  const bool has_friction = sheave.friction > 0.0;
  StringPoint point{.stretch = stretch(place.force),
                    .force = place.force,
                    .speed = sheave.radius * motions_[k].speed,
                    .pressure = place.force / sheave.radius,
                    .traction = has_friction ? place.level_rate * slip_[k].growth(place.force) / sheave.radius : 0.0,
                    .state = contact::ContactState::stick,
                    .material = place.natural};
  add_slip(k, zeta, point);
  return point;
}

// A point of a span, whose speed and force are linear between its ends.
StringPoint ElasticRope::point_of_span(std::size_t j, double part) const {
  const double lambda = stretch(force(j));
  const auto end = [&](std::size_t e) {
    return -end_speed(e) + paid_out_rate(e, time_, state_) * lambda;  // towards the rope
  };
  const auto at_side = [&](std::size_t k, std::size_t side) {
    const SheaveMotion& m = motions_[k];
    return -inwards(side) * m.sides[side].natural * lambda + drive_.sheaves[k].radius * m.side_rate(side);
  };
  const double first = j == 0 ? end(0) : at_side(j - 1, 1);
  const double last = j == n_ ? -end(1) : at_side(j, 0);
  const std::array<double, 2> forces = span_forces(j);
  const double here = std::lerp(forces[0], forces[1], part);
  return {.stretch = stretch(here),
          .force = here,
          .speed = first + part * (last - first),
          .material = part * length(j) / lambda};
}

std::vector<StringPoint> ElasticRope::points(std::span<const double> sigma) const {
  std::vector<StringPoint> points;
  auto next = sigma.begin();
  double begin = 0.0;
  double passed = 0.0;
  const auto add = [&](StringPoint point) {
    point.material += passed;
    points.push_back(point);
    ++next;
  };
  for (std::size_t j = 0; j <= n_; ++j) {
    while (next != sigma.end() && (*next < begin + length(j) || j == n_)) {
      add(point_of_span(j, (*next - begin) / length(j)));
    }
    begin += length(j);
    passed += length(j) / stretch(force(j));
    if (j == n_) break;
    const double radius = drive_.sheaves[j].radius;
    const double arc_end = begin + radius * motions_[j].at.wrap();
    const RopeOnSheave rope = on_sheave(j);
    while (next != sigma.end() && *next < arc_end) {
      add(point_on_arc(j, rope, motions_[j].at.zeta[0] - (*next - begin) / radius));
    }
    begin = arc_end;
    passed += rope.integral(RopeIntegral::natural);
  }
  return points;
}

std::vector<double> ElasticRope::state_changes(std::size_t k) const {
  if (arc(k).is_whole) return {};
  const RopeSheave& sheave = drive_.sheaves[k];
  std::vector<double> places;
  if (const double angle = slip_arc(k, 0); angle > kNoSlipArc) places.push_back(sheave.radius * angle);
  if (const double angle = slip_arc(k, 1); angle > kNoSlipArc) {
    places.push_back(sheave.radius * (motions_[k].at.wrap() - angle));
  }
  return places;
}

void ElasticRope::save(StateWriter& writer) const {
  writer.number("rope/time", time_);
  steps_.save(writer);
  std::vector<double> modes{modes_.event_time, modes_.patience};
  for (const RopeDisplacements& w : {modes_.braked, modes_.rest})
    modes.insert(modes.end(), {w.time, w.ends[0], w.ends[1]});
  writer.numbers("rope/modes", modes);
  std::vector<double> arcs;
  std::vector<std::int64_t> counts{modes_.n_events};
  const auto add = [&counts](bool flag) { counts.push_back(flag ? 1 : 0); };
  for (const bool flag : {modes_.has_event, modes_.has_kink, modes_.is_slack, modes_.is_braked, modes_.rests})
    add(flag);
  for (const bool held : modes_.is_held) add(held);
  const auto add_brake = [&add](const BrakeState& brake) {
    add(brake.holds);
    add(brake.direction > 0.0);
  };
  for (const BrakeState& brake : modes_.drum_brakes) add_brake(brake);
  for (const BrakeState& brake : modes_.brakes) add_brake(brake);
  for (const RopeArc& a : modes_.arcs) {
    arcs.insert(arcs.end(), {a.sign[0], a.sign[1], a.met[0], a.met[1]});
    for (const RopePiece& p : a.stuck) {
      const double laid_at = p.laid_at;
      arcs.insert(arcs.end(), {laid_at, p.slope, p.level, p.zeta[0], p.zeta[1], p.time[0], p.time[1]});
    }
    add(a.is_whole);
    counts.push_back(static_cast<std::int64_t>(a.stuck.size()));
  }
  for (std::size_t end = 0; end < 2; ++end) {
    if (has_drum(end)) writer.numbers(kWound[end], modes_.wound[end]->numbers());
  }
  writer.numbers("rope/arcs", arcs);
  writer.integers("rope/counts", counts);
}

void ElasticRope::restore(StateReader& reader) {
  const double time = reader.time("rope/time");
  steps_.restore(reader);
  const std::vector<double>& modes = reader.numbers("rope/modes", kModesWidth);
  const std::vector<std::int64_t>& counts =
      reader.integers("rope/counts", kCounts + at_.n_bodies + 4 * n_, {.least = 0, .most = kMostPieces});
  require_sound_checkpoint(modes[1] >= 0.0 && time <= steps_.time());
  auto next = counts.begin();
  const auto flag = [&next] { return *next++ != 0; };
  modes_.event_time = modes[0];
  modes_.patience = modes[1];
  modes_.n_events = static_cast<int>(*next++);
  modes_.has_event = flag();
  modes_.has_kink = flag();
  modes_.is_slack = flag();
  modes_.is_braked = flag();
  modes_.rests = flag();
  modes_.braked = {.time = modes[2], .ends = {modes[3], modes[4]}};
  modes_.rest = {.time = modes[5], .ends = {modes[6], modes[7]}};
  for (std::size_t b = 0; b < bodies_.size(); ++b) modes_.is_held[b] = flag();
  const auto restore_brake = [&flag](BrakeState& brake) {
    brake.holds = flag();
    brake.direction = flag() ? 1.0 : -1.0;
  };
  for (BrakeState& brake : modes_.drum_brakes) restore_brake(brake);
  for (BrakeState& brake : modes_.brakes) restore_brake(brake);
  restore_arcs(reader.numbers("rope/arcs"), std::span(counts).last(static_cast<std::size_t>(counts.end() - next)));
  for (std::size_t end = 0; end < 2; ++end) {
    if (has_drum(end)) require_sound_checkpoint(modes_.wound[end]->take(reader.numbers(kWound[end])));
  }
  has_kink_ = false;
  clear_until_ = steps_.time();
  look(time);
}

void ElasticRope::restore_arcs(std::span<const double> all, std::span<const std::int64_t> counts) {
  auto next = all.begin();
  for (std::size_t k = 0; k < n_; ++k) {
    const auto n_pieces = static_cast<std::ptrdiff_t>(counts[2 * k + 1]);
    require_sound_checkpoint(kArcWidth + kPieceWidth * n_pieces <= all.end() - next);
    RopeArc& a = modes_.arcs[k];
    a = {.is_whole = counts[2 * k] != 0, .sign = {next[0], next[1]}, .stuck = {}, .met = {next[2], next[3]}};
    next += kArcWidth;
    for (std::ptrdiff_t i = 0; i < n_pieces; ++i, next += kPieceWidth) {
      require_sound_checkpoint(next[0] == -1.0 || next[0] == 0.0 || next[0] == 1.0);
      a.stuck.push_back({.laid_at = static_cast<int>(next[0]),
                         .slope = next[1],
                         .level = next[2],
                         .zeta = {next[3], next[4]},
                         .time = {next[5], next[6]}});
    }
    require_sound_checkpoint(a.is_sound());
  }
  require_sound_checkpoint(next == all.end());
}

}  // namespace beltdyn::analytic
