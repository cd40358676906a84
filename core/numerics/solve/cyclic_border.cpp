// SPDX-License-Identifier: MIT
#include "core/numerics/solve/cyclic_border.hpp"

namespace beltdyn::numerics {
namespace {

double dot_product(const AlignedVector& a, const AlignedVector& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

}  // namespace

CyclicBorder::CyclicBorder(std::size_t n_unknowns) {
  const auto n = static_cast<Eigen::Index>(n_unknowns);
  coefficients_.setZero(n, n);
  products_.setZero(n, n);
  rhs_.setZero(n);
  right_.setZero(n);
  matrix_.setZero(n, n);
  correction_.setZero(n);
}

void CyclicBorder::set(std::size_t f, double J, double b) {
  coefficients_(static_cast<Eigen::Index>(f), static_cast<Eigen::Index>(f)) = J;
  rhs_[static_cast<Eigen::Index>(f)] = b;
}

void CyclicBorder::couple(std::size_t f, std::size_t g, double J) {
  coefficients_(static_cast<Eigen::Index>(f), static_cast<Eigen::Index>(g)) = J;
}

void CyclicBorder::multiply(std::span<const AlignedVector> rows, std::span<const AlignedVector> columns) {
  for (std::size_t f = 0; f < rows.size(); ++f) {
    for (std::size_t g = 0; g < columns.size(); ++g) {
      products_(static_cast<Eigen::Index>(f), static_cast<Eigen::Index>(g)) = dot_product(rows[f], columns[g]);
    }
  }
}

void CyclicBorder::solve(std::span<const AlignedVector> rows, std::span<const AlignedVector> columns,
                         AlignedVector& y) {
  if (rows.empty()) return;
  for (std::size_t f = 0; f < rows.size(); ++f) {
    const auto row = static_cast<Eigen::Index>(f);
    right_[row] = rhs_[row] + dot_product(rows[f], y);
  }
  matrix_ = coefficients_ - products_;
  lu_.compute(matrix_);
  correction_ = lu_.solve(right_);
  for (std::size_t f = 0; f < columns.size(); ++f) {
    const double d = correction_[static_cast<Eigen::Index>(f)];
    for (std::size_t i = 0; i < y.size(); ++i) y[i] += d * columns[f][i];
  }
}

}  // namespace beltdyn::numerics
