// SPDX-License-Identifier: MIT
#include "eulerian/ale/ale_belt.hpp"

#include "core/simulation/belt_statics.hpp"
#include "eulerian/ale/ale_energy.hpp"
#include "eulerian/ale/ale_statics.hpp"

namespace beltdyn::eulerian::ale {

AleBelt::AleBelt(const BeltDrive& drive, const AleParameters& parameters)
    : BeltStepper({.scheme = parameters.scheme(),
                   .residual_tolerance = beltdyn::residual_tolerance(drive, parameters.newton_tolerance),
                   .newton_iterations = parameters.newton_iterations,
                   .step_tolerance = parameters.step_tolerance}),
      parameters_(parameters),
      equations_(drive, parameters) {
  find_static_equilibrium(equations_, residual_tolerance());
  const bool follows = drive.has_mounts() && parameters.mesh_motion == MeshFollowing::follows;
  if (follows && !equations_.curvature_damping().is_there()) {
    // From the path of a string to where stiffness and weight let the mounts rest.
    mesh_.emplace(equations_.drive(), equations_.mounts(), parameters.time_step);
    put_mesh();
    equations_.lay_on_path();
    find_static_equilibrium(equations_, residual_tolerance());
  }
  contacts_ = equations_.arrays().contacts;
  kept_contacts_ = contacts_;
  begin();
}

double AleBelt::energy() const { return drive_energy(equations_, has_inertia()); }

PowerFlow AleBelt::power_flow(std::span<const double> torques, double time) const {
  return drive_flow(equations_, torques, time);
}

std::string AleBelt::objection(const numerics::AlignedVector&) const { return ale::objection(equations_); }

void AleBelt::refine_prediction(const BeltStep& step, const NodesBefore&) {
  if (!mesh_) return;
  mesh_->go_on(step.length, equations_.mounts());
  put_mesh();
}

void AleBelt::commit_history() {
  if (mesh_) mesh_->accept();
  equations_.commit();
  contacts_ = equations_.arrays().contacts;
}

void AleBelt::put_mesh() {
  if (mesh_) equations_.put_mesh(mesh_->moved(equations_.model().mesh));
}

void AleBelt::revert_history() {
  equations_.arrays().contacts = contacts_;
  if (mesh_) mesh_->revert();
  put_mesh();
}

void AleBelt::keep_history() {
  kept_contacts_ = contacts_;
  if (mesh_) kept_axes_ = mesh_->axes();
}

void AleBelt::restore_kept_history() {
  if (mesh_) mesh_->restore(kept_axes_);
  put_mesh();
  contacts_ = kept_contacts_;
  equations_.arrays().contacts = contacts_;
  equations_.commit();
}

}  // namespace beltdyn::eulerian::ale
