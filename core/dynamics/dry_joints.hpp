// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/drive/pulley/joint_friction.hpp"
#include "core/numerics/ode/step_scheme.hpp"
#include "core/run/state_archive.hpp"

namespace beltdyn {

// The state of a coordinate, and the force [N], [N m] and the memory of a joint if there is dry friction, behind other
// numbers; and back from where `from` is, which goes past them.
void append_state(const numerics::CoordinateState& coordinate, std::vector<double>& numbers);
void take_state(numerics::CoordinateState& coordinate, std::span<const double>::iterator& from);
void append_state(const std::optional<DryJoint>& joint, std::vector<double>& numbers);
void take_state(std::optional<DryJoint>& joint, std::span<const double>::iterator& from);

inline JointResponse response_of(const std::optional<DryJoint>& joint) {
  return joint ? joint->response() : JointResponse{};
}

// The dry friction of several joints in steps, of which each may have some.
class DryJoints {
 public:
  // Without friction.
  explicit DryJoints(std::size_t size) : joints_(size) {}

  // Relaxed from now on.
  void put(std::size_t i, const JointFriction& friction) { joints_[i].emplace(friction); }
  std::optional<DryJoint>& operator[](std::size_t i) { return joints_[i]; }
  JointResponse response(std::size_t i) const { return response_of(joints_[i]); }
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
