// SPDX-License-Identifier: MIT
#include "core/drive/pulley/pulley.hpp"

#include <array>
#include <cmath>

#include <fmt/format.h>

#include "core/drive/rope/rope_path.hpp"

namespace beltdyn {
namespace {

using config::Alternative;
using config::FieldVisitor;
using config::hold;
using config::kAny;
using config::kNonNegative;
using config::Presence;

void visit_motion(FieldVisitor& visitor, PulleyMotion& motion) {
  const std::array<Alternative, 3> forms{{
      {"prescribed", "the angular velocity is prescribed",
       [&motion](FieldVisitor& v) {
         v.object(
             {"angular_velocity", "rad/s", "the angular velocity as a function of time, positive counter-clockwise"},
             [&motion](FieldVisitor& inner) {
               hold<PrescribedMotion>(motion).angular_velocity.visit_of_pulley(inner);
             });
       }},
      {"torque", "torques act on the pulley",
       [&motion](FieldVisitor& v) {
         visit_list(v, {"torques", "N m", "the torques, which are summed"}, hold<TorqueMotion>(motion).torques,
                    {.low = 1});
       }},
      {"free", "an idler, moved by the belt and its bearing only",
       [&motion](FieldVisitor&) { hold<FreeMotion>(motion); }},
  }};
  visit_tagged(visitor, {"type", "-", "how the pulley is driven"}, forms, motion);
}

void visit_axis(FieldVisitor& v, Pulley& pulley) {
  bool is_mounted = moves(pulley.mount);
  v.optional_object({"mount", "-", "how the axis is held, if it is not fixed"}, is_mounted,
                    [&pulley](FieldVisitor& inner) { visit_mount(inner, pulley.mount); });
  v.check(
      "mount/pivot", [&pulley] { return force_arm(pulley.mount, pulley.center) > 0.0; },
      "coincides with the center of the pulley, so the arm has zero length; move one of them");
}

}  // namespace

Eigen::Vector2d Pulley::center_from_axis(double angle) const {
  const double direction = angle + eccentricity_angle;
  return eccentricity * Eigen::Vector2d(std::cos(direction), std::sin(direction));
}

double Pulley::moment(double time, double angular_velocity) const {
  double sum = -bearing_damping * angular_velocity;
  if (const auto* by_torque = std::get_if<TorqueMotion>(&motion)) {
    for (const PulleyTorque& torque : by_torque->torques) sum += torque.moment(time, angular_velocity);
  }
  return sum;
}

double Pulley::moment_derivative(double time, double angular_velocity) const {
  double sum = -bearing_damping;
  if (const auto* by_torque = std::get_if<TorqueMotion>(&motion)) {
    for (const PulleyTorque& torque : by_torque->torques) sum += torque.moment_derivative(time, angular_velocity);
  }
  return sum;
}

double Pulley::steady_moment(double time, double angular_velocity) const {
  double sum = moment(time, angular_velocity);
  if (bearing_friction) sum += steady_bearing_friction(angular_velocity);
  return sum - (accessory ? accessory->steady_torque(time, angular_velocity) : 0.0);
}

double Pulley::steady_bearing_friction(double angular_velocity) const {
  return bearing_friction ? steady_friction(*bearing_friction, angular_velocity).force : 0.0;
}

double Pulley::steady_moment_derivative(double time, double angular_velocity) const {
  double sum = moment_derivative(time, angular_velocity);
  if (bearing_friction) sum += steady_friction(*bearing_friction, angular_velocity).by_rate;
  return sum - (accessory ? accessory->steady_torque_derivative(time, angular_velocity) : 0.0);
}

void Pulley::visit(FieldVisitor& v) {
  v.name({"name", "-", "the name of the pulley, used by probes and messages"}, name, Presence::optional);
  v.vector({"center", "m", "the axis of the pulley, [x, y]"}, {center.data(), 2}, kPlace);
  v.number({"radius", "m", "the radius of the contact surface"}, radius, kRadius);
  visit_choice(v, {"side", "-", "the side of the loop, inside or outside, on which the pulley lies"}, side,
               kPulleySideNames, Presence::optional);
  v.number(
      {"inertia", "kg m^2",
       "the moment of inertia about the axis; on a pulley of prescribed motion it only changes the driving torque"},
      inertia, kNonNegative, Presence::optional);
  v.number({"bearing_damping", "N m s/rad", "the viscous damping of the bearing; 0 for none"}, bearing_damping,
           kNonNegative, Presence::optional);
  visit_optional(v, {"bearing_friction", "-", "dry friction of the bearing"}, bearing_friction,
                 [](FieldVisitor& inner, JointFriction& joint) { joint.visit_turning(inner); });
  v.number({"eccentricity", "m", "the distance of the center of the circle from the axis"}, eccentricity, kNonNegative,
           Presence::optional);
  v.number({"eccentricity_angle", "rad", "the direction of the eccentricity at the start"}, eccentricity_angle, kAny,
           Presence::optional);
  v.object({"motion", "-", "how the pulley is driven"}, [this](FieldVisitor& inner) { visit_motion(inner, motion); });
  visit_brake(v);
  visit_axis(v, *this);
  visit_optional(v, {"accessory", "-", "an accessory connected to the pulley by a spring or a one-way clutch"},
                 accessory);
  visit_choice(v,
               {"surface", "-",
                "the surface for a V or poly-V belt: grooves, a flat face, or by side (grooves inside the loop, a flat "
                "face outside)"},
               surface, kPulleySurfaceNames, Presence::optional);
  visit_contact(v);
  v.check(
      "inertia", [this] { return inertia > 0.0 || is_prescribed(); },
      "a pulley without inertia has no motion of its own; give an inertia > 0 or prescribe the motion");
  v.check(
      "accessory", [this] { return !accessory || !is_prescribed(); },
      "the motion of the pulley is prescribed, so an accessory has no effect on it; remove the accessory, or "
      "drive the pulley by torques");
  v.check(
      "eccentricity", [this] { return eccentricity < radius; },
      [this] {
        return fmt::format("the axis lies outside the pulley, whose radius is {:.6g} m; reduce the eccentricity",
                           radius);
      });
}

void Pulley::visit_brake(FieldVisitor& v) {
  visit_optional(v, {"brake", "-", "a dry brake on the pulley"}, brake);
  v.check(
      "brake", [this] { return !brake || !is_prescribed(); },
      "the motion of the pulley is prescribed, so a brake has no effect on it; remove the brake, or drive the "
      "pulley by torques or let it be free");
}

void Pulley::visit_contact(FieldVisitor& v) {
  visit_optional(v, {"contact", "-", "the contact law of this pulley, if it differs from that of the drive"}, contact);
}

void Pulley::visit_of_rope(FieldVisitor& v) {
  v.name({"name", "-", "the name of the pulley, used by messages"}, name, Presence::optional);
  v.vector({"center", "m", "the axis of the pulley, [x, y]"}, {center.data(), 2}, kPlace);
  v.number({"radius", "m", "the radius of the centre line of the rope on the pulley"}, radius, kRadius);
  visit_choice(
      v, {"side", "-", "the side of the rope's way, from its first end to its second one, on which the pulley lies"},
      side, kRopeSideNames);
  v.number({"inertia", "kg m^2", "the moment of inertia about the axis; 0 for a free pulley that just follows"},
           inertia, kNonNegative, Presence::optional);
  v.number({"bearing_damping", "N m s/rad", "the viscous damping of the bearing; 0 for none"}, bearing_damping,
           kNonNegative, Presence::optional);
  visit_optional(v, {"bearing_friction", "-", "dry friction of the bearing"}, bearing_friction,
                 [](FieldVisitor& inner, JointFriction& joint) { joint.visit_turning(inner); });
  v.object({"motion", "-", "how the pulley is driven"}, [this](FieldVisitor& inner) { visit_motion(inner, motion); });
  visit_brake(v);
  visit_axis(v, *this);
  visit_contact(v);
  v.check(
      "inertia",
      [this] {
        return inertia > 0.0 || is_prescribed() ||
               (std::holds_alternative<FreeMotion>(motion) && !brake && !bearing_friction && bearing_damping == 0.0);
      },
      "a pulley without inertia has no motion of its own; give an inertia > 0, prescribe the motion, or leave it "
      "free without brake, damping and friction");
}

void Pulley::visit_drum(FieldVisitor& v) {
  bool has_motion = radius > 0.0;  // for writing; reading sets it if the key is given
  v.number({"radius", "m", "the radius of the centre line of the rope on a drum; 0 for a winch that has a rate"},
           radius, kNonNegative, Presence::optional);
  v.number({"inertia", "kg m^2", "the moment of inertia of the drum"}, inertia, kNonNegative, Presence::optional);
  v.number({"bearing_damping", "N m s/rad", "the viscous damping of the bearing of the drum; 0 for none"},
           bearing_damping, kNonNegative, Presence::optional);
  v.optional_object({"motion", "-", "how the drum is driven; speeds and torques are > 0 if they pay out"}, has_motion,
                    [this](FieldVisitor& inner) { visit_motion(inner, motion); });
  visit_optional(v, {"brake", "-", "a dry brake on the drum"}, brake);
  v.check(
      "", [this, has_motion] { return has_motion || radius == 0.0; },
      [] {
        return std::string(
            "nothing says how the drum turns; give its \"motion\", which is \"free\" if the rope alone turns it");
      });
  v.check(
      "",
      [this, has_motion] {
        return radius > 0.0 || (!has_motion && !brake && inertia == 0.0 && bearing_damping == 0.0);
      },
      [] { return std::string("the winch has keys of a drum, but no \"radius\"; give it, or a rate alone"); });
  v.check(
      "brake", [this, has_motion] { return radius == 0.0 || !has_motion || !brake || !is_prescribed(); },
      [] {
        return std::string(
            "the motion of the drum is prescribed, so a brake has no effect on it; remove the brake, or drive the drum "
            "by torques or let it be free");
      });
  v.check(
      "inertia", [this] { return radius == 0.0 || inertia > 0.0 || is_prescribed(); },
      [] {
        return std::string("a drum without inertia has no motion of its own; give it one > 0, or prescribe the motion");
      });
}

PulleyUnknowns pulley_unknowns(std::span<const Pulley> pulleys) {
  PulleyUnknowns unknowns;
  int next = 0;
  for (const Pulley& pulley : pulleys) unknowns.angle.push_back(pulley.is_prescribed() ? -1 : next++);
  for (const Pulley& pulley : pulleys) {
    unknowns.mount.push_back(suspension_of(pulley.mount) == nullptr ? -1 : next++);
  }
  return unknowns;
}

}  // namespace beltdyn
