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

// Appends the state of a coordinate, or the force [N] or [N m] and the memory of a joint with friction, to `numbers`;
// reads them back from `from`, which advances past them.
void append_state(const numerics::CoordinateState& coordinate, std::vector<double>& numbers);
void take_state(numerics::CoordinateState& coordinate, std::span<const double>::iterator& from);
void append_state(const std::optional<DryJoint>& joint, std::vector<double>& numbers);
void take_state(std::optional<DryJoint>& joint, std::span<const double>::iterator& from);

// The friction in the trial state; 0 without dry friction.
inline JointResponse response_of(const std::optional<DryJoint>& joint) {
  return joint ? joint->response() : JointResponse{};
}

// The dry friction of several joints in time steps. A joint may have none.
class DryJoints {
 public:
  // `size` joints without friction.
  explicit DryJoints(std::size_t size) : joints_(size) {}

  // Gives joint i this friction, initially relaxed.
  void put(std::size_t i, const JointFriction& friction) { joints_[i].emplace(friction); }
  std::optional<DryJoint>& operator[](std::size_t i) { return joints_[i]; }
  JointResponse response(std::size_t i) const { return response_of(joints_[i]); }
  // Accepts the step that was tried last.
  void accept();

  // The memory of all joints, one after another.
  void store_state(std::vector<double>& state) const;
  void restore_state(const std::vector<double>& state);

  // Saves the memory under this name if any joint has friction.
  void save(StateWriter& writer, const std::string& name) const;
  void restore(StateReader& reader, const std::string& name);

 private:
  std::vector<std::optional<DryJoint>> joints_;
};

}  // namespace beltdyn
