// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/SparseCholesky>
#include <Eigen/SparseCore>
#include <Eigen/SparseLU>

#include "core/numerics/solve/closed_chain_solver.hpp"

namespace beltdyn::benchmarks {

// A closed chain solved by a sparse solver of Eigen, as a general-purpose program would do it: the reference for the
// speed of numerics::TwistedChainSolver. The pattern is analysed once; for LDLT only the lower triangle is filled.
class EigenChainSolver : public numerics::ClosedChainSolver {
 protected:
  enum class Triangle { lower, both };
  EigenChainSolver(const numerics::ClosedChainLayout& layout, Triangle triangle);

  const Eigen::SparseMatrix<double>& fill(const numerics::ClosedChainMatrix& matrix);
  void gather(std::span<const double> rhs);
  void scatter(std::span<double> solution) const;

  numerics::ClosedChainLayout layout_;
  Triangle triangle_;
  Eigen::SparseMatrix<double> sparse_;
  Eigen::VectorXd rhs_;
  Eigen::VectorXd solution_;

 private:
  Eigen::Index row(std::size_t chain, std::size_t node) const;
  void couple(Eigen::Index i, Eigen::Index j, double value);
};

// The solver of Eigen for symmetric matrices, Eigen::SimplicialLDLT.
class SimplicialLdltSolver final : public EigenChainSolver {
 public:
  explicit SimplicialLdltSolver(const numerics::ClosedChainLayout& layout);
  bool factorise(const numerics::ClosedChainMatrix& matrix) override;
  void solve(std::span<double> rhs) override;

 private:
  Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> solver_;
};

// The solver of Eigen for general matrices, Eigen::SparseLU.
class SparseLuSolver final : public EigenChainSolver {
 public:
  explicit SparseLuSolver(const numerics::ClosedChainLayout& layout);
  bool factorise(const numerics::ClosedChainMatrix& matrix) override;
  void solve(std::span<double> rhs) override;

 private:
  Eigen::SparseLU<Eigen::SparseMatrix<double>> solver_;
};

}  // namespace beltdyn::benchmarks
