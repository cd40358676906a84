// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <Eigen/Core>

#include "lagrangian/rope/rope_elements.hpp"

namespace beltdyn::lagrangian::rope {

// The unsymmetric matrix of an open chain of nodes, each coupled to the next one, and its elimination with row
// exchanges. The elimination of the p coordinates of a node is dense: rows of two nodes, columns of three.
class ChainMatrix {
 public:
  ChainMatrix(int n_nodes, int coordinates_per_node);

  void clear();
  // Adds the matrix of the element between node `element` and the next node, shape (2 coordinates per node).
  void add(std::size_t element, const ElementMatrix& stiffness);
  // Adds a block at a row and a column of this element.
  void add(std::size_t element, Eigen::Index row, Eigen::Index column, const Matrix& block);
  // Replaces a right-hand side by the solution; false if the matrix is singular to rounding.
  bool solve(Eigen::VectorXd& rhs);
  Eigen::MatrixXd dense() const;

 private:
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  // A row of an element, in the columns of its nodes.
  double* row_of(std::size_t element, Eigen::Index row);
  // Appends the rows of a node to the rows left from the node before it.
  void append(Eigen::Index node, const Eigen::VectorXd& rhs);
  // Eliminates the coordinates of a node; false if a coordinate finds no row.
  bool eliminate(Eigen::Index node);

  Eigen::Index n_nodes_;
  Eigen::Index p_;
  // Rows of the nodes in the columns of the node before, their own and the node behind: (n p, 3p)
  Rows values_;
  // Rows during and after elimination, in the columns of the node whose place they have (row exchanges may change it)
  // and of the two nodes behind; then the right-hand side: (n p, 3p + 1)
  Rows eliminated_;
  Eigen::VectorXd solution_;  // with two nodes behind the last one, which are 0
};

}  // namespace beltdyn::lagrangian::rope
