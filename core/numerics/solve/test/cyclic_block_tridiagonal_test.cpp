// SPDX-License-Identifier: MIT
#include <array>
#include <cmath>
#include <random>
#include <vector>

#include <Eigen/LU>
#include <doctest/doctest.h>

#include "core/numerics/solve/chain_solver.hpp"
#include "core/numerics/solve/cyclic_block_tridiagonal_kernel.hpp"

namespace beltdyn::cyclic_block_tridiagonal_test {

namespace {

using namespace beltdyn::numerics;

// A chain of random blocks with dominant pivots, like elements with inertia, and its dense matrix.
struct RandomChain {
  CyclicBlockTridiagonal ring;
  Eigen::MatrixXd dense;
  AlignedVector rhs;
  Eigen::VectorXd dense_rhs;

  RandomChain(int n, int lanes) : ring(CyclicChainLayout(n, lanes)), rhs(ring.layout.size_with_halo(kBlock)) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> uniform(-1.0, 1.0);
    const CyclicChainLayout& layout = ring.layout;
    dense.setZero(n * kBlock, n * kBlock);
    dense_rhs.setZero(n * kBlock);
    const auto add = [&](AlignedVector& blocks, int row, int lane, int i, int j, double pivot) {
      for (int r = 0; r < kBlock; ++r) {
        for (int c = 0; c < kBlock; ++c) {
          const double value = uniform(random) + (r == c ? pivot : 0.0);
          blocks[layout.index(row, lane, kBlockEntries, r * kBlock + c)] = value;
          dense(i * kBlock + r, j * kBlock + c) += value;
        }
      }
    };
    for (int node = 0; node < n; ++node) {
      const int row = layout.row_of(node);
      const int lane = layout.lane_of(node);
      const int next = (node + 1) % n;
      constexpr double kPivot = 12.0;
      add(ring.diagonal, row, lane, node, node, kPivot);
      add(ring.upper, row, lane, node, next, 0.0);
      add(ring.lower, row, lane, next, node, 0.0);
      for (int c = 0; c < kBlock; ++c) {
        const double value = uniform(random);
        rhs[layout.at(node, kBlock, c)] = value;
        dense_rhs[node * kBlock + c] += value;
        if (row + 1 == layout.rows()) {
          const double halo = uniform(random);
          rhs[layout.index(layout.rows(), lane, kBlock, c)] = halo;
          dense_rhs[next * kBlock + c] += halo;
        }
      }
    }
  }

  double error_of(const AlignedVector& x) const {
    const Eigen::VectorXd exact = dense.fullPivLu().solve(dense_rhs);
    double error = 0.0;
    for (int node = 0; node < ring.layout.n_nodes(); ++node) {
      for (int c = 0; c < kBlock; ++c) {
        error = std::max(error, std::abs(x[ring.layout.at(node, kBlock, c)] - exact[node * kBlock + c]));
      }
    }
    return error;
  }
};

// The matrices are well conditioned and the solutions of size 1/12, so errors stay near rounding.
constexpr double kRounding = 1e-14;

TEST_CASE("Every node has its place, and the next one is below it or in the next lane") {
  for (const int lanes : {1, 2, 4, 8}) {
    for (int n = CyclicChainLayout::kLeastRows * lanes; n < 70; ++n) {
      const CyclicChainLayout layout(n, lanes);
      int full = 0;
      for (int node = 0; node < n; ++node) {
        const int row = layout.row_of(node);
        const int lane = layout.lane_of(node);
        REQUIRE(row < layout.rows());
        REQUIRE(lane < lanes);
        const int next = (node + 1) % n;
        if (row + 1 < layout.rows()) {
          CHECK(layout.row_of(next) == row + 1);
          CHECK(layout.lane_of(next) == lane);
        } else {
          CHECK(layout.lane_of(next) == (lane + 1) % lanes);
          CHECK(layout.row_of(next) == layout.first_row((lane + 1) % lanes));
          ++full;
        }
      }
      CHECK(full == lanes);
    }
  }
}

TEST_CASE_TEMPLATE("The block solver agrees with a dense one for every remainder of nodes by lanes", Real, double,
                   xsimd::batch<double>) {
  const int lanes = static_cast<int>(kLanes<Real>);
  for (int n = CyclicChainLayout::kLeastRows * lanes; n < CyclicChainLayout::kLeastRows * lanes + 9; ++n) {
    CAPTURE(n);
    RandomChain chain(n, lanes);
    CyclicBlockTridiagonalKernel<Real> solver(chain.ring);
    solver.factorise();
    solver.solve(chain.rhs);
    CHECK(chain.error_of(chain.rhs) < kRounding);
  }
}

TEST_CASE("The halo of a solution is a copy of the nodes it stands for") {
  constexpr int kLanesHere = static_cast<int>(kLanes<xsimd::batch<double>>);
  RandomChain chain(4 * kLanesHere + 1, kLanesHere);
  CyclicBlockTridiagonalKernel<xsimd::batch<double>> solver(chain.ring);
  solver.factorise();
  solver.solve(chain.rhs);
  AlignedVector copied = chain.rhs;
  copy_first_nodes(chain.ring.layout, copied);
  CHECK(copied == chain.rhs);
}

TEST_CASE("The sparse solver of a chain agrees with a dense one, also when it uses its analysis again") {
  for (const int lanes : {1, 2}) {
    RandomChain chain(11, lanes);
    ChainSolver solver(chain.ring);
    AlignedVector first = chain.rhs;
    REQUIRE(solver.factorise());
    solver.solve(first);
    CHECK(chain.error_of(first) < kRounding);
    AlignedVector second = chain.rhs;
    REQUIRE(solver.factorise());
    solver.solve(second);
    CHECK(chain.error_of(second) < kRounding);
  }
}

TEST_CASE("The sparse solver of a chain detects a singular matrix") {
  RandomChain chain(9, 1);
  std::fill(chain.ring.diagonal.begin(), chain.ring.diagonal.end(), 0.0);
  std::fill(chain.ring.upper.begin(), chain.ring.upper.end(), 0.0);
  std::fill(chain.ring.lower.begin(), chain.ring.lower.end(), 0.0);
  CHECK_FALSE(ChainSolver(chain.ring).factorise());
}

}  // namespace

}  // namespace beltdyn::cyclic_block_tridiagonal_test
