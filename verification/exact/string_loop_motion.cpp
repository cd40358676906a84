// SPDX-License-Identifier: MIT
#include "verification/exact/string_loop_motion.hpp"

#include <cmath>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/numerics/solve/damped_newton.hpp"
#include "core/numerics/solve/dense.hpp"

namespace beltdyn::exact {
namespace {

using analytic::force_on_axis;
using analytic::loop_path;

// Step of the central differences of unknowns of order 1. At this step truncation and rounding of the Jacobian are of
// equal size. Newton's method then converges linearly with a rate equal to their sum.
constexpr double kDifferenceStep = 1e-6;

// The unknowns: the forces before and behind the driver, relative to the force of a uniformly stretched belt [-], and
// the coordinates of the mounts [m, rad].
constexpr Eigen::Index kBefore = 0;
constexpr Eigen::Index kBehind = 1;
constexpr Eigen::Index kMounts = 2;

// λ for the effective force T at the speed v = G λ: EA λ² − (EA λ₀ + T) λ − ρA v² = 0.
double stretch_at(const StringLoop& loop, double speed, double effective_force) {
  const double sum = loop.axial_stiffness * loop.unstressed_stretch + effective_force;
  const double inertia = loop.mass_per_length * speed * speed;
  return (sum + std::sqrt(sum * sum + 4.0 * loop.axial_stiffness * inertia)) / (2.0 * loop.axial_stiffness);
}

// The motion that follows by (1) from the forces before and behind the driver. It need not close: the force that
// arrives at the driver may differ from `before`.
StringLoopMotion motion_of(const StringLoop& loop, const BeltPath& path, double speed, double before, double behind) {
  const std::size_t n = loop.pulleys.size();
  StringLoopMotion m;
  const double first = stretch_at(loop, speed, before);
  m.flux = speed / first;
  const double a = loop.axial_stiffness - loop.mass_per_length * m.flux * m.flux;
  const double b = loop.axial_stiffness * loop.unstressed_stretch;
  double force = before;
  for (std::size_t i = 0; i < n; ++i) {
    const PathArc& arc = path.arcs()[i];
    const double omega = m.flux * ((force + b) / a) / arc.radius;
    const double next = i == 0 ? behind : force + loop.pulleys[i].torque(omega) / arc.radius;
    m.angular_velocity.push_back(omega);
    m.slip_arc.push_back(std::abs(std::log(next / force)) / loop.pulleys[i].coefficient);
    m.wrap.push_back(arc.wrap);
    m.effective_force.push_back(next);
    m.stretch.push_back((next + b) / a);
    m.force.push_back(loop.axial_stiffness * (m.stretch.back() - loop.unstressed_stretch));
    force = next;
  }
  m.driver_torque = path.arcs()[0].radius * (before - behind);
  return m;
}

// The left-hand side of (2) [m].
double length_of(const StringLoop& loop, const BeltPath& path, const StringLoopMotion& m) {
  const std::size_t n = loop.pulleys.size();
  const double a_over_b = (loop.axial_stiffness - loop.mass_per_length * m.flux * m.flux) /
                          (loop.axial_stiffness * loop.unstressed_stretch);
  double length = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    const double before = m.stretch[(i + n - 1) % n];
    const double growth = std::abs(std::log(m.stretch[i] / before)) / loop.pulleys[i].coefficient;
    length += path.spans()[i].length / m.stretch[i] +
              path.arcs()[i].radius * ((m.wrap[i] - m.slip_arc[i]) / before + a_over_b * (m.slip_arc[i] - growth));
  }
  return length;
}

// The equations (1) to (3) for Newton's method: the loop of forces closes, the length is L₀, and mounts are in
// equilibrium.
class LoopEquations final : public numerics::NonlinearSystem {
 public:
  LoopEquations(const StringLoop& loop, double speed, double even) : loop_(loop), speed_(speed), even_(even) {}

