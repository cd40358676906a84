// SPDX-License-Identifier: MIT
#include "lagrangian/ancf/contact/contact_packs.hpp"

#include <algorithm>

#include "core/numerics/solve/cyclic_block_tridiagonal.hpp"

namespace beltdyn::lagrangian::ancf {

using numerics::kBlock;
using numerics::kBlockEntries;

ContactPacks::ContactPacks(const numerics::CyclicChainLayout& layout, std::size_t n_segments, SegmentFields fields,
                           double relaxed_mode)
    : layout_(layout),
      lanes_(static_cast<std::size_t>(layout.lanes())),
      n_segments_(n_segments),
      fields_(fields),
      relaxed_mode_(relaxed_mode),
      element_at_(layout.size(1), kVacant) {
  for (int element = 0; element < layout.n_nodes(); ++element) element_at_[layout.at(element, 1, 0)] = element;
}

void ContactPacks::set_pulleys(std::size_t n_pulleys) {
  while (pulleys_.size() < n_pulleys) {
    NearPulley pulley;
    pulley.slot_of.assign(static_cast<std::size_t>(layout_.n_nodes()), kVacant);
    pulleys_.push_back(std::move(pulley));
  }
}

ContactPacks::Place ContactPacks::place_of(int element) const {
  const int next = (element + 1) % layout_.n_nodes();
  return {.node = layout_.at(element, kBlock, 0),
          .block = layout_.at(element, kBlockEntries, 0),
          .next_block = layout_.at(next, kBlockEntries, 0)};
}

void ContactPacks::forget(NearPulley& pulley, std::size_t slot) const {
  for (std::size_t segment = 0; segment < n_segments_; ++segment) {
    const auto set = [&](std::size_t field, double value) { pulley.memory[at(slot, segment, field)] = value; };
    for (std::size_t field = 0; field < fields_.size(); ++field) set(field, 0.0);
    set(SegmentFields::radial_x, 1.0);  // any unit direction
    for (const std::size_t gap : {std::size_t{SegmentFields::gap}, fields_.accepted_gap()}) set(gap, kNoContact);
    for (std::size_t i = 0; i < fields_.n(); ++i) {
      for (const std::size_t mode : {fields_.mode(i), fields_.accepted_mode(i)}) set(mode, relaxed_mode_);
    }
  }
}

void ContactPacks::add(std::size_t pulley, int element) {
  const auto& elements = pulleys_[pulley].element;
  add(pulley, element,
      static_cast<std::size_t>(std::find(elements.begin(), elements.end(), kVacant) - elements.begin()));
}

void ContactPacks::add(std::size_t pulley, int element, std::size_t slot) {
  NearPulley& near = pulleys_[pulley];
  while (near.element.size() <= slot) {
    const std::size_t first = near.element.size();
    near.element.resize(first + lanes_, kVacant);
    near.place.resize(first + lanes_, place_of(element));
    near.pulley_index.resize(first + lanes_, kNoPulley);
    near.memory.resize((first + lanes_) * n_segments_ * fields_.size());
    for (std::size_t lane = 0; lane < lanes_; ++lane) forget(near, first + lane);
  }
  near.element[slot] = element;
  near.slot_of[static_cast<std::size_t>(element)] = static_cast<int>(slot);
  near.place[slot] = place_of(element);
  near.pulley_index[slot] = static_cast<double>(pulley);
  forget(near, slot);
}

void ContactPacks::remove(std::size_t pulley, int element) {
  NearPulley& near = pulleys_[pulley];
  int& slot = near.slot_of[static_cast<std::size_t>(element)];
  near.element[static_cast<std::size_t>(slot)] = kVacant;
  near.pulley_index[static_cast<std::size_t>(slot)] = kNoPulley;
  forget(near, static_cast<std::size_t>(slot));
  slot = kVacant;
}

void ContactPacks::clear() {
  const std::size_t n = pulleys_.size();
  pulleys_.clear();
  set_pulleys(n);
}

}  // namespace beltdyn::lagrangian::ancf
