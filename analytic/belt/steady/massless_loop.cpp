// SPDX-License-Identifier: MIT
#include "analytic/belt/steady/massless_loop.hpp"

#include <cmath>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/numerics/solve/damped_newton.hpp"
#include "core/numerics/solve/dense.hpp"

namespace beltdyn::analytic {
namespace {

// Step of central differences for unknowns of the order of 1: truncation equals rounding.
constexpr double kMasslessStep = 1e-6;

// Unknowns: forces relative to the largest one near, the flux relative to the one near, then the mounts.
class MasslessEquations final : public numerics::NonlinearSystem {
 public:
  MasslessEquations(const StringLoop& loop, std::span<const std::optional<double>> speeds,
                    const MasslessLoopMotion& near)
      : loop_(loop), speeds_(speeds), flux_(near.flux) {
    for (const double force : near.force) force_ = std::max(force_, force);
  }

  Eigen::VectorXd unknowns(const MasslessLoopMotion& motion) const {
    Eigen::VectorXd x(static_cast<Eigen::Index>(n() + 1 + motion.mounts.size()));
    Eigen::Index i = 0;
    for (const double force : motion.force) x[i++] = force / force_;
    x[i++] = motion.flux / flux_;
    for (const double q : motion.mounts) x[i++] = q;
    return x;
  }

  MasslessLoopMotion motion(const Eigen::VectorXd& x) const {
    MasslessLoopMotion motion;
    const auto size = static_cast<Eigen::Index>(n());
    for (Eigen::Index i = 0; i < size; ++i) motion.force.push_back(x[i] * force_);
    motion.flux = x[size] * flux_;
    motion.mounts.assign(x.data() + size + 1, x.data() + x.size());
    return motion;
  }

  bool evaluate(const Eigen::VectorXd& x, Eigen::VectorXd& residual) override {
    const MasslessLoopMotion m = motion(x);
    if (!(m.flux > 0.0)) return false;
    for (const double force : m.force) {
      if (!(force > 0.0)) return false;
    }
    try {
      fill(m, loop_path(loop_, m.mounts), residual);
    } catch (const PathError&) {
      return false;
    }
    return residual.allFinite();
  }

  bool factorise(const Eigen::VectorXd& x) override {
    const std::optional<Eigen::MatrixXd> jacobian = numerics::central_differences(*this, x, kMasslessStep);
    if (jacobian) lu_.compute(*jacobian);
    return jacobian.has_value();
  }
  void solve(const Eigen::VectorXd& rhs, Eigen::VectorXd& d) override { d = lu_.solve(rhs); }

 private:
  std::size_t n() const { return loop_.pulleys.size(); }

  void fill(const MasslessLoopMotion& m, const BeltPath& path, Eigen::VectorXd& residual) const {
    residual.resize(static_cast<Eigen::Index>(n() + 1 + m.mounts.size()));
    Eigen::Index row = 0;
    double length = 0.0;
    const auto stretch_at = [this](double force) { return loop_.unstressed_stretch + force / loop_.axial_stiffness; };
    for (std::size_t i = 0; i < n(); ++i) {
      const double before = m.force[(i + n() - 1) % n()];
      const double stretch = stretch_at(m.force[i]);
      const double stretch_before = stretch_at(before);
      const double radius = path.arcs()[i].radius;
      const double mu = loop_.pulleys[i].coefficient;
      const double speed = m.flux * stretch_before;
      residual[row++] = speeds_[i] ? speed / *speeds_[i] - 1.0
                                   : (m.force[i] - before - loop_.pulleys[i].torque(speed / radius) / radius) / force_;
      const double slip = std::abs(std::log(m.force[i] / before)) / mu;
      const double growth = std::abs(std::log(stretch / stretch_before)) / mu;
      length += path.spans()[i].length / stretch +
                radius * ((path.arcs()[i].wrap - slip) / stretch_before + (slip - growth) / loop_.unstressed_stretch);
    }
    residual[row++] = length / loop_.reference_length - 1.0;
    for (std::size_t j = 0; j < m.mounts.size(); ++j) {
      const StringLoopMount& mount = loop_.mounts[j];
      const double pull = force_on_axis(path, m.force, mount.pulley).dot(mount.axis_by(m.mounts[j]));
      residual[row++] = (pull - mount.force(m.mounts[j])) / force_;
    }
  }

