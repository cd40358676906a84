// SPDX-License-Identifier: MIT
#include "eulerian/ale/transient/ale_belt.hpp"

#include <algorithm>

#include "core/belt/belt_balances.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/pulley/mount_rest.hpp"
#include "core/dynamics/belt_statics.hpp"
#include "eulerian/ale/element/ale_energy.hpp"
#include "eulerian/ale/transient/ale_statics.hpp"
#include "eulerian/ale/transient/touching_nodes.hpp"

namespace beltdyn::eulerian::ale {
namespace {

std::unique_ptr<const SteadyDrive> steady_motion(const BeltDrive& drive, const AleParameters& parameters) {
  // On its usual mesh the belt is worth a longer search.
  AleParameters searched = parameters;
  searched.mesh.is_free = false;
  auto steady = std::make_unique<SteadyDrive>(drive, searched);
  // A drive without motion at t = 0 begins at rest.
  if (steady->belt().stands_still(0.0)) return nullptr;
  try {
    steady->solve(0.0);
  } catch (const SolverError&) {
    std::unique_ptr<SteadyDrive> other = steady_on_another_mesh(*steady, parameters, 0.0);
    if (!other) throw;
    return other;
  }
  return steady;
}

// The parameters with the mesh of a running belt.
AleParameters with_mesh(AleParameters parameters, const SteadyDrive* running) {
  if (running != nullptr) parameters.mesh = running->parameters().mesh;
  return parameters;
}

BeltPath mesh_path(const BeltDrive& drive, const SteadyDrive* running) {
  if (running == nullptr || !drive.has_mounts()) return path_at_rest(drive);
  return path_with_mounts(drive, running->belt().placement().mesh);
}

}  // namespace

AleBelt::AleBelt(const BeltDrive& drive, const AleParameters& parameters)
    : AleBelt(drive, parameters, drive.starts_running() ? steady_motion(drive, parameters) : nullptr) {}

AleBelt::AleBelt(const BeltDrive& drive, const AleParameters& parameters, std::unique_ptr<const SteadyDrive> running)
    : BeltStepper({.scheme = parameters.scheme(),
                   .residual_tolerance = beltdyn::residual_tolerance(drive, parameters.newton_tolerance),
                   .newton_iterations = parameters.newton_iterations,
                   .step_tolerance = parameters.step_tolerance}),
      parameters_(with_mesh(parameters, running.get())),
      equations_(drive, parameters_, mesh_path(drive, running.get())) {
  allow_rounding(residual_rounding(drive.belt.axial_stiffness, drive.reference_length(),
                                   std::ranges::min(equations_.model().mesh.lengths)));
  if (running) {
    run(*running);
  } else {
    find_rest();
  }
}

bool AleBelt::has_following_mesh() const {
  return equations_.drive().has_mounts() && parameters_.mesh_motion == MeshFollowing::follows &&
         !equations_.curvature_damping().is_there();
}

void AleBelt::find_rest() {
  mount_imbalance_ = find_static_equilibrium(equations_, residual_tolerance());
  if (has_following_mesh()) {
    // From the path of a string to the path on which mounts are in equilibrium with stiffness and weight.
    mesh_.emplace(equations_.drive(), equations_.mounts(), parameters_.time_step);
    put_mesh();
    equations_.lay_on_path();
    mount_imbalance_ = find_static_equilibrium(equations_, residual_tolerance());
  }
  contacts_ = equations_.arrays().contacts;
  kept_contacts_ = contacts_;
  if (!equations_.bodies().is_there()) return begin();
  set_jumps(ForceJumps(equations_.bodies().guided(), parameters_.time_step));
  begin(let_bodies_go());
  keep_history();
}

// If friction cannot hold them, the bodies start to move under the residual forces.
std::vector<double> AleBelt::let_bodies_go() {
  AleArrays& arrays = equations_.arrays();
  PulleyAngles& angles = equations_.angles();
  const numerics::AlignedVector q = arrays.q;
  equations_.hold(true);
  angles.relax_bearings();
  begin_history();
  bool is_settled = true;
  for (int i = 0; i < kRestingSteps && is_settled; ++i) {
    equations_.forget_tangent();
    angles.begin_step();
    const double residual = find_equilibrium(equations_, residual_tolerance(), resting_step());
    is_settled = residual <= residual_tolerance() && ale::objection(equations_).empty();
    if (is_settled) commit_history();
  }
  if (!is_settled) {
    arrays.q = q;
    begin_history();
  }
  equations_.hold(false);
  equations_.forget_tangent();
  for (numerics::AlignedVector* rate : {&arrays.v, &arrays.a}) std::ranges::fill(*rate, 0.0);
  equations_.bodies().rest();
  std::vector<double> torques;
  for (std::size_t p = 0; p < angles.size(); ++p) torques.push_back(angles.torque(p));
  angles.begin_step();
  return torques;
}

void AleBelt::run(const SteadyDrive& running) {
  const SteadyBelt& belt = running.belt();
  const AleArrays& from = belt.equations().arrays();
  AleArrays& to = equations_.arrays();
  equations_.mounts().put(belt.placement().mesh);
  if (has_following_mesh()) {
    mesh_.emplace(equations_.drive(), equations_.mounts(), parameters_.time_step);
    put_mesh();
  }
  equations_.mounts().put(belt.placement().mounts);
  equations_.angles().run(belt.speeds(), 0.0);
  to.q = from.q;
  to.v = from.v;
  to.contacts = from.contacts;
  for (std::size_t p = 0; p < belt.speeds().size(); ++p) {
    if (moves(equations_.drive().pulleys[p].mount)) equations_.mounts().set_belt(p, {.force = running.mount_force(p)});
  }
  equations_.runs().begin_as(belt.equations().runs(), equations_, belt.flux() > 0.0 ? 1.0 : -1.0);
  equations_.commit();
  contacts_ = to.contacts;
  kept_contacts_ = contacts_;
  begin(belt.moments());
}

double AleBelt::energy_scale() const {
  const BeltDrive& drive = equations_.drive();
  return equations_.ends() ? open_reference_energy(drive) : reference_energy(drive);
}

double AleBelt::energy() const { return drive_energy(equations_, has_inertia()); }

PowerFlow AleBelt::power_flow(std::span<const double> torques, double time) const {
  return drive_flow(equations_, torques, time);
}

std::string AleBelt::objection(const numerics::AlignedVector&) const { return ale::objection(equations_); }

void AleBelt::refine_prediction(const BeltStep& step, const NodesBefore& before) {
  const numerics::StepScheme scheme = this->scheme(step.length);
  equations_.bodies().predict(scheme, step.length);
  if (equations_.ends()) equations_.ends()->pay_out(scheme, step.length, step.end);
  if (!mesh_) return;
  const TouchingNodes touching(equations_, before.q);
  mesh_->go_on(scheme, step.length, targets());
  put_mesh();
  touching.put(equations_, step.rates);
}

std::vector<MeshMotion::Target> AleBelt::targets() const {
  std::vector<MeshMotion::Target> all = mesh_targets(equations_.mounts());
  if (!equations_.ends()) return all;
  for (std::size_t p = 0; p < all.size(); ++p) all[p].place += mesh_offsets_[p];
  all.insert(all.begin(), end_targets_[0]);
  all.push_back(end_targets_[1]);
  return all;
}

void AleBelt::commit_history() {
  if (mesh_) mesh_->accept();
  equations_.commit();
  equations_.bodies().commit();
  if (equations_.ends()) equations_.ends()->commit();
  contacts_ = equations_.arrays().contacts;
  end_targets_ = end_targets();
}

std::array<MeshMotion::Target, 2> AleBelt::end_targets() const {
  if (!equations_.ends()) return {};
  const RopeEnds& ends = *equations_.ends();
  const auto target = [&ends](std::size_t end, const MeshMotion::Axis& axis) {
    const Vec2<double> t = ends.tangent(end);
    const Eigen::Vector2d tangent(t.x, t.y);
    return MeshMotion::Target{.place = axis.place + ends.offset(end) * tangent,
                              .velocity = axis.velocity + ends.offset_rate(end) * tangent};
  };
  return {target(0, mesh_->axes().front()), target(1, mesh_->axes().back())};
}

void AleBelt::put_mesh() {
  if (mesh_) equations_.move_mesh([this](AleMesh& mesh) { mesh_->move(mesh); });
}

void AleBelt::revert_history() {
  equations_.arrays().contacts = contacts_;
  equations_.bodies().revert();
  if (equations_.ends()) equations_.ends()->revert();
  if (mesh_) mesh_->revert();
  put_mesh();
}

void AleBelt::keep_history() {
  kept_contacts_ = contacts_;
  kept_runs_ = equations_.runs().memory();
  if (equations_.ends()) kept_ends_ = equations_.ends()->memory();
  kept_bodies_ = equations_.bodies().memory();
  if (mesh_) kept_axes_ = mesh_->axes();
}

void AleBelt::restore_kept_history() {
  if (mesh_) mesh_->restore(kept_axes_);
  put_mesh();
  contacts_ = kept_contacts_;
  equations_.arrays().contacts = contacts_;
  equations_.runs().set_memory(kept_runs_);
  if (equations_.ends()) equations_.ends()->set_memory(kept_ends_);
  equations_.bodies().set_memory(kept_bodies_);
  equations_.commit();
  end_targets_ = end_targets();
}

}  // namespace beltdyn::eulerian::ale
