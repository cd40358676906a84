// SPDX-License-Identifier: MIT
#include "core/numerics/solve/closed_chain_solver.hpp"

#include <limits>

#include <Eigen/Cholesky>

#include "core/numerics/lanes/lanes.hpp"

namespace beltdyn::numerics {
namespace {

constexpr std::size_t kChainLanes = ClosedChainLayout::kLanes;

// A pivot of the border this small relative to its row counts as zero, because elimination leaves rounding errors.
constexpr double kSingularPivot = 1e-14;

}  // namespace

TwistedChainSolver::TwistedChainSolver(const ClosedChainLayout& layout)
    : layout_(layout), rows_(layout.element_rows() - 1) {}

[[gnu::flatten]] bool TwistedChainSolver::factorise(const ClosedChainMatrix& matrix) {
  const double* diagonal = matrix.diagonal.data();
  const double* coupling = matrix.coupling.data();
  Lanes end_pivot = load(diagonal);
  Lanes pivot = load(diagonal + kChainLanes);
  Lanes to_end = load(coupling);  // of the current row
  Lanes least_pivot = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    Row& row = rows_[i];
    const Lanes offdiagonal = load(coupling + kChainLanes * (i + 1));
    const Lanes inverse_pivot = 1.0 / pivot;
    Lanes row_to_next = offdiagonal * inverse_pivot;
    Lanes row_to_end = to_end * inverse_pivot;
    Lanes next_pivot = load(diagonal + kChainLanes * (i + 2)) - offdiagonal * row_to_next;
    Lanes next_to_end = -offdiagonal * row_to_end;
    Lanes end_change = to_end * row_to_end;
    Lanes eliminated = pivot;
    store(inverse_pivot, row.inverse_pivot.data());
    if (layout_.has_void() && i + 1 == rows_.size()) {
      // The forward lanes have reached the middle one row earlier: copy their data to the slot that repeats the middle
      // node.
      for (const std::size_t lane : {ClosedChainLayout::first_node(0), ClosedChainLayout::first_node(1)}) {
        row.inverse_pivot[lane] = 0.0;
        row_to_next[lane] = -1.0;
        row_to_end[lane] = 0.0;
        next_pivot[lane] = pivot[lane];
        next_to_end[lane] = to_end[lane];
        end_change[lane] = 0.0;
        eliminated[lane] = std::numeric_limits<double>::infinity();
      }
    }
    store(row_to_next, row.to_next.data());
    store(row_to_end, row.to_end.data());
    least_pivot = min(least_pivot, eliminated);
    end_pivot -= end_change;
    pivot = next_pivot;
    to_end = next_to_end;
  }
  return hmin(least_pivot) > 0.0 && invert_border(matrix, end_pivot, pivot, to_end);
}

bool TwistedChainSolver::invert_border(const ClosedChainMatrix& matrix, const Lanes& end_pivot,
                                       const Lanes& middle_pivot, const Lanes& end_to_middle) {
  Eigen::Matrix<double, kBorder, kBorder> border = Eigen::Matrix<double, kBorder, kBorder>::Zero();
  for (int lane = 0; lane < 4; ++lane) {
    const auto i = static_cast<std::size_t>(lane);
    const int middle = 4 + lane / 2;
    border(lane, lane) = end_pivot[i];
    border(middle, middle) += middle_pivot[i];
    border(lane, middle) = border(middle, lane) = end_to_middle[i];
  }
  border(1, 2) = border(2, 1) = matrix.link[0];
  border(3, 0) = border(0, 3) = matrix.link[1];

  const Eigen::LLT<Eigen::Matrix<double, kBorder, kBorder>> cholesky(border);
  if (cholesky.info() != Eigen::Success) return false;
  for (int i = 0; i < kBorder; ++i) {
    const double root = cholesky.matrixLLT()(i, i);
    if (!(root * root > kSingularPivot * border(i, i))) return false;
  }
  border_inverse_ = cholesky.solve(Eigen::Matrix<double, kBorder, kBorder>::Identity());
  return true;
}

void TwistedChainSolver::solve(std::span<double> rhs) {
  double* const x = rhs.data();
  Lanes end = load(x);
  Lanes carried = load(x + kChainLanes);
  const std::size_t n_rows = rows_.size();
  for (std::size_t i = 0; i < n_rows; ++i) {
    const Row& row = rows_[i];
    store(carried, x + kChainLanes * (i + 1));
    end -= load(row.to_end.data()) * carried;
    carried = load(x + kChainLanes * (i + 2)) - load(row.to_next.data()) * carried;
  }

  Eigen::Matrix<double, kBorder, 1> border;
  store(end, border.data());
  border[4] = carried[0] + carried[1];
  border[5] = carried[2] + carried[3];
  const Eigen::Matrix<double, kBorder, 1> solution = border_inverse_ * border;
  end = load(solution.data());
  Lanes value([&solution](auto lane) { return solution[4 + static_cast<int>(lane) / 2]; });

  store(value, x + kChainLanes * (n_rows + 1));
  for (std::size_t i = n_rows; i > 0; --i) {
    const Row& row = rows_[i - 1];
    double* const here = x + kChainLanes * i;
    const Lanes known = load(row.inverse_pivot.data()) * load(here) - load(row.to_end.data()) * end;
    value = known - load(row.to_next.data()) * value;
    store(value, here);
  }
  store(end, x);
}

}  // namespace beltdyn::numerics