  const StringLoop& loop_;
  std::span<const std::optional<double>> speeds_;
  double flux_;
  double force_ = 0.0;
  numerics::DenseLu lu_;
};

}  // namespace

MasslessLoopMotion massless_loop_motion(const StringLoop& loop, std::span<const std::optional<double>> speeds,
                                        const MasslessLoopMotion& near) {
  if (!(near.flux > 0.0)) {
    throw SolverError(
        "the belt is at rest; with rigid stick, the motion of the string and its small motions are defined only while "
        "it runs: prescribe a nonzero driver speed at this time");
  }
  MasslessEquations equations(loop, speeds, near);
  Eigen::VectorXd x = equations.unknowns(near);
  const numerics::NewtonOutcome outcome = numerics::damped_newton(equations, x, {.tolerance = 1e-11});
  if (!outcome.converged) {
    throw SolverError(fmt::format(
        "no steady motion of the string with rigid stick is found near the steady motion of the belt: after "
        "{} Newton iterations the last correction was {:.3g}; reduce the torques, or tighten the belt",
        outcome.iterations, outcome.correction));
  }
  MasslessLoopMotion motion = equations.motion(x);
  const BeltPath path = loop_path(loop, motion.mounts);
  for (std::size_t i = 0; i < loop.pulleys.size(); ++i) {
    const double before = motion.force[(i + motion.force.size() - 1) % motion.force.size()];
    const double slip = std::abs(std::log(motion.force[i] / before)) / loop.pulleys[i].coefficient;
    if (slip < path.arcs()[i].wrap) continue;
    throw SolverError(fmt::format(
        "the string with rigid stick slips over the whole wrap of a pulley of radius {:.6g} m (slip arc required: "
        "{:.6g} rad, available: {:.6g} rad); reduce the torque, or increase friction or pretension",
        loop.pulleys[i].place.radius, slip, path.arcs()[i].wrap));
  }
  return motion;
}

MasslessLoop massless_loop_of(const FrictionLoop& loop, const FrictionLoopMotion& motion, double driver_speed) {
  MasslessLoop massless{.string = loop.string, .motion = {}};
  std::vector<std::optional<double>> speeds;
  for (std::size_t i = 0; i < loop.pulleys.size(); ++i) {
    // Friction acts on the surface, with a smaller lever than on the centre line.
    StringLoopPulley& pulley = massless.string.pulleys[i];
    pulley.coefficient *= pulley.place.radius / (pulley.place.radius + loop.string.offset);
    speeds.push_back(i == 0 ? driver_speed : loop.pulleys[i].surface_speed);
  }
  massless.motion = {.flux = motion.flux, .force = motion.effective_force, .mounts = motion.state.mounts};
  const double mass_per_length = loop.string.mass_per_length;
  // Fixed-point iteration: the momentum of one motion gives the next motion, whose flux differs relatively by the order
  // of ρA G²/EA.
  constexpr int kMostTimes = 100;
  constexpr double kSameFlux = 1e-13;
  for (int i = 0;; ++i) {
    if (i == kMostTimes) {
      throw SolverError(
          fmt::format("no steady motion of the string with rigid stick is found: its centrifugal force, {:.4g} N, does "
                      "not settle; reduce the speed, or use a stiffer belt",
                      massless.momentum));
    }
    const double flux = massless.motion.flux;
    massless.momentum = mass_per_length * flux * flux;
    massless.string.axial_stiffness = loop.string.axial_stiffness - massless.momentum;
    massless.string.unstressed_stretch =
        loop.string.unstressed_stretch * loop.string.axial_stiffness / massless.string.axial_stiffness;
    massless.motion = massless_loop_motion(massless.string, speeds, massless.motion);
    if (mass_per_length == 0.0 || std::abs(massless.motion.flux - flux) <= kSameFlux * flux) break;
  }
  return massless;
}

}  // namespace beltdyn::analytic
