// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/simulation/belt_simulation.hpp"
#include "lagrangian/links/link_belt.hpp"

namespace beltdyn::lagrangian::links {

// A LinkBelt as a simulation of a belt drive. Its profile has the joints as points and the links as contacts.
//
// Of each pulley whose motion is not prescribed the history tells applied_torque_k [N m], the moment of its torques and
// its bearing. Of each particle probe it tells of the link whose centre is nearest to the particle at the start:
//
//   NAME_normal_force [N], NAME_friction_force [N]   N and T of the link, T in the running direction
//   NAME_joint_force [N]                             the force of the joint at its rear end
//   NAME_slip_velocity [m/s]                         v over the pulley, 0 in spans
// and with GMS friction of each element k
//   NAME_friction_k [-]                              m_k
//   NAME_element_force_k [N]                         its part ν_k N m_k of the friction force
//   NAME_displacement_k [m]                          m_k/σ_k, its deflection if it sticks
class LinksSimulation final : public BeltSimulation {
 public:
  LinksSimulation(const BeltDrive& drive, const LinksParameters& parameters);

  double time() const override { return belt_.time(); }
  double time_step() const override { return belt_.parameters().time_step; }
  void advance(double dt) override {
    snapshot_.reset();
    belt_.advance(dt);
  }
  bool is_over() const override { return belt_.stands_still(); }
  SolverStatistics statistics() const override { return belt_.statistics(); }
  void save(StateWriter& writer) const override { belt_.save(writer); }
  void restore(StateReader& reader) override {
    snapshot_.reset();
    belt_.restore(reader);
  }

  std::vector<PulleyState> pulley_states() const override;
  BeltMap belt() const override;
  BeltTolerances balance_tolerances() const override;
  double power_defect() const override { return belt_.power_defect(); }
  // Steps beyond the limit of stability, stiff contact, coarse links.
  std::vector<std::string> preflight(double end_time) const override;
  // Of fixed steps the longest stable one is that of joints, of the stiffness or of the damping of contacts.
  StepScales step_scales(double end_time) const override;

  const LinkBelt& links() const { return belt_; }

 private:
  // A link that is looked at.
  struct Tagged {
    std::size_t link{};
    std::string name;
  };
  void add_own_columns(History& history) const override;
  void add_tagged(History& history, const Tagged& tagged) const;
  const LinkBelt::Snapshot& snapshot() const;

  LinkBelt belt_;
  std::vector<Tagged> tagged_;
  mutable std::optional<LinkBelt::Snapshot> snapshot_;  // of the present time, once somebody has looked
};

}  // namespace beltdyn::lagrangian::links
