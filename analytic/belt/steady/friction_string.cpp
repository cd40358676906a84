// SPDX-License-Identifier: MIT
#include "analytic/belt/steady/friction_string.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include <Eigen/LU>
#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/drive/friction_laws.hpp"

namespace beltdyn::analytic {
namespace {

using Eigen::Matrix4d;
using Eigen::Vector3d;
using Eigen::Vector4d;

// The unknowns.
constexpr Eigen::Index kForce = 0;
constexpr Eigen::Index kDifference = 1;
constexpr Eigen::Index kSlip = 2;  // and 3

// Slower surface over faster one beyond which the belt just slips.
constexpr double kLeastSpeedRatio = 0.01;

// Steps of the differences: their errors make Newton's method linear at this rate.
constexpr double kDifferenceStep = 1e-6;
constexpr int kMostIterations = 15;
constexpr int kMostHalvings = 6;
// A correction this small leaves an error smaller by kDifferenceStep: rounding.
constexpr double kConverged = 1e-8;
// What is not small in the unknowns.
const Vector4d kLargestCorrection(0.2, 3.0, 3.0, 3.0);

// On the curve of motions.
constexpr double kSmallLoad = 1e-4;  // of the force without load
constexpr double kFirstStep = 1.0;
constexpr double kLargestStep = 100.0;
constexpr double kSmallestStep = 1e-4;
constexpr int kMostSteps = 1000;
constexpr int kFewIterations = 4;
// ln|v_s| of a slip at which every law is linear
constexpr double kLinearLogSlip = -5000.0;

std::array<StringArc, 2> arcs_of(const StringDrive& belt, const std::array<PulleyContact, 2>& contact, double width,
                                 LawArea area) {
  return {StringArc(contact[0].friction_law(width), belt.radius[0], belt.wrap[0], belt.share[0], area),
          StringArc(contact[1].friction_law(width), belt.radius[1], belt.wrap[1], belt.share[1], area)};
}

double direction_of(int power, std::size_t k) { return k == 0 ? -power : power; }

}  // namespace

// What is asked for. The value is the logarithm of what is asked for over what the motion has, the more the load is
// below the demand.
struct FrictionString::Demand {
  std::function<double(const FrictionStringMotion&)> value;
  std::function<std::string(const FrictionStringMotion&)> text;
  double first_load{};  // |τ₁ − τ₂| below that of the unknown motion [N]
};

// The equations at a speed of the driver and a direction of power.
class FrictionString::Equations {
 public:
  using Last = std::function<double(const Vector4d&, const FrictionStringMotion&)>;

  struct Solution {
    Vector4d x;
    FrictionStringMotion motion;
    int iterations{};
  };

  Equations(const FrictionString& string, double driver_speed, int power)
      : string_(string),
        belt_(string.belt_),
        speed_(driver_speed > 0.0 ? driver_speed : kSlowMotion),
        arcs_(string.arcs(driver_speed)),
        power_(power),
        even_(steady_string_motion(belt_, speed_, 0.0).effective_force[0]) {}

  double even_force() const { return even_; }

  // Everything that follows from the unknowns alone; none if the unknowns make no sense.
  std::optional<FrictionStringMotion> motion(const Vector4d& x) const {
    FrictionStringMotion m;
    m.power = power_;
    m.unknowns = x;
    const double difference = power_ * std::exp(x[kDifference]);
    m.effective_force = {x[kForce] * even_, x[kForce] * even_ - difference};
    const std::array<double, 2> slip{std::exp(x[kSlip]), std::exp(x[kSlip + 1])};
    m.speed[0] = speed_ - power_ * slip[0];
    if (!(m.effective_force[0] > 0.0 && m.effective_force[1] > 0.0)) return {};
    if (!(m.speed[0] > kLeastSpeedRatio * speed_)) return {};
    m.stretch[0] = belt_.stretch(m.speed[0], m.effective_force[0]);
    m.flux = m.speed[0] / m.stretch[0];
    const double slope = belt_.slope(m.flux);
    if (!(slope > 0.0)) return {};
    m.stretch[1] = m.stretch[0] - difference / slope;
    m.speed[1] = m.flux * m.stretch[1];
    const double creep = power_ * (m.flux / slope * std::abs(difference) + slip[0] + slip[1]);
    m.angular_velocity = {speed_ / belt_.radius[0], (speed_ - creep) / belt_.radius[1]};
    for (std::size_t k = 0; k < 2; ++k) {
      m.force[k] = belt_.axial_stiffness * (m.stretch[k] - belt_.unstressed_stretch);
    }
    m.driver_torque = belt_.radius[0] * difference;
    m.driven_torque = belt_.radius[1] * difference;
    return m;
  }

