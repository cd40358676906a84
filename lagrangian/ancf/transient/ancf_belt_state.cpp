// SPDX-License-Identifier: MIT
// The contact memory of an AncfBelt in a checkpoint. Slots are numbered independently of lanes, so that a run may
// resume with another number of lanes.
#include <cstdint>
#include <vector>

#include "lagrangian/ancf/transient/ancf_belt.hpp"

namespace beltdyn::lagrangian::ancf {
namespace {

constexpr const char* kContactElements = "contact_elements";
constexpr const char* kContactMemory = "contact_memory";
constexpr const char* kGuided = "guided_nodes";

// Calls visit(pulley, slot, segment, field) for the lasting memory of all segments near pulleys.
template <class Visit>
void visit_memory(const ContactPacks& contacts, const Visit& visit) {
  for (std::size_t p = 0; p < contacts.n_pulleys(); ++p) {
    for (std::size_t slot = 0; slot < contacts.elements(p).size(); ++slot) {
      if (contacts.elements(p)[slot] == ContactPacks::kVacant) continue;
      for (std::size_t segment = 0; segment < contacts.n_segments(); ++segment) {
        for (std::size_t field = 0; field < contacts.fields().n_lasting(); ++field) visit(p, slot, segment, field);
      }
    }
  }
}

}  // namespace

void AncfBelt::save_history(StateWriter& writer) const {
  const ContactPacks& contacts = equations_.arrays().contacts;
  // For each pulley: number of slots, and the element of each slot.
  std::vector<std::int64_t> elements;
  for (std::size_t p = 0; p < contacts.n_pulleys(); ++p) {
    elements.push_back(static_cast<std::int64_t>(contacts.elements(p).size()));
    elements.insert(elements.end(), contacts.elements(p).begin(), contacts.elements(p).end());
  }
  std::vector<double> memory;
  visit_memory(contacts, [&](std::size_t p, std::size_t slot, std::size_t segment, std::size_t field) {
    memory.push_back(contacts.memory(p, slot, segment, field));
  });
  writer.integers(kContactElements, elements);
  writer.numbers(kContactMemory, memory);
  if (equations_.guided().size() > 0) writer.numbers(kGuided, equations_.guided().memory());
}

void AncfBelt::restore_history(StateReader& reader) {
  BeltArrays& arrays = equations_.arrays();
  arrays.close_positions(equations_.model().rule.length);
  ContactPacks& contacts = arrays.contacts;
  contacts.clear();
  const std::vector<std::int64_t>& elements = reader.integers(kContactElements);
  const int n_elements = equations_.model().n_elements();
  std::size_t next = 0;
  for (std::size_t p = 0; p < contacts.n_pulleys(); ++p) {
    require_sound_checkpoint(next < elements.size() && elements[next] >= 0);
    const auto n_slots = static_cast<std::size_t>(elements[next++]);
    require_sound_checkpoint(n_slots <= elements.size() - next);
    for (std::size_t slot = 0; slot < n_slots; ++slot) {
      const std::int64_t element = elements[next++];
      if (element == ContactPacks::kVacant) continue;
      require_sound_checkpoint(element >= 0 && element < n_elements &&
                               contacts.slot(p, static_cast<int>(element)) == ContactPacks::kVacant);
      contacts.add(p, static_cast<int>(element), slot);
    }
  }
  std::size_t n_remembered = 0;
  visit_memory(contacts, [&](std::size_t, std::size_t, std::size_t, std::size_t) { ++n_remembered; });
  const std::vector<double>& memory = reader.numbers(kContactMemory, n_remembered);
  std::size_t at = 0;
  visit_memory(contacts, [&](std::size_t p, std::size_t slot, std::size_t segment, std::size_t field) {
    contacts.memory(p, slot, segment, field) = memory[at++];
  });
  GuidedNodes& guided = equations_.guided();
  if (guided.size() > 0) guided.set_memory(reader.numbers(kGuided, guided.memory_size()));
}

}  // namespace beltdyn::lagrangian::ancf
