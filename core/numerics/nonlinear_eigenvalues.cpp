// SPDX-License-Identifier: MIT
#include "core/numerics/nonlinear_eigenvalues.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

#include <Eigen/Eigenvalues>
#include <fmt/format.h>

#include "core/error.hpp"

namespace beltdyn::numerics {
namespace {

using Complex = std::complex<double>;

// Of the trapezoidal rule around the ellipse, which converges geometrically.
constexpr int kNodes = 32;
// Right-hand sides: more than there may be eigenvalues in and near an ellipse.
constexpr int kBlock = 16;
// A range is cut into so many parts at most.
constexpr int kMostEllipses = 1000;
// Singular values below this part of the integrands are none: they come from squares, and from what the rule leaves.
constexpr double kRank = 1e-6;
constexpr int kNewtonSteps = 30;
// A step that is this part of |s|, or of the range, ends Newton's method; one of this part does if the next one is no
// shorter, which rounding keeps it from.
constexpr double kConverged = 1e-14;
constexpr double kNearlyConverged = 1e-9;
constexpr double kSameValue = 1e-8;

// Right-hand sides that are the same in every run and resemble no eigenvector: a low-discrepancy sequence.
Eigen::MatrixXcd probes(int size, int block) {
  Eigen::MatrixXcd V(size, block);
  double place = 0.0;
  for (int j = 0; j < block; ++j) {
    for (int i = 0; i < size; ++i) {
      place = std::fmod(place + 1.0 / std::numbers::phi, 1.0);
      V(i, j) = std::polar(1.0, 2.0 * std::numbers::pi * (place + static_cast<double>(i) * (j + 1) / size));
    }
  }
  return V;
}

// |Re(s − center)/across|² + |Im(s − center)/along|² ≤ 1
struct Ellipse {
  Complex center;
  double across{};
  double along{};
};

// ∮ T⁻¹ V ds and ∮ (s − center) T⁻¹ V ds around the ellipse, over 2 π i.
struct Moments {
  Eigen::MatrixXcd zeroth;
  Eigen::MatrixXcd first;
  double size = 0.0;  // of the integrand of the former
  // Where the integrands were taken, and arg det T there
  std::vector<Complex> nodes{};
  std::vector<double> phases{};
};

Moments moments_around(ComplexFamily& family, const Ellipse& ellipse, const Eigen::MatrixXcd& V) {
  Moments moments{.zeroth = Eigen::MatrixXcd::Zero(V.rows(), V.cols()),
                  .first = Eigen::MatrixXcd::Zero(V.rows(), V.cols())};
  Eigen::VectorXcd x;
  for (int k = 0; k < kNodes; ++k) {
    const double angle = 2.0 * std::numbers::pi * (k + 0.5) / kNodes;
    const Complex way(ellipse.across * std::cos(angle), ellipse.along * std::sin(angle));
    const Complex slope(-ellipse.across * std::sin(angle), ellipse.along * std::cos(angle));
    // A root on the contour itself is one of the next ellipse as well.
    if (!family.factorise(ellipse.center + way)) continue;
    moments.nodes.push_back(ellipse.center + way);
    moments.phases.push_back(family.phase());
    const Complex weight = slope / (Complex(0.0, 1.0) * static_cast<double>(kNodes));
    for (Eigen::Index j = 0; j < V.cols(); ++j) {
      family.solve(V.col(j), x);
      moments.size += std::abs(weight) * x.head(family.n_compared()).norm();
      moments.zeroth.col(j) += weight * x;
      moments.first.col(j) += weight * way * x;
    }
  }
  return moments;
}

// First guesses of the eigenpairs within, as many as the block of right-hand sides lets be seen.
std::vector<Eigenpair> guesses(const Moments& m, const Ellipse& ellipse, int n_compared) {
  // The zeroth moment is Q Σ Wᴴ, and the eigenvalues of Qᴴ first W Σ⁻¹ those within.
  const Eigen::MatrixXcd compared = m.zeroth.topRows(n_compared);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXcd> gram(compared.adjoint() * compared);
  const Eigen::VectorXd sigma = gram.eigenvalues().cwiseMax(0.0).cwiseSqrt();
  const auto rank = std::count_if(sigma.begin(), sigma.end(), [&](double s) { return s > kRank * m.size; });
  if (rank == 0) return {};
  const Eigen::MatrixXcd W =
      gram.eigenvectors().rightCols(rank) * sigma.tail(rank).cwiseInverse().cast<Complex>().asDiagonal();
  const Eigen::MatrixXcd Q = compared * W;
  const Eigen::ComplexEigenSolver<Eigen::MatrixXcd> reduced(Q.adjoint() * (m.first.topRows(n_compared) * W));
  const Eigen::MatrixXcd vectors = m.zeroth * (W * reduced.eigenvectors());
  std::vector<Eigenpair> found;
  for (Eigen::Index i = 0; i < rank; ++i) {
    found.push_back({.value = ellipse.center + reduced.eigenvalues()[i], .vector = vectors.col(i)});
  }
  return found;
}

// By how many the eigenvalues in the ellipse are more than those known; none if the nodes are too far apart to tell.
// Without the known ones the determinant turns as often around the ellipse as others are within.
std::optional<int> number_missing(const Moments& m, const std::vector<Eigenpair>& known) {
  constexpr double kFullTurn = 2.0 * std::numbers::pi;
  constexpr double kDoubtful = 0.6 * std::numbers::pi;
  const auto phase = [&](std::size_t k) {
    double without = m.phases[k];
    for (const Eigenpair& pair : known) without -= std::arg(m.nodes[k] - pair.value);
    return without;
  };
  double turned = 0.0;
  for (std::size_t k = 0; k < m.nodes.size(); ++k) {
    const double step = std::remainder(phase((k + 1) % m.nodes.size()) - phase(k), kFullTurn);
    if (std::abs(step) > kDoubtful) return std::nullopt;
    turned += step;
  }
  return static_cast<int>(std::lround(turned / kFullTurn));
}

// Newton's method for T(s) v = 0 with a fixed part of v.
bool improve(ComplexFamily& family, Eigenpair& pair, double size) {
  pair.vector.normalize();
  Eigen::VectorXcd u;
  double last_step = INFINITY;
  for (int i = 0; i < kNewtonSteps; ++i) {
    // Singular to rounding: it is there.
    if (!family.factorise(pair.value)) return true;
    const Eigen::VectorXcd c = pair.vector;
    family.solve(family.derivative(pair.value, pair.vector), u);
    const Complex step = 1.0 / c.dot(u);
    if (!std::isfinite(std::abs(step))) return !u.allFinite();
    pair.value -= step;
    pair.vector = u.normalized();
    const double share = std::abs(step) / std::max(std::abs(pair.value), size);
    if (share <= kConverged || (share <= kNearlyConverged && share >= 0.5 * last_step)) return true;
    last_step = share;
  }
  return false;
}

// Through the corners, of the same shape.
Ellipse around(const ComplexRectangle& r) {
  const Complex half = 0.5 * (r.high - r.low);
  return {.center = 0.5 * (r.low + r.high),
          .across = std::numbers::sqrt2 * half.real(),
          .along = std::numbers::sqrt2 * half.imag()};
}

// Cut across the longer side.
std::array<ComplexRectangle, 2> halves(const ComplexRectangle& r) {
  const Complex middle = 0.5 * (r.low + r.high);
  if ((r.high - r.low).imag() >= (r.high - r.low).real()) {
    return {ComplexRectangle{r.low, {r.high.real(), middle.imag()}},
            ComplexRectangle{{r.low.real(), middle.imag()}, r.high}};
  }
  return {ComplexRectangle{r.low, {middle.real(), r.high.imag()}},
          ComplexRectangle{{middle.real(), r.low.imag()}, r.high}};
}

// `size` is that of the range.
bool is_known(const std::vector<Eigenpair>& pairs, Complex value, double size) {
  return std::any_of(pairs.begin(), pairs.end(), [&](const Eigenpair& other) {
    return std::abs(other.value - value) <= kSameValue * std::max(std::abs(value), size);
  });
}

void collect(ComplexFamily& family, const ComplexRectangle& range, int& ellipses, std::vector<Eigenpair>& kept) {
  if (++ellipses > kMostEllipses) {
    throw SolverError(
        fmt::format("modes cannot be told apart near s = ({:.4g} {:+.4g} i) 1/s, or there are too many; look for modes "
                    "with lower frequencies, or with a highest_rate that is a part of 2 pi highest_frequency",
                    range.low.real(), range.low.imag()));
  }
  const Ellipse ellipse = around(range);
  const Moments moments = moments_around(family, ellipse, probes(family.size(), std::min(kBlock, family.size())));
  for (Eigenpair& pair : guesses(moments, ellipse, family.n_compared())) {
    if (improve(family, pair, ellipse.along) && !is_known(kept, pair.value, ellipse.along))
      kept.push_back(std::move(pair));
  }
  if (number_missing(moments, kept) == 0) return;
  for (const ComplexRectangle& half : halves(range)) collect(family, half, ellipses, kept);
}

}  // namespace

std::vector<Eigenpair> eigenvalues_within(ComplexFamily& family, const ComplexRectangle& range) {
  std::vector<Eigenpair> found;
  int ellipses = 0;
  collect(family, range, ellipses, found);
  std::erase_if(found, [&](const Eigenpair& pair) { return !range.contains(pair.value); });
  std::sort(found.begin(), found.end(), [](const Eigenpair& a, const Eigenpair& b) {
    return std::pair(a.value.imag(), a.value.real()) < std::pair(b.value.imag(), b.value.real());
  });
  return found;
}

}  // namespace beltdyn::numerics
