// SPDX-License-Identifier: MIT
#include "eulerian/ale/span/open_span.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/numerics/solve/damped_newton.hpp"
#include "core/numerics/solve/dense.hpp"

namespace beltdyn::eulerian::ale {
namespace {

using ElementDual = Dual<double, kElementUnknowns>;

// Newton's method ends when a correction changes places and stretches by less than this part.
constexpr double kTolerance = 1e-10;
constexpr int kMostIterations = 60;
// The flux grows in no smaller steps than this part.
constexpr double kSmallestLoadStep = 1.0 / 256.0;

}  // namespace

OpenSpan::OpenSpan(const Parameters& parameters)
    : parameters_(parameters), rules_(parameters.inertia_points), length_(0.0) {
  if (parameters.elements < 2) throw UsageError("a span needs 2 elements or more");
  const Vec2<double> chord = parameters.to - parameters.from;
  const double span = std::sqrt(dot(chord, chord));
  length_ = span / parameters.elements;
  tangent_ = (1.0 / span) * chord;
  normal_ = numerics::perpendicular(tangent_);
  const int n = 4 * n_nodes();
  q_ = Eigen::VectorXd::Zero(n);
  v_ = Eigen::VectorXd::Zero(n);
  a_ = Eigen::VectorXd::Zero(n);
  auxiliary_ = Eigen::VectorXd::Zero(n);
  hang(span);
  for (int node = 0; node < n_nodes(); ++node) {
    const bool is_end = node == 0 || node == parameters.elements;
    const bool is_clamped = parameters.is_clamped[node == 0 ? 0 : 1];
    for (int c = 0; c < 4; ++c) {
      const bool is_held = is_end && (c == 0 || c == 2 || (c == 1 && is_clamped));
      if (!is_held) free_.push_back(4 * node + c);
    }
  }
}

// A belt that is longer than the span hangs in a parabola at first, evenly stretched; along the chord, or where it is
// compressed, it would be a column, which may be in equilibrium too. The arc of a parabola of depth d over a span a is
// a (1 + 8/3 (d/a)² − …), which the belt overfills a little.
void OpenSpan::hang(double span) {
  constexpr double kOverfill = 1.1;
  const double slack = std::max(0.0, parameters_.reference_length - span);
  const double depth =
      std::copysign(kOverfill * std::sqrt(0.375 * span * slack), dot(parameters_.section.gravity, normal_));
  const auto slope = [&](double sigma) { return 4.0 * depth * (1.0 - 2.0 * sigma / span) / span; };
  const auto arc = [&](double sigma) { return std::hypot(1.0, slope(sigma)); };
  for (int node = 0; node < n_nodes(); ++node) {
    const double sigma = node_sigma(node);
    q_[4 * node] = 4.0 * depth * sigma * (1.0 - sigma / span) / span;
    q_[4 * node + 1] = slope(sigma);
    q_[4 * node + 3] = arc(sigma);
    if (node == 0) continue;
    // Simpson's rule
    q_[4 * node + 2] =
        q_[4 * node - 2] + length_ / 6.0 * (arc(sigma - length_) + 4.0 * arc(sigma - 0.5 * length_) + arc(sigma));
  }
  const double stretched = q_[4 * parameters_.elements + 2];
  for (int node = 0; node < n_nodes(); ++node) {
    for (const int c : {2, 3}) q_[4 * node + c] *= parameters_.reference_length / stretched;
  }
}

ElementSystem<double> OpenSpan::element(int e, const StepRates& rates, const Load& load) const {
  BeltSection section = parameters_.section;
  section.gravity = load.gravity * section.gravity;
  section.axial_stiffness = load.axial_stiffness;
  ElementGeometry<double> geometry{
      .length = length_, .spread = length_, .curvature = 0.0, .place = {}, .tangent = {}, .normal = {}, .rail = {}};
  ElementVector<double> q{};
  ElementVector<double> v{};
  ElementVector<double> a{};
  for (std::size_t end = 0; end < 2; ++end) {
    const int node = e + static_cast<int>(end);
    geometry.place[end] = multiply_add(node_sigma(node), tangent_, parameters_.from);
    geometry.tangent[end] = tangent_;
    geometry.normal[end] = normal_;
    geometry.rail[end] = normal_;
    for (std::size_t c = 0; c < 4; ++c) {
      const Eigen::Index at = 4 * node + static_cast<Eigen::Index>(c);
      q[4 * end + c] = q_[at];
      v[4 * end + c] = v_[at] - (c == 2 ? load.flux : 0.0);
      a[4 * end + c] = a_[at];
    }
  }
  const ElementFields<double> fields = fields_of(geometry, q, v, a, rates);
  HermiteForces<double> forces;
  add_belt<ElementDual>(section, rules_, geometry, fields, true, forces);
  return system_of(geometry, fields, forces, true);
}

// Derivatives by velocities and accelerations are linear in the rates: without that by the positions they are the
// difference of two tangents.
void OpenSpan::assemble(const StepRates& rates, double position_rate, const Load& load, Eigen::VectorXd& residual,
                        Eigen::MatrixXd& tangent) const {
  residual.setZero(q_.size());
  tangent.setZero(q_.size(), q_.size());
  for (int e = 0; e < parameters_.elements; ++e) {
    const ElementSystem<double> with = element(e, rates, load);
    const ElementSystem<double> without = position_rate == 0.0 ? element(e, {}, load) : ElementSystem<double>{};
    for (std::size_t i = 0; i < kElementUnknowns; ++i) {
      residual[4 * e + static_cast<Eigen::Index>(i)] += with.residual[i];
      for (std::size_t j = 0; j < kElementUnknowns; ++j) {
        tangent(4 * e + static_cast<Eigen::Index>(i), 4 * e + static_cast<Eigen::Index>(j)) +=
            with.tangent[i][j] - without.tangent[i][j];
      }
    }
  }
  residual = Eigen::VectorXd(residual(free_));
  tangent = Eigen::MatrixXd(tangent(free_, free_));
}

// The equations of the steady motion for the free unknowns.
class OpenSpan::SteadySystem final : public numerics::NonlinearSystem {
 public:
  SteadySystem(OpenSpan& span, const Load& load) : span_(span), load_(load) {}

