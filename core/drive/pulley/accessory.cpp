// SPDX-License-Identifier: MIT
#include "core/drive/pulley/accessory.hpp"

#include <cmath>
#include <string>

#include <fmt/format.h>

#include "core/base/error.hpp"

namespace beltdyn {

using config::FieldVisitor;
using config::kNonNegative;
using config::kPositive;
using config::Presence;

void AccessorySpring::visit(FieldVisitor& v) {
  v.number({"stiffness", "N m/rad", "the stiffness of the spring"}, stiffness, kPositive);
  v.number({"damping", "N m s/rad", "the damping of the spring"}, damping, kNonNegative, Presence::optional);
}

double Accessory::moment(double time, double angular_velocity) const {
  double sum = -bearing_damping * angular_velocity;
  for (const PulleyTorque& torque : torques) sum += torque.moment(time, angular_velocity);
  return sum;
}

double Accessory::moment_derivative(double time, double angular_velocity) const {
  double sum = -bearing_damping;
  for (const PulleyTorque& torque : torques) sum += torque.moment_derivative(time, angular_velocity);
  return sum;
}

bool Accessory::overruns_steadily(double time, double angular_velocity) const {
  return driving_direction && sign() * moment(time, angular_velocity) > 0.0;
}

double Accessory::steady_twist(double time, double angular_velocity) const {
  return spring ? steady_torque(time, angular_velocity) / spring->stiffness : 0.0;
}

double Accessory::steady_torque(double time, double angular_velocity) const {
  return overruns_steadily(time, angular_velocity) ? 0.0 : -moment(time, angular_velocity);
}

double Accessory::steady_torque_derivative(double time, double angular_velocity) const {
  return overruns_steadily(time, angular_velocity) ? 0.0 : -moment_derivative(time, angular_velocity);
}

bool Accessory::is_driven_steadily(double time, double angular_velocity, const std::string& pulley) const {
  if (!driving_direction) return true;
  if (moment(time, angular_velocity) == 0.0) {
    throw SolverError(
        fmt::format("the one-way clutch of pulley {} transmits no torque in the steady motion, so it would engage in "
                    "one direction only, which is not supported by the linear analysis; give the accessory a torque, "
                    "or remove its one_way_clutch",
                    pulley));
  }
  return !overruns_steadily(time, angular_velocity);
}

double Accessory::clutch_margin(const AccessoryMotion& motion, double torque, double tolerance) const {
  // Speeds of pulley and accessory that differ by no more are the same, of their size.
  constexpr double kSameSpeed = 1e-12;
  if (motion.is_driven) return sign() * torque + tolerance;
  return sign() * -motion.twist_rate() + kSameSpeed * (std::abs(motion.speed) + std::abs(motion.pulley_speed));
}

double Accessory::energy(const AccessoryMotion& motion) const {
  const double kinetic = 0.5 * inertia * motion.speed * motion.speed;
  if (!spring || !motion.is_driven) return kinetic;
  return kinetic + 0.5 * spring->stiffness * motion.twist * motion.twist;
}

JointPower Accessory::power(double time, const AccessoryMotion& motion) const {
  JointPower power{.supplied = moment(time, motion.speed) * motion.speed};
  if (spring && motion.is_driven) power.lost = spring->damping * motion.twist_rate() * motion.twist_rate();
  return power;
}

void Accessory::for_each_orders(const std::function<void(TimeFunction::Orders&)>& change) {
  for (PulleyTorque& torque : torques) torque.for_each_orders(change);
}

void Accessory::visit(FieldVisitor& v) {
  v.number({"inertia", "kg m^2", "the moment of inertia of the rotor"}, inertia, kPositive);
  v.number({"bearing_damping", "N m s/rad", "the damping of its bearing"}, bearing_damping, kNonNegative,
           Presence::optional);
  visit_list(v, {"torques", "N m", "the torques on the rotor, which are summed"}, torques, {}, Presence::optional);
  config::visit_optional(
      v, {"spring", "-", "a torsional spring between pulley and accessory; if omitted, they are rigidly connected"},
      spring);
  bool has_clutch = driving_direction.has_value();
  v.optional_object({"one_way_clutch", "-", "a clutch that lets the accessory overrun the pulley"}, has_clutch,
                    [this](FieldVisitor& inner) {
                      if (!driving_direction) driving_direction.emplace();
                      visit_choice(inner,
                                   {.key = "driving_direction",
                                    .unit = "-",
                                    .meaning = "the direction of rotation in which the pulley drives the accessory",
                                    .former_key = "takes_along"},
                                   *driving_direction, kTurnSenseNames);
                    });
  v.check(
      "", [this] { return spring.has_value() || driving_direction.has_value(); },
      "an accessory rigidly connected to its pulley has no motion of its own; add its inertia and torques to "
      "those of the pulley, or give \"spring\" or \"one_way_clutch\"");
}

}  // namespace beltdyn
