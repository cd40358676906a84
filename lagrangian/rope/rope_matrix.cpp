// SPDX-License-Identifier: MIT
#include "lagrangian/rope/rope_matrix.hpp"

#include <algorithm>
#include <cmath>

namespace beltdyn::lagrangian::rope {

ChainMatrix::ChainMatrix(int n_nodes, int coordinates_per_node)
    : n_nodes_(n_nodes),
      p_(coordinates_per_node),
      values_(Rows::Zero(n_nodes_ * p_, 3 * p_)),
      eliminated_(n_nodes_ * p_, 3 * p_ + 1),
      solution_(Eigen::VectorXd::Zero((n_nodes_ + 2) * p_)) {}

void ChainMatrix::clear() { values_.setZero(); }

double* ChainMatrix::row_of(std::size_t element, Eigen::Index row) {
  const bool is_behind = row >= p_;
  return &values_(static_cast<Eigen::Index>(element) * p_ + row, is_behind ? 0 : p_);
}

void ChainMatrix::add(std::size_t element, const ElementMatrix& stiffness) {
  for (Eigen::Index i = 0; i < stiffness.rows(); ++i) {
    double* row = row_of(element, i);
    for (Eigen::Index j = 0; j < stiffness.cols(); ++j) row[j] += stiffness(i, j);
  }
}

void ChainMatrix::add(std::size_t element, Eigen::Index row, Eigen::Index column, const Matrix& block) {
  for (Eigen::Index i = 0; i < 3; ++i) {
    double* place = row_of(element, row + i) + column;
    for (Eigen::Index j = 0; j < 3; ++j) place[j] += block(i, j);
  }
}

void ChainMatrix::append(Eigen::Index node, const Eigen::VectorXd& rhs) {
  auto rows = eliminated_.middleRows(node * p_, p_);
  const auto values = values_.middleRows(node * p_, p_);
  if (node == 0) {
    rows.leftCols(2 * p_) = values.rightCols(2 * p_);
    rows.middleCols(2 * p_, p_).setZero();
  } else {
    rows.leftCols(3 * p_) = values;
  }
  rows.col(3 * p_) = rhs.segment(node * p_, p_);
}

bool ChainMatrix::eliminate(Eigen::Index node) {
  const Eigen::Index first = node * p_;
  const Eigen::Index end = std::min(node + 2, n_nodes_) * p_;
  for (Eigen::Index c = 0; c < p_; ++c) {
    const Eigen::Index top = first + c;
    const Eigen::Index n_right = 3 * p_ - c;
    Eigen::Index pivot = top;
    for (Eigen::Index r = top + 1; r < end; ++r) {
      if (std::abs(eliminated_(r, c)) > std::abs(eliminated_(pivot, c))) pivot = r;
    }
    if (eliminated_(pivot, c) == 0.0) return false;
    if (pivot != top) eliminated_.row(pivot).tail(n_right + 1).swap(eliminated_.row(top).tail(n_right + 1));
    const double inverse = 1.0 / eliminated_(top, c);
    for (Eigen::Index r = top + 1; r < end; ++r) {
      const double factor = eliminated_(r, c) * inverse;
      eliminated_.row(r).tail(n_right) -= factor * eliminated_.row(top).tail(n_right);
    }
  }
  // The remaining rows are shifted to the columns of the next node.
  for (Eigen::Index r = first + p_; r < end; ++r) {
    double* row = &eliminated_(r, 0);
    std::copy(row + p_, row + 3 * p_, row);
    std::fill(row + 2 * p_, row + 3 * p_, 0.0);
  }
  return true;
}

bool ChainMatrix::solve(Eigen::VectorXd& rhs) {
  append(0, rhs);
  for (Eigen::Index node = 0; node < n_nodes_; ++node) {
    if (node + 1 < n_nodes_) append(node + 1, rhs);
    if (!eliminate(node)) return false;
  }
  for (Eigen::Index node = n_nodes_ - 1; node >= 0; --node) {
    for (Eigen::Index c = p_ - 1; c >= 0; --c) {
      const Eigen::Index at = node * p_ + c;
      const Eigen::Index n_right = 3 * p_ - 1 - c;
      const auto row = eliminated_.row(at);
      solution_[at] =
          (row[3 * p_] - row.segment(c + 1, n_right).dot(solution_.segment(at + 1, n_right).transpose())) / row[c];
    }
  }
  rhs = solution_.head(rhs.size());
  return rhs.allFinite();
}

Eigen::MatrixXd ChainMatrix::dense() const {
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(n_nodes_ * p_, n_nodes_ * p_);
  for (Eigen::Index node = 0; node < n_nodes_; ++node) {
    for (Eigen::Index of = std::max<Eigen::Index>(node - 1, 0); of < std::min(node + 2, n_nodes_); ++of) {
      matrix.block(node * p_, of * p_, p_, p_) = values_.block(node * p_, (of - node + 1) * p_, p_, p_);
    }
  }
  return matrix;
}

}  // namespace beltdyn::lagrangian::rope
