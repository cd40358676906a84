// SPDX-License-Identifier: MIT
#include "core/drive/pulley/pulley_mount.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>

#include <fmt/format.h>

#include "core/contact/normal_law.hpp"
#include "core/drive/belt/places.hpp"

namespace beltdyn {
namespace {

using config::Alternative;
using config::FieldVisitor;
using config::hold;
using config::kAny;
using config::kNonNegative;
using config::kPositive;
using config::Presence;

enum class Joint { arm, slider };

// The units of a mount coordinate and of the quantities that act on it.
struct JointUnits {
  const char* position;
  const char* inertia;
  const char* stiffness;
  const char* damping;
};
constexpr JointUnits units_of(Joint joint) {
  return joint == Joint::arm ? JointUnits{"rad", "kg m^2", "N m/rad", "N m s/rad"}
                             : JointUnits{"m", "kg", "N/m", "N s/m"};
}

void visit_spring(FieldVisitor& v, MountSpring& spring, Joint joint) {
  const JointUnits units = units_of(joint);
  v.number({"stiffness", units.stiffness, "the stiffness of the spring"}, spring.stiffness, kPositive);
  const bool is_arm = joint == Joint::arm;
  v.number({is_arm ? "free_angle" : "free_position", units.position,
            is_arm ? "the angle of the arm from the x axis at which the spring is stress-free; left out, the one with "
                     "which the arm rests as given under a pretension of type force or span_frequency"
                   : "the displacement from the given center, along the direction, at which the spring is stress-free; "
                     "left out, the one with which the slider rests as given under a pretension of type force or "
                     "span_frequency"},
           spring.free_position, kAny, Presence::optional);
}

void visit_stops(FieldVisitor& v, MountStops& stops, Joint joint) {
  const JointUnits units = units_of(joint);
  v.number({"lowest", units.position, "the position at which the lower stop engages"}, stops.lowest, kAny);
  v.number({"highest", units.position, "the position at which the upper stop engages"}, stops.highest, kAny);
  v.number({"stiffness", units.stiffness, "the stiffness of the stops"}, stops.stiffness, kPositive);
  v.number({"damping", units.damping, "the damping of the stops"}, stops.damping, kNonNegative, Presence::optional);
  v.check(
      "highest", [&stops] { return stops.highest > stops.lowest; },
      [&stops] { return fmt::format("must be above the lower stop, {:.6g}; exchange the two", stops.lowest); });
}

void visit_suspension(FieldVisitor& v, Suspension& suspension, Joint joint, const bool& is_prescribed) {
  const JointUnits units = units_of(joint);
  if (joint == Joint::arm) {
    v.number({"inertia", units.inertia,
              "the moment of inertia of arm and pulley about the pivot, with the pulley fixed to the arm"},
             suspension.inertia, kNonNegative, Presence::optional);
  } else {
    v.number({"mass", units.inertia, "the mass of slider and pulley"}, suspension.inertia, kNonNegative,
             Presence::optional);
  }
  v.number({"damping", units.damping, "the viscous damping"}, suspension.damping, kNonNegative, Presence::optional);
  visit_optional(v, {"spring", "-", "a spring"}, suspension.spring,
                 [joint](FieldVisitor& inner, MountSpring& spring) { visit_spring(inner, spring, joint); });
  visit_optional(v, {"stops", "-", "stops that limit the travel"}, suspension.stops,
                 [joint](FieldVisitor& inner, MountStops& stops) { visit_stops(inner, stops, joint); });
  visit_optional(v, {"friction", "-", "dry friction in the joint"}, suspension.friction,
                 [joint](FieldVisitor& inner, JointFriction& friction) {
                   joint == Joint::arm ? friction.visit_turning(inner) : friction.visit_sliding(inner);
                 });
  const char* inertia_key = joint == Joint::arm ? "inertia" : "mass";
  v.check(
      inertia_key, [&suspension, &is_prescribed] { return is_prescribed || suspension.inertia > 0.0; },
      [joint] {
        return std::string(
            joint == Joint::arm
                ? "an arm that moves freely needs an inertia > 0; give \"inertia\", or prescribe the motion"
                : "a slider that moves freely needs a mass > 0; give \"mass\", or prescribe the motion");
      });
  v.check(
      "",
      [&suspension, &is_prescribed] {
        return !is_prescribed || !(suspension.spring || suspension.stops || suspension.friction);
      },
      "the motion is prescribed, so spring, stops and friction have no effect; remove them or the prescribed "
      "motion");
}

void visit_arm(FieldVisitor& v, ArmMount& arm) {
  v.vector({"pivot", "m", "the point about which the arm turns, [x, y]"}, {arm.pivot.data(), 2}, kPlace);
  visit_optional(v,
                 {.key = "prescribed_angle",
                  .unit = "rad",
                  .meaning = "the prescribed rotation of the arm from its given position",
                  .former_key = "turn"},
                 arm.prescribed_angle);
  visit_suspension(v, arm.suspension, Joint::arm, arm.prescribed_angle.has_value());
}

void visit_slider(FieldVisitor& v, SliderMount& slider) {
  v.vector({"direction", "-", "the direction in which the axis slides, [x, y]"}, {slider.direction.data(), 2}, kAny);
  visit_optional(v, {"force", "N", "the force on the slider along the direction, as a function of time"}, slider.force);
  visit_optional(v,
                 {.key = "prescribed_displacement",
                  .unit = "m",
                  .meaning = "the prescribed displacement of the axis from its given position",
                  .former_key = "way"},
                 slider.prescribed_displacement);
  visit_suspension(v, slider.suspension, Joint::slider, slider.prescribed_displacement.has_value());
  v.check(
      "direction", [&slider] { return slider.direction.norm() > 0.0; },
      "has zero length; give a direction such as [0, -1]");
  v.check(
      "force", [&slider] { return !(slider.prescribed_displacement && slider.force); },
      "has no effect on a slider whose displacement is prescribed; remove one of them");
}

// The stops, which are normal laws: the responses of the upper and the lower stop, and their stored energy.
struct StopResponse {
  contact::NormalResponse highest;
  contact::NormalResponse lowest;
  double stored{};
};

StopResponse stop_response(const MountStops& stops, double position, double velocity) {
  const contact::PenaltyNormal law({.stiffness = stops.stiffness, .exponent = 1.0, .damping = stops.damping});
  const contact::GapState above{.gap = stops.highest - position, .gap_rate = -velocity};
  const contact::GapState below{.gap = position - stops.lowest, .gap_rate = velocity};
  return {.highest = law.respond(above),
          .lowest = law.respond(below),
          .stored = law.stored_energy(std::min(above.gap, 0.0)) + law.stored_energy(std::min(below.gap, 0.0))};
}

template <class Mount>
auto* find_suspension(Mount& mount) {
  using Found = decltype(&std::get<ArmMount>(mount).suspension);
  if (auto* arm = std::get_if<ArmMount>(&mount)) return arm->prescribed_angle ? Found{} : &arm->suspension;
  if (auto* slider = std::get_if<SliderMount>(&mount)) {
    return slider->prescribed_displacement ? Found{} : &slider->suspension;
  }
  return Found{};
}

}  // namespace

void visit_mount(FieldVisitor& visitor, PulleyMount& mount) {
  const std::array<Alternative, 4> forms{{
      {"fixed", "the axis is fixed", [&mount](FieldVisitor&) { hold<FixedMount>(mount); }},
      {"arm", "the axis is on an arm that turns about a pivot, such as a tensioner",
       [&mount](FieldVisitor& v) { visit_arm(v, hold<ArmMount>(mount)); }},
      {"slider", "the axis slides along a straight line, such as a counterweight",
       [&mount](FieldVisitor& v) { visit_slider(v, hold<SliderMount>(mount)); }},
      {"moved", "the displacement of the axis is prescribed",
       [&mount](FieldVisitor& v) {
         auto& moved = hold<MovedMount>(mount);
         visit_object(v, {"x", "m", "the displacement of the axis from its given position, along x"}, moved.x);
         visit_object(v, {"y", "m", "the displacement of the axis from its given position, along y"}, moved.y);
       }},
  }};
  visit_tagged(visitor, {"type", "-", "how the axis is held"}, forms, mount);
}

bool moves(const PulleyMount& mount) { return !std::holds_alternative<FixedMount>(mount); }

bool has_coordinate(const PulleyMount& mount) {
  return std::holds_alternative<ArmMount>(mount) || std::holds_alternative<SliderMount>(mount);
}

const Suspension* suspension_of(const PulleyMount& mount) { return find_suspension(mount); }
Suspension* suspension_of(PulleyMount& mount) { return find_suspension(mount); }

bool is_held(const Suspension& suspension) { return suspension.spring && std::isnan(suspension.spring->free_position); }

double drawn_position(const PulleyMount& mount, const Eigen::Vector2d& drawn_axis) {
  const auto* arm = std::get_if<ArmMount>(&mount);
  if (arm == nullptr) return 0.0;
  const Eigen::Vector2d along = drawn_axis - arm->pivot;
  const double angle = std::atan2(along.y(), along.x());
  if (!arm->suspension.spring || is_held(arm->suspension)) return angle;
  constexpr double kTurn = 2.0 * std::numbers::pi;
  return angle + kTurn * std::round((arm->suspension.spring->free_position - angle) / kTurn);
}

AxisPlace axis_at(const PulleyMount& mount, const Eigen::Vector2d& drawn_axis, double position) {
  AxisPlace at{.place = drawn_axis};
  if (const auto* arm = std::get_if<ArmMount>(&mount)) {
    const double length = (drawn_axis - arm->pivot).norm();
    const Eigen::Vector2d along = length * Eigen::Vector2d(std::cos(position), std::sin(position));
    at = {.place = arm->pivot + along, .by_u = {-along.y(), along.x()}, .by_u_twice = -along};
  } else if (const auto* slider = std::get_if<SliderMount>(&mount)) {
    at.by_u = slider->direction.normalized();
    at.place += position * at.by_u;
  } else if (const auto* moved = std::get_if<MovedMount>(&mount)) {
    at.place += Eigen::Vector2d(moved->x.value(position), moved->y.value(position));
    at.by_u = {moved->x.derivative(position), moved->y.derivative(position)};
  }
  return at;
}

MountMotion given_motion(const PulleyMount& mount, const Eigen::Vector2d& drawn_axis, double time) {
  if (std::holds_alternative<MovedMount>(mount)) return {.position = time, .velocity = 1.0};
  const auto* arm = std::get_if<ArmMount>(&mount);
  const auto* slider = std::get_if<SliderMount>(&mount);
  const TimeFunction* given = arm != nullptr      ? &arm->prescribed_angle.value()
                              : slider != nullptr ? &slider->prescribed_displacement.value()
                                                  : nullptr;
  if (given == nullptr) return {};
  return {.position = drawn_position(mount, drawn_axis) + given->value(time), .velocity = given->derivative(time)};
}

MountForce suspension_force(const PulleyMount& mount, const Eigen::Vector2d& gravity, double time, double position,
                            double velocity) {
  const Suspension* suspension = suspension_of(mount);
  if (suspension == nullptr) return {};
  MountForce sum{.force = -suspension->damping * velocity, .by_velocity = -suspension->damping};
  if (suspension->spring) {
    sum.force -= suspension->spring->stiffness * (position - suspension->spring->free_position);
    sum.by_position -= suspension->spring->stiffness;
  }
  if (suspension->stops) {
    const StopResponse stops = stop_response(*suspension->stops, position, velocity);
    sum.force += stops.lowest.normal_force - stops.highest.normal_force;
    sum.by_position += stops.lowest.d_gap + stops.highest.d_gap;
    sum.by_velocity += stops.lowest.d_gap_rate + stops.highest.d_gap_rate;
  }
  if (const auto* slider = std::get_if<SliderMount>(&mount)) {
    sum.force += suspension->inertia * gravity.dot(slider->direction.normalized());
    if (slider->force) sum.force += slider->force->value(time);
  }
  return sum;
}

double suspension_energy(const Suspension& suspension, double position, double velocity) {
  double energy = 0.5 * suspension.inertia * velocity * velocity;
  if (suspension.spring) {
    const double displacement = position - suspension.spring->free_position;
    energy += 0.5 * suspension.spring->stiffness * displacement * displacement;
  }
  if (suspension.stops) energy += stop_response(*suspension.stops, position, 0.0).stored;
  return energy;
}

JointPower suspension_power(const PulleyMount& mount, const Eigen::Vector2d& gravity, double time,
                            const MountMotion& motion, double friction_force) {
  const Suspension* suspension = suspension_of(mount);
  if (suspension == nullptr) return {};
  const auto [position, velocity] = motion;
  JointPower power{.lost = suspension->damping * velocity * velocity - friction_force * velocity};
  if (suspension->stops) {
    const StopResponse stops = stop_response(*suspension->stops, position, velocity);
    const StopResponse resting = stop_response(*suspension->stops, position, 0.0);
    power.lost += velocity * (stops.highest.normal_force - resting.highest.normal_force) -
                  velocity * (stops.lowest.normal_force - resting.lowest.normal_force);
  }
  if (const auto* slider = std::get_if<SliderMount>(&mount)) {
    const double force = slider->force ? slider->force->value(time) : 0.0;
    power.supplied += (force + suspension->inertia * gravity.dot(slider->direction.normalized())) * velocity;
  }
  return power;
}

bool loses_power(const Suspension& suspension) {
  return suspension.damping > 0.0 || suspension.friction || (suspension.stops && suspension.stops->damping > 0.0);
}

double force_arm(const PulleyMount& mount, const Eigen::Vector2d& drawn_axis) {
  const auto* arm = std::get_if<ArmMount>(&mount);
  return arm == nullptr ? 1.0 : (drawn_axis - arm->pivot).norm();
}

}  // namespace beltdyn
