// SPDX-License-Identifier: MIT
#include "lagrangian/links/link_accessories.hpp"

#include <cmath>

#include "core/belt/belt_balances.hpp"
#include "core/drive/belt/belt_drive.hpp"

namespace beltdyn::lagrangian::links {
namespace {

// Force, relative to the belt force, whose torque counts as 0 and opens no clutch [-].
constexpr double kNoForce = 1e-9;
// Largest relative difference of speeds that count as equal [-].
constexpr double kSameSpeeds = 1e-12;
constexpr double kOverruns = 1.0;  // mode of a clutch that overruns

}  // namespace

LinkAccessories::LinkAccessories(const BeltDrive& drive, const LinkModel& model)
    : drive_(&drive),
      model_(&model),
      layout_(model),
      accessory_of_(model.pulleys.size(), -1),
      tolerance_(kNoForce * reference_force(drive)) {
  for (std::size_t a = 0; a < model.accessories.size(); ++a) {
    accessory_of_[model.accessories[a]] = static_cast<int>(a);
    have_clutches_ = have_clutches_ || pulley_of(a).accessory->driving_direction.has_value();
  }
}

const Pulley& LinkAccessories::pulley_of(std::size_t accessory) const {
  return drive_->pulleys[model_->accessories[accessory]];
}

void LinkAccessories::run(std::span<double> state, std::span<double> modes) const {
  for (std::size_t a = 0; a < model_->accessories.size(); ++a) {
    const std::size_t p = model_->accessories[a];
    const Accessory& accessory = *pulley_of(a).accessory;
    const double speed = state[layout_.pulley_speed(p)];
    const double twist = accessory.spring ? accessory.steady_torque(0.0, speed) / accessory.spring->stiffness : 0.0;
    state[layout_.accessory_angle(a)] = state[layout_.pulley_angle(p)] - twist;
    state[layout_.accessory_speed(a)] = speed;
    state[layout_.accessory_twist(a)] = 0.0;
    const bool overruns = accessory.driving_direction && accessory.sign() * accessory.moment(0.0, speed) > 0.0;
    modes[layout_.accessory_mode(a)] = overruns ? kOverruns : 0.0;
  }
}

double LinkAccessories::twist(std::size_t a, std::span<const double> state) const {
  return state[layout_.pulley_angle(model_->accessories[a])] - state[layout_.accessory_angle(a)] -
         state[layout_.accessory_twist(a)];
}

double LinkAccessories::twist_rate(std::size_t a, std::span<const double> state) const {
  return state[layout_.pulley_speed(model_->accessories[a])] - state[layout_.accessory_speed(a)];
}

double LinkAccessories::accessory_torque(std::size_t a, double time, double torque, std::span<const double> state,
                                         std::span<const double> modes) const {
  if (!is_joined(a, modes)) return 0.0;
  const Pulley& pulley = pulley_of(a);
  const Accessory& accessory = *pulley.accessory;
  if (const auto& spring = accessory.spring) {
    return spring->stiffness * twist(a, state) + spring->damping * twist_rate(a, state);
  }
  const double moment = accessory.moment(time, state[layout_.accessory_speed(a)]);
  return (accessory.inertia * torque - pulley.inertia * moment) / (pulley.inertia + accessory.inertia);
}

double LinkAccessories::torque(std::size_t pulley, double time, double torque, std::span<const double> state,
                               std::span<const double> modes) const {
  const int a = accessory_of_[pulley];
  return a < 0 ? 0.0 : accessory_torque(static_cast<std::size_t>(a), time, torque, state, modes);
}

double LinkAccessories::speed(std::size_t pulley, std::span<const double> state) const {
  return state[layout_.accessory_speed(static_cast<std::size_t>(accessory_of_[pulley]))];
}

double LinkAccessories::inertia(std::size_t pulley, std::span<const double> modes) const {
  const Pulley& p = drive_->pulleys[pulley];
  const int a = accessory_of_[pulley];
  return a >= 0 && is_rigid(static_cast<std::size_t>(a), modes) ? p.inertia + p.accessory->inertia : p.inertia;
}

double LinkAccessories::acceleration(std::size_t pulley, double time, double torque, std::span<const double> state,
                                     std::span<const double> modes, std::span<double> rates) const {
  const Pulley& p = drive_->pulleys[pulley];
  if (accessory_of_[pulley] < 0) return torque / p.inertia;
  const auto a = static_cast<std::size_t>(accessory_of_[pulley]);
  const double C = accessory_torque(a, time, torque, state, modes);
  const double acceleration = (torque - C) / p.inertia;
  const double speed = state[layout_.accessory_speed(a)];
  rates[layout_.accessory_angle(a)] = speed;
  // Rigidly coupled parts keep exactly the same speed.
  rates[layout_.accessory_speed(a)] =
      is_rigid(a, modes) ? acceleration : (p.accessory->moment(time, speed) + C) / p.accessory->inertia;
  return acceleration;
}

double LinkAccessories::margin(std::size_t a, double time, double torque, std::span<const double> state,
                               std::span<const double> modes) const {
  const Pulley& pulley = pulley_of(a);
  const double sign = pulley.accessory->sign();
  if (is_joined(a, modes)) {
    return sign * accessory_torque(a, time, torque, state, modes) + tolerance_ * pulley.radius;
  }
  const double own = state[layout_.accessory_speed(a)];
  const double of_pulley = state[layout_.pulley_speed(model_->accessories[a])];
  return sign * (own - of_pulley) + kSameSpeeds * (std::abs(own) + std::abs(of_pulley));
}

bool LinkAccessories::clutches_last(double time, std::span<const double> torques, std::span<const double> state,
                                    std::span<const double> modes) const {
  for (std::size_t a = 0; a < model_->accessories.size(); ++a) {
    if (!pulley_of(a).accessory->driving_direction) continue;
    if (margin(a, time, torques[model_->accessories[a]], state, modes) < 0.0) return false;
  }
  return true;
}

int LinkAccessories::switch_clutches(double time, std::span<const double> torques, std::span<double> state,
                                     std::span<double> modes) const {
  int switched = 0;
  for (std::size_t a = 0; a < model_->accessories.size(); ++a) {
    const std::size_t p = model_->accessories[a];
    const Pulley& pulley = pulley_of(a);
    if (!pulley.accessory->driving_direction || !(margin(a, time, torques[p], state, modes) < 0.0)) continue;
    ++switched;
    const bool joins = !is_joined(a, modes);
    modes[layout_.accessory_mode(a)] = joins ? 0.0 : kOverruns;
    if (!joins) continue;
    state[layout_.accessory_twist(a)] = state[layout_.pulley_angle(p)] - state[layout_.accessory_angle(a)];
    if (pulley.accessory->spring) continue;
    const double J = pulley.accessory->inertia;
    double& of_pulley = state[layout_.pulley_speed(p)];
    double& own = state[layout_.accessory_speed(a)];
    of_pulley = (pulley.inertia * of_pulley + J * own) / (pulley.inertia + J);
    own = of_pulley;
  }
  return switched;
}

double LinkAccessories::energy(std::span<const double> state, std::span<const double> modes) const {
  double energy = 0.0;
  for (std::size_t a = 0; a < model_->accessories.size(); ++a) {
    const Accessory& accessory = *pulley_of(a).accessory;
    const double speed = state[layout_.accessory_speed(a)];
    energy += 0.5 * accessory.inertia * speed * speed;
    if (accessory.spring && is_joined(a, modes)) {
      energy += 0.5 * accessory.spring->stiffness * twist(a, state) * twist(a, state);
    }
  }
  return energy;
}

PowerFlow LinkAccessories::flow(double time, std::span<const double> state, std::span<const double> modes) const {
  PowerFlow flow;
  for (std::size_t a = 0; a < model_->accessories.size(); ++a) {
    const Accessory& accessory = *pulley_of(a).accessory;
    const double speed = state[layout_.accessory_speed(a)];
    flow.supplied += accessory.moment(time, speed) * speed;
    if (accessory.spring && is_joined(a, modes)) {
      flow.lost += accessory.spring->damping * twist_rate(a, state) * twist_rate(a, state);
    }
  }
  return flow;
}

}  // namespace beltdyn::lagrangian::links
