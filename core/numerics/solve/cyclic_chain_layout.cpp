// SPDX-License-Identifier: MIT
#include "core/numerics/solve/cyclic_chain_layout.hpp"

namespace beltdyn::numerics {

CyclicChainLayout::CyclicChainLayout(int n_nodes, int lanes)
    : n_nodes_(n_nodes),
      lanes_(lanes),
      rows_((n_nodes + lanes - 1) / lanes),
      full_lanes_(lanes - (rows_ * lanes - n_nodes)) {}

int CyclicChainLayout::usable_lanes(int n_nodes, int wanted) {
  int lanes = wanted;
  while (lanes > 1 && n_nodes < kLeastRows * lanes) lanes /= 2;
  return lanes;
}

int CyclicChainLayout::lane_of(int node) const {
  const int in_full_lanes = full_lanes_ * rows_;
  return node < in_full_lanes ? node / rows_ : full_lanes_ + (node - in_full_lanes) / (rows_ - 1);
}

int CyclicChainLayout::row_of(int node) const {
  const int in_full_lanes = full_lanes_ * rows_;
  return node < in_full_lanes ? node % rows_ : 1 + (node - in_full_lanes) % (rows_ - 1);
}

}  // namespace beltdyn::numerics
