// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/simulation/belt_simulation.hpp"
#include "lagrangian/ancf/ancf_belt.hpp"

namespace beltdyn::lagrangian::ancf {

// An AncfBelt as a simulation of a belt drive. Its profile has the nodes and the middles of the elements as points, and
// the middles of the contact segments as contacts.
class AncfSimulation final : public BeltSimulation {
 public:
  AncfSimulation(const BeltDrive& drive, const AncfParameters& parameters);

  double time() const override { return belt_.time(); }
  double time_step() const override { return belt_.parameters().time_step; }
  void advance(double dt) override { belt_.advance(dt); }
  SolverStatistics statistics() const override { return belt_.statistics(); }
  void save(StateWriter& writer) const override { belt_.save(writer); }
  void restore(StateReader& reader) override { belt_.restore(reader); }

  std::vector<PulleyState> pulley_states() const override;
  BeltMap belt() const override;
  BeltTolerances balance_tolerances() const override;
  bool has_inertia() const override { return belt_.parameters().scheme().inertia; }
  double power_defect() const override { return belt_.power_defect(); }
  // Steps over whole contact segments, soft contact, coarse elements, waves that nothing damps.
  std::vector<std::string> preflight(double end_time) const override;
  // The recommended step carries the belt over one contact segment.
  StepScales step_scales(double end_time) const override;

  const AncfBelt& ancf() const { return belt_; }

 private:
  BeltPoint point_of(int element, double xi) const;
  void add_contacts_of(int element, std::vector<beltdyn::ContactPoint>& contacts) const;

  AncfBelt belt_;
};

}  // namespace beltdyn::lagrangian::ancf
