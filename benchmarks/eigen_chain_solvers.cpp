// SPDX-License-Identifier: MIT
#include "benchmarks/eigen_chain_solvers.hpp"

#include <algorithm>
#include <vector>

namespace beltdyn::benchmarks {

using numerics::ClosedChainLayout;
using numerics::ClosedChainMatrix;

EigenChainSolver::EigenChainSolver(const ClosedChainLayout& layout, Triangle triangle)
    : layout_(layout), triangle_(triangle) {
  const std::size_t n = layout_.elements();
  const auto size = static_cast<Eigen::Index>(2 * (n + 1));
  std::vector<Eigen::Triplet<double>> pattern;
  const auto add = [&](Eigen::Index i, Eigen::Index j) {
    pattern.emplace_back(std::max(i, j), std::min(i, j), 1.0);
    if (triangle_ == Triangle::both) pattern.emplace_back(std::min(i, j), std::max(i, j), 1.0);
  };
  for (Eigen::Index i = 0; i < size; ++i) pattern.emplace_back(i, i, 1.0);
  for (std::size_t chain = 0; chain < 2; ++chain) {
    for (std::size_t i = 0; i < n; ++i) add(row(chain, i), row(chain, i + 1));
    add(row(chain, n), row(1 - chain, 0));
  }
  sparse_.resize(size, size);
  sparse_.setFromTriplets(pattern.begin(), pattern.end());
  sparse_.makeCompressed();
  rhs_.resize(size);
  solution_.resize(size);
}

Eigen::Index EigenChainSolver::row(std::size_t chain, std::size_t node) const {
  return static_cast<Eigen::Index>(chain * (layout_.elements() + 1) + node);
}

void EigenChainSolver::couple(Eigen::Index i, Eigen::Index j, double value) {
  sparse_.coeffRef(std::max(i, j), std::min(i, j)) = value;
  if (triangle_ == Triangle::both) sparse_.coeffRef(std::min(i, j), std::max(i, j)) = value;
}

const Eigen::SparseMatrix<double>& EigenChainSolver::fill(const ClosedChainMatrix& matrix) {
  const std::size_t n = layout_.elements();
  for (std::size_t chain = 0; chain < 2; ++chain) {
    for (std::size_t i = 0; i <= n; ++i) {
      double diagonal = matrix.diagonal[layout_.node(chain, i)];
      if (i == n / 2) diagonal += matrix.diagonal[layout_.middle_node_backward(chain)];
      sparse_.coeffRef(row(chain, i), row(chain, i)) = diagonal;
      if (i < n) couple(row(chain, i), row(chain, i + 1), matrix.coupling[layout_.element(chain, i)]);
    }
    couple(row(chain, n), row(1 - chain, 0), matrix.link[chain]);
  }
  return sparse_;
}

void EigenChainSolver::gather(std::span<const double> rhs) {
  const std::size_t n = layout_.elements();
  for (std::size_t chain = 0; chain < 2; ++chain) {
    for (std::size_t i = 0; i <= n; ++i) rhs_[row(chain, i)] = rhs[layout_.node(chain, i)];
    rhs_[row(chain, n / 2)] += rhs[layout_.middle_node_backward(chain)];
  }
}

void EigenChainSolver::scatter(std::span<double> solution) const {
  const std::size_t n = layout_.elements();
  for (std::size_t chain = 0; chain < 2; ++chain) {
    for (std::size_t i = 0; i <= n; ++i) solution[layout_.node(chain, i)] = solution_[row(chain, i)];
    const double middle = solution_[row(chain, n / 2)];
    solution[layout_.middle_node_backward(chain)] = middle;
    if (layout_.has_void()) solution[layout_.void_element(chain) + ClosedChainLayout::kLanes] = middle;
  }
}

SimplicialLdltSolver::SimplicialLdltSolver(const ClosedChainLayout& layout)
    : EigenChainSolver(layout, Triangle::lower) {
  solver_.analyzePattern(sparse_);
}

bool SimplicialLdltSolver::factorise(const ClosedChainMatrix& matrix) {
  solver_.factorize(fill(matrix));
  return solver_.info() == Eigen::Success && solver_.vectorD().minCoeff() > 0.0;
}

void SimplicialLdltSolver::solve(std::span<double> rhs) {
  gather(rhs);
  solution_ = solver_.solve(rhs_);
  scatter(rhs);
}

SparseLuSolver::SparseLuSolver(const ClosedChainLayout& layout) : EigenChainSolver(layout, Triangle::both) {
  solver_.analyzePattern(sparse_);
}

bool SparseLuSolver::factorise(const ClosedChainMatrix& matrix) {
  solver_.factorize(fill(matrix));
  return solver_.info() == Eigen::Success;
}

void SparseLuSolver::solve(std::span<double> rhs) {
  gather(rhs);
  solution_ = solver_.solve(rhs_);
  scatter(rhs);
}

}  // namespace beltdyn::benchmarks
