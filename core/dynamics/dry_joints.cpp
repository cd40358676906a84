// SPDX-License-Identifier: MIT
#include "core/dynamics/dry_joints.hpp"

namespace beltdyn {

void append_state(const numerics::CoordinateState& coordinate, std::vector<double>& numbers) {
  numbers.insert(numbers.end(), {coordinate.q, coordinate.v, coordinate.acceleration, coordinate.auxiliary});
}

void take_state(numerics::CoordinateState& coordinate, std::span<const double>::iterator& from) {
  for (double* number : {&coordinate.q, &coordinate.v, &coordinate.acceleration, &coordinate.auxiliary}) {
    *number = *from++;
  }
}

void append_state(const std::optional<DryJoint>& joint, std::vector<double>& numbers) {
  if (!joint) return;
  DryJoint::State state;
  joint->store(state);
  numbers.push_back(state.force);
  numbers.insert(numbers.end(), state.memory.begin(), state.memory.end());
}

void take_state(std::optional<DryJoint>& joint, std::span<const double>::iterator& from) {
  if (!joint) return;
  DryJoint::State state;
  joint->store(state);
  state.force = *from++;
  for (double& number : state.memory) number = *from++;
  joint->restore(state);
}

void DryJoints::accept() {
  for (std::optional<DryJoint>& joint : joints_) {
    if (joint) joint->accept();
  }
}

void DryJoints::store_state(std::vector<double>& state) const {
  state.clear();
  for (const std::optional<DryJoint>& joint : joints_) append_state(joint, state);
}

void DryJoints::restore_state(const std::vector<double>& state) {
  std::span<const double>::iterator from = std::span(state).begin();
  for (std::optional<DryJoint>& joint : joints_) take_state(joint, from);
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
