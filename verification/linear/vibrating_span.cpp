// SPDX-License-Identifier: MIT
#include "verification/linear/vibrating_span.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/base/error.hpp"
#include "core/numerics/root.hpp"
#include "core/numerics/solve/dense.hpp"
#include "verification/largest.hpp"

namespace beltdyn::verification {
namespace {

// Newton's method ends when a correction changes positions and stretches by less than this part [-].
constexpr double kTolerance = 1e-10;
constexpr int kMostIterations = 60;

}  // namespace

void VibratingSpan::deflect(const std::function<double(double)>& displacement,
                            const std::function<double(double)>& slope) {
  const double span = parameters_.elements * length_;
  for (int node = 0; node < n_nodes(); ++node) {
    const double x = static_cast<double>(node) / parameters_.elements;
    q_[4 * node] = displacement(x);
    q_[4 * node + 1] = slope(x) / span;
  }
  v_.setZero();
  a_.setZero();
  // Initial accelerations balance the forces; a belt without mass has none.
  if (parameters_.section.mass_per_length > 0.0) {
    Eigen::VectorXd residual;
    Eigen::MatrixXd mass;
    assemble({.velocity = 0.0, .acceleration = 1.0}, 0.0, full_load(), residual, mass);
    const Eigen::VectorXd start = numerics::DenseLu(mass).solve(-residual);
    for (std::size_t k = 0; k < free_.size(); ++k) a_[free_[k]] = start[static_cast<Eigen::Index>(k)];
  }
  auxiliary_ = a_;
}

void VibratingSpan::advance(double h, double spectral_radius) {
  const auto scheme = numerics::StepScheme::generalised_alpha(spectral_radius);
  const numerics::StepRates rates = scheme.rates(h);
  const Eigen::VectorXd acceleration_before = a_;
  for (const int at : free_) {
    const numerics::CoordinateState start{
        .q = q_[at], .v = v_[at], .acceleration = a_[at], .auxiliary = auxiliary_[at]};
    const numerics::CoordinateState end = scheme.predict(start, h);
    q_[at] = end.q;
    v_[at] = end.v;
    a_[at] = end.acceleration;
  }
  const Load load = full_load();
  Eigen::VectorXd residual;
  Eigen::MatrixXd tangent;
  for (int i = 0;; ++i) {
    if (i == kMostIterations) throw SolverError("a step of the span does not converge; try a shorter one");
    assemble(rates, 1.0, load, residual, tangent);
    const Eigen::VectorXd correction = numerics::DenseLu(tangent).solve(-residual);
    for (std::size_t k = 0; k < free_.size(); ++k) {
      const double d = correction[static_cast<Eigen::Index>(k)];
      q_[free_[k]] += d;
      v_[free_[k]] += rates.velocity * d;
      a_[free_[k]] += rates.acceleration * d;
    }
    if (correction.lpNorm<Eigen::Infinity>() < kTolerance) break;
  }
  for (const int at : free_) {
    auxiliary_[at] = scheme.auxiliary_after(acceleration_before[at], auxiliary_[at], a_[at]);
  }
}

std::vector<int> VibratingSpan::transverse_unknowns() const {
  std::vector<int> across;
  for (std::size_t k = 0; k < free_.size(); ++k) {
    if (free_[k] % 4 < 2) across.push_back(static_cast<int>(k));
  }
  return across;
}

VibratingSpan::Matrices VibratingSpan::transverse_matrices() const {
  const Load load = full_load();
  const std::vector<int> across = transverse_unknowns();
  Eigen::VectorXd residual;
  Matrices m;
  assemble({}, 1.0, load, residual, m.stiffness);
  assemble({.velocity = 1.0, .acceleration = 0.0}, 0.0, load, residual, m.gyroscopic);
  assemble({.velocity = 0.0, .acceleration = 1.0}, 0.0, load, residual, m.mass);
  for (Eigen::MatrixXd* matrix : {&m.stiffness, &m.gyroscopic, &m.mass}) {
    *matrix = Eigen::MatrixXd((*matrix)(across, across));
  }
  return m;
}

double VibratingSpan::vibration_invariant() const {
  std::vector<int> across;
  for (const int at : free_) {
    if (at % 4 < 2) across.push_back(at);
  }
  const Matrices m = transverse_matrices();
  const Eigen::VectorXd q = q_(across);
  const Eigen::VectorXd v = v_(across);
  return 0.5 * (q.dot(m.stiffness * q) + v.dot(m.mass * v));
}

VibratingSpan::Spectrum VibratingSpan::transverse_spectrum() const {
  const auto [K, C, M] = transverse_matrices();
  // With K = L Lᵀ and M = R Rᵀ, d/dt (Lᵀ q, Rᵀ q̇) is a matrix times (Lᵀ q, Rᵀ q̇). The entries of this matrix are of
  // the size of its eigenvalues, so rounding loses fewer digits than with (q, q̇).
  const std::optional<Eigen::MatrixXd> stiffness_root = numerics::cholesky_factor(K);
  const std::optional<Eigen::MatrixXd> mass_root = numerics::cholesky_factor(M);
  if (!stiffness_root) {
    throw SolverError("the span runs above its divergence speed, where it has no vibration spectrum");
  }
  if (!mass_root) throw SolverError("the span has no mass and therefore no vibration spectrum");
  const Eigen::Index n = K.rows();
  Eigen::MatrixXd system = Eigen::MatrixXd::Zero(2 * n, 2 * n);
  const Eigen::MatrixXd inverse_mass_root = numerics::inverse_of_lower(*mass_root);
  const Eigen::MatrixXd coupling = numerics::product(inverse_mass_root, *stiffness_root);
  system.topRightCorner(n, n) = coupling.transpose();
  system.bottomLeftCorner(n, n) = -coupling;
  system.bottomRightCorner(n, n) =
      -numerics::product(numerics::product(inverse_mass_root, C), inverse_mass_root.transpose());
  Spectrum spectrum{.frequencies = {}, .largest_growth = 0.0, .skewness = 0.0};
  if (C.norm() > 0.0) spectrum.skewness = (C + C.transpose()).norm() / C.norm();
  for (const std::complex<double>& value : numerics::eigenvalues(system)) {
    if (value.imag() > 0.0) spectrum.frequencies.push_back(value.imag());
    spectrum.largest_growth = larger(spectrum.largest_growth, std::abs(value.real()));
  }
  std::sort(spectrum.frequencies.begin(), spectrum.frequencies.end());
  return spectrum;
}

double VibratingSpan::least_stiffness() const {
  const std::vector<int> across = transverse_unknowns();
  Eigen::VectorXd residual;
  Eigen::MatrixXd K;
  assemble({}, 1.0, full_load(), residual, K);
  K = Eigen::MatrixXd(K(across, across));
  return numerics::symmetric_eigenvalues(K)[0];
}

numerics::Vec2<double> VibratingSpan::position_of_particle(double s) const {
  int e = 0;
  while (e + 1 < parameters_.elements && q_[4 * (e + 1) + 2] < s) ++e;
  // s grows along the element.
  const auto is_before = [&](double xi) { return value(numerics::position_shape(xi, length_), e, 2) < s; };
  return position_at(e, numerics::bisect({0.0, 1.0}, is_before, kTolerance).low);
}

}  // namespace beltdyn::verification
