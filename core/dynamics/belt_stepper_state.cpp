// SPDX-License-Identifier: MIT
// BeltStepper: starts from given nodes and checkpoints. Values are stored in the order of the nodes, so that a run may
// resume with another number of lanes.
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>

#include "core/drive/belt/belt_drive.hpp"
#include "core/dynamics/belt_stepper.hpp"
#include "core/run/step_clock.hpp"

namespace beltdyn {
namespace {

using numerics::kBlock;

// Calls visit(place) for every component of every node in order.
template <class Visit>
void for_each_place(const numerics::CyclicChainLayout& layout, const Visit& visit) {
  // Lane by lane, because finding row and lane of a node takes divisions.
  for (int lane = 0; lane < layout.lanes(); ++lane) {
    for (int row = layout.first_row(lane); row < layout.rows(); ++row) {
      for (int c = 0; c < kBlock; ++c) visit(layout.index(row, lane, kBlock, c));
    }
  }
}

std::vector<double> in_order(const numerics::CyclicChainLayout& layout, const numerics::AlignedVector& nodes) {
  std::vector<double> values;
  values.reserve(static_cast<std::size_t>(layout.n_nodes() * kBlock));
  for_each_place(layout, [&](std::size_t place) { values.push_back(nodes[place]); });
  return values;
}

void set(const numerics::CyclicChainLayout& layout, std::span<const double> values, numerics::AlignedVector& nodes) {
  std::size_t next = 0;
  for_each_place(layout, [&](std::size_t place) { nodes[place] = values[next++]; });
  numerics::copy_first_nodes(layout, nodes);
}

void get(const StateReader& reader, const std::string& name, const numerics::CyclicChainLayout& layout,
         numerics::AlignedVector& nodes) {
  set(layout, reader.numbers(name, static_cast<std::size_t>(layout.n_nodes() * kBlock)), nodes);
}

}  // namespace

BeltStepper::Nodes BeltStepper::nodes() const {
  const numerics::CyclicChainLayout& layout = system().arrays_view().layout;
  return {.q = in_order(layout, state_.q), .v = in_order(layout, state_.v), .a = in_order(layout, state_.acceleration)};
}

void BeltStepper::set_nodes(const Nodes& nodes) {
  const BeltArraysView arrays = system().arrays_view();
  set(arrays.layout, nodes.q, arrays.q);
  set(arrays.layout, nodes.v, arrays.v);
  set(arrays.layout, nodes.a, arrays.a);
}

void BeltStepper::start_from(const Nodes& nodes) {
  set_nodes(nodes);
  system().angles().restore_states(std::vector<numerics::CoordinateState>(system().angles().size()));
  system().angles().rotors() = AccessoryRotors(system().drive().pulleys);
  system().angles().relax_bearings();
  system().angles().start(0.0);
  system().mounts() = PulleyMounts(system().drive());
  begin_history();
  statistics_ = {};
  begin();
}

void BeltStepper::save(StateWriter& writer) const {
  const numerics::CyclicChainLayout& layout = system().arrays_view().layout;
  writer.numbers("q", in_order(layout, state_.q));
  writer.numbers("v", in_order(layout, state_.v));
  writer.numbers("acceleration", in_order(layout, state_.acceleration));
  writer.numbers("auxiliary", in_order(layout, state_.auxiliary));
  system().angles().save(writer);
  system().mounts().save(writer);
  writer.numbers("torques", state_.torques);
  state_.ledger.save(writer);
  save_history(writer);
  system().save_tangent(writer);
  writer.numbers("stepping", std::array{state_.time, state_.substep.length, state_.last_length});
  writer.integers("substep", state_.substep.counts());
  save_statistics(statistics_, writer);
}

void BeltStepper::restore(StateReader& reader) {
  const BeltArraysView arrays = system().arrays_view();
  get(reader, "q", arrays.layout, arrays.q);
  get(reader, "v", arrays.layout, arrays.v);
  get(reader, "acceleration", arrays.layout, arrays.a);
  get(reader, "auxiliary", arrays.layout, state_.auxiliary);
  system().angles().restore(reader);
  system().mounts().restore(reader);
  restore_history(reader);
  system().restore_tangent(reader);
  state_.q = arrays.q;
  state_.v = arrays.v;
  state_.acceleration = arrays.a;
  state_.angles = system().angles().states();
  state_.rotors = system().angles().rotors().states();
  system().angles().store_joints(state_.joints);
  system().mounts().store_state(state_.mounts);
  state_.torques = reader.numbers("torques", state_.torques.size());
  state_.ledger.restore(reader);
  const std::vector<double>& stepping = reader.any_numbers("stepping", 3);
  // The length that bounds the next step may be infinite.
  require_sound_checkpoint(std::isfinite(stepping[0]) && stepping[1] > 0.0 && stepping[2] >= 0.0);
  state_.time = stepping[0];
  state_.substep.length = stepping[1];
  state_.last_length = stepping[2];
  require_sound_checkpoint(state_.substep.set_counts(reader.integers("substep", numerics::Substep::kCounts, {})));
  statistics_ = restore_statistics(reader);
}

}  // namespace beltdyn
