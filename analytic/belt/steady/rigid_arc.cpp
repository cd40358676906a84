// SPDX-License-Identifier: MIT
#include "analytic/belt/steady/rigid_arc.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

#include "core/drive/friction_laws.hpp"

namespace beltdyn::analytic {

double RigidArc::largest_change(const ArcEntry& entry) const {
  return entry.effective_force * std::abs(std::expm1(entry.direction * pull_ * length_ / radius_));
}

double RigidArc::slip_arc(const ArcEntry& entry, double change) const {
  return std::abs(std::log1p(entry.direction * change / entry.effective_force)) / pull_;
}

double RigidArc::slip_material(const ArcEntry& entry, double change, double angle) const {
  const double offset = entry.slope * entry.stretch - entry.effective_force;
  const double growth = std::abs(std::log1p(entry.direction * change / (entry.slope * entry.stretch)));
  return radius_ * entry.slope / offset * (angle - growth / pull_);
}

ArcExit RigidArc::exit(const ArcEntry& entry, double change) const {
  const double angle = slip_arc(entry, change);
  const double begin = length_ - angle * radius_;
  const double first_slip = std::exp(entry.log_slip);
  ArcExit exit{.log_change = std::log(change),
               .material = begin / entry.stretch + slip_material(entry, change, angle),
               .friction_power = change * (first_slip + 0.5 * entry.flux * change / entry.slope),
               .state_change = {}};
  if (first_slip == 0.0) exit.state_change.push_back(begin);
  return exit;
}

std::vector<ArcPoint> RigidArc::points(const ArcEntry& entry, double change, std::span<const double> distances) const {
  const double first_slip = std::exp(entry.log_slip);
  // The whole arc slips if slip enters, whatever the rounding of its length.
  const double begin = first_slip > 0.0 ? 0.0 : std::max(0.0, length_ - slip_arc(entry, change) * radius_);
  std::vector<ArcPoint> points;
  for (const double distance : distances) {
    if (distance < begin) {
      points.push_back({.effective_force = entry.effective_force, .material = distance / entry.stretch});
      continue;
    }
    const double angle = (distance - begin) / radius_;
    const double gained = entry.effective_force * std::abs(std::expm1(entry.direction * pull_ * angle));
    const double force = entry.effective_force + entry.direction * gained;
    points.push_back({.effective_force = force,
                      .slip_velocity = share_ * entry.direction * (first_slip + entry.flux * gained / entry.slope),
                      .traction = -entry.direction * pull_ * force / (radius_ * share_),
                      .material = begin / entry.stretch + slip_material(entry, gained, angle),
                      .state = contact::slip_towards(entry.direction)});
  }
  return points;
}

std::optional<double> rigid_coefficient(const PulleyContact& contact) {
  const auto* law = std::get_if<CoulombConfig>(&*contact.friction);
  return law == nullptr ? std::nullopt : std::optional(law->coefficient);
}

}  // namespace beltdyn::analytic
