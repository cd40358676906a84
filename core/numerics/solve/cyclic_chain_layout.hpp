// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include <xsimd/memory/xsimd_aligned_allocator.hpp>

namespace beltdyn::numerics {

// Doubles at addresses that vector instructions can load directly.
using AlignedVector = std::vector<double, xsimd::aligned_allocator<double, 64>>;

// The memory layout of the nodes of a closed chain for W lanes. The chain is cut into W pieces of `rows` nodes; the
// nodes of the same row of all pieces are adjacent. Node i + 1 is in the row below node i. Below the last row is the
// first node of the next lane, stored in row `rows` (the halo).
//
//     row            0  1  2  ...  rows − 1 | halo
//     full lane      0  1  2  ...           | first node of the next lane
//     short lane     –  0  1  ...           | first node of the next lane
//
// If W does not divide the number of nodes, the last lanes are short: their row 0 is idle.
class CyclicChainLayout {
 public:
  // n_nodes ≥ 1, lanes a power of two with n_nodes ≥ kLeastRows·lanes or lanes = 1
  CyclicChainLayout(int n_nodes, int lanes);

  // A lane needs a first node and two others below it.
  static constexpr int kLeastRows = 3;
  // The most lanes that a chain can be cut into, at most `wanted`.
  static int usable_lanes(int n_nodes, int wanted);

  int n_nodes() const { return n_nodes_; }
  int lanes() const { return lanes_; }
  int rows() const { return rows_; }
  int full_lanes() const { return full_lanes_; }

  int first_row(int lane) const { return lane < full_lanes_ ? 0 : 1; }
  int lane_of(int node) const;
  int row_of(int node) const;

  // The index of component c of n of a node.
  std::size_t at(int node, int n, int c) const { return index(row_of(node), lane_of(node), n, c); }
  std::size_t index(int row, int lane, int n, int c) const {
    return (static_cast<std::size_t>(row) * static_cast<std::size_t>(n) + static_cast<std::size_t>(c)) *
               static_cast<std::size_t>(lanes_) +
           static_cast<std::size_t>(lane);
  }
  // Number of doubles for n components of each node, without and with the halo.
  std::size_t size(int n) const { return index(rows_, 0, n, 0); }
  std::size_t size_with_halo(int n) const { return index(rows_ + 1, 0, n, 0); }

 private:
  int n_nodes_;
  int lanes_;
  int rows_;
  int full_lanes_;
};

}  // namespace beltdyn::numerics
