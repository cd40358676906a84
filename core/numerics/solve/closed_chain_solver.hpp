// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <span>
#include <vector>

#include <Eigen/Core>

#include "core/numerics/lanes/lanes.hpp"
#include "core/numerics/solve/closed_chain.hpp"

namespace beltdyn::numerics {

// Solves A x = r for matrices of a closed chain. TwistedChainSolver is the standard implementation; the interface
// allows comparisons with other solvers.
class ClosedChainSolver {
 public:
  virtual ~ClosedChainSolver() = default;

  // Factorises A. Returns false if A is not positive definite to rounding; solve() must not be called then. Allocates
  // memory in the first call only.
  virtual bool factorise(const ClosedChainMatrix& matrix) = 0;
  // Replaces the right-hand side (assembled) by the solution (values), shape (node_slots).
  virtual void solve(std::span<double> rhs) = 0;
};

// Direct solver in O(n). It eliminates all nodes between the ends and the middle of the chains, in four lanes in
// parallel and in each lane from the end towards the middle ("twisted" factorisation):
//
//   with the pivot dᵣ, the coupling oᵣ to the next row and vᵣ to the end of the lane,
//   dᵣ₊₁ ← dᵣ₊₁ − oᵣ²/dᵣ,   vᵣ₊₁ = −oᵣ vᵣ/dᵣ,   dₑₙ𝒹 ← dₑₙ𝒹 − vᵣ²/dᵣ,   v₁ = o₀.
//
// Four ends and two middles remain, a dense system whose inverse is stored. The rounding of results does not depend on
// the instruction width of the machine.
class TwistedChainSolver final : public ClosedChainSolver {
 public:
  explicit TwistedChainSolver(const ClosedChainLayout& layout);

  bool factorise(const ClosedChainMatrix& matrix) override;
  void solve(std::span<double> rhs) override;

 private:
  static constexpr int kBorder = 6;  // the ends of lanes 0 to 3, the middles of chains 0 and 1

  bool invert_border(const ClosedChainMatrix& matrix, const Lanes& end_pivot, const Lanes& middle_pivot,
                     const Lanes& end_to_middle);

  ClosedChainLayout layout_;
  // An eliminated node: 1/dᵣ, oᵣ/dᵣ, vᵣ/dᵣ of the four lanes, stored side by side because they are used together.
  struct Row {
    std::array<double, 4> inverse_pivot;
    std::array<double, 4> to_next;
    std::array<double, 4> to_end;
  };
  std::vector<Row> rows_;  // row r of the chain at index r − 1, shape (element_rows − 1)
  Eigen::Matrix<double, kBorder, kBorder> border_inverse_;
};

}  // namespace beltdyn::numerics
