// SPDX-License-Identifier: MIT
#include "lagrangian/links/link_accessories.hpp"

#include "core/belt/belt_balances.hpp"
#include "core/drive/belt/belt_drive.hpp"

namespace beltdyn::lagrangian::links {
namespace {

// Force, relative to the belt force, whose torque counts as 0 and opens no clutch [-].
constexpr double kNoForce = 1e-9;
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
    state[layout_.accessory_angle(a)] = state[layout_.pulley_angle(p)] - accessory.steady_twist(0.0, speed);
    state[layout_.accessory_speed(a)] = speed;
    state[layout_.accessory_twist(a)] = 0.0;
    modes[layout_.accessory_mode(a)] = accessory.overruns_steadily(0.0, speed) ? kOverruns : 0.0;
  }
}

AccessoryMotion LinkAccessories::motion(std::size_t a, std::span<const double> state,
                                        std::span<const double> modes) const {
  const std::size_t p = model_->accessories[a];
  return {
      .speed = state[layout_.accessory_speed(a)],
      .pulley_speed = state[layout_.pulley_speed(p)],
      .twist = state[layout_.pulley_angle(p)] - state[layout_.accessory_angle(a)] - state[layout_.accessory_twist(a)],
      .is_driven = is_joined(a, modes)};
}

double LinkAccessories::accessory_torque(std::size_t a, double time, double torque, std::span<const double> state,
                                         std::span<const double> modes) const {
  if (!is_joined(a, modes)) return 0.0;
  const Pulley& pulley = pulley_of(a);
  const Accessory& accessory = *pulley.accessory;
  const AccessoryMotion now = motion(a, state, modes);
  if (accessory.spring) return accessory.spring->torque(now.twist, now.twist_rate());
  const double moment = accessory.moment(time, now.speed);
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
  return pulley.accessory->clutch_margin(motion(a, state, modes), accessory_torque(a, time, torque, state, modes),
                                         tolerance_ * pulley.radius);
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
    energy += pulley_of(a).accessory->energy(motion(a, state, modes));
  }
  return energy;
}

PowerFlow LinkAccessories::flow(double time, std::span<const double> state, std::span<const double> modes) const {
  PowerFlow flow;
  for (std::size_t a = 0; a < model_->accessories.size(); ++a) {
    flow = flow + pulley_of(a).accessory->power(time, motion(a, state, modes));
  }
  return flow;
}

}  // namespace beltdyn::lagrangian::links