  ArcExit exit(const FrictionStringMotion& m, std::size_t k) const { return arcs_[k].exit(string_.entry(m, k)); }

  // Why the last attempt to follow the belt along an arc failed, empty if none did.
  const std::string& failure() const { return failure_; }

  // Newton's method with a fourth equation.
  std::optional<Solution> solve(Vector4d x, const Last& last) const {
    std::optional<Evaluation> now = evaluate(x, last, nullptr);
    for (int i = 1; now && i <= kMostIterations; ++i) {
      const Vector4d full = jacobian(x, *now, last).partialPivLu().solve(-now->residual);
      if (!full.allFinite()) return {};
      double part = std::min(1.0, 1.0 / full.cwiseQuotient(kLargestCorrection).cwiseAbs().maxCoeff());
      std::optional<Evaluation> next;
      for (int j = 0; !next && j < kMostHalvings; ++j, part *= 0.5) next = evaluate(x + part * full, last, nullptr);
      if (!next) return {};
      now = next;
      x = now->motion.unknowns;
      if (full.cwiseAbs().maxCoeff() < kConverged) return Solution{x, complete(*now), i};
    }
    return {};
  }

  // The motion with what the arcs yield.
  FrictionStringMotion complete(const Vector4d& x) const {
    const std::optional<Evaluation> all = evaluate(
        x, [](const Vector4d&, const FrictionStringMotion&) { return 0.0; }, nullptr);
    if (!all) throw SolverError("string with friction: the unknowns of the motion are outside the admissible range");
    return complete(*all);
  }

 private:
  struct Evaluation {
    FrictionStringMotion motion;
    std::array<ArcExit, 2> exit;
    Vector4d residual;
  };

  // With the exits of `known` where they are the same.
  std::optional<Evaluation> evaluate(const Vector4d& x, const Last& last, const Evaluation* known) const {
    std::optional<FrictionStringMotion> m = motion(x);
    if (!m) return {};
    Evaluation all{.motion = *m, .exit = {}, .residual = {}};
    double length = 0.0;
    for (std::size_t k = 0; k < 2; ++k) {
      // The driver is independent of the difference and of the slip on the other pulley.
      const bool is_known = known != nullptr && k == 0 && x[kForce] == known->motion.unknowns[kForce] &&
                            x[kSlip] == known->motion.unknowns[kSlip];
      try {
        all.exit[k] = is_known ? known->exit[k] : exit(*m, k);
      } catch (const SolverError& error) {
        failure_ = error.what();
        return {};
      }
      all.residual[static_cast<Eigen::Index>(k)] = all.exit[k].log_change - x[kDifference];
      length += all.exit[k].material + belt_.span_length[1 - k] / m->stretch[k];
    }
    all.residual[2] = length / belt_.reference_length - 1.0;
    all.residual[3] = last(x, *m);
    if (!all.residual.allFinite()) return {};
    return all;
  }