  bool evaluate(const Eigen::VectorXd& x, Eigen::VectorXd& residual) override {
    span_.q_(span_.free_) = x;
    for (int node = 0; node < span_.n_nodes(); ++node) {
      if (!(span_.q_[4 * node + 3] > 0.0)) return false;
    }
    span_.assemble({}, 1.0, load_, residual, tangent_);
    return residual.allFinite();
  }
  bool factorise(const Eigen::VectorXd& x) override {
    Eigen::VectorXd residual;
    evaluate(x, residual);
    lu_.compute(tangent_);
    return true;
  }
  void solve(const Eigen::VectorXd& rhs, Eigen::VectorXd& d) override { d = lu_.solve(rhs); }

 private:
  OpenSpan& span_;
  Load load_;
  Eigen::MatrixXd tangent_;
  numerics::DenseLu lu_;
};

bool OpenSpan::try_load(const Load& load, int& iterations) {
  SteadySystem system(*this, load);
  Eigen::VectorXd x = q_(free_);
  const Eigen::VectorXd start = q_;
  const numerics::NewtonOutcome outcome = numerics::damped_newton(system, x, {.tolerance = kTolerance});
  iterations += outcome.iterations;
  q_ = start;
  if (outcome.converged) q_(free_) = x;
  return outcome.converged;
}

// At rest first, and with a belt so soft that its weight matters: a stiff belt finds its place from there. Then with
// more and more flux: at once it would lead to an arch under pressure, which is a steady motion too.
int OpenSpan::find_steady_motion() {
  int iterations = 0;
  const double weight = parameters_.section.mass_per_length * parameters_.reference_length *
                        std::sqrt(dot(parameters_.section.gravity, parameters_.section.gravity));
  constexpr double kSoft = 100.0;       // EA of the softest belt, of its weight
  constexpr double kStiffening = 30.0;  // from one belt to the next
  const double stiffness = parameters_.section.axial_stiffness;
  for (double EA = weight > 0.0 ? std::min(kSoft * weight, stiffness) : stiffness;; EA *= kStiffening) {
    EA = std::min(EA, stiffness);
    if (!try_load({.flux = 0.0, .gravity = 1.0, .axial_stiffness = EA}, iterations)) {
      throw SolverError(fmt::format("no equilibrium of the span at rest was found with EA = {:.4g} N", EA));
    }
    if (EA == stiffness) break;
  }
  double reached = 0.0;
  double step = 0.25;
  while (reached < 1.0 && parameters_.flux != 0.0) {
    const double share = std::min(1.0, reached + step);
    if (try_load({.flux = share * parameters_.flux, .gravity = 1.0, .axial_stiffness = stiffness}, iterations)) {
      reached = share;
      step *= 2.0;
      continue;
    }
    step *= 0.5;
    if (step < kSmallestLoadStep) {
      throw SolverError(
          fmt::format("no steady motion of the span was found beyond {:.3g} times its flux of {:.4g} m/s; a coarse "
                      "mesh may have no solution, use more elements",
                      reached, parameters_.flux));
    }
  }
  return iterations;
}

void OpenSpan::deflect(const std::function<double(double)>& displacement, const std::function<double(double)>& slope) {
  const double span = parameters_.elements * length_;
  for (int node = 0; node < n_nodes(); ++node) {
    const double x = static_cast<double>(node) / parameters_.elements;
    q_[4 * node] = displacement(x);
    q_[4 * node + 1] = slope(x) / span;
  }
  v_.setZero();
  a_.setZero();
  // Accelerations that balance the forces at the start; without mass there are none.
  if (parameters_.section.mass_per_length > 0.0) {
    Eigen::VectorXd residual;
    Eigen::MatrixXd mass;
    assemble({.velocity = 0.0, .acceleration = 1.0}, 0.0, full_load(), residual, mass);
    const Eigen::VectorXd start = numerics::DenseLu(mass).solve(-residual);
    for (std::size_t k = 0; k < free_.size(); ++k) a_[free_[k]] = start[static_cast<Eigen::Index>(k)];
  }
  auxiliary_ = a_;
}

void OpenSpan::advance(double h, double spectral_radius) {
  const auto scheme = numerics::StepScheme::generalised_alpha(spectral_radius);
  const StepRates rates = scheme.rates(h);
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

std::vector<int> OpenSpan::transverse_unknowns() const {
  std::vector<int> across;
  for (std::size_t k = 0; k < free_.size(); ++k) {
    if (free_[k] % 4 < 2) across.push_back(static_cast<int>(k));
  }
  return across;
}

OpenSpan::Matrices OpenSpan::transverse_matrices() const {
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

double OpenSpan::vibration_invariant() const {
  std::vector<int> across;
  for (const int at : free_) {
    if (at % 4 < 2) across.push_back(at);
  }
  const Matrices m = transverse_matrices();
  const Eigen::VectorXd q = q_(across);
  const Eigen::VectorXd v = v_(across);
  return 0.5 * (q.dot(m.stiffness * q) + v.dot(m.mass * v));
}

OpenSpan::Spectrum OpenSpan::transverse_spectrum() const {
  const auto [K, C, M] = transverse_matrices();
  // With K = L Lᵀ and M = R Rᵀ, d/dt (Lᵀ q, Rᵀ q̇) is a matrix times (Lᵀ q, Rᵀ q̇) whose entries are of the size of its
  // eigenvalues, so that rounding leaves more digits of them than with (q, q̇).
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
    spectrum.largest_growth = std::max(spectrum.largest_growth, std::abs(value.real()));
  }
  std::sort(spectrum.frequencies.begin(), spectrum.frequencies.end());
  return spectrum;
}

double OpenSpan::least_stiffness() const {
  const std::vector<int> across = transverse_unknowns();
  Eigen::VectorXd residual;
  Eigen::MatrixXd K;
  assemble({}, 1.0, full_load(), residual, K);
  K = Eigen::MatrixXd(K(across, across));
  return numerics::symmetric_eigenvalues(K)[0];
}

Vec2<double> OpenSpan::position(int node) const {
  return parameters_.from + node_sigma(node) * tangent_ + q_[4 * node] * normal_;
}

std::pair<int, double> OpenSpan::locate(double sigma) const {
  const int element = std::clamp(static_cast<int>(sigma / length_), 0, parameters_.elements - 1);
  return {element, sigma / length_ - element};
}

double OpenSpan::value(const Shape& shape, int element, int component) const {
  const int at = 4 * element + component;
  return shape[0] * q_[at] + shape[1] * q_[at + 1] + shape[2] * q_[at + 4] + shape[3] * q_[at + 5];
}

Vec2<double> OpenSpan::position_at(int element, double xi) const {
  const double across = value(numerics::position_shape(xi, length_), element, 0);
  return parameters_.from + (node_sigma(element) + xi * length_) * tangent_ + across * normal_;
}

double OpenSpan::stretch_at(int element, double xi) const {
  const Shape slope = numerics::slope_shape(xi, length_);
  return std::hypot(1.0, value(slope, element, 0)) / value(slope, element, 2);
}

double OpenSpan::tension_at(int element, double xi) const {
  return parameters_.section.axial_stiffness * (stretch_at(element, xi) - parameters_.section.natural_stretch);
}

double OpenSpan::mass_per_length_at(int element, double xi) const {
  return parameters_.section.mass_per_length * value(numerics::slope_shape(xi, length_), element, 2);
}

Vec2<double> OpenSpan::position_of_particle(double s) const {
  int e = 0;
  while (e + 1 < parameters_.elements && q_[4 * (e + 1) + 2] < s) ++e;
  // s grows along the element.
  double low = 0.0;
  double high = 1.0;
  while (high - low > kTolerance) {
    const double middle = 0.5 * (low + high);
    (value(numerics::position_shape(middle, length_), e, 2) < s ? low : high) = middle;
  }
  return position_at(e, low);
}

double OpenSpan::stretch(int node) const {
  const double phi = q_[4 * node + 1];
  return std::sqrt(1.0 + phi * phi) / q_[4 * node + 3];
}

double OpenSpan::tension(int node) const {
  return parameters_.section.axial_stiffness * (stretch(node) - parameters_.section.natural_stretch);
}

}  // namespace beltdyn::eulerian::ale
