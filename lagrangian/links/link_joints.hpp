// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/contact/friction_law.hpp"
#include "lagrangian/links/link_model.hpp"

namespace beltdyn::lagrangian::links {

// Dry friction in the joints of mounts and in bearings (LinkModel::joints), in rate form: its memory is a part of the
// state. Its modes are switched after steps, like those of the links.
class LinkJoints {
 public:
  // The model must outlive the joints.
  explicit LinkJoints(const LinkModel& model);

  // Friction force on the coordinate of a mount, or friction torque of a bearing on its pulley, at a rate of motion; 0
  // without friction. Writes the rates of the memory if they are asked for.
  double force_on_mount(std::size_t mount, double rate, std::span<const double> state, std::span<const double> modes,
                        std::span<double> rates = {}) const {
    return force(of_mount_[mount], rate, state, modes, rates);
  }
  double moment_on_pulley(std::size_t pulley, double rate, std::span<const double> state, std::span<const double> modes,
                          std::span<double> rates = {}) const {
    return force(of_pulley_[pulley], rate, state, modes, rates);
  }

  // Switches modes that do not last; returns their number.
  int switch_modes(std::span<double> state, std::span<double> modes, std::span<const double> pulley_speeds) const;
  bool modes_last(std::span<const double> state, std::span<const double> modes,
                  std::span<const double> pulley_speeds) const;

 private:
  double force(int joint, double rate, std::span<const double> state, std::span<const double> modes,
               std::span<double> rates) const;
  contact::SlipMotion motion(const LinkJoint& joint, std::span<const double> state,
                             std::span<const double> pulley_speeds) const;

  const LinkModel* model_;
  LinkLayout layout_;
  std::vector<int> of_mount_;  // index of the joint, −1 without friction
  std::vector<int> of_pulley_;
};

}  // namespace beltdyn::lagrangian::links
