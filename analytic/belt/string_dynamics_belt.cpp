// SPDX-License-Identifier: MIT
// The belt as a StringDynamics has it at its time, and its state as numbers.
#include <algorithm>
#include <cmath>

#include "analytic/belt/string_dynamics.hpp"

namespace beltdyn::analytic {
namespace {

// A shorter slip arc is none [rad].
constexpr double kNoSlipArc = 1e-6;

}  // namespace

double StringDynamics::slip_arc(std::size_t k) const {
  return std::max(0.0, motions_[k].front.zeta - (state_[turned_at(k)] - geometry_[k].wrap));
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

// From the entry to a particle on the pulley.
double StringDynamics::material_on_arc(std::size_t k, double zeta, double& entered) const {
  const ArcMemory& arc = arcs()[k];
  const SlipAngle& slip = drive_.pulleys[k].slip;
  const SlipFrontState& f = motions_[k].front;
  const double entry = state_[turned_at(k)];
  const double exit = entry - geometry_[k].wrap;
  double material = 0.0;
  if (!arc.is_whole) {
    const double carried = arc.frozen.empty() ? f.zeta : arc.frozen.front().end;
    entered = time_of_entry(k, std::max(zeta, carried), entered);
    material = state_[natural_at(k)] - history_.at(natural_at(k), entered, panel_near_[k]).value;
  }
  const auto add = [&](double sign, double level, double begin, double end) {
    const double to = std::max(zeta, begin);
    if (!(end > to)) return;
    material +=
        geometry_[k].radius * slip.natural_angle(sign, slip.force(level - sign * end), slip.force(level - sign * to),
                                                 end - to, drive_.unstressed_stretch, drive_.axial_stiffness);
  };
  for (const FrozenSlip& piece : arc.frozen) {
    add(piece.sign, piece.level, &piece == &arc.frozen.back() ? f.zeta : piece.begin, piece.end);
  }
  add(arc.sign, slip.angle(state_[k]) + arc.sign * exit, exit, f.zeta);
  return material;
}

StringPoint StringDynamics::point_on_arc(std::size_t k, double zeta, double& entered) const {
  const ArcMemory& arc = arcs()[k];
  const SlipAngle& slip = drive_.pulleys[k].slip;
  const PulleyMotion& motion = motions_[k];
  const SlipFrontState& f = motion.front;
  const double radius = geometry_[k].radius;
  const double exit = state_[turned_at(k)] - geometry_[k].wrap;
  StringPoint point{.speed = radius * motion.speed, .material = material_on_arc(k, zeta, entered)};
  const auto fill = [&](double force, double traction) {
    point.force = force;
    point.stretch = stretch(force);
    point.pressure = force / radius;
    point.traction = traction;
  };
  if (zeta < f.zeta) {
    const double force = slip.force(slip.angle(state_[k]) - arc.sign * (zeta - exit));
    fill(force, -arc.sign * slip.growth(force) / radius);
    point.state = contact::slip_towards(arc.sign);
    const double per_time = arc.sign * slip.slope(state_[k]) * motion.force_rate;
    const double inflow = motion.inflow + radius * (motion.speed - motion.leaving) / f.stretch;
    point.speed = point.stretch * (inflow - per_time * radius * (1.0 / point.stretch - 1.0 / f.stretch));
    return point;
  }
  point.state = contact::ContactState::stick;
  for (const FrozenSlip& piece : arc.frozen) {
    if (zeta > piece.end || zeta < piece.begin) continue;
    const double force = slip.force(piece.level - piece.sign * zeta);
    fill(force, -piece.sign * slip.growth(force) / radius);
    return point;
  }
  entered = time_of_entry(k, zeta, entered);
  const auto [value, rate, bend] = entering(k, entered);
  fill(value[0], rate[0] / (radius * rate[1]));
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
    double entered = time_;
    for (; next != sigma.end() && *next < arc_end; ++next) {
      points.push_back(point_on_arc(k, entry - (*next - begin) / g.radius, entered));
      points.back().material += passed;
    }
    const double exit = entry - g.wrap;
    passed += material_on_arc(k, exit, entered);
    const double end = arc_end + g.length;
    const double lambda = stretch(force(k));
    const double first = slip_arc(k) > 0.0 ? point_on_arc(k, exit, entered).speed : g.radius * angular_velocity(k);
    const PulleyMotion& there = motions_[behind(k)];
    const double last = arcs()[behind(k)].is_whole ? there.inflow * lambda : geometry_[behind(k)].radius * there.speed;
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
  const double arc = slip_arc(k);
  if (!(arc > kNoSlipArc) || arcs()[k].is_whole) return {};
  return {geometry_[k].radius * (geometry_[k].wrap - arc)};
}

void StringDynamics::save(StateWriter& writer) const {
  writer.number("string/time", time_);
  writer.numbers("string/head", std::vector<double>{head_.time, head_.step, head_.error_before});
  writer.numbers("string/state", head_.state);
  std::vector<double> panels;
  for (std::size_t i = history_.first(); i < history_.end(); ++i) {
    const DensePanel& panel = history_.panel(i);
    panels.insert(panels.end(), {panel.start, panel.length, panel.end});
    const std::span<const double> c = history_.coefficients(i);
    panels.insert(panels.end(), c.begin(), c.end());
  }
  writer.numbers("string/panels", panels);
  std::vector<double> all;
  std::vector<std::int64_t> counts;
  for (const ArcMemory& arc : arcs()) {
    all.insert(all.end(), {arc.sign, arc.entered, arc.largest});
    for (const FrozenSlip& f : arc.frozen) all.insert(all.end(), {f.sign, f.level, f.begin, f.end});
    counts.insert(counts.end(), {static_cast<std::int64_t>(arc.frozen.size()), static_cast<std::int64_t>(arc.kink),
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
  const SolverStatistics& s = head_.statistics;
  writer.integers("string/counts",
                  std::vector<std::int64_t>{s.steps, s.rejected_steps, s.status_changes, head_.has_event ? 1 : 0});
}

void StringDynamics::restore(StateReader& reader) {
  const double time = reader.time("string/time");
  const std::vector<double>& head = reader.numbers("string/head", 3);
  head_.time = head[0];
  head_.step = head[1];
  head_.error_before = head[2];
  head_.state = reader.numbers("string/state", state_.size());
  const std::vector<double>& panels = reader.numbers("string/panels");
  const std::size_t width = 3 + DenseHistory::kCoefficients * state_.size();
  require_sound_checkpoint(!panels.empty() && panels.size() % width == 0 && head_.step > 0.0 &&
                           head_.error_before > 0.0 && head_.time >= time);
  history_.clear();
  for (std::size_t i = 0; i < panels.size(); i += width) {
    require_sound_checkpoint(panels[i + 1] > 0.0);
    history_.push({.start = panels[i], .length = panels[i + 1], .end = panels[i + 2]},
                  std::span(panels).subspan(i + 3, width - 3));
  }
  const std::vector<double>& kinks = reader.numbers("string/kinks");
  require_sound_checkpoint(kinks.size() % 3 == 0);
  head_.kinks.clear();
  for (std::size_t i = 0; i < kinks.size(); i += 3) {
    require_sound_checkpoint(kinks[i + 1] >= 1.0 && kinks[i + 1] < 100.0);
    require_sound_checkpoint(kinks[i + 2] >= -1.0 && kinks[i + 2] < static_cast<double>(n()));
    const std::size_t span = kinks[i + 2] < 0.0 ? kAllSpans : static_cast<std::size_t>(kinks[i + 2]);
    head_.kinks.push_back({.time = kinks[i], .order = static_cast<int>(kinks[i + 1]), .span = span});
  }
  const std::vector<double>& all = reader.numbers("string/arcs");
  const std::vector<std::int64_t>& counts =
      reader.integers("string/arc_counts", 3 * n(), {.least = 0, .most = 1'000'000});
  std::size_t next = 0;
  for (std::size_t k = 0; k < n(); ++k) {
    const auto n_frozen = static_cast<std::size_t>(counts[3 * k]);
    require_sound_checkpoint(next + 3 + 4 * n_frozen <= all.size());
    ArcMemory& arc = arcs()[k];
    arc = {.sign = all[next] < 0.0 ? -1.0 : 1.0,
           .is_whole = counts[3 * k + 2] != 0,
           .frozen = {},
           .kink = static_cast<std::size_t>(counts[3 * k + 1]),
           .largest = all[next + 2],
           .entered = all[next + 1]};
    next += 3;
    for (std::size_t i = 0; i < n_frozen; ++i, next += 4) {
      arc.frozen.push_back({.sign = all[next], .level = all[next + 1], .begin = all[next + 2], .end = all[next + 3]});
    }
    require_sound_checkpoint(arc.kink <= head_.kinks.size());
  }
  require_sound_checkpoint(std::ranges::any_of(arcs(), [](const ArcMemory& arc) { return !arc.is_whole; }));
  const std::vector<std::int64_t>& n_of = reader.integers("string/counts", 4, {.least = 0});
  head_.statistics = {.steps = n_of[0], .rejected_steps = n_of[1], .status_changes = n_of[2]};
  head_.has_event = n_of[3] != 0;
  look(time);
}

}  // namespace beltdyn::analytic
