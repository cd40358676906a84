// SPDX-License-Identifier: MIT
#include "core/drive/pulley/joint_friction.hpp"

#include <cmath>
#include <string>
#include <type_traits>
#include <variant>

#include "core/drive/friction_laws.hpp"
#include "core/numerics/dual.hpp"

namespace beltdyn {
namespace {

using config::FieldVisitor;
using config::kPositive;
using numerics::Dual;

// A time step in which every friction law reaches steady sliding, at any rotation rate a pulley may have [s].
constexpr double kAges = 1e12;

// Numbers with two derivatives: by the slip and by the velocity.
using LawNumber = Dual<double, 2>;

LawNumber variable(double value, std::size_t direction) {
  LawNumber number(value);
  number.d[direction] = 1.0;
  return number;
}

// A step of a joint.
struct JointStep {
  double turn{};    // [rad]; of a slider [m]
  double rate{};    // at the end of the step [rad/s]; of a slider [m/s]
  double length{};  // h [s]
};

// `before` and `after` hold the memory of the law: all values, then all modes.
JointResponse respond(const FrictionLaw& any_law, double radius, double normal_force, const JointStep& step,
                      const std::vector<double>& before, std::vector<double>& after) {
  const auto traction = std::visit(
      [&](const auto& law) {
        using Law = std::decay_t<decltype(law)>;
        using History = typename Law::template HistoryOf<LawNumber>;
        History committed{};
        History trial{};
        const std::size_t n = law.memory_size();
        for (std::size_t i = 0; i < n; ++i) {
          committed.value[i] = LawNumber(before[i]);
          committed.mode[i] = before[n + i];
        }
        const contact::SlipStepOf<LawNumber> slip{.slip = variable(radius * step.turn, 0),
                                                  .velocity = variable(radius * step.rate, 1),
                                                  .inverse_time_step = LawNumber(1.0 / step.length),
                                                  .normal_force = LawNumber(normal_force)};
        const auto response = law.respond(slip, committed, trial);
        for (std::size_t i = 0; i < n; ++i) {
          after[i] = trial.value[i].value;
          after[n + i] = trial.mode[i];
        }
        return response.traction;
      },
      any_law);
  return {.force = radius * traction.value,
          .by_turn = radius * radius * traction.d[0],
          .by_rate = radius * radius * traction.d[1]};
}

void visit_contact(FieldVisitor& v, JointFriction& friction) {
  v.number({"normal_force", "N", "the force that presses the surfaces together"}, friction.normal_force, kPositive);
  v.object({"law", "-", "the friction law"},
           [&friction](FieldVisitor& inner) { visit_friction_law(inner, friction.law, LawScale::point); });
  v.check(
      "law", [&friction] { return !std::holds_alternative<BristleConfig>(*friction.law); },
      "the state of bristle is updated after each step, but a joint needs its friction within the step; use "
      "elastoplastic_coulomb, which is the same bristle model");
}

}  // namespace

void JointFriction::visit_turning(FieldVisitor& v) {
  v.number({"radius", "m", "the radius at which friction acts"}, radius, kPositive);
  visit_contact(v, *this);
}

void JointFriction::visit_sliding(FieldVisitor& v) { visit_contact(v, *this); }

JointResponse steady_friction(const JointFriction& friction, double rate) {
  const FrictionLaw law = friction_law(friction.law);
  const std::vector<double> relaxed(2 * memory_size(law));
  std::vector<double> after(relaxed);
  JointResponse response = respond(law, friction.radius, friction.normal_force,
                                   {.turn = rate * kAges, .rate = rate, .length = kAges}, relaxed, after);
  // The turn is rate × time, so ∂/∂turn contributes to ∂/∂rate.
  response.by_rate += kAges * response.by_turn;
  response.by_turn = 0.0;
  return response;
}

// In a step of length h, the laws respond to a turn by −k turn − d turn/h, and to the rate by −d′ rate. Two steps of
// different length separate k and d.
JointHold hold_at_rest(const JointFriction& friction) {
  // Friction that vanishes as the joint slides ever slower holds nothing: its coefficient is 0, or it is viscous.
  constexpr double kSlow = 1e-12;     // [rad/s]; of a slider [m/s]
  constexpr double kRounding = 1e-6;  // part of the force
  const JointResponse slow = steady_friction(friction, kSlow);
  if (std::abs(slow.force - kSlow * slow.by_rate) <= kRounding * std::abs(slow.force)) {
    return {.damping = -slow.by_rate};
  }
  DryJoint joint(friction);
  joint.try_step(0.0, 0.0, kAges);
  const double stiffness = -joint.response().by_turn;
  constexpr double kStep = 1.0;  // [s]
  joint.try_step(0.0, 0.0, kStep);
  return {.stiffness = stiffness,
          .damping = (-joint.response().by_turn - stiffness) * kStep - joint.response().by_rate};
}

DryJoint::DryJoint(const JointFriction& friction)
    : radius_(friction.radius),
      normal_force_(friction.normal_force),
      law_(friction_law(friction.law)),
      memory_(2 * memory_size(law_)),
      trial_(memory_) {}

void DryJoint::try_step(double turn, double rate, double h) {
  response_ = {};
  if (std::isinf(h)) return;
  response_ = respond(law_, radius_, normal_force_, {.turn = turn, .rate = rate, .length = h}, memory_, trial_);
}

void DryJoint::run(double rate) {
  memory_.assign(memory_.size(), 0.0);
  response_ = {};
  if (rate == 0.0) return;
  try_step(rate * kAges, rate, kAges);
  accept();
}

void DryJoint::store(State& state) const {
  state.memory = memory_;
  state.force = response_.force;
}

void DryJoint::restore(const State& state) {
  memory_ = state.memory;
  trial_ = state.memory;
  response_ = {.force = state.force};
}

}  // namespace beltdyn
