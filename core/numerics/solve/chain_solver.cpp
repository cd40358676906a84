// SPDX-License-Identifier: MIT
#include "core/numerics/solve/chain_solver.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include <Eigen/SparseCore>
#include <Eigen/SparseLU>

#include "core/numerics/solve/sparse_system.hpp"

namespace beltdyn::numerics {
namespace {

// Where component c of a node is among all unknowns.
std::size_t place(int node, int c) {
  return static_cast<std::size_t>(node) * static_cast<std::size_t>(kBlock) + static_cast<std::size_t>(c);
}

// A CyclicBlockTridiagonal as a compressed matrix, filled through a table of which entry goes where.
class CompressedRing {
 public:
  explicit CompressedRing(const CyclicBlockTridiagonal& ring) : ring_(ring) {
    const CyclicChainLayout& layout = ring.layout;
    const int n = layout.n_nodes();
    std::map<std::pair<int, int>, std::vector<const double*>> entries;  // by column, row
    const auto add_block = [&](const AlignedVector& blocks, std::size_t row, int lane, int i, int j) {
      for (int r = 0; r < kBlock; ++r) {
        for (int c = 0; c < kBlock; ++c) {
          const double* from = &blocks[layout.index(static_cast<int>(row), lane, kBlockEntries, r * kBlock + c)];
          entries[{j * kBlock + c, i * kBlock + r}].push_back(from);
        }
      }
    };
    for (int node = 0; node < n; ++node) {
      const auto row = static_cast<std::size_t>(layout.row_of(node));
      const int lane = layout.lane_of(node);
      const int next = (node + 1) % n;
      add_block(ring.diagonal, row, lane, node, node);
      add_block(ring.upper, row, lane, node, next);
      add_block(ring.lower, row, lane, next, node);
    }
    column_start_.assign(place(n, 0) + 1, 0);
    for (const auto& [place, sources] : entries) {
      ++column_start_[static_cast<std::size_t>(place.first) + 1];
      row_.push_back(place.second);
      sources_.push_back(sources);
    }
    for (std::size_t c = 1; c < column_start_.size(); ++c) column_start_[c] += column_start_[c - 1];
    values_.resize(row_.size());
  }

  void fill() {
    for (std::size_t i = 0; i < values_.size(); ++i) {
      double sum = 0.0;
      for (const double* source : sources_[i]) sum += *source;
      values_[i] = sum;
    }
  }

  // From the layout of lanes to node order, the halo added to the nodes it belongs to, and back.
  void gather(const AlignedVector& rhs, std::vector<double>& b) const {
    const CyclicChainLayout& layout = ring_.layout;
    for (int node = 0; node < layout.n_nodes(); ++node) {
      for (int c = 0; c < kBlock; ++c) {
        b[place(node, c)] = rhs[layout.at(node, kBlock, c)];
      }
    }
    for (int node = 0; node < layout.n_nodes(); ++node) {
      if (layout.row_of(node) + 1 != layout.rows()) continue;
      const int next = (node + 1) % layout.n_nodes();
      for (int c = 0; c < kBlock; ++c) {
        b[place(next, c)] += rhs[layout.index(layout.rows(), layout.lane_of(node), kBlock, c)];
      }
    }
  }
  void scatter(const std::vector<double>& x, AlignedVector& rhs) const {
    const CyclicChainLayout& layout = ring_.layout;
    for (int node = 0; node < layout.n_nodes(); ++node) {
      for (int c = 0; c < kBlock; ++c) {
        rhs[layout.at(node, kBlock, c)] = x[place(node, c)];
      }
    }
    copy_first_nodes(layout, rhs);
  }

  int size() const { return static_cast<int>(column_start_.size()) - 1; }
  std::vector<int>& column_start() { return column_start_; }
  std::vector<int>& row() { return row_; }
  std::vector<double>& values() { return values_; }
  // (row, column) of each value
  std::vector<std::pair<int, int>> places() const {
    std::vector<std::pair<int, int>> all;
    for (int c = 0; c + 1 < static_cast<int>(column_start_.size()); ++c) {
      for (int k = column_start_[static_cast<std::size_t>(c)]; k < column_start_[static_cast<std::size_t>(c) + 1];
           ++k) {
        all.emplace_back(row_[static_cast<std::size_t>(k)], c);
      }
    }
    return all;
  }

 private:
  const CyclicBlockTridiagonal& ring_;
  std::vector<int> column_start_;
  std::vector<int> row_;
  std::vector<std::vector<const double*>> sources_;
  std::vector<double> values_;
};

class KluSolver final : public ChainSolver {
 public:
  explicit KluSolver(const CyclicBlockTridiagonal& ring)
      : matrix_(ring), work_(static_cast<std::size_t>(matrix_.size())) {
    system_.set_pattern(matrix_.size(), matrix_.places());
  }

  bool factorise() override {
    matrix_.fill();
    std::copy(matrix_.values().begin(), matrix_.values().end(), system_.values().begin());
    return system_.factorise();
  }
  void solve(AlignedVector& rhs) override {
    matrix_.gather(rhs, work_);
    const Eigen::Map<const Eigen::VectorXd> b(work_.data(), matrix_.size());
    system_.solve(b, solution_);
    std::copy(solution_.begin(), solution_.end(), work_.begin());
    matrix_.scatter(work_, rhs);
  }

 private:
  CompressedRing matrix_;
  std::vector<double> work_;
  Eigen::VectorXd solution_;
  SparseSystem system_;
};

class EigenSolver final : public ChainSolver {
 public:
  explicit EigenSolver(const CyclicBlockTridiagonal& ring)
      : matrix_(ring), work_(static_cast<std::size_t>(matrix_.size())) {
    lu_.analyzePattern(as_eigen());
  }

  bool factorise() override {
    matrix_.fill();
    lu_.factorize(as_eigen());
    return lu_.info() == Eigen::Success;
  }
  void solve(AlignedVector& rhs) override {
    matrix_.gather(rhs, work_);
    Eigen::Map<Eigen::VectorXd> b(work_.data(), matrix_.size());
    b = lu_.solve(b).eval();
    matrix_.scatter(work_, rhs);
  }

 private:
  Eigen::SparseMatrix<double> as_eigen() {
    return Eigen::Map<const Eigen::SparseMatrix<double>>(
        matrix_.size(), matrix_.size(), static_cast<Eigen::Index>(matrix_.values().size()),
        matrix_.column_start().data(), matrix_.row().data(), matrix_.values().data());
  }

  CompressedRing matrix_;
  std::vector<double> work_;
  Eigen::SparseLU<Eigen::SparseMatrix<double>> lu_;
};

}  // namespace

std::unique_ptr<ChainSolver> make_general_solver(const CyclicBlockTridiagonal& ring, GeneralSolver kind) {
  if (kind == GeneralSolver::klu) return std::make_unique<KluSolver>(ring);
  return std::make_unique<EigenSolver>(ring);
}

}  // namespace beltdyn::numerics
