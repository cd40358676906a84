// SPDX-License-Identifier: MIT
#include "core/numerics/nonlinear_eigenvalues.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include <Eigen/Eigenvalues>

#include "core/error.hpp"

namespace beltdyn::numerics {
namespace {

using Complex = std::complex<double>;

// Of the trapezoidal rule around the ellipse, which converges geometrically.
constexpr int kNodes = 48;
constexpr int kFirstBlock = 16;
// Singular values below this part of the integrands are none: they come from squares, and from what the rule leaves.
constexpr double kRank = 1e-6;
constexpr int kNewtonSteps = 30;
// A step that is this part of |s| ends Newton's method; one of this part does if the next one is no shorter, which
// rounding keeps it from.
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

// ∮ T⁻¹ V ds and ∮ (s − center) T⁻¹ V ds around the ellipse, over 2 π i.
struct Moments {
  Eigen::MatrixXcd zeroth;
  Eigen::MatrixXcd first;
  double size = 0.0;  // of the integrand of the former
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
    const Complex weight = slope / (Complex(0.0, 1.0) * static_cast<double>(kNodes));
    for (Eigen::Index j = 0; j < V.cols(); ++j) {
      family.solve(V.col(j), x);
      moments.size += std::abs(weight) * x.norm();
      moments.zeroth.col(j) += weight * x;
      moments.first.col(j) += weight * way * x;
    }
  }
  return moments;
}

// First guesses of all eigenpairs within; none if the block is too small to tell.
std::optional<std::vector<Eigenpair>> guesses(ComplexFamily& family, const Ellipse& ellipse, int block) {
  const Moments m = moments_around(family, ellipse, probes(family.size(), block));
  // The zeroth moment is Q Σ Wᴴ, and the eigenvalues of Qᴴ first W Σ⁻¹ those within.
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXcd> gram(m.zeroth.adjoint() * m.zeroth);
  const Eigen::VectorXd sigma = gram.eigenvalues().cwiseMax(0.0).cwiseSqrt();
  const auto rank = std::count_if(sigma.begin(), sigma.end(), [&](double s) { return s > kRank * m.size; });
  if (rank == block) return std::nullopt;
  if (rank == 0) return std::vector<Eigenpair>{};
  const Eigen::MatrixXcd W =
      gram.eigenvectors().rightCols(rank) * sigma.tail(rank).cwiseInverse().cast<Complex>().asDiagonal();
  const Eigen::MatrixXcd Q = m.zeroth * W;
  const Eigen::ComplexEigenSolver<Eigen::MatrixXcd> reduced(Q.adjoint() * (m.first * W));
  std::vector<Eigenpair> found;
  for (Eigen::Index i = 0; i < rank; ++i) {
    found.push_back({.value = ellipse.center + reduced.eigenvalues()[i], .vector = Q * reduced.eigenvectors().col(i)});
  }
  return found;
}

// Newton's method for T(s) v = 0 with a fixed part of v.
bool improve(ComplexFamily& family, Eigenpair& pair) {
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
    const double share = std::abs(step) / std::abs(pair.value);
    if (share <= kConverged || (share <= kNearlyConverged && share >= 0.5 * last_step)) return true;
    last_step = share;
  }
  return false;
}

}  // namespace

bool Ellipse::contains(Complex s) const {
  return std::hypot((s - center).real() / across, (s - center).imag() / along) <= 1.0;
}

std::vector<Eigenpair> eigenvalues_in(ComplexFamily& family, const Ellipse& ellipse) {
  std::optional<std::vector<Eigenpair>> found;
  for (int block = std::min(kFirstBlock, family.size()); !found; block = std::min(2 * block, family.size())) {
    found = guesses(family, ellipse, block);
    if (!found && block == family.size()) {
      throw SolverError("there are more modes in the range than the mesh has unknowns; choose a smaller range");
    }
  }
  std::vector<Eigenpair> kept;
  for (Eigenpair& pair : *found) {
    if (!improve(family, pair) || !ellipse.contains(pair.value)) continue;
    const bool is_known = std::any_of(kept.begin(), kept.end(), [&](const Eigenpair& other) {
      return std::abs(other.value - pair.value) <= kSameValue * std::abs(pair.value);
    });
    if (!is_known) kept.push_back(std::move(pair));
  }
  std::sort(kept.begin(), kept.end(), [](const Eigenpair& a, const Eigenpair& b) {
    return std::pair(a.value.imag(), a.value.real()) < std::pair(b.value.imag(), b.value.real());
  });
  return kept;
}

}  // namespace beltdyn::numerics
