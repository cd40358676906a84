// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include <Eigen/Core>

#include "lagrangian/rope/rope_elements.hpp"

namespace beltdyn::lagrangian::rope {

// The unsymmetric matrix of an open chain of nodes, each joined with the next one, and its LU factorisation with row
// exchanges (Eigen::SparseLU; the pattern is analysed once).
class ChainMatrix {
 public:
  ChainMatrix(int n_nodes, int coordinates_per_node);
  ~ChainMatrix();

  void clear();
  // Adds the matrix of the element between node `element` and the next one, shape (2 coordinates per node).
  void add(std::size_t element, const ElementMatrix& stiffness);
  // Adds a block at a row and a column of this element.
  void add(std::size_t element, Eigen::Index row, Eigen::Index column, const Matrix& block);
  // Replaces a right-hand side by the solution; false if the matrix is singular to rounding.
  bool solve(Eigen::VectorXd& rhs);
  Eigen::MatrixXd dense() const;

 private:
  struct Storage;
  double& entry(Eigen::Index row, Eigen::Index column);

  int n_nodes_;
  int per_node_;
  std::unique_ptr<Storage> storage_;
};

}  // namespace beltdyn::lagrangian::rope
