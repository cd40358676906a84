// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace beltdyn::numerics {

// The storage of a closed chain: a ring of two open chains of n elements and n + 1 nodes each, and two links:
//
//   chain 0: node 0 - ... - node n  --link 0--  chain 1: node 0 - ... - node n  --link 1--  back to chain 0, node 0
//
// Each chain is folded at its middle node n/2 (rounded down), which gives four lanes of equal length: lane 2k runs
// forward from node 0 of chain k, lane 2k + 1 backward from node n. The entries of the four lanes in row r are adjacent
// in memory, slot 4 r + lane, so that one instruction processes all lanes. Node row r is followed by element row r.
//
// The middle node has a slot in both lanes. An assembled quantity (diagonal, right-hand side) is the sum of the two
// slots; a value (solution) is the same in both. If n is odd, lane 2k has one element less: the element slot of its
// last row is void and must be 0; the node slot behind it repeats the middle node and must be assembled as 0.
class ClosedChainLayout {
 public:
  static constexpr std::size_t kLanes = 4;
  // With at least two elements the ends and the middle of a chain are different nodes.
  static constexpr int kMinimumElements = 2;

  explicit ClosedChainLayout(int elements) : elements_(static_cast<std::size_t>(elements)) {}

  std::size_t elements() const { return elements_; }  // n
  std::size_t element_rows() const { return (elements_ + 1) / 2; }
  std::size_t element_slots() const { return kLanes * element_rows(); }
  std::size_t node_slots() const { return kLanes * (element_rows() + 1); }
  bool has_void() const { return elements_ % 2 != 0; }

  static constexpr std::size_t first_node(std::size_t chain) { return 2 * chain; }
  static constexpr std::size_t last_node(std::size_t chain) { return 2 * chain + 1; }

  std::size_t node(std::size_t chain, std::size_t index) const {
    if (index <= elements_ / 2) return kLanes * index + first_node(chain);
    return kLanes * (elements_ - index) + last_node(chain);
  }
  std::size_t element(std::size_t chain, std::size_t index) const {
    if (index < elements_ / 2) return kLanes * index + first_node(chain);
    return kLanes * (elements_ - 1 - index) + last_node(chain);
  }
  // Calls f(slot) for each element of a chain, in its order along the chain.
  template <class Function>
  void for_each_element(std::size_t chain, const Function& f) const {
    for (std::size_t i = 0; i < elements_ / 2; ++i) f(kLanes * i + first_node(chain));
    for (std::size_t i = elements_ - elements_ / 2; i > 0; --i) f(kLanes * (i - 1) + last_node(chain));
  }
  // The void element slot of a chain; only if has_void().
  std::size_t void_element(std::size_t chain) const { return kLanes * (element_rows() - 1) + first_node(chain); }
  // The slot of the middle node in the lane that runs backward.
  std::size_t middle_node_backward(std::size_t chain) const { return kLanes * element_rows() + last_node(chain); }

 private:
  std::size_t elements_;
};

// A symmetric matrix with the pattern of a closed chain.
struct ClosedChainMatrix {
  explicit ClosedChainMatrix(const ClosedChainLayout& chain_layout)
      : layout(chain_layout), diagonal(layout.node_slots()), coupling(layout.element_slots()) {}

  ClosedChainLayout layout;
  std::vector<double> diagonal;  // assembled, including the ends of links; shape (node_slots)
  std::vector<double> coupling;  // between the two nodes of each element; shape (element_slots)
  std::array<double, 2> link{};  // between the two nodes of each link
};

}  // namespace beltdyn::numerics
