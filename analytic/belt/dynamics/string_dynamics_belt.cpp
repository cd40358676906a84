// SPDX-License-Identifier: MIT
// The belt in the state of a StringDynamics, and this state as numbers.
#include <algorithm>
#include <cmath>

#include "analytic/belt/dynamics/string_dynamics.hpp"
#include "core/numerics/root.hpp"
#include "core/run/step_clock.hpp"

namespace beltdyn::analytic {
namespace {

// A shorter slip arc is not reported [rad].
constexpr double kNoSlipArc = 1e-6;
constexpr int kMostEntryHalvings = 100;
// Counts of numbers of an arc, and of a piece of belt on it, in a checkpoint.
constexpr std::ptrdiff_t kArcWidth = 5;
constexpr std::ptrdiff_t kPieceWidth = 7;

}  // namespace

double StringDynamics::slip_arc(std::size_t k) const {
  return std::max(0.0, motions_[k].front.zeta - (state_[turned_at(k)] - geometry_[k].wrap));
}

double StringDynamics::entry_slip_arc(std::size_t k) const {
  return arcs()[k].has_entry_slip() ? std::max(0.0, state_[turned_at(k)] - motions_[k].entry_front.zeta) : 0.0;
}

std::vector<double> StringDynamics::mounts() const {
  std::vector<double> mounts;
  for (std::size_t k = 0; k < n(); ++k) {
    const DynamicPulley& p = drive_.pulleys[k];
    mounts.push_back(p.has_mount ? state_[mount_at_[k]] : p.given(time_).position);
  }
  return mounts;
}

std::vector<Eigen::Vector2d> StringDynamics::axes_at(const std::vector<double>& positions) const {
  std::vector<Eigen::Vector2d> axes;
  for (std::size_t k = 0; k < n(); ++k) axes.push_back(drive_.pulleys[k].axis(positions[k]).place);
  return axes;
}

BeltPath StringDynamics::path() const { return drive_.path(axes_at(mounts())); }

// Reference length between two particles of one piece: frozen slip, slip, or belt that came in.
double StringDynamics::material_of_line(std::size_t k, const StuckBelt& line, double begin, double end) const {
  const SlipAngle& slip = drive_.pulleys[k].slip;
  const double radius = geometry_[k].radius;
  if (line.sign == 0.0) return radius * (end - begin) / stretch(slip.force(line.level));
  return radius * slip.natural_angle(line.sign, slip.force(line.level - line.sign * end),
                                     slip.force(line.level - line.sign * begin), end - begin, drive_.unstressed_stretch,
                                     drive_.axial_stiffness);
}

// The pieces of belt on a pulley, from the entry to the exit, at present.
std::vector<StuckBelt> StringDynamics::belt_on_arc(std::size_t k) const {
  const ArcMemory& arc = arcs()[k];
  const PulleyMotion& m = motions_[k];
  const double entry = state_[turned_at(k)];
  const double exit = entry - geometry_[k].wrap;
  std::vector<StuckBelt> pieces = arc.stuck;
  if (!pieces.empty()) {
    pieces.front().end = arc.has_entry_slip() ? m.entry_front.zeta : entry;
    pieces.front().last = arc.has_entry_slip() ? m.met : time_;
    pieces.back().begin = m.front.zeta;
    if (pieces.back().came_in) pieces.back().first = m.entered;
  }
  if (arc.has_entry_slip()) {
    StuckBelt slip = entry_slip(k, state_);
    slip.begin = m.entry_front.zeta;
    slip.end = entry;
    pieces.insert(pieces.begin(), slip);
  }
  StuckBelt slip = exit_slip(k, state_);
  slip.begin = exit;
  slip.end = m.front.zeta;
  pieces.push_back(slip);
  return pieces;
}

// Time at which the particle ζ came in, for a piece that came in. Newton's method starts from `time`. If it diverges,
// since the pulley almost stood still, the interval between the times of the ends is halved.
double StringDynamics::time_of_entry(std::size_t k, const StuckBelt& piece, double zeta, double time) const {
  const double newest = std::min(piece.last, time_);
  double last = HUGE_VAL;
  for (int i = 0; i < kFrontIterations; ++i) {
    const auto [value, rate, bend] = entering(k, time);
    const double change = (value[1] - zeta) / rate[1];
    const double moved = std::abs(change) * rate[1];
    if (!std::isfinite(change)) break;
    time -= change * (1.0 + 0.5 * bend[1] / rate[1] * change);
    if (!(moved < last)) break;
    if (moved < last_correction_ && time >= piece.first && time <= newest) return time;
    last = moved;
  }
  const auto is_before = [&](double t) { return entering(k, t).value[1] < zeta; };
  const numerics::Interval at = numerics::bisect({piece.first, newest}, is_before, 0.0, kMostEntryHalvings);
  return 0.5 * (at.low + at.high);
}

// Reference length from the entry to a particle on the pulley.
double StringDynamics::material_on_arc(std::size_t k, std::span<const StuckBelt> pieces, double zeta,
                                       double& entered) const {
  double material = 0.0;
  for (const StuckBelt& piece : pieces) {
    const double begin = std::max(zeta, piece.begin);
    if (!(piece.end > begin)) continue;
    if (!piece.came_in) {
      material += material_of_line(k, piece, begin, piece.end);
      continue;
    }
    const auto natural = [&](double time) { return history_.at(natural_at(k), time, panel_near_[k]).value; };
    entered = time_of_entry(k, piece, begin, entered);
    material += (piece.last < time_ ? natural(piece.last) : state_[natural_at(k)]) - natural(entered);
  }
  return material;
}

// A point of slip at either end, where the belt flows from the front on.
StringPoint StringDynamics::slip_point(std::size_t k, double zeta, bool is_at_exit) const {
  const ArcMemory& arc = arcs()[k];
  const SlipAngle& slip = drive_.pulleys[k].slip;
  const PulleyMotion& motion = motions_[k];
  const double radius = geometry_[k].radius;
  const StuckBelt line = is_at_exit ? exit_slip(k, state_) : entry_slip(k, state_);
  const double force = slip.force(line.level - line.sign * zeta);
  StringPoint point{.stretch = stretch(force),
                    .force = force,
                    .pressure = force / radius,
                    .traction = -line.sign * slip.growth(force) / radius,
                    .state = contact::slip_towards(line.sign)};
  if (is_at_exit) {
    const double per_front = 1.0 / motion.front.stretch;
    const double per_time = arc.sign * slip.slope(state_[k]) * motion.force_rate;
    const double inflow = motion.inflow + radius * (motion.speed - motion.leaving) * per_front;
    point.speed = point.stretch * (inflow - per_time * radius * (1.0 / point.stretch - per_front));
  } else {
    const double per_front = 1.0 / motion.entry_front.stretch;
    const double in = state_[before(k)];
    const double per_time = line.sign * slip.slope(in) * motions_[before(k)].force_rate + motion.entering;
    point.speed = radius * (motion.speed - per_time * (1.0 - point.stretch * per_front));
  }
  return point;
}

StringPoint StringDynamics::point_on_arc(std::size_t k, std::span<const StuckBelt> pieces, double zeta,
                                         double& entered) const {
  const SlipAngle& slip = drive_.pulleys[k].slip;
  const PulleyMotion& motion = motions_[k];
  const double radius = geometry_[k].radius;
  const double material = material_on_arc(k, pieces, zeta, entered);
  const bool is_at_exit = zeta < motion.front.zeta;
  if (is_at_exit || (arcs()[k].has_entry_slip() && zeta > motion.entry_front.zeta)) {
    StringPoint point = slip_point(k, zeta, is_at_exit);
    point.material = material;
    return point;
  }
  StringPoint point{.speed = radius * motion.speed, .state = contact::ContactState::stick, .material = material};
  const auto fill = [&](double force, double traction) {
    point.force = force;
    point.stretch = stretch(force);
    point.pressure = force / radius;
    point.traction = traction;
  };
  const StuckBelt& piece = *std::ranges::find_if(pieces, [zeta](const StuckBelt& b) { return zeta >= b.begin; });
  if (!piece.came_in) {
    const double force = slip.force(piece.level - piece.sign * zeta);
    fill(force, -piece.sign * slip.growth(force) / radius);
    return point;
  }
  entered = time_of_entry(k, piece, zeta, entered);
  const auto [value, rate, bend] = entering(k, entered);
  fill(value[0], rate[1] > 0.0 ? rate[0] / (radius * rate[1]) : 0.0);
  return point;
}

std::vector<StringPoint> StringDynamics::points(std::span<const double> sigma) const {
  std::vector<StringPoint> points;
  auto next = sigma.begin();
  double begin = 0.0;
  double passed = 0.0;
  for (std::size_t k = 0; k < n(); ++k) {
    const PulleyGeometry& g = geometry_[k];
    const double arc_end = begin + g.radius * g.wrap;
    const double entry = state_[turned_at(k)];
    const std::vector<StuckBelt> pieces = belt_on_arc(k);
    double entered = time_;
    for (; next != sigma.end() && *next < arc_end; ++next) {
      points.push_back(point_on_arc(k, pieces, entry - (*next - begin) / g.radius, entered));
      points.back().material += passed;
    }
    const double exit = entry - g.wrap;
    passed += material_on_arc(k, pieces, exit, entered);
    const double end = arc_end + g.length;
    const double lambda = stretch(force(k));
    const double first =
        slip_arc(k) > 0.0 ? point_on_arc(k, pieces, exit, entered).speed : g.radius * angular_velocity(k);
    const PulleyMotion& there = motions_[behind(k)];
    double last = geometry_[behind(k)].radius * there.speed;
    if (arcs()[behind(k)].is_whole) last = there.inflow * lambda;
    if (arcs()[behind(k)].has_entry_slip()) last = slip_point(behind(k), state_[turned_at(behind(k))], false).speed;
    for (; next != sigma.end() && (*next < end || k + 1 == n()); ++next) {
      const double part = (*next - arc_end) / g.length;
      points.push_back({.stretch = lambda,
                        .force = force(k),
                        .speed = first + part * (last - first),
                        .material = passed + (*next - arc_end) / lambda});
    }
    passed += g.length / lambda;
    begin = end;
  }
  return points;
}

std::vector<double> StringDynamics::state_changes(std::size_t k) const {
  if (arcs()[k].is_whole) return {};
  const PulleyGeometry& g = geometry_[k];
  std::vector<double> places;
  if (const double arc = entry_slip_arc(k); arc > kNoSlipArc) places.push_back(g.radius * arc);
  if (const double arc = slip_arc(k); arc > kNoSlipArc) places.push_back(g.radius * (g.wrap - arc));
  return places;
}

void StringDynamics::save(StateWriter& writer) const {
  writer.number("string/time", time_);
  writer.numbers("string/head",
                 std::vector<double>{head_.time, head_.step, head_.error_before, head_.event_time, head_.patience});
  writer.numbers("string/state", head_.state);
  history_.save(writer, "string/panels");
  std::vector<double> all;
  std::vector<std::int64_t> counts;
  for (const ArcMemory& arc : arcs()) {
    all.insert(all.end(), {arc.sign, arc.entry_sign, arc.entered, arc.met, arc.largest});
    for (const StuckBelt& b : arc.stuck) {
      all.insert(all.end(), {b.came_in ? 1.0 : 0.0, b.sign, b.level, b.begin, b.end, b.first, b.last});
    }
    counts.insert(counts.end(), {static_cast<std::int64_t>(arc.stuck.size()), static_cast<std::int64_t>(arc.kink),
                                 arc.is_whole ? 1 : 0});
  }
  writer.numbers("string/arcs", all);
  writer.integers("string/arc_counts", counts);
  std::vector<double> kinks;
  for (const Kink& kink : head_.kinks) {
    const double span = kink.span == kAllSpans ? -1.0 : static_cast<double>(kink.span);
    kinks.insert(kinks.end(), {kink.time, static_cast<double>(kink.order), span});
  }
  writer.numbers("string/kinks", kinks);
  writer.integers("string/events", std::vector<std::int64_t>{head_.has_event ? 1 : 0, head_.n_events});
  save_statistics(head_.statistics, writer);
}

void StringDynamics::restore(StateReader& reader) {
  const double time = reader.time("string/time");
  const std::vector<double>& head = reader.numbers("string/head", 5);
  head_.time = head[0];
  head_.step = head[1];
  head_.error_before = head[2];
  head_.event_time = head[3];
  head_.patience = head[4];
  head_.state = reader.numbers("string/state", state_.size());
  require_sound_checkpoint(head_.step > 0.0 && head_.error_before > 0.0 && head_.patience >= 0.0 && head_.time >= time);
  history_.restore(reader, "string/panels");
  const std::vector<double>& kinks = reader.numbers("string/kinks");
  require_sound_checkpoint(kinks.size() % 3 == 0);
  head_.kinks.clear();
  for (std::size_t i = 0; i < kinks.size(); i += 3) {
    require_sound_checkpoint(kinks[i + 1] >= 1.0 && kinks[i + 1] < 100.0);
    require_sound_checkpoint(kinks[i + 2] >= -1.0 && kinks[i + 2] < static_cast<double>(n()));
    const std::size_t span = kinks[i + 2] < 0.0 ? kAllSpans : static_cast<std::size_t>(kinks[i + 2]);
    head_.kinks.push_back({.time = kinks[i], .order = static_cast<int>(kinks[i + 1]), .span = span});
  }
  restore_arcs(reader);
  const std::vector<std::int64_t>& events = reader.integers("string/events", 2, {.least = 0, .most = 1'000'000});
  head_.has_event = events[0] != 0;
  head_.n_events = static_cast<int>(events[1]);
  head_.statistics = restore_statistics(reader);
  look(time);
}

void StringDynamics::restore_arcs(StateReader& reader) {
  const std::vector<double>& all = reader.numbers("string/arcs");
  const std::vector<std::int64_t>& counts =
      reader.integers("string/arc_counts", 3 * n(), {.least = 0, .most = 1'000'000});
  auto next = all.begin();
  for (std::size_t k = 0; k < n(); ++k) {
    ArcMemory& arc = arcs()[k];
    const auto n_pieces = static_cast<std::ptrdiff_t>(counts[3 * k]);
    require_sound_checkpoint(kArcWidth + kPieceWidth * n_pieces <= all.end() - next);
    arc = {.sign = next[0],
           .entry_sign = next[1],
           .is_whole = counts[3 * k + 2] != 0,
           .stuck = {},
           .kink = static_cast<std::size_t>(counts[3 * k + 1]),
           .largest = next[4],
           .entered = next[2],
           .met = next[3]};
    next += kArcWidth;
    for (std::ptrdiff_t i = 0; i < n_pieces; ++i, next += kPieceWidth) {
      arc.stuck.push_back({.came_in = next[0] != 0.0,
                           .sign = next[1],
                           .level = next[2],
                           .begin = next[3],
                           .end = next[4],
                           .first = next[5],
                           .last = next[6]});
    }
    require_sound_checkpoint(arc.is_sound() && arc.kink <= head_.kinks.size());
  }
  require_sound_checkpoint(next == all.end());
  require_sound_checkpoint(std::ranges::any_of(arcs(), [](const ArcMemory& arc) { return !arc.is_whole; }));
}

}  // namespace beltdyn::analytic
