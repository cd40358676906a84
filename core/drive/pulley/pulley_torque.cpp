// SPDX-License-Identifier: MIT
#include "core/drive/pulley/pulley_torque.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include <fmt/format.h>

namespace beltdyn {
namespace {

using config::FieldVisitor;
using config::hold;
using config::kAny;
using config::kPositive;

constexpr std::size_t kFewestTorquePoints = 2;

// A moment and its derivative by ω.
struct MomentSlope {
  double moment{};  // [N m]
  double slope{};   // [N m s/rad]
};

double factor_at(const TorqueTable& table, double time) { return table.factor ? table.factor->value(time) : 1.0; }

// Evaluates a torque of any type at a time and an angular velocity.
struct TorqueAt {
  double time;   // [s]
  double omega;  // ω [rad/s]

  MomentSlope operator()(const AppliedTorque& torque) const { return {torque.moment.value(time), 0.0}; }
  MomentSlope operator()(const ResistingTorque& torque) const {
    const double size = torque.moment.value(time);
    const double x = omega / torque.transition_speed;
    const double slope = 1.0 / std::cosh(x);
    return {-size * std::tanh(x), -size * slope * slope / torque.transition_speed};
  }
  MomentSlope operator()(const ConstantPower& torque) const {
    const double power = torque.power.value(time);
    const double transition = torque.transition_speed * torque.transition_speed;
    const double square = omega * omega + transition;
    return {power * omega / square, power * (transition - omega * omega) / (square * square)};
  }
  MomentSlope operator()(const TorqueTable& table) const {
    const double factor = factor_at(table, time);
    if (omega < table.speed.front()) return {factor * table.moment.front(), 0.0};
    if (omega >= table.speed.back()) return {factor * table.moment.back(), 0.0};
    const auto above = std::ranges::upper_bound(table.speed, omega);
    const auto i = static_cast<std::size_t>(above - table.speed.begin());
    const double slope = (table.moment[i] - table.moment[i - 1]) / (table.speed[i] - table.speed[i - 1]);
    return {factor * (table.moment[i - 1] + slope * (omega - table.speed[i - 1])), factor * slope};
  }
};

struct IsSteady {
  bool operator()(const AppliedTorque& torque) const { return torque.moment.is_constant(); }
  bool operator()(const ResistingTorque& torque) const { return torque.moment.is_constant(); }
  bool operator()(const ConstantPower& torque) const { return torque.power.is_constant(); }
  bool operator()(const TorqueTable& torque) const { return !torque.factor || torque.factor->is_constant(); }
};

void visit_time_function(FieldVisitor& v, const config::Field& field, TimeFunction& function) {
  v.object(field, [&function](FieldVisitor& inner) { function.visit_of_pulley(inner); });
}

void visit_resisting(FieldVisitor& v, ResistingTorque& f) {
  visit_time_function(v, {"moment", "N m", "the magnitude of the moment as a function of time"}, f.moment);
  v.number({"transition_speed", "rad/s", "the angular velocity over which the moment changes sign"}, f.transition_speed,
           kPositive);
  v.check(
      "moment", [&f] { return f.moment.minimum(0.0, kForever) >= 0.0; },
      [&f] {
        return fmt::format(
            "a resisting moment falls to {:.6g} N m, but it is the magnitude of a moment opposing rotation; give "
            "values >= 0, or the type \"applied\"",
            f.moment.minimum(0.0, kForever));
      });
}

void visit_power(FieldVisitor& v, ConstantPower& f) {
  visit_time_function(
      v, {"power", "W", "the power as a function of time, positive if it drives, negative if it brakes"}, f.power);
  v.number({"transition_speed", "rad/s", "the angular velocity below which the moment decreases to zero at rest"},
           f.transition_speed, kPositive);
}

void visit_table(FieldVisitor& v, TorqueTable& f) {
  const config::SizeRange size{.low = kFewestTorquePoints};
  v.numbers({"speed", "rad/s", "the angular velocities of the points, increasing, positive counter-clockwise"}, f.speed,
            kAny, size);
  v.numbers({"moment", "N m", "the moments at these speeds, positive counter-clockwise"}, f.moment, kAny, size);
  bool has_factor = f.factor.has_value();
  v.optional_object({"factor", "-", "a factor of the moment as a function of time; 1 if omitted"}, has_factor,
                    [&f](FieldVisitor& inner) {
                      if (!f.factor) f.factor.emplace();
                      f.factor->visit_of_pulley(inner);
                    });
  v.check(
      "moment", [&f] { return f.moment.size() == f.speed.size(); },
      [&f] {
        return fmt::format("has {} entries but speed has {}; give one moment for each speed", f.moment.size(),
                           f.speed.size());
      });
  v.check(
      "speed", [&f] { return std::ranges::adjacent_find(f.speed, std::greater_equal<>()) == f.speed.end(); },
      "the speeds must increase; sort the points and give each speed once");
}

}  // namespace

double PulleyTorque::moment(double time, double angular_velocity) const {
  return std::visit(TorqueAt{time, angular_velocity}, form).moment;
}

double PulleyTorque::moment_derivative(double time, double angular_velocity) const {
  return std::visit(TorqueAt{time, angular_velocity}, form).slope;
}

void PulleyTorque::for_each_orders(const std::function<void(TimeFunction::Orders&)>& change) {
  if (auto* applied = std::get_if<AppliedTorque>(&form)) applied->moment.for_each_orders(change);
  if (auto* resisting = std::get_if<ResistingTorque>(&form)) resisting->moment.for_each_orders(change);
  if (auto* constant = std::get_if<ConstantPower>(&form)) constant->power.for_each_orders(change);
  auto* table = std::get_if<TorqueTable>(&form);
  if (table != nullptr && table->factor) table->factor->for_each_orders(change);
}

void Brake::visit(FieldVisitor& v) {
  visit_time_function(v, {"capacity", "N m", "the largest moment of the brake as a function of time, >= 0"}, capacity);
  v.check(
      "capacity", [this] { return capacity.minimum(0.0, kForever) >= 0.0; },
      [this] {
        return fmt::format("falls to {:.6g} N m, but it is the largest moment that the brake bears; give values >= 0",
                           capacity.minimum(0.0, kForever));
      });
}

bool PulleyTorque::is_steady() const { return std::visit(IsSteady{}, form); }

void PulleyTorque::visit(FieldVisitor& visitor) {
  const std::array<config::Alternative, 4> forms{{
      {"applied", "a moment independent of the motion of the pulley",
       [this](FieldVisitor& v) {
         visit_time_function(v, {"moment", "N m", "the moment as a function of time, positive counter-clockwise"},
                             hold<AppliedTorque>(form).moment);
       }},
      {"resisting", "a moment opposing the rotation, which cannot drive",
       [this](FieldVisitor& v) { visit_resisting(v, hold<ResistingTorque>(form)); }},
      {"constant_power", "a moment that delivers or absorbs a given power at any speed",
       [this](FieldVisitor& v) { visit_power(v, hold<ConstantPower>(form)); }},
      {"table", "a moment as a piecewise linear function of speed",
       [this](FieldVisitor& v) { visit_table(v, hold<TorqueTable>(form)); }},
  }};
  visit_tagged(visitor, {"type", "-", "the type of torque"}, forms, form);
}

}  // namespace beltdyn
