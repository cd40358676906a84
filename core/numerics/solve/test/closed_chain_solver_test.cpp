// SPDX-License-Identifier: MIT
#include "core/numerics/solve/closed_chain_solver.hpp"

#include <algorithm>
#include <limits>
#include <random>

#include <Eigen/Dense>
#include <doctest/doctest.h>

namespace beltdyn::closed_chain_solver_test {

using namespace beltdyn::numerics;

namespace {

// The natural numbering of nodes: chain 0, then chain 1.
Eigen::Index index(const ClosedChainLayout& layout, std::size_t chain, std::size_t node) {
  return static_cast<Eigen::Index>(chain * (layout.elements() + 1) + node);
}

// A sum of positive semi-definite 2 x 2 matrices, one for each element and link, as in the models. The stiffness of
// elements varies widely, as with a penalty.
struct RandomSystem {
  explicit RandomSystem(int elements)
      : matrix(ClosedChainLayout(elements)), dense(2 * (elements + 1), 2 * (elements + 1)) {
    dense.setZero();
    const ClosedChainLayout& layout = matrix.layout;
    const auto n = static_cast<std::size_t>(elements);
    for (std::size_t chain = 0; chain < 2; ++chain) {
      for (std::size_t i = 0; i < n; ++i) {
        const Eigen::Vector2d direction(uniform(generator), uniform(generator));
        const double ground = 1.5 + uniform(generator);  // at least 0.5
        const double stiff = i % 3 == 0 ? 1e4 : 1.0;
        const Eigen::Matrix2d block = stiff * direction * direction.transpose() + ground * Eigen::Matrix2d::Identity();
        add(layout.node(chain, i), layout.node(chain, i + 1), index(layout, chain, i), index(layout, chain, i + 1),
            block);
        matrix.coupling[layout.element(chain, i)] = block(0, 1);
      }
      const std::size_t next = 1 - chain;
      Eigen::Matrix2d link;
      link << 3.0, -2.0, -2.0, 2.0;
      add(layout.node(chain, n), layout.node(next, 0), index(layout, chain, n), index(layout, next, 0), link);
      matrix.link[chain] = link(0, 1);
    }
  }

  void add(std::size_t slot_1, std::size_t slot_2, Eigen::Index row_1, Eigen::Index row_2,
           const Eigen::Matrix2d& block) {
    matrix.diagonal[slot_1] += block(0, 0);
    matrix.diagonal[slot_2] += block(1, 1);
    dense(row_1, row_1) += block(0, 0);
    dense(row_2, row_2) += block(1, 1);
    dense(row_1, row_2) += block(0, 1);
    dense(row_2, row_1) += block(1, 0);
  }

  std::mt19937 generator{20180406};
  std::uniform_real_distribution<double> uniform{-1.0, 1.0};
  ClosedChainMatrix matrix;
  Eigen::MatrixXd dense;
};

}  // namespace

TEST_CASE("closed chain layout: every node and element has one slot, neighbours are in neighbouring rows") {
  for (const int elements : {2, 3, 4, 7}) {
    const ClosedChainLayout layout(elements);
    const auto n = static_cast<std::size_t>(elements);
    std::vector<int> element_count(layout.element_slots());
    std::vector<int> node_count(layout.node_slots());
    for (std::size_t chain = 0; chain < 2; ++chain) {
      for (std::size_t i = 0; i < n; ++i) ++element_count[layout.element(chain, i)];
      for (std::size_t i = 0; i <= n; ++i) ++node_count[layout.node(chain, i)];
      ++node_count[layout.middle_node_backward(chain)];
      if (!layout.has_void()) continue;
      ++element_count[layout.void_element(chain)];
      ++node_count[layout.void_element(chain) + ClosedChainLayout::kLanes];
    }
    CHECK(std::count(element_count.begin(), element_count.end(), 1) == static_cast<long>(layout.element_slots()));
    CHECK(std::count(node_count.begin(), node_count.end(), 1) == static_cast<long>(layout.node_slots()));
  }
}

TEST_CASE("closed chain: the solution is that of a dense solver, for any number of elements") {
  for (const int elements : {2, 3, 4, 5, 8, 17, 50, 201}) {
    CAPTURE(elements);
    RandomSystem system(elements);
    const ClosedChainLayout& layout = system.matrix.layout;
    const auto n = static_cast<std::size_t>(elements);
    TwistedChainSolver solver(layout);
    REQUIRE(solver.factorise(system.matrix));

    // Three right-hand sides, to detect data left over from one solve to the next.
    for (int repetition = 0; repetition < 3; ++repetition) {
      const Eigen::VectorXd exact = Eigen::VectorXd::Random(2 * (elements + 1));
      const Eigen::VectorXd rhs = system.dense * exact;
      std::vector<double> x(layout.node_slots());
      for (std::size_t chain = 0; chain < 2; ++chain) {
        for (std::size_t i = 0; i <= n; ++i) x[layout.node(chain, i)] = rhs[index(layout, chain, i)];
        // The middle node is assembled from two halves.
        x[layout.node(chain, n / 2)] -= 0.25;
        x[layout.middle_node_backward(chain)] += 0.25;
      }
      solver.solve(x);

      double error = 0.0;
      for (std::size_t chain = 0; chain < 2; ++chain) {
        for (std::size_t i = 0; i <= n; ++i) {
          error = std::max(error, std::abs(x[layout.node(chain, i)] - exact[index(layout, chain, i)]));
        }
        CHECK(x[layout.middle_node_backward(chain)] == x[layout.node(chain, n / 2)]);
        if (layout.has_void()) {
          CHECK(x[layout.void_element(chain) + ClosedChainLayout::kLanes] == x[layout.node(chain, n / 2)]);
        }
      }
      // Condition number: at most two consecutive stiff blocks of norm 2e4 over the ground of 0.5; factor 10 for n.
      CHECK(error < 8e4 * 10 * std::numeric_limits<double>::epsilon());
    }
  }
}

TEST_CASE("closed chain: a ring of springs without ground has no factorisation") {
  const ClosedChainLayout layout(6);
  ClosedChainMatrix matrix(layout);
  for (std::size_t chain = 0; chain < 2; ++chain) {
    for (std::size_t i = 0; i <= 6; ++i) matrix.diagonal[layout.node(chain, i)] = 2.0;
    for (std::size_t i = 0; i < 6; ++i) matrix.coupling[layout.element(chain, i)] = -1.0;
    matrix.link[chain] = -1.0;
  }
  TwistedChainSolver solver(layout);
  CHECK_FALSE(solver.factorise(matrix));
  matrix.diagonal[layout.node(1, 2)] += 1.0;  // one spring to the ground is enough
  CHECK(solver.factorise(matrix));
  matrix.diagonal[layout.node(1, 2)] -= 4.0;
  CHECK_FALSE(solver.factorise(matrix));
}

}  // namespace beltdyn::closed_chain_solver_test
