// SPDX-License-Identifier: MIT
#include "core/drive/pulley/mount_rest.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/error.hpp"
#include "core/base/stop_request.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/numerics/solve/damped_newton.hpp"
#include "core/numerics/solve/dense.hpp"

namespace beltdyn {
namespace {

// Step of central differences: an angle [rad], or a displacement relative to the radius of the pulley [-].
constexpr double kDifferenceStep = 1e-6;

double force_of_string(const BeltDrive& drive, const BeltPath& path, double reference_length) {
  return drive.belt.axial_stiffness * (path.length() / reference_length - 1.0 - drive.unbent_reference_strain());
}

// The equilibrium equations of the free mounts. The unknowns are the displacements of the axes over the radii of their
// pulleys.
class RestEquations final : public numerics::NonlinearSystem {
 public:
  explicit RestEquations(const BeltDrive& drive)
      : RestEquations(drive, drive.reference_length(), std::nullopt, std::nullopt) {}
  // With given span forces in addition to the force of the string.
  RestEquations(const BeltDrive& drive, MoreForces more) : RestEquations(drive) { more_ = std::move(more); }
  // Under a given belt force. The pulley `drawn` and arms without a free angle stay where they are drawn.
  RestEquations(const BeltDrive& drive, double force, std::optional<std::size_t> drawn)
      : RestEquations(drive, 0.0, force, drawn) {}

 private:
  RestEquations(const BeltDrive& drive, double reference_length, std::optional<double> force,
                std::optional<std::size_t> drawn)
      : drive_(drive), reference_length_(reference_length), given_force_(force), drawn_(drive.pulleys.size()) {
    for (std::size_t p = 0; p < drawn_.size(); ++p) {
      const Pulley& pulley = drive.pulleys[p];
      if (suspension_of(pulley.mount) == nullptr) {
        drawn_[p] = given_motion(pulley.mount, pulley.center, 0.0).position;
        continue;
      }
      drawn_[p] = drawn_position(pulley.mount, pulley.center);
      if (drawn == p || (force && is_held(*suspension_of(pulley.mount)))) continue;
      free_.push_back(p);
      radius_.push_back(pulley.radius);
      scale_.push_back(pulley.radius / force_arm(pulley.mount, pulley.center));
    }
  }

 public:
  Eigen::Index n_unknowns() const { return static_cast<Eigen::Index>(free_.size()); }
  const std::vector<std::size_t>& free_mounts() const { return free_; }
  bool has_given_force() const { return given_force_.has_value(); }
  const std::vector<double>& drawn() const { return drawn_; }  // coordinates of all mounts as drawn

  Eigen::VectorXd unknowns(std::span<const double> positions) const {
    Eigen::VectorXd x(n_unknowns());
    for (std::size_t i = 0; i < free_.size(); ++i) {
      x[static_cast<Eigen::Index>(i)] = (positions[free_[i]] - drawn_[free_[i]]) / scale_[i];
    }
    return x;
  }
  // ∂(residual)/∂u, u the coordinates of the free mounts
  std::optional<Eigen::MatrixXd> stiffness(const Eigen::VectorXd& x) { return derivative(x, scale_); }
  // ∂(residual)/∂z, z the displacements of the axes [N/m]. It is symmetric, since all forces have a potential; a
  // positive eigenvalue means that the mounts move away from x.
  std::optional<Eigen::MatrixXd> gradient(const Eigen::VectorXd& x) {
    const std::optional<Eigen::MatrixXd> by_z = derivative(x, radius_);
    return by_z ? std::optional<Eigen::MatrixXd>(0.5 * (*by_z + by_z->transpose())) : std::nullopt;
  }
  // The change of x by displacements z of the axes [m].
  Eigen::VectorXd change_by(const Eigen::VectorXd& z) const {
    return z.cwiseQuotient(Eigen::Map<const Eigen::VectorXd>(radius_.data(), n_unknowns()));
  }
  std::vector<double> positions(const Eigen::VectorXd& x) const {
    std::vector<double> all = drawn_;
    for (std::size_t i = 0; i < free_.size(); ++i) all[free_[i]] += scale_[i] * x[static_cast<Eigen::Index>(i)];
    return all;
  }

