// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/belt/belt_simulation.hpp"
#include "lagrangian/links/link_belt.hpp"
#include "lagrangian/links/link_energy.hpp"

namespace beltdyn::lagrangian::links {

// A kind of friction memory, which some pulleys have.
struct MemoryKind {
  MemoryNames names;
  bool is_gms{};                  // GMS elements report their forces in place of their modes
  std::vector<std::size_t> size;  // number of variables on each pulley
};

// A LinkBelt as a simulation of a belt drive. Its profile has the joints as points and the links as contacts.
//
// For each particle probe the history has the results of the link whose centre is closest to the particle at the start:
//
//   NAME_normal_force [N], NAME_friction_force [N]   N and T of the link, T in the running direction
//   NAME_joint_force [N]                             the force of the joint at its rear end
//   NAME_slip_velocity [m/s]                         v over the pulley, 0 in spans
// and the memory of friction, with the names of the law in the registry, e.g. NAME_deflection [m] and
// NAME_contact_state [-]. If laws differ, each one reports values on its pulleys only, and 0 and the state `free`
// elsewhere. With GMS friction, for each element k
//   NAME_friction_k [-]                              m_k
//   NAME_element_force_k [N]                         its part ν_k N m_k of the friction force
//   NAME_displacement_k [m]                          m_k/σ_k, its deflection if it sticks
class LinksSimulation final : public BeltSimulation {
 public:
  LinksSimulation(const BeltDrive& drive, const LinksParameters& parameters, const PreparationObserver& observer = {},
                  const std::optional<RunningBelt>& running = {});

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
  double exchanged_energy() const override { return belt_.exchanged_energy(); }
  std::optional<BeltDampingPower> damping_power() const override {
    return damping_power_of(belt_.model(), belt_.layout(), belt_.state());
  }
  // Warns of steps beyond the stability limit, stiff contact and coarse links.
  std::vector<std::string> preflight(double end_time) const override;
  // Fixed steps have a stability limit, LinkBelt::limits().
  StepScales step_scales(double end_time) const override;

  const LinkBelt& links() const { return belt_; }

 private:
  // A link with a probe.
  struct Tagged {
    std::size_t link{};
    std::string name;
  };
  void add_own_columns(History& history) const override;
  void add_tagged(History& history, const Tagged& tagged) const;
  const LinkBelt::Snapshot& snapshot() const;
  double bearing_moment(std::size_t pulley) const;  // of dry friction [N m]
  void add_memory(History& history, const Tagged& tagged, const MemoryKind& kind) const;

  LinkBelt belt_;
  std::vector<Tagged> tagged_;
  mutable std::optional<LinkBelt::Snapshot> snapshot_;  // at the present time, once evaluated
};

}  // namespace beltdyn::lagrangian::links
