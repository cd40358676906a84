// SPDX-License-Identifier: MIT
// The state of an AncfBelt in a checkpoint. Values are in the order of the nodes, so that a run may go on with another
// number of lanes.
#include <array>

#include "lagrangian/ancf/ancf_belt.hpp"

namespace beltdyn::lagrangian::ancf {
namespace {

std::string slot_name(const char* what, std::size_t slot) { return what + std::to_string(slot); }

}  // namespace

void AncfBelt::save(StateWriter& writer) const {
  const BeltArrays& arrays = equations_.arrays();
  const int memory_size = static_cast<int>(arrays.n_segments * kMemoryFields);
  writer.numbers("q", arrays.gather(arrays.q, numerics::kBlock));
  writer.numbers("v", arrays.gather(arrays.v, numerics::kBlock));
  writer.numbers("acceleration", arrays.gather(arrays.a, numerics::kBlock));
  writer.numbers("auxiliary", arrays.gather(auxiliary_, numerics::kBlock));
  for (std::size_t slot = 0; slot < kContactSlots; ++slot) {
    writer.numbers(slot_name("owner_", slot), arrays.gather(arrays.owner[slot], 1));
    writer.numbers(slot_name("memory_", slot), arrays.gather(arrays.memory[slot], memory_size));
  }
  std::vector<double> angles;
  for (const CoordinateState& angle : equations_.angles()) {
    angles.insert(angles.end(), {angle.q, angle.v, angle.acceleration, angle.auxiliary});
  }
  writer.numbers("angles", angles);
  writer.numbers("torques", torques_);
  writer.numbers("stepping", std::array{time_, substep_});
  writer.integers("statistics", std::array{statistics_.steps, statistics_.newton_iterations, statistics_.factorisations,
                                           statistics_.rejected_steps, statistics_.status_changes,
                                           statistics_.unsettled_steps, static_cast<std::int64_t>(successes_)});
}

void AncfBelt::restore(StateReader& reader) {
  BeltArrays& arrays = equations_.arrays();
  const int memory_size = static_cast<int>(arrays.n_segments * kMemoryFields);
  const auto read_nodes = [&](const char* name, numerics::AlignedVector& to) {
    arrays.scatter(reader.numbers(name), numerics::kBlock, to);
    numerics::copy_first_nodes(arrays.layout, to);
  };
  read_nodes("q", arrays.q);
  read_nodes("v", arrays.v);
  read_nodes("acceleration", arrays.a);
  read_nodes("auxiliary", auxiliary_);
  for (std::size_t slot = 0; slot < kContactSlots; ++slot) {
    arrays.scatter(reader.numbers(slot_name("owner_", slot)), 1, arrays.owner[slot]);
    arrays.scatter(reader.numbers(slot_name("memory_", slot)), memory_size, arrays.memory[slot]);
  }
  const std::vector<double>& angles = reader.numbers("angles");
  for (std::size_t p = 0; p < equations_.angles().size(); ++p) {
    equations_.angles()[p] = {angles.at(4 * p), angles.at(4 * p + 1), angles.at(4 * p + 2), angles.at(4 * p + 3)};
  }
  torques_ = reader.numbers("torques");
  const std::vector<double>& stepping = reader.numbers("stepping");
  time_ = stepping.at(0);
  substep_ = stepping.at(1);
  const auto& s = reader.integers("statistics");
  statistics_ = {.steps = s.at(0),
                 .newton_iterations = s.at(1),
                 .factorisations = s.at(2),
                 .rejected_steps = s.at(3),
                 .status_changes = s.at(4),
                 .unsettled_steps = s.at(5)};
  successes_ = static_cast<int>(s.at(6));
}

}  // namespace beltdyn::lagrangian::ancf