  bool evaluate(const Eigen::VectorXd& x, Eigen::VectorXd& residual) override {
    const std::vector<double> u = positions(x);
    residual.resize(n_unknowns());
    try {
      const BeltPath path = path_with_mounts(drive_, u);
      std::vector<double> forces(2 * path.spans().size(), force_on(path));
      if (more_) std::ranges::transform(forces, more_(path), forces.begin(), std::plus());
      for (std::size_t i = 0; i < free_.size(); ++i) {
        const std::size_t p = free_[i];
        const Pulley& pulley = drive_.pulleys[p];
        const double own = suspension_force(pulley.mount, drive_.gravity, 0.0, u[p], 0.0).force;
        residual[static_cast<Eigen::Index>(i)] =
            (own + pull_of(path, forces, p).dot(pulley.axis_at(u[p]).by_u)) / force_arm(pulley.mount, pulley.center);
      }
    } catch (const PathError&) {
      return false;
    }
    return residual.allFinite();
  }

  // The force N of the string [N]
  double force(const Eigen::VectorXd& x) const { return force_on(path_with_mounts(drive_, positions(x))); }

  bool factorise(const Eigen::VectorXd& x) override {
    const std::optional<Eigen::MatrixXd> jacobian = numerics::central_differences(*this, x, kDifferenceStep);
    if (jacobian) lu_.compute(*jacobian);
    return jacobian.has_value();
  }
  void solve(const Eigen::VectorXd& rhs, Eigen::VectorXd& d) override { d = lu_.solve(rhs); }

 private:
  // ∂(residual)/∂(x · unit), with the units of the unknowns
  std::optional<Eigen::MatrixXd> derivative(const Eigen::VectorXd& x, const std::vector<double>& units) {
    std::optional<Eigen::MatrixXd> by_x = numerics::central_differences(*this, x, kDifferenceStep);
    for (std::size_t i = 0; by_x && i < units.size(); ++i) by_x->col(static_cast<Eigen::Index>(i)) /= units[i];
    return by_x;
  }
  double force_on(const BeltPath& path) const {
    return given_force_ ? *given_force_ : force_of_string(drive_, path, reference_length_);
  }
  static Eigen::Vector2d pull_of(const BeltPath& path, const std::vector<double>& forces, std::size_t p) {
    const std::size_t n = path.spans().size();
    const std::size_t before = (p + n - 1) % n;
    return forces[p] * path.spans()[p].tangent - forces[n + before] * path.spans()[before].tangent;
  }

