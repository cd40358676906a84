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
  const Geometry g = geometry(time_, state_);
  const SlipFrontState f = front(k, g[k].wrap, state_, arcs_[k].entered);
  return std::max(0.0, f.zeta - (state_[at(n() + k)] - g[k].wrap));
}

std::vector<double> StringDynamics::mounts() const {
  auto next = state_.size();
  for (const DynamicPulley& p : drive_.pulleys) next -= p.has_mount ? 2 : 0;
  std::vector<double> mounts;
  for (const DynamicPulley& p : drive_.pulleys) {
    mounts.push_back(p.has_mount ? state_[next] : p.given(time_).position);
    next += p.has_mount ? 2 : 0;
  }
  return mounts;
}

std::vector<Eigen::Vector2d> StringDynamics::axes_at(const std::vector<double>& positions) const {
  std::vector<Eigen::Vector2d> axes;
  for (std::size_t k = 0; k < n(); ++k) axes.push_back(drive_.pulleys[k].axis(positions[k]).place);
  return axes;
}

BeltPath StringDynamics::path() const { return drive_.path(axes_at(mounts())); }

double StringDynamics::natural_angle(std::size_t k, double sign, double log_begin, double log_end, double angle) const {
  const double growth = std::log(stretch(std::exp(log_end)) / stretch(std::exp(log_begin)));
  return (angle + sign * growth / drive_.pulleys[k].coefficient) / drive_.unstressed_stretch;
}

// From the entry to a particle on the pulley.
double StringDynamics::material_on_arc(std::size_t k, const Geometry& g, double zeta) const {
  const ArcMemory& arc = arcs_[k];
  const double mu = drive_.pulleys[k].coefficient;
  const double exit = state_[at(n() + k)] - g[k].wrap;
  const SlipFrontState f = front(k, g[k].wrap, state_, arc.entered);
  const double carried = arc.frozen.empty() ? f.zeta : arc.frozen.front().end;
  const double entered = time_of_entry(k, std::max(zeta, carried));
  double material = state_[at(2 * n() + k)] - history_.value(at(2 * n() + k), entered);
  const auto add = [&](double sign, double level, double begin, double end) {
    const double from = std::max(zeta, begin);
    if (!(end > from)) return;
    material += g[k].radius * natural_angle(k, sign, level - sign * mu * from, level - sign * mu * end, end - from);
  };
  for (const FrozenSlip& piece : arc.frozen) {
    add(piece.sign, piece.level, &piece == &arc.frozen.back() ? f.zeta : piece.begin, piece.end);
  }
  add(arc.sign, std::log(state_[at(k)]) + arc.sign * mu * exit, exit, f.zeta);
  return material;
}

StringPoint StringDynamics::point_on_arc(std::size_t k, const Geometry& g, double zeta,
                                         const Eigen::VectorXd& rate) const {
  const ArcMemory& arc = arcs_[k];
  const double mu = drive_.pulleys[k].coefficient;
  const double exit = state_[at(n() + k)] - g[k].wrap;
  const SlipFrontState f = front(k, g[k].wrap, state_, arc.entered);
  const double speed = angular_velocity(k);
  StringPoint point{.speed = g[k].radius * speed, .material = material_on_arc(k, g, zeta)};
  const auto fill = [&](double force, double traction) {
    point.force = force;
    point.stretch = stretch(force);
    point.pressure = force / g[k].radius;
    point.traction = traction;
  };
  if (zeta < f.zeta) {
    fill(state_[at(k)] * std::exp(-arc.sign * mu * (zeta - exit)), 0.0);
    point.traction = -arc.sign * mu * point.pressure;
    point.state = contact::slip_towards(arc.sign);
    const double growth = arc.sign * g[k].radius / mu * (1.0 / point.stretch - 1.0 / f.stretch);
    point.speed = point.stretch * (g[k].radius * speed / f.stretch - rate[at(k)] / state_[at(k)] * growth);
    return point;
  }
  point.state = contact::ContactState::stick;
  for (const FrozenSlip& piece : arc.frozen) {
    if (zeta > piece.end || zeta < piece.begin) continue;
    fill(std::exp(piece.level - piece.sign * mu * zeta), 0.0);
    point.traction = -piece.sign * mu * point.pressure;
    return point;
  }
  const double entered = time_of_entry(k, zeta);
  const auto [force, turned] = entering(k, entered);
  fill(force.value, force.rate / (g[k].radius * turned.rate));
  return point;
}

std::vector<StringPoint> StringDynamics::points(std::span<const double> sigma) const {
  const Geometry g = geometry(time_, state_);
  Eigen::VectorXd rate;
  rates(time_, state_, rate);
  std::vector<StringPoint> points;
  auto next = sigma.begin();
  double begin = 0.0;
  double passed = 0.0;
  for (std::size_t k = 0; k < n(); ++k) {
    const double arc_end = begin + g[k].radius * g[k].wrap;
    const double entry = state_[at(n() + k)];
    for (; next != sigma.end() && *next < arc_end; ++next) {
      points.push_back(point_on_arc(k, g, entry - (*next - begin) / g[k].radius, rate));
      points.back().material += passed;
    }
    const double exit = entry - g[k].wrap;
    passed += material_on_arc(k, g, exit);
    const double end = arc_end + g[k].length;
    const double behind = stretch(force(k));
    const double first = slip_arc(k) > 0.0 ? point_on_arc(k, g, exit, rate).speed : g[k].radius * angular_velocity(k);
    const double last = g[(k + 1) % n()].radius * angular_velocity((k + 1) % n());
    for (; next != sigma.end() && (*next < end || k + 1 == n()); ++next) {
      const double part = (*next - arc_end) / g[k].length;
      points.push_back({.stretch = behind,
                        .force = force(k),
                        .speed = first + part * (last - first),
                        .material = passed + (*next - arc_end) / behind});
    }
    passed += g[k].length / behind;
    begin = end;
  }
  return points;
}

