// SPDX-License-Identifier: MIT
#include "core/dynamics/contact_stiffness.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/belt/pretension.hpp"
#include "core/drive/friction_laws.hpp"
#include "core/drive/pulley/mount_rest.hpp"

namespace beltdyn {
namespace {

constexpr double kMuchOfForce = 0.01;

// The pressure of a belt with this force on a pulley [N/m²].
double pressure_of(const BeltDrive& drive, std::size_t pulley, double force) {
  return force / ((drive.pulleys[pulley].radius + drive.belt.contact_offset) * drive.belt.width);
}

std::optional<std::size_t> driver_of(const BeltDrive& drive) {
  const auto driver = std::ranges::find_if(drive.pulleys, &Pulley::is_prescribed);
  if (driver == drive.pulleys.end()) return std::nullopt;
  return static_cast<std::size_t>(driver - drive.pulleys.begin());
}

}  // namespace

double loaded_creep(const BeltDrive& drive, double time) {
  const std::optional<std::size_t> driver = driver_of(drive);
  if (!driver) return 0.0;
  const BeltPath path = drive.path();
  const Pulley& leader = drive.pulleys[*driver];
  const double speed = path.arcs()[*driver].turn * prescribed_speed(leader).value(time) * leader.radius;
  double largest = 0.0;
  for (std::size_t p = 0; p < drive.pulleys.size(); ++p) {
    const Pulley& pulley = drive.pulleys[p];
    if (pulley.is_prescribed()) continue;
    const double moment = pulley.steady_moment(time, path.arcs()[p].turn * speed / pulley.radius);
    largest = std::max(largest, std::abs(moment) / (pulley.radius * drive.belt.axial_stiffness));
  }
  return largest;
}

std::string part_of_creep_text(double part, double creep) {
  return creep > 0.0 ? fmt::format(" ({:.2g} % of the {:.3g} that the torques cause)", 100.0 * part / creep, creep)
                     : std::string();
}

StiffnessEffect stiffness_effect(const BeltDrive& drive) {
  StiffnessEffect effect;
  const BeltPath path = path_to_show(drive);
  const double force = std::max(0.0, force_at_rest(drive));
  effect.lost_force = drive.belt.axial_stiffness * sunk_length(drive, path, force) / path.length();
  const std::optional<std::size_t> driver = driver_of(drive);
  const auto sunk = [&](std::size_t p) {
    return drive.configured_contact(p).penetration(pressure_of(drive, p, force)) / drive.pulleys[p].radius;
  };
  for (std::size_t p = 0; p < drive.pulleys.size(); ++p) {
    const double creep = driver ? std::abs(sunk(*driver) - sunk(p)) : 0.0;
    if (creep > effect.creep) {
      effect.creep = creep;
      effect.pulley = p;
    }
    const PulleyContact contact = drive.contact_of(p);
    const double pressure = pressure_of(drive, p, force);
    const double stick =
        std::visit([pressure](const auto& law) { return law.stick_stiffness(pressure); }, *contact.friction);
    if (contact.sticks_rigidly() || !(stick > 0.0)) continue;
    const double length = std::sqrt(drive.belt.axial_stiffness / (stick * drive.belt.width));
    if (length > effect.stick_length) {
      effect.stick_length = length;
      effect.stick_pulley = p;
    }
  }
  return effect;
}

std::vector<std::string> stiffness_warnings(const BeltDrive& drive, double time,
                                            const std::function<double(std::size_t)>& spacing) {
  const StiffnessEffect effect = stiffness_effect(drive);
  const double creep = loaded_creep(drive, time);
  const double force = force_at_rest(drive);
  if (!(force > 0.0)) return {};
  const bool changes_creep = creep > 0.0 && effect.creep > kMuchOfCreep * creep;
  const bool changes_force = effect.lost_force > kMuchOfForce * force;
  if (!changes_creep && !changes_force) return {};
  std::string sentence = "the given contact stiffness";
  if (effect.creep > 0.0) {
    sentence += fmt::format(" changes the speed ratio of pulley {} by {:.2g}{} and", drive.pulley_label(effect.pulley),
                            effect.creep, part_of_creep_text(effect.creep, creep));
  }
  sentence += fmt::format(" takes {:.3g} N ({:.2g} %) from the pretension", effect.lost_force,
                          100.0 * effect.lost_force / force);
  if (effect.stick_length > 0.0) {
    sentence += fmt::format("; elastic stick takes up a force over {:.2g} m, {:.2g} distances of contact points",
                            effect.stick_length, effect.stick_length / spacing(effect.stick_pulley));
  }
  return {sentence +
          "; if this stiffness is no property of a layer, leave out \"normal\" and use \"friction\": {\"type\": "
          "\"coulomb\", ...}: contact is rigid then"};
}

}  // namespace beltdyn
