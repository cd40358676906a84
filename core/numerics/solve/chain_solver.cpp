// SPDX-License-Identifier: MIT
#include "core/numerics/solve/chain_solver.hpp"

#include <utility>

namespace beltdyn::numerics {

ChainSolver::ChainSolver(const CyclicBlockTridiagonal& chain)
    : chain_(chain), b_(kBlock * chain.layout.n_nodes()), x_(b_) {
  const CyclicChainLayout& layout = chain.layout;
  std::vector<std::pair<int, int>> places;
  const auto add_block = [&](const AlignedVector& blocks, int node, int i, int j) {
    for (int r = 0; r < kBlock; ++r) {
      for (int c = 0; c < kBlock; ++c) {
        entries_.push_back(&blocks[layout.at(node, kBlockEntries, r * kBlock + c)]);
        places.emplace_back(i * kBlock + r, j * kBlock + c);
      }
    }
  };
  for (int node = 0; node < layout.n_nodes(); ++node) {
    const int next = (node + 1) % layout.n_nodes();
    add_block(chain.diagonal, node, node, node);
    add_block(chain.upper, node, node, next);
    add_block(chain.lower, node, next, node);
  }
  system_.set_pattern(static_cast<int>(b_.size()), places);
}

bool ChainSolver::factorise() {
  for (std::size_t i = 0; i < entries_.size(); ++i) system_.values()[i] = *entries_[i];
  return system_.factorise();
}

void ChainSolver::solve(AlignedVector& rhs) {
  const CyclicChainLayout& layout = chain_.layout;
  for (int node = 0; node < layout.n_nodes(); ++node) {
    for (int c = 0; c < kBlock; ++c) b_[kBlock * node + c] = rhs[layout.at(node, kBlock, c)];
  }
  // The halo belongs to the first nodes of the next lanes.
  for (int node = 0; node < layout.n_nodes(); ++node) {
    if (layout.row_of(node) + 1 != layout.rows()) continue;
    const int next = (node + 1) % layout.n_nodes();
    for (int c = 0; c < kBlock; ++c) {
      b_[kBlock * next + c] += rhs[layout.index(layout.rows(), layout.lane_of(node), kBlock, c)];
    }
  }
  system_.solve(b_, x_);
  for (int node = 0; node < layout.n_nodes(); ++node) {
    for (int c = 0; c < kBlock; ++c) rhs[layout.at(node, kBlock, c)] = x_[kBlock * node + c];
  }
  copy_first_nodes(layout, rhs);
}

}  // namespace beltdyn::numerics
