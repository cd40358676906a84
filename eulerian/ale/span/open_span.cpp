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

// Newton's method ends when the correction of places and stretches is smaller than this [-].
constexpr double kTolerance = 1e-10;
// Smallest step of the flux, relative to the given flux [-].
constexpr double kSmallestLoadStep = 1.0 / 256.0;

}  // namespace

OpenSpan::OpenSpan(const Parameters& parameters)
    : parameters_(parameters), length_(0.0), rules_(parameters.inertia_points) {
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

// Initial state: a belt longer than the span hangs in a parabola, evenly stretched. On the chord, or where it is
// compressed, it would start as a column, which may be in equilibrium too. A parabola of depth d over a span a has the
// length a (1 + 8/3 (d/a)² − …); the parabola is taken a little deeper than the belt's length requires.
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

// The derivatives by velocities and accelerations are linear in the rates: if the derivative by positions is left out
// (position_rate 0), they are the difference of two tangents.
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

// First finds the state at rest, with a belt so soft that its weight dominates; a stiff belt finds its place from
// there. Then increases the flux in steps: the full flux at once would lead to an arch under pressure, which is a
// steady motion too.
int OpenSpan::find_steady_motion() {
  int iterations = 0;
  const double weight = parameters_.section.mass_per_length * parameters_.reference_length *
                        std::sqrt(dot(parameters_.section.gravity, parameters_.section.gravity));
  constexpr double kSoft = 100.0;       // EA of the softest belt, relative to its weight
  constexpr double kStiffening = 30.0;  // ratio of EA from one belt to the next
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

double OpenSpan::stretch(int node) const {
  const double phi = q_[4 * node + 1];
  return std::sqrt(1.0 + phi * phi) / q_[4 * node + 3];
}

double OpenSpan::tension(int node) const {
  return parameters_.section.axial_stiffness * (stretch(node) - parameters_.section.natural_stretch);
}

}  // namespace beltdyn::eulerian::ale