  const BeltDrive& drive_;
  double reference_length_;
  std::optional<double> given_force_;
  MoreForces more_;
  std::vector<double> drawn_;  // of prescribed mounts: at the start
  std::vector<std::size_t> free_;
  std::vector<double> radius_;  // of the pulleys of free mounts [m]
  std::vector<double> scale_;   // u for a displacement of the axis by one radius
  numerics::DenseLu lu_;
};

}  // namespace

namespace {

// Mounts in equilibrium with different belt forces may stay where they are drawn if friction on the pulleys between
// them can carry the differences of the forces. Is this so?
bool friction_holds(const BeltDrive& drive, const RestEquations& equations) {
  const std::vector<double>& drawn = equations.drawn();
  const BeltPath path = path_with_mounts(drive, drawn);
  struct Asked {
    std::size_t pulley{};
    double force{};  // belt force N for which the mount is in equilibrium [N]
  };
  std::vector<Asked> asked;
  for (const std::size_t p : equations.free_mounts()) {
    const Pulley& pulley = drive.pulleys[p];
    const double own = suspension_force(pulley.mount, drive.gravity, 0.0, drawn[p], 0.0).force;
    asked.push_back({p, -own / pull_of_unit_force(path, p, pulley.axis_at(drawn[p]).by_u)});
    if (!(asked.back().force > 0.0)) return false;
  }
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const Asked& next = asked[(i + 1) % asked.size()];
    double friction = 0.0;  // Σ μ φ of the pulleys between the two mounts [-]
    for (std::size_t p = (asked[i].pulley + 1) % drive.pulleys.size(); p != next.pulley;
         p = (p + 1) % drive.pulleys.size()) {
      friction += drive.kinetic_coefficient(p) * path.arcs()[p].wrap;
    }
    if (std::abs(std::log(next.force / asked[i].force)) > friction) return false;
  }
  return asked.size() > 1;
}

// The largest eigenvalue of the gradient; infinite if there is no path close to x [N/m].
double instability(RestEquations& equations, const Eigen::VectorXd& x) {
  const std::optional<Eigen::MatrixXd> gradient = equations.gradient(x);
  if (!gradient) return INFINITY;
  return numerics::symmetric_eigenvalues(*gradient).maxCoeff();
}

// Where the mounts sink from where they are drawn, as if only viscous forces held them back: close to the next stable
// equilibrium. The steps dz/dτ = residual of the implicit Euler method become longer as the residual falls. Each step
// is downhill, since its shift is larger than every eigenvalue. None if no equilibrium is reached.
std::optional<Eigen::VectorXd> sink(RestEquations& equations) {
  constexpr int kMostSteps = 400;
  constexpr double kFirstMove = 0.02;   // of a radius [-]
  constexpr double kLongestMove = 0.1;  // of a radius [-]
  constexpr double kStiffer = 4.0;      // after a step without belt path
  constexpr double kLeastChange = 0.2;  // of the shift from step to step
  constexpr double kLargestChange = 2.0;
  constexpr double kCloseBy = 1e-4;  // a step from which Newton's method converges [-]
  Eigen::VectorXd x = Eigen::VectorXd::Zero(equations.n_unknowns());
  Eigen::VectorXd residual;
  if (!equations.evaluate(x, residual)) return std::nullopt;
  double shift = equations.change_by(residual).lpNorm<Eigen::Infinity>() / kFirstMove;  // 1/Δτ [N/m]
  for (int step = 0; step < kMostSteps; ++step) {
    throw_if_stopped();
    const std::optional<Eigen::MatrixXd> gradient = equations.gradient(x);
    if (!gradient) return std::nullopt;
    const double steepest = numerics::symmetric_eigenvalues(*gradient).maxCoeff();
    const Eigen::MatrixXd identity = Eigen::MatrixXd::Identity(x.size(), x.size());
    Eigen::VectorXd change =
        equations.change_by(numerics::DenseLu(std::max(shift, 2.0 * steepest) * identity - *gradient).solve(residual));
    change *= std::min(1.0, kLongestMove / change.lpNorm<Eigen::Infinity>());
    Eigen::VectorXd after;
    if (!equations.evaluate(x + change, after)) {
      shift *= kStiffer;
      continue;
    }
    x += change;
    if (steepest < 0.0 && change.lpNorm<Eigen::Infinity>() < kCloseBy) return x;
    shift *= std::clamp(after.norm() / residual.norm(), kLeastChange, kLargestChange);
    residual = after;
  }
  return std::nullopt;
}

// Newton's method also finds equilibria that the mounts would leave. Those that are drawn close to one sink to the next
// stable one; if there is none, that of Newton's method is kept.
void leave_unstable_equilibrium(RestEquations& equations, Eigen::VectorXd& x) {
  if (!(instability(equations, x) > 0.0)) return;
  std::optional<Eigen::VectorXd> stable = sink(equations);
  if (!stable || !numerics::damped_newton(equations, *stable, {}).converged) return;
  if (equations.force(*stable) > 0.0 && instability(equations, *stable) < 0.0) x = *stable;
}

// Does nothing but the belt act on the mount along its coordinate?
bool gives_way(const BeltDrive& drive, const PulleyMount& mount) {
  const Suspension* suspension = suspension_of(mount);
  if (suspension == nullptr || suspension->spring || suspension->stops) return false;
  const auto* slider = std::get_if<SliderMount>(&mount);
  if (slider == nullptr) return true;
  return !slider->force && suspension->inertia * drive.gravity.dot(slider->direction) == 0.0;
}

std::vector<double> solve_for_rest(const BeltDrive& drive, RestEquations& equations) {
  // A strain below this is rounding of a slack belt.
  constexpr double kLeastStrain = 1e-12;
  Eigen::VectorXd x = Eigen::VectorXd::Zero(equations.n_unknowns());
  if (equations.n_unknowns() == 0) return equations.positions(x);
  const numerics::NewtonOutcome outcome = numerics::damped_newton(equations, x, {});
  // Under a given force the stiffness of the belt, which holds mounts too, is not in the equations.
  if (outcome.converged && !equations.has_given_force()) leave_unstable_equilibrium(equations, x);
  if (outcome.converged && equations.force(x) > kLeastStrain * drive.belt.axial_stiffness)
    return equations.positions(x);
  for (const std::size_t p : equations.free_mounts()) {
    if (!gives_way(drive, drive.pulleys[p].mount)) continue;
    throw SolverError(fmt::format(
        "the mount of pulley {} has no spring, no stops and no force or weight along its coordinate, so it "
        "gives way until the belt is slack; give it a \"spring\"{}",
        drive.pulley_label(p), std::holds_alternative<SliderMount>(drive.pulleys[p].mount) ? " or a \"force\"" : ""));
  }
  std::vector<std::string> labels;
  for (const std::size_t p : equations.free_mounts()) labels.push_back(drive.pulley_label(p));
  const std::string mounts = fmt::format("the mount of pulley {}", fmt::join(labels, ", "));
  throw SolverError(
      outcome.converged
          ? fmt::format("the belt would be slack at the equilibrium of {}, with {:.3g} N; reverse its spring or force, "
                        "or shorten the belt",
                        mounts, equations.force(x))
          : fmt::format("no equilibrium of {} under the belt tension was found; check its spring, force or weight and "
                        "the length of the belt, and place the pulley closer to its equilibrium position",
                        mounts));
}

// Idlers of a conveyor prevent a sag that would shorten the belt. The weight only makes the force vary along the belt.
RestEquations rest_equations(const BeltDrive& drive) {
  if (drive.spans.empty()) return RestEquations(drive);
  return {drive, [&drive](const BeltPath& path) {
            const std::vector<double> no_steps(path.arcs().size());
            return forces_around(path, no_steps, weight_along(drive, path));
          }};
}

}  // namespace

