// SPDX-License-Identifier: MIT
#include "core/numerics/solve/cyclic_block_tridiagonal.hpp"

namespace beltdyn::numerics {
namespace {

// Two blocks for each level of the reduction across up to eight lanes, and one for the remaining system.
constexpr int kReducedBlocks = 7;

}  // namespace

CyclicBlockTridiagonal::CyclicBlockTridiagonal(const CyclicChainLayout& cyclic_chain_layout)
    : layout(cyclic_chain_layout),
      diagonal(layout.size(kBlockEntries)),
      upper(layout.size(kBlockEntries)),
      lower(layout.size(kBlockEntries)),
      pivot(layout.size(kBlockEntries)),
      to_next(layout.size(kBlockEntries)),
      to_first(layout.size(kBlockEntries)),
      from_first(layout.size(kBlockEntries)),
      reduced(static_cast<std::size_t>(kReducedBlocks * kBlockEntries * layout.lanes())) {}

void copy_first_nodes(const CyclicChainLayout& layout, AlignedVector& nodes) {
  const int W = layout.lanes();
  for (int lane = 0; lane < W; ++lane) {
    const int next = (lane + 1) % W;
    for (int c = 0; c < kBlock; ++c) {
      nodes[layout.index(layout.rows(), lane, kBlock, c)] =
          nodes[layout.index(layout.first_row(next), next, kBlock, c)];
      if (layout.first_row(lane) == 1)
        nodes[layout.index(0, lane, kBlock, c)] = nodes[layout.index(1, lane, kBlock, c)];
    }
  }
}

}  // namespace beltdyn::numerics
