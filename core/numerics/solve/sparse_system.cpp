// SPDX-License-Identifier: MIT
#include "core/numerics/solve/sparse_system.hpp"

#include <algorithm>
#include <numeric>

#include <klu.h>

namespace beltdyn::numerics {
struct SparseSystem::Work {
  int size{};
  std::vector<double> values;  // as given
  std::vector<int> target;     // index of each value among the compressed entries
  std::vector<int> column_start;
  std::vector<int> row;
  std::vector<double> compressed;
  klu_common common{};
  klu_symbolic* symbolic = nullptr;
  klu_numeric* numeric = nullptr;

  ~Work() {
    klu_free_numeric(&numeric, &common);
    klu_free_symbolic(&symbolic, &common);
  }
  // Unlike the size of a pivot, the ratio of the pivots distinguishes a singular matrix from one whose rows and columns
  // merely have different units.
  bool is_sound() {
    constexpr double kLeastPivotRatio = 1e-20;
    return numeric != nullptr && common.status == KLU_OK && klu_rcond(symbolic, numeric, &common) != 0 &&
           common.rcond > kLeastPivotRatio;
  }
  // The ratio of the matrix to its factors; its inverse amplifies rounding errors.
  bool keeps_digits() {
    constexpr double kLeastPivotGrowth = 1e-6;
    return klu_rgrowth(column_start.data(), row.data(), compressed.data(), symbolic, numeric, &common) != 0 &&
           common.rgrowth > kLeastPivotGrowth;
  }
  void factorise(double least_pivot) {
    common.tol = least_pivot;
    klu_free_numeric(&numeric, &common);
    numeric = klu_factor(column_start.data(), row.data(), compressed.data(), symbolic, &common);
  }
};

namespace {

// The order of the places by columns, then by rows: counting sort, first by the minor key.
std::vector<int> order_of(int size, std::span<const std::pair<int, int>> places) {
  std::vector<int> order(places.size());
  std::iota(order.begin(), order.end(), 0);
  std::vector<int> sorted(places.size());
  for (const bool by_row : {true, false}) {
    const auto key = [&](int k) {
      const auto& [row, column] = places[static_cast<std::size_t>(k)];
      return static_cast<std::size_t>(by_row ? row : column);
    };
    std::vector<int> begin(static_cast<std::size_t>(size) + 1);
    for (const int k : order) ++begin[key(k) + 1];
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    for (const int k : order) sorted[static_cast<std::size_t>(begin[key(k)]++)] = k;
    order.swap(sorted);
  }
  return order;
}

}  // namespace

SparseSystem::SparseSystem() = default;
SparseSystem::~SparseSystem() = default;
SparseSystem::SparseSystem(SparseSystem&&) noexcept = default;
SparseSystem& SparseSystem::operator=(SparseSystem&&) noexcept = default;

void SparseSystem::set_pattern(int size, std::span<const std::pair<int, int>> places) {
  work_ = std::make_unique<Work>();
  Work& w = *work_;
  w.size = size;
  w.values.resize(places.size());
  w.target.resize(places.size());
  w.column_start.assign(static_cast<std::size_t>(size) + 1, 0);
  std::pair<int, int> last(-1, -1);
  for (const int k : order_of(size, places)) {
    const std::pair<int, int>& place = places[static_cast<std::size_t>(k)];
    if (place != last) {
      w.row.push_back(place.first);
      ++w.column_start[static_cast<std::size_t>(place.second) + 1];
      last = place;
    }
    w.target[static_cast<std::size_t>(k)] = static_cast<int>(w.row.size()) - 1;
  }
  std::partial_sum(w.column_start.begin(), w.column_start.end(), w.column_start.begin());
  w.compressed.resize(w.row.size());
  klu_defaults(&w.common);
  w.symbolic = klu_analyze(size, w.column_start.data(), w.row.data(), &w.common);
}

std::span<double> SparseSystem::values() { return work_->values; }

void SparseSystem::forget_pivots() { klu_free_numeric(&work_->numeric, &work_->common); }

bool SparseSystem::factorise() {
  Work& w = *work_;
  std::fill(w.compressed.begin(), w.compressed.end(), 0.0);
  for (std::size_t k = 0; k < w.values.size(); ++k) {
    w.compressed[static_cast<std::size_t>(w.target[k])] += w.values[k];
  }
  // Pivots of another matrix are suitable as long as they do not make the factors grow.
  if (w.numeric != nullptr &&
      klu_refactor(w.column_start.data(), w.row.data(), w.compressed.data(), w.symbolic, w.numeric, &w.common) != 0 &&
      w.is_sound() && w.keeps_digits()) {
    return true;
  }
  // A diagonal pivot is kept down to this part of the largest entry in its column, the default of KLU. Along a chain of
  // equations, in which one memory follows from the other, the factors may grow by the inverse of this at each
  // equation; then the largest entry becomes the pivot.
  constexpr double kLeastPivot = 1e-3;
  w.factorise(kLeastPivot);
  if (w.is_sound() && w.keeps_digits()) return true;
  w.factorise(1.0);
  return w.is_sound();
}

void SparseSystem::solve(const Eigen::VectorXd& b, Eigen::VectorXd& x) const {
  x = b;
  klu_solve(work_->symbolic, work_->numeric, work_->size, 1, x.data(), &work_->common);
}

}  // namespace beltdyn::numerics
