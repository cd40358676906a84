// SPDX-License-Identifier: MIT
#include "analytic/belt/steady/friction_loop.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "analytic/belt/steady/friction_loop_equations.hpp"
#include "core/base/error.hpp"

namespace beltdyn::analytic {
namespace {

// Limits for unknowns of the order of 1. Newton's method converges linearly at the rate of the errors of differences,
// so that the remaining error is rounding.
constexpr numerics::NewtonLimits kLoopNewton{.tolerance = 1e-9, .iterations = 30};

// First fraction of the load [-].
constexpr double kFirstPart = 0.25;
// Smallest step of the fraction, relative to the fraction reached and absolute [-]: below it no motion exists further
// on.
constexpr double kLeastGrowth = 1e-3;
constexpr double kLeastPart = 1e-9;
// Largest number of attempts to increase the fraction.
constexpr int kMostParts = 1000;
// Load of a pulley, relative to its largest load, from which on friction limits the motion [-].
constexpr double kNearSlip = 0.9;
// Steps of y.
constexpr double kFirstSlipStep = 0.1;
constexpr double kLargestSlipStep = 0.5;
constexpr double kLeastSlipStep = 1e-4;
// Smallest step of y where the required motion lies within the step: the torque of a pulley may fall steeply with y
// where its surface almost stands.
constexpr double kLeastSlipBetween = 1e-10;
// Fraction of the remaining way to the largest slip that a step may leave [-]; the way itself changes with the motion.
// The search ends if less than kLeastSlipLeft remains.
constexpr double kMostOfLeft = 0.5;
constexpr double kLeastSlipLeft = 1e-7;

// Limit of steps of integration along all arcs in a search; usual searches need some thousands.
constexpr std::int64_t kMostArcSteps = 2'000'000;

// The search for a motion.
class LoopSearch {
 public:
  LoopSearch(const FrictionLoop& loop, double driver_speed) : loop_(loop), equations_(loop, driver_speed) {
    equations_.limit_arc_steps(kMostArcSteps);
  }

  FrictionLoopState find(const FrictionLoopState* near) {
    if (near != nullptr) {
      Eigen::VectorXd x = equations_.unknowns(*near);
      if (solve(1.0, x)) return equations_.state(x);
      equations_.forget_slipping();
    }
    Eigen::VectorXd x = equations_.even();
    if (!solve(0.0, x)) throw_not_even();
    Eigen::VectorXd loaded = equations_.loaded(x);
    if (solve(1.0, loaded)) return equations_.state(loaded);
    follow(x);
    return equations_.state(x);
  }

 private:
  bool solve(double part, Eigen::VectorXd& x) {
    equations_.ask_for(part);
    return numerics::damped_newton(equations_, x, kLoopNewton).converged;
  }

  // Increases the load from the even belt x to the required motion.
  void follow(Eigen::VectorXd& x) {
    Eigen::VectorXd before;
    double reached_before = 0.0;
    double reached = 0.0;
    double step = kFirstPart;
    for (int n = 0; reached < 1.0; ++n) {
      if (n == kMostParts) throw_lost(reached);
      const double next = std::min(1.0, reached + step);
      Eigen::VectorXd ahead = x;
      if (before.size() > 0) ahead += (next - reached) / (reached - reached_before) * (x - before);
      if (solve(next, ahead)) {
        before = std::exchange(x, ahead);
        reached_before = std::exchange(reached, next);
        step *= 2.0;
        continue;
      }
      step *= 0.5;
      const bool is_least = step < std::max(kLeastGrowth * reached, kLeastPart);
      equations_.ask_for(reached);
      const std::vector<double> loads = loads_in(x, is_least);
      const auto pulley = static_cast<std::size_t>(std::ranges::max_element(loads) - loads.begin());
      // Rigid stick lasts until the belt slips on the whole pulley.
      if (loads[pulley] >= kNearSlip && (is_least || !equations_.is_rigid(pulley))) {
        make_slipping(loads, x);
        return follow_slip(pulley, reached, x);
      }
      if (is_least) throw_lost(reached);
    }
  }