  Matrix4d jacobian(const Vector4d& x, const Evaluation& at, const Last& last) const {
    Matrix4d derivatives;
    for (Eigen::Index j = 0; j < 4; ++j) {
      Vector4d moved = x;
      moved[j] -= kDifferenceStep;
      const std::optional<Evaluation> beside = evaluate(moved, last, &at);
      if (beside) {
        derivatives.col(j) = (at.residual - beside->residual) / (x[j] - moved[j]);
      } else {
        derivatives.col(j).setConstant(std::numeric_limits<double>::quiet_NaN());
      }
    }
    return derivatives;
  }

  static FrictionStringMotion complete(const Evaluation& all) {
    FrictionStringMotion m = all.motion;
    for (std::size_t k = 0; k < 2; ++k) {
      m.arc_material[k] = all.exit[k].material;
      m.friction_power[k] = all.exit[k].friction_power;
      m.state_change[k] = all.exit[k].state_change;
    }
    return m;
  }

  const FrictionString& string_;
  const StringDrive& belt_;
  double speed_;
  const std::array<StringArc, 2>& arcs_;
  int power_;
  double even_;  // τ without load [N]
  mutable std::string failure_;
};

FrictionString::FrictionString(const StringDrive& belt, const std::array<PulleyContact, 2>& contact, double width,
                               LawArea area)
    : belt_(belt),
      arcs_(arcs_of(belt, contact, width, area)),
      slow_arcs_(arcs_of(belt, {in_slow_motion(contact[0]), in_slow_motion(contact[1])}, width, area)) {}

ArcEntry FrictionString::entry(const FrictionStringMotion& motion, std::size_t k) const {
  return {.flux = motion.flux,
          .slope = belt_.slope(motion.flux),
          .stretch = motion.stretch[k],
          .effective_force = motion.effective_force[k],
          .direction = direction_of(motion.power, k),
          .log_slip = motion.unknowns[kSlip + static_cast<Eigen::Index>(k)]};
}

namespace {

bool just_slips(const StringDrive& belt, const FrictionStringMotion& m) {
  const double driver = m.angular_velocity[0] * belt.radius[0];
  const double driven = m.angular_velocity[1] * belt.radius[1];
  return std::min(driver, driven) < kLeastSpeedRatio * std::max(driver, driven);
}

[[noreturn]] void throw_slip(const FrictionStringMotion& most, const std::string& demand, double radius) {
  const bool on_driver = most.unknowns[kSlip] > most.unknowns[kSlip + 1];
  throw SolverError(fmt::format(
      "no steady motion: the driven pulley is required to {}, but the belt slips over the whole wrap of the {} at "
      "{:.6g} N m, with the driven pulley at {:.6g} m/s; reduce the torque or the creep, or increase friction or "
      "pretension",
      demand, on_driver ? "driver" : "driven pulley", most.driven_torque, most.angular_velocity[1] * radius));
}

}  // namespace

FrictionStringMotion FrictionString::solve(double driver_speed, int power, const Demand& demand,
                                           const FrictionStringMotion* near) const {
  const Equations equations(*this, driver_speed, power);
  const Equations::Last met = [&demand](const Vector4d&, const FrictionStringMotion& m) { return demand.value(m); };
  if (near != nullptr && near->power == power) {
    const auto found = equations.solve(near->unknowns, met);
    if (found && !just_slips(belt_, found->motion)) return found->motion;
  }
  // Where all is linear an arc multiplies the slip at its entry by a number.
  Vector4d x(1.0, std::log(std::min(demand.first_load, kSmallLoad * equations.even_force())), 0.0, 0.0);
  Vector4d small = x;
  small.tail<2>().setConstant(kLinearLogSlip);
  small[kDifference] = kLinearLogSlip;
  const std::optional<FrictionStringMotion> linear = equations.motion(small);
  for (std::size_t k = 0; k < 2; ++k) {
    x[kSlip + static_cast<Eigen::Index>(k)] = x[kDifference] - equations.exit(*linear, k).log_change + kLinearLogSlip;
  }
  // The unknown that a step along the curve fixes.
  const auto fixed = [](Eigen::Index j, double value) -> Equations::Last {
    return [j, value](const Vector4d& at, const FrictionStringMotion&) { return at[j] - value; };
  };
  std::optional<Equations::Solution> at = equations.solve(x, fixed(kDifference, x[kDifference]));
  if (!at) throw SolverError("string with friction: no steady motion is found even at almost zero load");
  FrictionStringMotion most = at->motion;
  Vector4d tangent(0.0, 1.0, 1.0, 1.0);
  double step = kFirstStep;
  for (int i = 0; i < kMostSteps && step >= kSmallestStep; ++i) {
    Eigen::Index j = 0;
    tangent.tail<3>().cwiseAbs().maxCoeff(&j);
    ++j;
    const Vector4d ahead = at->x + step * tangent / std::abs(tangent[j]);
    const auto next = equations.solve(ahead, fixed(j, ahead[j]));
    if (!next) {
      step *= 0.5;
      continue;
    }
    if (demand.value(next->motion) <= 0.0) {
      const double before = demand.value(at->motion);
      const double part = before / (before - demand.value(next->motion));
      const auto found = equations.solve(at->x + part * (next->x - at->x), met);
      if (found && !just_slips(belt_, found->motion)) return found->motion;
      if (found) break;
      step *= 0.5;
      continue;
    }
    if (std::abs(next->motion.driven_torque) > std::abs(most.driven_torque)) most = next->motion;
    if (just_slips(belt_, next->motion)) break;
    tangent = next->x - at->x;
    if (next->iterations <= kFewIterations) step = std::min(2.0 * step, kLargestStep);
    at = next;
  }
  if (step < kSmallestStep && !equations.failure().empty()) throw SolverError(equations.failure());
  throw_slip(most, demand.text(most), belt_.radius[1]);
}

namespace {

// The motion that was found at kSlowMotion as that of a belt at rest.
FrictionStringMotion at_rest(FrictionStringMotion m) {
  m.flux = 0.0;
  m.speed = {};
  m.angular_velocity = {};
  m.friction_power = {};
  return m;
}

}  // namespace

FrictionStringMotion FrictionString::motion(double driver_speed, int power, const Vector4d& unknowns) const {
  if (power != 0) {
    const FrictionStringMotion m = Equations(*this, driver_speed, power).complete(unknowns);
    return driver_speed > 0.0 ? m : at_rest(m);
  }
  const SteadyStringMotion even = steady_string_motion(belt_, driver_speed, 0.0);
  FrictionStringMotion m{.flux = even.flux,
                         .stretch = even.stretch,
                         .force = even.force,
                         .effective_force = even.effective_force,
                         .speed = even.speed,
                         .angular_velocity = even.angular_velocity};
  for (std::size_t k = 0; k < 2; ++k) m.arc_material[k] = arcs_[k].length() / m.stretch[k];
  return m;
}

FrictionStringMotion FrictionString::under_load(double driver_speed, const std::function<double(double)>& load,
                                                const FrictionStringMotion* near) const {
  const FrictionStringMotion even = motion(driver_speed, 0, Vector4d::Zero());
  const double R = belt_.radius[1];
  const double first = load(even.angular_velocity[1]);
  if (first == 0.0) return even;
  const int power = first > 0.0 ? 1 : -1;
  const bool rests = driver_speed == 0.0;
  const auto load_of = [&](const FrictionStringMotion& m) { return load(rests ? 0.0 : m.angular_velocity[1]); };
  const Demand demand{
      .value =
          [&](const FrictionStringMotion& m) {
            const double ratio = load_of(m) / m.driven_torque;
            // A load that has changed its sign is far below any.
            return ratio > 0.0 ? std::log(ratio) : ratio - 1.0;
          },
      .text = [&](const FrictionStringMotion& m) { return fmt::format("deliver {:.6g} N m", load_of(m)); },
      .first_load = 0.5 * std::abs(first) / R};
  const FrictionStringMotion found = solve(driver_speed, power, demand, near);
  return rests ? at_rest(found) : found;
}

FrictionStringMotion FrictionString::at_speeds(double driver_speed, double driven_speed,
                                               const FrictionStringMotion* near) const {
  const FrictionStringMotion even = motion(driver_speed, 0, Vector4d::Zero());
  const double creep = driver_speed - driven_speed;
  if (creep == 0.0) return even;
  const std::string text = fmt::format("run at {:.6g} m/s", driven_speed);
  if (driver_speed == 0.0) {
    throw SolverError(
        fmt::format("no steady motion: the driven pulley is required to {}, but the driver is at rest", text));
  }
  const Demand demand{
      .value =
          [&](const FrictionStringMotion& m) {
            const double slip = std::exp(m.unknowns[kSlip]) + std::exp(m.unknowns[kSlip + 1]);
            const double elastic = m.flux / belt_.slope(m.flux) * std::exp(m.unknowns[kDifference]);
            return std::log(std::abs(creep) / (slip + elastic));
          },
      .text = [&](const FrictionStringMotion&) { return text; },
      .first_load = 0.5 * belt_.axial_stiffness * std::abs(creep) / std::max(driver_speed, driven_speed)};
  return solve(driver_speed, creep > 0.0 ? 1 : -1, demand, near);
}

std::vector<StringPoint> FrictionString::arc_points(const FrictionStringMotion& motion, std::size_t k,
                                                    std::span<const double> distances) const {
  std::vector<StringPoint> points;
  if (motion.power == 0) {
    for (const double distance : distances) {
      points.push_back({.stretch = motion.stretch[k],
                        .force = motion.force[k],
                        .speed = motion.speed[k],
                        .pressure = motion.effective_force[k] / belt_.radius[k],
                        .state = contact::ContactState::stick,
                        .material = distance / motion.stretch[k]});
    }
    return points;
  }
  const bool rests = motion.flux == 0.0;
  const FrictionStringMotion moving = rests ? *Equations(*this, 0.0, motion.power).motion(motion.unknowns) : motion;
  const double slope = belt_.slope(moving.flux);
  for (const ArcPoint& at : arcs(motion.flux)[k].points(entry(moving, k), distances)) {
    const double stretch = (at.effective_force + belt_.offset()) / slope;
    points.push_back({.stretch = stretch,
                      .force = belt_.axial_stiffness * (stretch - belt_.unstressed_stretch),
                      .speed = motion.flux * stretch,
                      .pressure = at.effective_force / belt_.radius[k],
                      .traction = at.traction,
                      .state = at.state,
                      .material = at.material});
  }
  return points;
}

std::vector<StringPoint> FrictionString::points(const FrictionStringMotion& motion,
                                                std::span<const double> sigma) const {
  std::vector<StringPoint> points;
  double begin = 0.0;
  double passed = 0.0;
  auto next = sigma.begin();
  for (std::size_t k = 0; k < 2; ++k) {
    const double length = arcs_[k].length();
    std::vector<double> on_arc;
    for (; next != sigma.end() && *next < begin + length; ++next) on_arc.push_back(*next - begin);
    const std::vector<StringPoint> arc = arc_points(motion, k, on_arc);
    for (StringPoint point : arc) {
      point.material += passed;
      points.push_back(point);
    }
    begin += length;
    passed += motion.arc_material[k];
    const double stretch = motion.stretch[1 - k];
    const double span_end = begin + belt_.span_length[k];
    for (; next != sigma.end() && (*next < span_end || k == 1); ++next) {
      points.push_back({.stretch = stretch,
                        .force = motion.force[1 - k],
                        .speed = motion.speed[1 - k],
                        .material = passed + (*next - begin) / stretch});
    }
    begin = span_end;
    passed += belt_.span_length[k] / stretch;
  }
  return points;
}

}  // namespace beltdyn::analytic
