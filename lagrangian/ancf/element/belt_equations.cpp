// SPDX-License-Identifier: MIT
#include "lagrangian/ancf/element/belt_equations.hpp"

#include <cmath>

#include "core/drive/belt/belt_drive.hpp"
#include "lagrangian/ancf/transient/belt_model.hpp"

namespace beltdyn::lagrangian::ancf {
namespace {

using numerics::kBlock;

}  // namespace

BeltEquations::BeltEquations(const BeltDrive& drive, const AncfParameters& parameters, const ParticleMesh& mesh,
                             const std::vector<GuidedNode>& ends)
    : BeltSystem(rigid_on_mesh(drive, mesh)),
      model_(make_belt_model(this->drive(), parameters, mesh, ends)),
      pulleys_(make_pulley_entries(this->drive(), mesh)),
      friction_(parameters.friction == FrictionMode::paper ? ContactFriction::paper : ContactFriction::consistent),
      work_(make_belt_work(model_, n_border_unknowns(), parameters.instruction_set())),
      guided_(model_, *work_.arrays) {}

void BeltEquations::turn_pulleys() {
  for (std::size_t p = 0; p < pulleys_.size(); ++p) {
    PulleyEntry& pulley = pulleys_[p];
    pulley.circle.turn = angles().turn(p);
    pulley.circle.angular_velocity = angles()[p].v;
    if (!pulley.is_moving) continue;
    const CircleMotion motion = circle_motion(p);
    pulley.circle.center = numerics::plane(motion.center);
    pulley.circle.velocity = numerics::plane(motion.axis_velocity + angles()[p].v * motion.by_angle);
    pulley.by_angle = numerics::plane(motion.by_angle);
    pulley.by_mount = numerics::plane(motion.by_mount);
  }
}

// Adds Q = (force on the pulley)·∂c/∂u; ∂c/∂u turns with u too.
void BeltEquations::load_mount(std::size_t p, bool with_tangent) {
  const PulleyEntry& pulley = pulleys_[p];
  if (!pulley.is_moving) return;
  const CircleMotion motion = circle_motion(p);
  const Eigen::Vector2d force(pulley.force.x, pulley.force.y);
  if (!with_tangent) {
    mounts().set_belt_force(p, force.dot(motion.by_mount));
    return;
  }
  mounts().set_belt(p, {.force = force.dot(motion.by_mount),
                        .by_mount = pulley.d_force + force.dot(motion.by_mount_twice),
                        .by_angle = pulley.d_force_by_angle,
                        .torque_by_mount = pulley.d_torque_by_mount});
}

void BeltEquations::hold(bool on) {
  set_held(on);
  held_at_ = {arrays().q[arrays().layout.at(0, kBlock, 0)], arrays().q[arrays().layout.at(0, kBlock, 1)]};
}

void BeltEquations::add_spring(bool with_tangent) {
  BeltArrays& a = arrays();
  const auto at = [&](int c) { return a.layout.at(0, kBlock, c); };
  Vec2<double> t{a.q[at(2)], a.q[at(3)]};
  t = (1.0 / std::hypot(t.x, t.y)) * t;
  // As stiff as an element: then the rounding of the node's position x, 2⁻⁵³|x|, causes no more force here than between
  // its neighbours. The force of the spring is the resultant on the whole belt along itself, which is close to 0 at any
  // stiffness.
  const double k = model_.section.axial_stiffness / model_.rule.length;
  const double force = -k * numerics::dot(t, Vec2<double>{a.q[at(0)], a.q[at(1)]} - held_at_);
  a.residual[at(0)] += force * t.x;
  a.residual[at(1)] += force * t.y;
  if (!with_tangent) return;
  const auto entry = [&](int i, int j) -> double& {
    return a.matrix.diagonal[a.layout.at(0, numerics::kBlockEntries, i * kBlock + j)];
  };
  entry(0, 0) += k * t.x * t.x;
  entry(0, 1) += k * t.x * t.y;
  entry(1, 0) += k * t.y * t.x;
  entry(1, 1) += k * t.y * t.y;
}

bool BeltEquations::assemble(const BeltStep& step, bool with_tangent) {
  turn_pulleys();
  work_.kernel->assemble(
      {.length = step.length, .rates = step.rates, .friction = step.is_static() ? ContactFriction::none : friction_},
      with_tangent, pulleys_);
  for (std::size_t p = 0; p < pulleys_.size(); ++p) {
    angles().set_torque(p, pulleys_[p].torque);
    if (with_tangent) angles().set_torque_derivative(p, pulleys_[p].d_torque);
    load_mount(p, with_tangent);
  }
  const bool is_given = step.rates.acceleration == 0.0 && !given_.empty();
  if (is_given) add_inertia_of_given();
  guided_.enter(step, is_given ? given_ : arrays().a, with_tangent);
  if (is_held() && guided_.size() == 0) add_spring(with_tangent);
  return true;
}

// Adds ∫ S_i f dx of each element.
template <class Force>
void BeltEquations::add_distributed(const Force& force) {
  BeltArrays& a = arrays();
  const auto lanes = static_cast<std::size_t>(a.layout.lanes());
  const double L = model_.rule.length;
  for (const auto& [xi, weight] : numerics::gauss_rule(kLoadPoints)) {
    const Shape S = position_shape(xi, L);
    for (int element = 0; element < model_.n_elements(); ++element) {
      const Eigen::Vector2d f = weight * L * force(element, xi);
      for (std::size_t i = 0; i < kElementVectors; ++i) {
        const std::size_t to = vector_of(element, i);
        a.residual[to] += S[i] * f.x();
        a.residual[to + lanes] += S[i] * f.y();
      }
    }
  }
}

void BeltEquations::add_load(const BeltLoad& load, double time) {
  const double L = model_.rule.length;
  add_distributed([&](int element, double xi) { return load((element + xi) * L, time); });
}

// f = −ρA S_j r̈_j
void BeltEquations::add_inertia_of_given() {
  const auto lanes = static_cast<std::size_t>(arrays().layout.lanes());
  add_distributed([&](int element, double xi) {
    const Shape S = position_shape(xi, model_.rule.length);
    Eigen::Vector2d acceleration = Eigen::Vector2d::Zero();
    for (std::size_t j = 0; j < kElementVectors; ++j) {
      const std::size_t from = vector_of(element, j);
      acceleration += S[j] * Eigen::Vector2d(given_[from], given_[from + lanes]);
    }
    return Eigen::Vector2d(-model_.section.mass_per_length * acceleration);
  });
}

// Position of the first component of vector i of an element; the vectors of a node are r and r'.
std::size_t BeltEquations::vector_of(int element, std::size_t i) const {
  const BeltArrays& a = arrays();
  const std::size_t node = (static_cast<std::size_t>(element) + i / 2) % a.node_start.size();
  return a.node_start[node] + 2 * (i % 2) * static_cast<std::size_t>(a.layout.lanes());
}

bool BeltEquations::factorise() {
  work_.kernel->factorise();
  return true;
}

void BeltEquations::solve(numerics::AlignedVector& rhs) { work_.kernel->solve(rhs); }

}  // namespace beltdyn::lagrangian::ancf
