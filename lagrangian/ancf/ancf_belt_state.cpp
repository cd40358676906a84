// SPDX-License-Identifier: MIT
// The memory of the contacts of an AncfBelt in a checkpoint. Values are in the order of the nodes, so that a run may
// resume with another number of lanes.
#include <string>
#include <vector>

#include "lagrangian/ancf/ancf_belt.hpp"

namespace beltdyn::lagrangian::ancf {
namespace {

std::string slot_name(const char* what, std::size_t slot) { return what + std::to_string(slot); }

// The fields of the segments' memory that are part of the state, in the order of elements and segments.
template <class Visit>
void visit_memory(const BeltArrays& arrays, const Visit& visit) {
  const int n_segments = static_cast<int>(arrays.n_segments);
  const int fields = static_cast<int>(arrays.fields.size());
  for (int element = 0; element < arrays.layout.n_nodes(); ++element) {
    for (int segment = 0; segment < n_segments; ++segment) {
      for (int field = 0; field < static_cast<int>(arrays.fields.n_lasting()); ++field) {
        visit(arrays.layout.at(element, n_segments * fields, segment * fields + field));
      }
    }
  }
}

std::vector<double> lasting_memory(const BeltArrays& arrays, std::size_t slot) {
  std::vector<double> values;
  visit_memory(arrays, [&](std::size_t at) { values.push_back(arrays.memory[slot][at]); });
  return values;
}

void restore_memory(const std::vector<double>& values, std::size_t slot, BeltArrays& arrays) {
  std::size_t next = 0;
  visit_memory(arrays, [&](std::size_t at) { arrays.memory[slot][at] = values.at(next++); });
}

}  // namespace

void AncfBelt::save_history(StateWriter& writer) const {
  const BeltArrays& arrays = equations_.arrays();
  for (std::size_t slot = 0; slot < kContactSlots; ++slot) {
    writer.numbers(slot_name("owner_", slot), arrays.gather(arrays.owner[slot], 1));
    writer.numbers(slot_name("memory_", slot), lasting_memory(arrays, slot));
  }
  writer.integer("crowded", is_crowded_ ? 1 : 0);
}

void AncfBelt::restore_history(StateReader& reader) {
  BeltArrays& arrays = equations_.arrays();
  arrays.close_positions(equations_.model().rule.length);
  for (std::size_t slot = 0; slot < kContactSlots; ++slot) {
    arrays.scatter(reader.numbers(slot_name("owner_", slot)), 1, arrays.owner[slot]);
    restore_memory(reader.numbers(slot_name("memory_", slot)), slot, arrays);
  }
  is_crowded_ = reader.integer("crowded") != 0;
}

}  // namespace beltdyn::lagrangian::ancf
