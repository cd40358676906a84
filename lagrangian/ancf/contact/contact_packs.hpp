// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/numerics/solve/cyclic_chain_layout.hpp"
#include "lagrangian/ancf/contact/segment_memory.hpp"

namespace beltdyn::lagrangian::ancf {

// The pulley_index of a slot without a pulley nearby.
inline constexpr double kNoPulley = -1.0;

// The lists of elements near each pulley, with the histories of their segments. Elements near a pulley are in slots;
// `lanes` slots side by side form a pack. So all lanes have work, except in vacant slots.
class ContactPacks {
 public:
  static constexpr int kVacant = -1;

  // Positions of an element in the arrays and the matrix of a belt; in a vacant slot, positions of any element.
  struct Place {
    std::size_t node{};        // first component of its first node; its second node is one row further
    std::size_t block{};       // first entry of its blocks: diagonal of the first node, upper, lower
    std::size_t next_block{};  // first entry of the diagonal block of its second node
  };

  // `relaxed_mode`: mode of a new history.
  ContactPacks(const numerics::CyclicChainLayout& layout, std::size_t n_segments, SegmentFields fields,
               double relaxed_mode);

  std::size_t n_pulleys() const { return pulleys_.size(); }
  // Makes room for pulleys; lists that exist stay.
  void set_pulleys(std::size_t n_pulleys);

  // The element of each slot of a pulley, or kVacant; shape (packs × lanes).
  std::span<const int> elements(std::size_t pulley) const { return pulleys_[pulley].element; }
  std::size_t n_packs(std::size_t pulley) const { return pulleys_[pulley].element.size() / lanes_; }
  // The slot of an element, or kVacant if it is not near the pulley.
  int slot(std::size_t pulley, int element) const {
    return pulleys_[pulley].slot_of[static_cast<std::size_t>(element)];
  }
  // The element at a row and lane, or kVacant where a lane is idle.
  int element_at(std::size_t row, std::size_t lane) const { return element_at_[row * lanes_ + lane]; }

  // Puts an element into a slot, by default the first vacant one; its segments have no history.
  void add(std::size_t pulley, int element);
  void add(std::size_t pulley, int element, std::size_t slot);
  void remove(std::size_t pulley, int element);
  void clear();

  // For the slots of a pack: the index of the pulley, or kNoPulley in vacant slots; places(): the positions of the
  // elements.
  const double* pulley_index(std::size_t pulley, std::size_t pack) const {
    return pulleys_[pulley].pulley_index.data() + pack * lanes_;
  }
  const Place* places(std::size_t pulley, std::size_t pack) const {
    return pulleys_[pulley].place.data() + pack * lanes_;
  }
  // The memory of the segments of a pack; shape n_segments × fields × lanes.
  double* memory(std::size_t pulley, std::size_t pack) {
    return pulleys_[pulley].memory.data() + pack * n_segments_ * fields_.size() * lanes_;
  }
  // A number in the memory of a segment in a slot.
  double& memory(std::size_t pulley, std::size_t slot, std::size_t segment, std::size_t field) {
    return pulleys_[pulley].memory[at(slot, segment, field)];
  }
  double memory(std::size_t pulley, std::size_t slot, std::size_t segment, std::size_t field) const {
    return pulleys_[pulley].memory[at(slot, segment, field)];
  }

  const SegmentFields& fields() const { return fields_; }
  std::size_t n_segments() const { return n_segments_; }

 private:
  struct NearPulley {
    std::vector<int> element;
    std::vector<int> slot_of;
    std::vector<Place> place;
    numerics::AlignedVector pulley_index;
    numerics::AlignedVector memory;
  };

  std::size_t at(std::size_t slot, std::size_t segment, std::size_t field) const {
    return (((slot / lanes_) * n_segments_ + segment) * fields_.size() + field) * lanes_ + slot % lanes_;
  }
  Place place_of(int element) const;
  void forget(NearPulley& pulley, std::size_t slot) const;

  numerics::CyclicChainLayout layout_;
  std::size_t lanes_;
  std::size_t n_segments_;
  SegmentFields fields_;
  double relaxed_mode_;
  std::vector<int> element_at_;
  std::vector<NearPulley> pulleys_;
};

}  // namespace beltdyn::lagrangian::ancf
