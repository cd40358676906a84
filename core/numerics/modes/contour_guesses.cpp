// SPDX-License-Identifier: MIT
#include "core/numerics/modes/contour_guesses.hpp"

#include <algorithm>
#include <cstddef>
#include <numbers>
#include <utility>

#include "core/numerics/modes/eigenvalue_guesses.hpp"
#include "core/numerics/solve/dense.hpp"

namespace beltdyn::numerics {
namespace {

using Complex = std::complex<double>;

// Number of nodes of the trapezoidal rule on an ellipse; the rule converges geometrically.
constexpr int kNodes = 64;
// Largest turn of delays between the middle of an ellipse and its nodes that the rule can resolve [rad].
constexpr double kMostTurned = 0.25 * kNodes;
// Number of right-hand sides, and of moments for each: their product is the largest number of guesses.
constexpr int kMostProbes = 4;
constexpr int kMoments = kMostContourGuesses / kMostProbes;
// Number of projections of a solution by which moments are compared.
constexpr int kProjections = 12;
// Singular values below this part of the integrands count as 0: they result from squaring and from the quadrature
// error.
constexpr double kRank = 1e-6;

// Moments of the integrals around an ellipse: A_p = ∮ z^p T⁻¹ V ds over 2 π i, z = (s − center)/along.
struct Moments {
  std::vector<Eigen::MatrixXcd> full;       // p < kMoments
  std::vector<Eigen::MatrixXcd> projected;  // p < 2 kMoments
  double size = 0.0;                        // of the integrand of projected[0]
};

// The nodes of the quadrature rule on an ellipse, with their z and weights.
struct Contour {
  std::vector<Complex> nodes;
  std::vector<Complex> z;
  std::vector<Complex> weights;
};
Contour contour_of(const Ellipse& ellipse) {
  Contour contour;
  for (int k = 0; k < kNodes; ++k) {
    const double angle = 2.0 * std::numbers::pi * (k + 0.5) / kNodes;
    const Complex way(ellipse.across * std::cos(angle), ellipse.along * std::sin(angle));
    const Complex slope(-ellipse.across * std::sin(angle), ellipse.along * std::cos(angle));
    contour.nodes.push_back(ellipse.center + way);
    contour.z.push_back(way / ellipse.along);
    contour.weights.push_back(slope / (Complex(0.0, 1.0) * static_cast<double>(kNodes)));
  }
  return contour;
}

// A node at which T is singular is skipped: that eigenvalue also lies in the next ellipse.
Moments moments_around(ComplexFamily& family, const Ellipse& ellipse) {
  const Eigen::MatrixXcd V = probe_vectors(family.size(), std::min(kMostProbes, family.size()));
  const Eigen::MatrixXcd projection =
      probe_vectors(family.n_compared(), std::min(kProjections, family.n_compared())).adjoint();
  Moments moments{
      .full = std::vector<Eigen::MatrixXcd>(kMoments, Eigen::MatrixXcd::Zero(V.rows(), V.cols())),
      .projected = std::vector<Eigen::MatrixXcd>(2 * kMoments, Eigen::MatrixXcd::Zero(projection.rows(), V.cols()))};
  const Contour contour = contour_of(ellipse);
  Eigen::MatrixXcd x;
  for_each_factorised(family, contour.nodes, Digits::some, [&](std::size_t first, std::size_t count) {
    for (Eigen::Index j = 0; j < V.cols(); ++j) {
      family.solve(V.col(j).replicate(1, static_cast<Eigen::Index>(count)), x);
      const Eigen::MatrixXcd seen = product(projection, x.topRows(family.n_compared()));
      for (std::size_t i = 0; i < count; ++i) {
        const auto column = static_cast<Eigen::Index>(i);
        Complex weight = contour.weights[first + i];
        moments.size += std::abs(weight) * seen.col(column).norm();
        for (std::size_t p = 0; p < moments.projected.size(); ++p) {
          moments.projected[p].col(j) += weight * seen.col(column);
          if (p < moments.full.size()) moments.full[p].col(j) += weight * x.col(column);
          weight *= contour.z[first + i];
        }
      }
    }
  });
  return moments;
}

// The block Hankel matrix of the projected moments, starting at number `from`.
Eigen::MatrixXcd hankel(const Moments& m, std::size_t from) {
  const Eigen::Index rows = m.projected[0].rows();
  const Eigen::Index columns = m.projected[0].cols();
  Eigen::MatrixXcd H(kMoments * rows, kMoments * columns);
  for (int i = 0; i < kMoments; ++i) {
    for (int j = 0; j < kMoments; ++j) {
      H.block(i * rows, j * columns, rows, columns) = m.projected[from + static_cast<std::size_t>(i + j)];
    }
  }
  return H;
}

}  // namespace

bool can_integrate_around(const ComplexFamily& family, const Ellipse& ellipse) {
  return family.longest_delay() * std::max(ellipse.across, ellipse.along) < kMostTurned;
}

std::vector<Eigenpair> contour_guesses(ComplexFamily& family, const Ellipse& ellipse) {
  const Moments m = moments_around(family, ellipse);
  // With H₀ = Q Σ Wᴴ, the Hankel matrix from moment 0, and H₁, that from moment 1, the eigenvalues z of Qᴴ H₁ W Σ⁻¹ are
  // those inside.
  const Eigen::MatrixXcd H = hankel(m, 0);
  const Eigenpairs gram = hermitian_eigenpairs(product(H.adjoint(), H));
  Eigen::MatrixXcd W(H.cols(), H.cols());  // W Σ⁻¹
  Eigen::Index rank = 0;
  for (Eigen::Index i = 0; i < H.cols(); ++i) {
    const double sigma = std::sqrt(std::max(gram.values[i].real(), 0.0));
    if (sigma > kRank * m.size) W.col(rank++) = gram.vectors.col(i) / sigma;
  }
  if (rank == 0) return {};
  W.conservativeResize(Eigen::NoChange, rank);
  const Eigenpairs reduced = eigenpairs(product(product(H, W).adjoint(), product(hankel(m, 1), W)));
  const Eigen::MatrixXcd directions = product(W, reduced.vectors);
  const Eigen::Index columns = m.full[0].cols();
  std::vector<Eigenpair> found;
  for (Eigen::Index i = 0; i < rank; ++i) {
    Eigen::VectorXcd vector = Eigen::VectorXcd::Zero(m.full[0].rows());
    for (int p = 0; p < kMoments; ++p) {
      vector += m.full[static_cast<std::size_t>(p)] * directions.col(i).segment(p * columns, columns);
    }
    found.push_back({.value = ellipse.center + ellipse.along * reduced.values[i], .vector = std::move(vector)});
  }
  return found;
}

}  // namespace beltdyn::numerics
