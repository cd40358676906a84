// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/drive/any_drive.hpp"
#include "core/drive/pulley/pulley.hpp"
#include "core/run/energy_ledger.hpp"
#include "lagrangian/links/link_model.hpp"

namespace beltdyn::lagrangian::links {

// The pulleys that the belt moves, with their accessories (Accessory). With the torque τ of belt, bearing and torques
// on the pulley,
//
//     I φ″ = τ − C,   J ψ″ = M(t, ψ′) + C,
//
// where C is the torque of the spring, or 0 while a clutch overruns. A clutch without spring that takes along has
// (I + J) φ″ = (I + J) ψ″ = τ + M. The state contains ψ, ψ′ and the twist δ₀ at which the spring is free of torque.
// Whether a clutch takes along is a mode, which is fixed within a step and switched after it.
class LinkAccessories {
 public:
  // The drive and the model must outlive the accessories.
  LinkAccessories(const BeltDrive& drive, const LinkModel& model);

  // Starts in steady motion with the pulleys: at their speed, with springs twisted by the steady torque. Clutches that
  // overrun start at the speed of the pulley.
  void run(std::span<double> state, std::span<double> modes) const;

  bool have_clutches() const { return have_clutches_; }
  // Inertia of the pulley with all that is rigidly coupled to it [kg m²].
  double inertia(std::size_t pulley, std::span<const double> modes) const;
  // φ″ under τ; writes the rates of the accessory if there is one.
  double acceleration(std::size_t pulley, double time, double torque, std::span<const double> state,
                      std::span<const double> modes, std::span<double> rates) const;
  // C under τ; 0 without an accessory [N m].
  double torque(std::size_t pulley, double time, double torque, std::span<const double> state,
                std::span<const double> modes) const;
  double speed(std::size_t pulley, std::span<const double> state) const;  // ψ′ [rad/s]

  // Do all clutches keep their modes? `torques`: τ on each pulley, shape (n_pulleys).
  bool clutches_last(double time, std::span<const double> torques, std::span<const double> state,
                     std::span<const double> modes) const;
  // Switches clutches whose modes do not last, and returns their number. Parts that a clutch joins get the common speed
  // that conserves their angular momentum.
  int switch_clutches(double time, std::span<const double> torques, std::span<double> state,
                      std::span<double> modes) const;

  // Energy of rotors and springs [J].
  double energy(std::span<const double> state, std::span<const double> modes) const;
  PowerFlow flow(double time, std::span<const double> state, std::span<const double> modes) const;

 private:
  const Pulley& pulley_of(std::size_t accessory) const;
  bool is_joined(std::size_t accessory, std::span<const double> modes) const {
    return modes[layout_.accessory_mode(accessory)] == 0.0;
  }
  bool is_rigid(std::size_t accessory, std::span<const double> modes) const {
    return is_joined(accessory, modes) && !pulley_of(accessory).accessory->spring;
  }
  AccessoryMotion motion(std::size_t accessory, std::span<const double> state, std::span<const double> modes) const;
  double accessory_torque(std::size_t accessory, double time, double torque, std::span<const double> state,
                          std::span<const double> modes) const;
  // < 0 if the clutch has to switch.
  double margin(std::size_t accessory, double time, double torque, std::span<const double> state,
                std::span<const double> modes) const;

  const BeltDrive* drive_;
  const LinkModel* model_;
  LinkLayout layout_;
  std::vector<int> accessory_of_;  // of each pulley; −1: none
  double tolerance_;               // force of a torque that counts as 0 [N]
  bool have_clutches_ = false;
};

}  // namespace beltdyn::lagrangian::links