std::vector<double> forces_around(const BeltPath& path, std::span<const double> steps, std::span<const double> growth) {
  const std::size_t n = path.spans().size();
  std::vector<double> forces(2 * n);
  double force = 0.0;
  double mean = 0.0;
  for (std::size_t k = 0; k < n; ++k) {
    const double half_span = 0.5 * path.spans()[k].length;
    force += steps[k];
    forces[k] = force;
    mean += force * (half_span + 0.5 * path.arcs()[k].length()) / path.length();
    force += growth[k];
    forces[n + k] = force;
    mean += force * (half_span + 0.5 * path.arcs()[(k + 1) % n].length()) / path.length();
  }
  for (double& f : forces) f -= mean;
  return forces;
}

std::vector<double> weight_along(const BeltDrive& drive, const BeltPath& path) {
  std::vector<double> growth;
  for (const PathSpan& span : path.spans()) {
    growth.push_back(-drive.belt.mass_per_length * drive.gravity.dot(span.tangent) * span.length);
  }
  return growth;
}

std::vector<double> mounts_at_rest(const BeltDrive& drive) {
  RestEquations equations = rest_equations(drive);
  if (drive.starts_held()) return equations.drawn();
  try {
    return solve_for_rest(drive, equations);
  } catch (const SolverError&) {
    if (!friction_holds(drive, equations)) throw;
    return equations.drawn();
  }
}

std::vector<double> mounts_loaded(const BeltDrive& drive, MoreForces more) {
  RestEquations equations(drive, std::move(more));
  return solve_for_rest(drive, equations);
}

std::vector<double> mounts_under(const BeltDrive& drive, double force, std::optional<std::size_t> drawn) {
  RestEquations equations(drive, force, drawn);
  if (drive.starts_held()) return equations.drawn();
  return solve_for_rest(drive, equations);
}

double pull_of_unit_force(const BeltPath& path, std::size_t pulley, const Eigen::Vector2d& axis_by_u) {
  const std::size_t before = (pulley == 0 ? path.spans().size() : pulley) - 1;
  return (path.spans()[pulley].tangent - path.spans()[before].tangent).dot(axis_by_u);
}

BeltPath path_with_mounts(const BeltDrive& drive, std::span<const double> positions) {
  std::vector<Eigen::Vector2d> axes;
  for (std::size_t p = 0; p < positions.size(); ++p) axes.push_back(drive.pulleys[p].axis_at(positions[p]).place);
  return drive.path_around(axes);
}

double string_force(const BeltDrive& drive, const BeltPath& path) {
  return force_of_string(drive, path, drive.reference_length());
}

Eigen::MatrixXd mount_stiffness(const BeltDrive& drive, std::span<const double> positions) {
  RestEquations equations(drive);
  std::optional<Eigen::MatrixXd> stiffness = equations.stiffness(equations.unknowns(positions));
  if (!stiffness) throw SolverError("there is no belt path near the position of the mounts");
  return *std::move(stiffness);
}

BeltPath path_at_rest(const BeltDrive& drive) {
  return drive.has_mounts() ? path_with_mounts(drive, mounts_at_rest(drive)) : drive.path();
}

BeltPath path_to_show(const BeltDrive& drive) {
  try {
    return path_at_rest(drive);
  } catch (const SolverError&) {
    return drive.path();
  }
}

double force_at_rest(const BeltDrive& drive) { return string_force(drive, path_to_show(drive)); }

}  // namespace beltdyn