  // Continues from a motion x with a fraction of the load by increasing the slip of a pulley, the guide; the fraction
  // of the load follows.
  void follow_slip(std::size_t guide, double part, Eigen::VectorXd& x) {
    double y = std::exchange(x[FrictionLoopEquations::place_of(guide)], part);
    Eigen::VectorXd slope = Eigen::VectorXd::Zero(x.size());  // dx/dy
    Slip most = slip_of(guide, part);
    bool is_between_steps = false;  // the required motion
    for (double step = kFirstSlipStep;;) {
      const double left = largest_log_slip(equations_.arcs()[guide].entry) - y;
      if (left < kLeastSlipLeft) break;
      if (step < (is_between_steps ? kLeastSlipBetween : kLeastSlipStep * std::min(1.0, left))) {
        // Another pulley may have reached its limit.
        equations_.set_guide(guide, y);
        if (!make_slipping(loads_in(x, true), x)) break;
        is_between_steps = false;
        step = kFirstSlipStep;
        slope.setZero();
      }
      step = std::min(step, kMostOfLeft * left);
      equations_.set_guide(guide, y + step);
      Eigen::VectorXd ahead = x + step * slope;
      if (!numerics::damped_newton(equations_, ahead, kLoopNewton).converged) {
        step *= 0.5;
        continue;
      }
      const double next = ahead[FrictionLoopEquations::place_of(guide)];
      slope = (ahead - x) / step;
      if (next >= 1.0 && is_between(guide, y, y + (1.0 - part) / (next - part) * step, x, slope)) return;
      is_between_steps = next >= 1.0;
      if (is_between_steps) {
        step *= 0.5;
        continue;
      }
      x = ahead;
      y += step;
      part = next;
      const Slip now = slip_of(guide, part);
      if (std::abs(now.change) > std::abs(most.change)) most = now;
      step = std::min(2.0 * step, kLargestSlipStep);
    }
    throw_slipping(most);
  }

  // Is the required motion close to the slip `asked` of the guide, on the line from y and x? Then x becomes the motion.
  bool is_between(std::size_t guide, double y, double asked, Eigen::VectorXd& x, const Eigen::VectorXd& slope) {
    Eigen::VectorXd found = x + (asked - y) * slope;
    found[FrictionLoopEquations::place_of(guide)] = asked;
    equations_.end_guide();
    if (!solve(1.0, found)) return false;
    x = found;
    return true;
  }

  // A pulley at a fraction of the load, in the last evaluation.
  struct Slip {
    std::size_t pulley{};
    double part{};
    double change{};  // Δτ [N]
    double asked{};   // Δτ at the full load [N]
  };
  Slip slip_of(std::size_t pulley, double part) const {
    const bool has_torque = pulley > 0 && !loop_.pulleys[pulley].surface_speed;
    return {.pulley = pulley,
            .part = part,
            .change = equations_.arcs()[pulley].change,
            .asked = has_torque ? equations_.asked_change(pulley) : 0.0};
  }

  // Loads of the pulleys in a motion x: |ln| of the ratio of the forces on both sides over the largest value that
  // friction sustains; shape (n_pulleys). `is_exact` takes long; otherwise that value is the one of the largest
  // coefficient on the whole wrap.
  std::vector<double> loads_in(const Eigen::VectorXd& x, bool is_exact) {
    Eigen::VectorXd residual;
    equations_.evaluate(x, residual);
    std::vector<double> loads;
    for (std::size_t i = 0; i < loop_.pulleys.size(); ++i) {
      const LoopArc& arc = equations_.arcs()[i];
      if (arc.change == 0.0) {
        loads.push_back(0.0);
        continue;
      }
      const double bound = is_exact ? std::exp(equations_.largest_log_change_on(i)) : equations_.bound_of_change_on(i);
      const auto exponent = [&arc](double change) {
        return std::abs(std::log1p(std::copysign(change, arc.change) / arc.entry.effective_force));
      };
      loads.push_back(exponent(arc.change) / exponent(bound));
    }
    return loads;
  }

