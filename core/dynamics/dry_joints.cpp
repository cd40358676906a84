// SPDX-License-Identifier: MIT
#include "core/dynamics/dry_joints.hpp"

namespace beltdyn {

void append_state(const DryJoint& joint, std::vector<double>& numbers) {
  DryJoint::State state;
  joint.store(state);
  numbers.push_back(state.force);
  numbers.insert(numbers.end(), state.memory.begin(), state.memory.end());
}

void take_state(DryJoint& joint, std::span<const double>::iterator& from) {
  DryJoint::State state;
  joint.store(state);
  state.force = *from++;
  for (double& number : state.memory) number = *from++;
  joint.restore(state);
}

void DryJoints::accept() {
  for (std::optional<DryJoint>& joint : joints_) {
    if (joint) joint->accept();
  }
}

void DryJoints::store_state(std::vector<double>& state) const {
  state.clear();
  for (const std::optional<DryJoint>& joint : joints_) {
    if (joint) append_state(*joint, state);
  }
}

void DryJoints::restore_state(const std::vector<double>& state) {
  std::span<const double>::iterator from = std::span(state).begin();
  for (std::optional<DryJoint>& joint : joints_) {
    if (joint) take_state(*joint, from);
  }
}

void DryJoints::save(StateWriter& writer, const std::string& name) const {
  std::vector<double> state;
  store_state(state);
  if (!state.empty()) writer.numbers(name, state);
}

void DryJoints::restore(StateReader& reader, const std::string& name) {
  std::vector<double> state;
  store_state(state);
  if (!state.empty()) restore_state(reader.numbers(name, state.size()));
}

}  // namespace beltdyn
