// SPDX-License-Identifier: MIT
#include "core/drive/friction_rig_drive.hpp"

#include <array>
#include <string>

namespace beltdyn {
namespace {

using config::FieldVisitor;
using config::hold;
using config::kAny;
using config::kNonNegative;
using config::kPositive;
using config::Presence;

}  // namespace

double PulledMass::pull(double time, double position) const {
  return stiffness * (pull_speed.integral(0.0, time) - position) + force_rate * time;
}

void PulledMass::visit(FieldVisitor& v) {
  v.number({"mass", "kg", "the mass"}, mass, kPositive);
  v.number({"spring_stiffness", "N/m", "the stiffness of the pulling spring; 0 for none"}, stiffness, kNonNegative,
           Presence::optional);
  bool has_pull_speed = has_moving_spring();
  v.optional_object({"pull_speed", "m/s", "the speed of the free end of the spring as a function of time"},
                    has_pull_speed, [this](FieldVisitor& inner) { pull_speed.visit(inner); });
  v.number({"force_rate", "N/s", "the rate of a force that increases from 0; 0 for none"}, force_rate, kAny,
           Presence::optional);
  v.number({"damping", "N s/m", "the viscous damping of the mass; 0 for none"}, damping, kNonNegative,
           Presence::optional);
  v.number({"initial_velocity", "m/s", "the velocity at t = 0"}, initial_velocity, kAny, Presence::optional);
  v.check(
      "pull_speed", [this] { return !has_moving_spring() || stiffness > 0.0; },
      "has no effect without a spring; give spring_stiffness");
  v.check(
      "", [this] { return has_moving_spring() || force_rate != 0.0 || initial_velocity != 0.0; },
      "the mass does not move; give spring_stiffness and pull_speed, a force_rate or an initial_velocity");
}

void PrescribedVelocity::visit(FieldVisitor& v) {
  visit_object(v, {"velocity", "m/s", "the velocity of the contact as a function of time"}, velocity);
}

void PrescribedPosition::visit(FieldVisitor& v) {
  visit_object(v, {"position", "m", "the position of the contact as a function of time"}, position);
}

void FrictionRigDrive::visit(FieldVisitor& visitor) {
  visitor.number({"normal_force", "N", "the constant normal force"}, normal_force, kPositive);
  const auto visit_motion = [this](FieldVisitor& inner) {
    const std::array<config::Alternative, 3> motions{{
        {"pulled_mass", "a mass pulled by a spring or an increasing force",
         [this](FieldVisitor& v) { hold<PulledMass>(motion).visit(v); }},
        {"prescribed_velocity", "the velocity is prescribed",
         [this](FieldVisitor& v) { hold<PrescribedVelocity>(motion).visit(v); }},
        {"prescribed_position", "the position is prescribed",
         [this](FieldVisitor& v) { hold<PrescribedPosition>(motion).visit(v); }},
    }};
    visit_tagged(inner, {"type", "-", "the motion of the contact"}, motions, motion);
  };
  visitor.object({"motion", "-", "how the contact moves over the surface"}, visit_motion);
}

}  // namespace beltdyn