  // Makes slip the unknown of pulleys close to their limit; among pulleys with rigid stick only of the closest one.
  // False if there is no further one.
  bool make_slipping(const std::vector<double>& loads, Eigen::VectorXd& x) {
    const double most = std::ranges::max(loads);
    bool is_any = false;
    for (std::size_t i = 0; i < loads.size(); ++i) {
      const bool is_next = equations_.is_rigid(i) ? loads[i] == most : loads[i] >= kNearSlip;
      if (is_next && loads[i] >= kNearSlip && equations_.make_slipping(i, x)) is_any = true;
    }
    return is_any;
  }

  [[noreturn]] void throw_not_even() const {
    if (!loop_.string.mounts.empty()) {
      throw SolverError(
          "no steady motion: without torques no equilibrium of the mounts under the belt tension was found; check "
          "their springs, forces or weights and the length of the belt, and place the pulleys closer to their "
          "equilibrium positions");
    }
    throw SolverError(
        fmt::format("the belt does not press on the pulleys at {:.6g} m/s (centrifugal force exceeds tension); tighten "
                    "the belt or reduce the speed",
                    equations_.speed()));
  }

  [[noreturn]] void throw_slipping(const Slip& slip) const {
    const double radius = loop_.string.pulleys[slip.pulley].place.radius + loop_.string.offset;
    const std::string asked =
        slip.asked == 0.0 ? fmt::format("at {:.4g} times the prescribed torques and speed differences", slip.part)
                          : fmt::format("{:.6g} N m are prescribed", radius * std::abs(slip.asked));
    throw SolverError(
        fmt::format("no steady motion: the belt slips over the whole wrap of pulley {} at {:.6g} N m, {}; reduce the "
                    "torque or the creep, or increase friction or pretension",
                    loop_.pulleys[slip.pulley].label, radius * std::abs(slip.change), asked));
  }

  // Strain of the belt under the largest force of a mount; infinite without mounts.
  double strain_of_mounts() const {
    if (loop_.string.mounts.empty()) return INFINITY;
    double force = 0.0;
    for (const StringLoopMount& mount : loop_.string.mounts) {
      force = std::max(force, std::abs(mount.force(mount.first)) / mount.axis_by(mount.first).norm());
    }
    return force / loop_.string.axial_stiffness;
  }

  [[noreturn]] void throw_lost(double reached) const {
    if (!equations_.failure().empty()) throw SolverError(equations_.failure());
    constexpr double kRoundedStrain = 1e-6;
    if (const double strain = strain_of_mounts(); strain < kRoundedStrain) {
      throw SolverError(
          fmt::format("no steady motion is found: with an axial_stiffness of {:.3g} N the belt is strained by {:.2g} "
                      "only, so that rounding decides about its forces; reduce the axial_stiffness",
                      loop_.string.axial_stiffness, strain));
    }
    throw SolverError(fmt::format(
        "no steady motion is found beyond {:.4g} times the prescribed torques and speed differences, although no "
        "pulley slips yet; reduce them, tighten the belt, or give the mounts stiffer springs or closer stops",
        reached));
  }

