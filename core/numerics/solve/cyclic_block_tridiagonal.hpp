// SPDX-License-Identifier: MIT
#pragma once

#include "core/numerics/solve/cyclic_chain_layout.hpp"

namespace beltdyn::numerics {

// Number of unknowns of a node.
inline constexpr int kBlock = 4;
inline constexpr int kBlockEntries = kBlock * kBlock;

// The matrix of a closed chain with a 4 × 4 block for each node and each pair of neighbours, with storage for its
// factorisation. Row r of `upper` is the coupling of the node of row r to the node below it, row r of `lower` that of
// the node below to it; the last row couples to the halo. Blocks are row-major. In general the matrix is not symmetric.
struct CyclicBlockTridiagonal {
  explicit CyclicBlockTridiagonal(const CyclicChainLayout& cyclic_chain_layout);

  CyclicChainLayout layout;
  AlignedVector diagonal;
  AlignedVector upper;
  AlignedVector lower;

  // The factorisation; see CyclicBlockTridiagonalKernel.
  AlignedVector pivot;       // LU of the pivots
  AlignedVector to_next;     // pivot⁻¹ times the coupling to the next row
  AlignedVector to_first;    // pivot⁻¹ times the coupling to the first node of the lane
  AlignedVector from_first;  // the coupling of the first node to the row
  AlignedVector reduced;     // coupling of the first nodes of the lanes
};

// Copies the first nodes of the lanes into the halo of the preceding lanes, and into their idle rows. `nodes` has
// kBlock components of each node, with halo.
void copy_first_nodes(const CyclicChainLayout& layout, AlignedVector& nodes);

}  // namespace beltdyn::numerics