std::vector<double> StringDynamics::state_changes(std::size_t k) const {
  const Geometry g = geometry(time_, state_);
  const double arc = slip_arc(k);
  if (!(arc > kNoSlipArc)) return {};
  return {g[k].radius * (g[k].wrap - arc)};
}

void StringDynamics::save(StateWriter& writer) const {
  writer.number("string/time", time_);
  writer.number("string/step", step_);
  const auto vector = [&writer](const std::string& name, const Eigen::VectorXd& x) {
    writer.numbers(name, std::span(x.data(), static_cast<std::size_t>(x.size())));
  };
  vector("string/state", state_);
  std::vector<double> panels;
  for (const DensePanel& panel : history_.panels()) {
    panels.insert(panels.end(), {panel.start, panel.length});
    for (const Eigen::VectorXd& c : panel.coefficients) panels.insert(panels.end(), c.data(), c.data() + c.size());
  }
  writer.numbers("string/panels", panels);
  std::vector<double> arcs;
  std::vector<std::int64_t> counts;
  for (const ArcMemory& arc : arcs_) {
    arcs.insert(arcs.end(), {arc.sign, arc.entered, arc.largest});
    for (const FrozenSlip& f : arc.frozen) arcs.insert(arcs.end(), {f.sign, f.level, f.begin, f.end});
    counts.insert(counts.end(), {static_cast<std::int64_t>(arc.frozen.size()), static_cast<std::int64_t>(arc.kink)});
  }
  writer.numbers("string/arcs", arcs);
  writer.integers("string/arc_counts", counts);
  std::vector<double> kinks;
  for (const Kink& kink : kinks_) kinks.insert(kinks.end(), {kink.time, static_cast<double>(kink.order)});
  writer.numbers("string/kinks", kinks);
  writer.integers("string/counts",
                  std::vector<std::int64_t>{statistics_.steps, statistics_.rejected_steps, statistics_.status_changes});
}

void StringDynamics::restore(StateReader& reader) {
  const auto size = static_cast<std::size_t>(state_.size());
  time_ = reader.time("string/time");
  step_ = reader.number("string/step");
  const std::vector<double>& state = reader.numbers("string/state", size);
  state_ = Eigen::Map<const Eigen::VectorXd>(state.data(), state_.size());
  const std::vector<double>& panels = reader.numbers("string/panels");
  const std::size_t width = 2 + DensePanel::kCoefficients * size;
  require_sound_checkpoint(panels.size() % width == 0 && step_ > 0.0);
  history_.clear();
  for (std::size_t i = 0; i < panels.size(); i += width) {
    DensePanel panel{.start = panels[i], .length = panels[i + 1], .coefficients = {}};
    require_sound_checkpoint(panel.length > 0.0);
    for (std::size_t c = 0; c < DensePanel::kCoefficients; ++c) {
      panel.coefficients[c] = Eigen::Map<const Eigen::VectorXd>(panels.data() + i + 2 + c * size, state_.size());
    }
    history_.push(std::move(panel));
  }
  const std::vector<double>& kinks = reader.numbers("string/kinks");
  require_sound_checkpoint(kinks.size() % 2 == 0);
  kinks_.clear();
  for (std::size_t i = 0; i < kinks.size(); i += 2) {
    require_sound_checkpoint(kinks[i + 1] >= 1.0 && kinks[i + 1] < 100.0);
    kinks_.push_back({.time = kinks[i], .order = static_cast<int>(kinks[i + 1])});
  }
  const std::vector<double>& arcs = reader.numbers("string/arcs");
  const std::vector<std::int64_t>& counts =
      reader.integers("string/arc_counts", 2 * n(), {.least = 0, .most = 1'000'000});
  std::size_t next = 0;
  for (std::size_t k = 0; k < n(); ++k) {
    const auto n_frozen = static_cast<std::size_t>(counts[2 * k]);
    require_sound_checkpoint(next + 3 + 4 * n_frozen <= arcs.size());
    ArcMemory& arc = arcs_[k];
    arc = {.sign = arcs[next] < 0.0 ? -1.0 : 1.0,
           .frozen = {},
           .kink = static_cast<std::size_t>(counts[2 * k + 1]),
           .largest = arcs[next + 2],
           .entered = arcs[next + 1]};
    next += 3;
    for (std::size_t i = 0; i < n_frozen; ++i, next += 4) {
      arc.frozen.push_back(
          {.sign = arcs[next], .level = arcs[next + 1], .begin = arcs[next + 2], .end = arcs[next + 3]});
    }
    require_sound_checkpoint(arc.kink <= kinks_.size());
  }
  const std::vector<std::int64_t>& n_of = reader.integers("string/counts", 3, {.least = 0});
  statistics_ = {.steps = n_of[0], .rejected_steps = n_of[1], .status_changes = n_of[2]};
}

}  // namespace beltdyn::analytic