  const FrictionLoop& loop_;
  FrictionLoopEquations equations_;
};

}  // namespace

FrictionLoopMotion friction_loop_motion(const FrictionLoop& loop, double driver_speed, const FrictionLoopState* near) {
  return friction_loop_motion_of(loop, driver_speed, LoopSearch(loop, driver_speed).find(near));
}

FrictionLoopMotion friction_loop_motion_of(const FrictionLoop& loop, double driver_speed,
                                           const FrictionLoopState& state) {
  const StringLoop& string = loop.string;
  const std::size_t n = loop.pulleys.size();
  const FrictionLoopEquations equations(loop, driver_speed);
  const bool has_runs = !string.runs.empty();
  FrictionLoopMotion m;
  m.rests = !(driver_speed > 0.0);
  m.path = loop_path(string, state.mounts);
  m.state = state;
  m.flux = m.rests ? 0.0 : state.flux;
  double force = state.force;
  for (std::size_t i = 0; i < n; ++i) {
    const double radius = m.path->arcs()[i].radius;
    const LoopArc arc = equations.arc_of(state, i, force, m.path->arcs()[i].length());
    force = i + 1 < n || has_runs ? force + arc.change : state.force;
    m.effective_force.push_back(force);
    const StringSpan span = equations.span_at(*m.path, i, state.flux, force);
    m.stretch.push_back(equations.entry_at(state.flux, force).stretch);
    m.force.push_back(string.axial_stiffness * (m.stretch.back() - string.unstressed_stretch));
    const double speed = i == 0 ? driver_speed : loop.pulleys[i].surface_speed.value_or(arc.surface_speed());
    m.angular_velocity.push_back(m.rests ? 0.0 : speed / radius);
    m.torque.push_back(radius * arc.change);
    m.arc_material.push_back(arc.material);
    m.friction_power.push_back(m.rests ? 0.0 : arc.slip.exit.friction_power);
    m.span_power.push_back(m.rests ? 0.0 : span.power());
    m.state_change.push_back(arc.slip.exit.state_change);
    force = i + 1 < n ? force + span.change() : state.force;
    m.exit_force.push_back(force);
  }
  return m;
}

StringSpan friction_loop_span(const FrictionLoop& loop, const FrictionLoopMotion& motion, std::size_t i) {
  return FrictionLoopEquations(loop, motion.rests ? 0.0 : 1.0)
      .span_at(*motion.path, i, motion.state.flux, motion.effective_force[i]);
}

namespace {

// Points at ascending distances from the entry of a pulley, which the belt reaches with an effective force.
std::vector<StringPoint> points_on_arc(const FrictionLoop& loop, const FrictionLoopEquations& equations,
                                       const FrictionLoopMotion& motion, std::size_t i,
                                       std::span<const double> distances) {
  const double before = i == 0 ? motion.state.force : motion.exit_force[i - 1];
  const double length = motion.path->arcs()[i].length();
  const double radius = motion.path->arcs()[i].radius;
  const LoopArc arc = equations.arc_of(motion.state, i, before, length);
  std::vector<ArcPoint> belt;
  if (arc.change != 0.0) {
    belt = equations.points_on(arc, i, distances);
  } else {
    const double stretch = arc.entry.stretch;
    for (const double s : distances) belt.push_back({.effective_force = before, .material = s / stretch});
  }
  std::vector<StringPoint> points;
  for (const ArcPoint& at : belt) {
    const double stretch = equations.entry_at(motion.state.flux, at.effective_force).stretch;
    points.push_back({.stretch = stretch,
                      .force = loop.string.axial_stiffness * (stretch - loop.string.unstressed_stretch),
                      .speed = motion.flux * stretch,
                      .pressure = at.effective_force / radius,
                      .traction = at.traction,
                      .state = at.state,
                      .material = at.material});
  }
  return points;
}

}  // namespace

std::vector<StringPoint> friction_loop_points(const FrictionLoop& loop, const FrictionLoopMotion& motion,
                                              std::span<const double> sigma) {
  const FrictionLoopEquations equations(loop, motion.rests ? 0.0 : 1.0);
  std::vector<StringPoint> points;
  double begin = 0.0;
  double passed = 0.0;
  auto next = sigma.begin();
  for (std::size_t i = 0; i < loop.pulleys.size(); ++i) {
    const double arc_end = begin + motion.path->arcs()[i].length();
    std::vector<double> on_arc;
    for (; next != sigma.end() && *next < arc_end; ++next) on_arc.push_back(*next - begin);
    for (StringPoint point : points_on_arc(loop, equations, motion, i, on_arc)) {
      point.material += passed;
      points.push_back(point);
    }
    passed += motion.arc_material[i];
    const double end = arc_end + motion.path->spans()[i].length;
    const StringSpan span = equations.span_at(*motion.path, i, motion.state.flux, motion.effective_force[i]);
    for (; next != sigma.end() && (*next < end || i + 1 == loop.pulleys.size()); ++next) {
      const double material = span.material_at(*next - arc_end);
      const double stretch = span.stretch_at(material);
      points.push_back({.stretch = stretch,
                        .force = loop.string.axial_stiffness * (stretch - loop.string.unstressed_stretch),
                        .speed = motion.flux * stretch,
                        .material = passed + material});
    }
    begin = end;
    passed += span.material();
  }
  return points;
}

}  // namespace beltdyn::analytic
