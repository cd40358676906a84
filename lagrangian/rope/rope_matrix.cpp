// SPDX-License-Identifier: MIT
#include "lagrangian/rope/rope_matrix.hpp"

#include <algorithm>
#include <vector>

#include <Eigen/SparseLU>

namespace beltdyn::lagrangian::rope {

struct ChainMatrix::Storage {
  Eigen::SparseMatrix<double> matrix;
  // The order along the chain is already that of least fill.
  Eigen::SparseLU<Eigen::SparseMatrix<double>, Eigen::NaturalOrdering<int>> solver;
};

// In each column the rows of the neighbours and of the node itself follow each other.
ChainMatrix::ChainMatrix(int n_nodes, int coordinates_per_node)
    : n_nodes_(n_nodes), per_node_(coordinates_per_node), storage_(std::make_unique<Storage>()) {
  const int size = n_nodes * per_node_;
  std::vector<Eigen::Triplet<double>> entries;
  for (int column = 0; column < size; ++column) {
    const int node = column / per_node_;
    const int last = std::min(node + 2, n_nodes_) * per_node_;
    for (int row = std::max(node - 1, 0) * per_node_; row < last; ++row) entries.emplace_back(row, column, 0.0);
  }
  storage_->matrix.resize(size, size);
  storage_->matrix.setFromTriplets(entries.begin(), entries.end());
  storage_->matrix.makeCompressed();
  storage_->solver.analyzePattern(storage_->matrix);
}

ChainMatrix::~ChainMatrix() = default;

void ChainMatrix::clear() { storage_->matrix.coeffs().setZero(); }

double& ChainMatrix::entry(Eigen::Index row, Eigen::Index column) {
  const Eigen::Index node = column / per_node_;
  const Eigen::Index first = std::max<Eigen::Index>(node - 1, 0) * per_node_;
  return storage_->matrix.valuePtr()[storage_->matrix.outerIndexPtr()[column] + row - first];
}

void ChainMatrix::add(std::size_t element, const ElementMatrix& stiffness) {
  const Eigen::Index first = static_cast<Eigen::Index>(element) * per_node_;
  for (Eigen::Index j = 0; j < stiffness.cols(); ++j) {
    double* column = &entry(first, first + j);
    for (Eigen::Index i = 0; i < stiffness.rows(); ++i) column[i] += stiffness(i, j);
  }
}

void ChainMatrix::add(std::size_t element, Eigen::Index row, Eigen::Index column, const Matrix& block) {
  const Eigen::Index first = static_cast<Eigen::Index>(element) * per_node_;
  for (Eigen::Index j = 0; j < 3; ++j) {
    double* place = &entry(first + row, first + column + j);
    for (Eigen::Index i = 0; i < 3; ++i) place[i] += block(i, j);
  }
}

bool ChainMatrix::solve(Eigen::VectorXd& rhs) {
  storage_->solver.factorize(storage_->matrix);
  if (storage_->solver.info() != Eigen::Success) return false;
  const Eigen::VectorXd solution = storage_->solver.solve(rhs);
  rhs = solution;
  return rhs.allFinite();
}

Eigen::MatrixXd ChainMatrix::dense() const { return storage_->matrix; }

}  // namespace beltdyn::lagrangian::rope