  bool evaluate(const Eigen::VectorXd& x, Eigen::VectorXd& residual) override {
    const std::size_t n = loop_.pulleys.size();
    try {
      const BeltPath path = loop_path(loop_, mounts_of(x));
      const StringLoopMotion m = motion(x, path);
      residual.resize(x.size());
      residual[kBefore] = m.effective_force[n - 1] / even_ - x[kBefore];
      residual[kBehind] = length_of(loop_, path, m) / loop_.reference_length - 1.0;
      for (std::size_t j = 0; j < loop_.mounts.size(); ++j) {
        const StringLoopMount& mount = loop_.mounts[j];
        const double q = x[kMounts + static_cast<Eigen::Index>(j)];
        residual[kMounts + static_cast<Eigen::Index>(j)] =
            (force_on_axis(path, m.effective_force, mount.pulley).dot(mount.axis_by(q)) - mount.force(q)) / even_;
      }
    } catch (const PathError&) {
      return false;
    }
    return residual.allFinite();
  }
  bool factorise(const Eigen::VectorXd& x) override {
    const std::optional<Eigen::MatrixXd> jacobian = numerics::central_differences(*this, x, kDifferenceStep);
    if (jacobian) lu_.compute(*jacobian);
    return jacobian.has_value();
  }
  void solve(const Eigen::VectorXd& rhs, Eigen::VectorXd& d) override { d = lu_.solve(rhs); }

  StringLoopMotion motion(const Eigen::VectorXd& x, const BeltPath& path) const {
    return motion_of(loop_, path, speed_, x[kBefore] * even_, x[kBehind] * even_);
  }
  std::vector<double> mounts_of(const Eigen::VectorXd& x) const { return {x.data() + kMounts, x.data() + x.size()}; }

 private:
  const StringLoop& loop_;
  double speed_;
  double even_;  // reference force of the unknowns [N]
  numerics::DenseLu lu_;
};

// Throws SolverError if an assumption of (1) is violated: T > 0 and β < α on each pulley.
void check(const StringLoopMotion& m) {
  for (std::size_t i = 0; i < m.wrap.size(); ++i) {
    if (!(m.effective_force[i] > 0.0)) {
      throw SolverError(
          fmt::format("the belt does not press on pulley {}: its effective force is {:.6g} N; tighten "
                      "the belt or reduce the speed",
                      i + 1, m.effective_force[i]));
    }
    if (!(m.slip_arc[i] < m.wrap[i])) {
      throw SolverError(
          fmt::format("no steady motion: the belt slips over the whole wrap of pulley {} (slip arc required: {:.6g} "
                      "rad, available: {:.6g} rad); reduce the torque, or increase friction or pretension",
                      i + 1, m.slip_arc[i], m.wrap[i]));
    }
  }
}

}  // namespace

StringLoopMount arm_mount(std::size_t pulley, const Eigen::Vector2d& pivot, double length, double stiffness,
                          double free_angle, double first_angle) {
  return {
      .pulley = pulley,
      .axis = [=](double q) -> Eigen::Vector2d { return pivot + length * Eigen::Vector2d(std::cos(q), std::sin(q)); },
      .axis_by = [=](double q) -> Eigen::Vector2d { return length * Eigen::Vector2d(-std::sin(q), std::cos(q)); },
      .force = [=](double q) { return stiffness * (q - free_angle); },
      .first = first_angle};
}

StringLoopMotion steady_loop_motion(const StringLoop& loop, double driver_speed) {
  std::vector<double> first;
  for (const StringLoopMount& mount : loop.mounts) first.push_back(mount.first);
  const double even_stretch = loop_path(loop, first).length() / loop.reference_length;
  // A loose belt that mounts tighten has no force at first; a small strain then provides the reference force.
  const double strain = std::max(even_stretch - loop.unstressed_stretch, 1e-4);
  const double even = loop.axial_stiffness * strain;
  LoopEquations equations(loop, driver_speed, even);
  Eigen::VectorXd x(kMounts + static_cast<Eigen::Index>(first.size()));
  x[kBefore] = 1.0;
  x[kBehind] = 1.0;
  for (std::size_t m = 0; m < first.size(); ++m) x[kMounts + static_cast<Eigen::Index>(m)] = first[m];
  const numerics::NewtonOutcome outcome = numerics::damped_newton(equations, x, {.tolerance = 1e-11});
  if (!outcome.converged) {
    throw SolverError(fmt::format(
        "no steady motion of the string was found: after {} Newton iterations the last correction was {:.3g}; reduce "
        "the torques, or tighten the belt",
        outcome.iterations, outcome.correction));
  }
  StringLoopMotion motion = equations.motion(x, loop_path(loop, equations.mounts_of(x)));
  motion.mount_coordinate = equations.mounts_of(x);
  check(motion);
  return motion;
}

}  // namespace beltdyn::exact
