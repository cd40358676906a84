// SPDX-License-Identifier: MIT
// How an open AleBelt starts.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/pulley/mount_rest.hpp"
#include "core/dynamics/belt_statics.hpp"
#include "core/dynamics/laid_rope.hpp"
#include "eulerian/ale/transient/ale_belt.hpp"
#include "eulerian/ale/transient/ale_statics.hpp"

namespace beltdyn::eulerian::ale {
namespace {

// Largest acceleration of a rope in equilibrium, from rounding [m/s²].
constexpr double kAtRest = 1e-9;

}  // namespace

AleBelt::AleBelt(const LaidRope& rope, const AleParameters& parameters)
    : BeltStepper({.scheme = parameters.scheme(),
                   .residual_tolerance = beltdyn::residual_tolerance(rope.force(), rope.drive.belt.axial_stiffness,
                                                                     parameters.newton_tolerance),
                   .newton_iterations = parameters.newton_iterations,
                   .step_tolerance = parameters.step_tolerance}),
      parameters_(parameters),
      equations_(rope, parameters) {
  allow_rounding(residual_rounding(rope.drive.belt.axial_stiffness, rope.path.length(),
                                   std::ranges::min(equations_.model().mesh.lengths)));
  set_jumps(ForceJumps({rope.ends.begin(), rope.ends.end()}, parameters.time_step));
  start_open(rope);
}

void AleBelt::lay_open(const LaidRope& rope) {
  AleArrays& arrays = equations_.arrays();
  mesh_.emplace(rope, parameters_.time_step);
  put_mesh();
  equations_.lay(rope.rope);
  for (numerics::AlignedVector* rate : {&arrays.v, &arrays.a}) std::ranges::fill(*rate, 0.0);
  begin_history();
}

// The start of an open belt. First the pulleys are held: ends and free mounts find their equilibrium under the inertia
// of the acceleration at the start. If friction is too little for that, they are held as well, and later start to move
// under the residual forces. Then free pulleys are released, as far as there is an equilibrium with them, which is not
// the case if they or mounts accelerate.
void AleBelt::start_open(const LaidRope& rope) {
  equations_.set_given_acceleration(rope.acceleration);
  const auto hold_ends_and_mounts = [this](bool on) {
    equations_.ends()->hold(on);
    equations_.hold_mounts(on);
  };
  hold_ends_and_mounts(rope.are_ends_held);
  std::string failure = settle_held(rope);
  bool are_held = rope.are_ends_held;
  if (!failure.empty() && !are_held) {
    are_held = true;
    hold_ends_and_mounts(true);
    failure = settle_held(rope);
  }
  if (!failure.empty()) {
    throw SolverError(
        fmt::format("the rope has no static equilibrium on its pulleys with its ends held: {}; check the forces at the "
                    "start and the contact, or use more elements",
                    failure));
  }
  equations_.hold(false);
  const bool accelerates = std::abs(rope.acceleration) > kAtRest || (are_held && equations_.drive().has_mounts());
  if (!accelerates && !rest().empty()) {
    settle_held(rope);
    equations_.hold(false);
  }
  equations_.set_given_acceleration(0.0);
  hold_ends_and_mounts(false);
  if (are_held) equations_.mounts().let_go(0.0);
  equations_.forget_tangent();
  run_open(rope);
}

std::string AleBelt::settle_held(const LaidRope& rope) {
  equations_.hold(true);
  PulleyAngles& angles = equations_.angles();
  for (std::size_t p = 0; p < angles.size(); ++p) angles[p] = {};
  angles.relax_bearings();
  equations_.mounts().put(mounts_at_rest(equations_.drive()));
  lay_open(rope);
  return settle_with_friction(rope.force());
}

std::string AleBelt::rest() {
  std::string failure;
  for (int i = 0; i < kRestingSteps && failure.empty(); ++i) failure = settle_step();
  return failure;
}

// Surfaces are first raised by the penetration and then lowered to their true places, with patches that get stiffer.
std::string AleBelt::settle_with_friction(double force) {
  const double stiffest = equations_.stiffest_contact(force).stiffening;
  for (const AleEquations::StartContact& stage : patch_stages(stiffest)) {
    equations_.set_start_contact(stage, force);
    if (std::string failure = settle_step(); !failure.empty()) return failure;
  }
  return rest();
}

// Moves the ends of the mesh to the ends of the rope; the mesh stays around pulleys at rest beside them. The particles
// at its nodes still have to be found.
void AleBelt::put_mesh_to_ends() {
  std::vector<MeshMotion::Axis> axes = mesh_->axes();
  axes.front().place = end_targets_.front().place;
  axes.back().place = end_targets_.back().place;
  mesh_->restore(axes);
  put_mesh();
  AleArrays& arrays = equations_.arrays();
  for (const int node : {0, arrays.layout.n_nodes() - 1}) {
    arrays.q[arrays.layout.at(node, numerics::kBlock, kAcross)] = 0.0;
  }
  arrays.close_positions();
}

// Takes a step without inertia from a belt at rest.
std::string AleBelt::settle_step() {
  put_mesh_to_ends();
  std::ranges::fill(equations_.arrays().v, 0.0);
  PulleyAngles& angles = equations_.angles();
  std::vector<double> mounts;
  for (std::size_t p = 0; p < angles.size(); ++p) {
    angles[p] = {};
    mounts.push_back(equations_.mounts()[p].q);
  }
  equations_.mounts().put(mounts);
  equations_.forget_tangent();
  angles.begin_step();
  const double residual = find_equilibrium(equations_, residual_tolerance(), resting_step());
  std::string failure = ale::objection(equations_);
  if (failure.empty() && !(residual <= residual_tolerance())) {
    failure = fmt::format("a residual of {:.3g} N remains", residual);
  }
  if (failure.empty()) {
    commit_history();
    angles.finish_step(numerics::StepScheme::quasi_static(), angles.states());
  }
  return failure;
}

// A node of the mesh with the velocity v along the path has s_t = s' (v − u), u the speed of the rope. The mesh moves
// with the ends.
void AleBelt::run_open(const LaidRope& rope) {
  std::vector<double> torques;
  for (std::size_t p = 0; p < equations_.angles().size(); ++p) torques.push_back(equations_.angles().torque(p));
  AleArrays& arrays = equations_.arrays();
  const AleMesh& mesh = equations_.model().mesh;
  const int last = mesh.size() - 1;
  const auto slope = [&arrays](int node) { return arrays.q[arrays.layout.at(node, numerics::kBlock, kMaterialSlope)]; };
  std::vector<MeshMotion::Axis> axes = mesh_->axes();
  for (const int node : {0, last}) {
    const Vec2<double>& t = mesh.nodes[static_cast<std::size_t>(node)].tangent;
    const double sigma = mesh.nodes[static_cast<std::size_t>(node)].sigma;
    const Eigen::Vector2d with_rope = rope.speed_at(sigma) * Eigen::Vector2d(t.x, t.y);
    MeshMotion::Axis& axis = node == 0 ? axes.front() : axes.back();
    axis.velocity = rope.end_velocities[node == 0 ? 0 : 1].value_or(with_rope);
    axis.acceleration = axis.auxiliary = rope.acceleration * Eigen::Vector2d(t.x, t.y);
  }
  mesh_->restore(axes);
  put_mesh();
  for (numerics::AlignedVector* rate : {&arrays.v, &arrays.a}) std::ranges::fill(*rate, 0.0);
  for (int node = 1; node < last; ++node) {
    const auto i = static_cast<std::size_t>(node);
    const std::size_t material = arrays.layout.at(node, numerics::kBlock, kMaterial);
    const MeshNode& at = mesh.nodes[i];
    arrays.v[material] = slope(node) * (dot(mesh.motion[i].velocity, at.tangent) - rope.speed_at(at.sigma));
    arrays.a[material] = slope(node) * (dot(mesh.motion[i].acceleration, at.tangent) - rope.acceleration);
  }
  for (numerics::AlignedVector* rate : {&arrays.v, &arrays.a}) numerics::copy_first_nodes(arrays.layout, *rate);
  equations_.ends()->begin_drums();
  equations_.ends()->pay_out(0.0);
  equations_.angles().run(rope.speeds, 0.0);
  commit_history();
  equations_.angles().find_bearings(parameters_.time_step, 0.0);
  for (std::size_t p = 0; p < equations_.mounts().size(); ++p) {
    mesh_offsets_.push_back(mesh_->axes()[p + 1].place - equations_.mounts().axis(p).place);
  }
  begin(std::move(torques));
  keep_history();
}

}  // namespace beltdyn::eulerian::ale
