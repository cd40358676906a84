// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/dynamics/stepped_belt_simulation.hpp"
#include "lagrangian/ancf/transient/ancf_belt.hpp"

namespace beltdyn::lagrangian::ancf {

// An AncfBelt as a simulation of a belt drive. Its profile has the nodes and the middles of the elements as points, and
// the middles of the contact segments as contacts.
class AncfSimulation final : public SteppedBeltSimulation<AncfBelt> {
 public:
  // `running` as AncfBelt has it.
  AncfSimulation(const BeltDrive& drive, const AncfParameters& parameters,
                 const std::optional<RunningBelt>& running = {});

  BeltMap belt() const override;
  BeltTolerances balance_tolerances() const override;
  // Steps over whole contact segments, soft contact, coarse elements, waves that nothing damps.
  std::vector<std::string> preflight(double end_time) const override;
  // The recommended step carries the belt over one contact segment.
  StepScales step_scales(double end_time) const override;

  std::optional<BeltDampingPower> damping_power() const override;
  std::vector<BodyState> body_states() const override;

  const AncfBelt& ancf() const { return belt_; }

 private:
  BeltPoint point_of(int element, const ElementMotion<double>& motion, double xi) const;
  void add_contacts_of(int element, const ElementMotion<double>& motion,
                       std::vector<beltdyn::ContactPoint>& contacts) const;

  std::vector<Shape> segment_slopes_;  // S' in the middles of the contact segments
  double start_{};                     // of the first node, in reference length [m]
  std::vector<Vec2<double>> given_;    // the places that the bodies are given [m]
};

}  // namespace beltdyn::lagrangian::ancf
