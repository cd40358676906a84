// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/drive/pulley/joint_friction.hpp"
#include "core/run/state_archive.hpp"

namespace beltdyn {

// The force [N], [N m] and the memory of a joint behind other numbers, and back from where `from` is, which goes past
// them.
void append_state(const DryJoint& joint, std::vector<double>& numbers);
void take_state(DryJoint& joint, std::span<const double>::iterator& from);

// The dry friction of several joints in steps, of which each may have some.
class DryJoints {
 public:
  // Without friction.
  explicit DryJoints(std::size_t size) : joints_(size) {}

  // Relaxed from now on.
  void put(std::size_t i, const JointFriction& friction) { joints_[i].emplace(friction); }
  std::optional<DryJoint>& operator[](std::size_t i) { return joints_[i]; }
  JointResponse response(std::size_t i) const { return joints_[i] ? joints_[i]->response() : JointResponse{}; }
  // The step that was tried last is taken.
  void accept();

  // What all of them remember, one after another.
  void store_state(std::vector<double>& state) const;
  void restore_state(const std::vector<double>& state);

  // Under this name, if there is friction.
  void save(StateWriter& writer, const std::string& name) const;
  void restore(StateReader& reader, const std::string& name);

 private:
  std::vector<std::optional<DryJoint>> joints_;
};

}  // namespace beltdyn
