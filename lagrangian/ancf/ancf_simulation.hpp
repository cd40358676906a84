// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/dynamics/stepped_belt_simulation.hpp"
#include "lagrangian/ancf/transient/ancf_belt.hpp"

namespace beltdyn::lagrangian::ancf {

// An AncfBelt as a simulation of a belt drive. Its profile has nodes and middles of elements as points, and the middles
// of contact segments as contacts.
class AncfSimulation final : public SteppedBeltSimulation<AncfBelt> {
 public:
  // `running`: see AncfBelt.
  AncfSimulation(const BeltDrive& drive, const AncfParameters& parameters,
                 const std::optional<RunningBelt>& running = {});

  BeltMap belt() const override;
  BeltTolerances balance_tolerances() const override;
  // Warns of steps longer than a contact segment, soft contact, coarse elements and undamped waves.
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

  std::vector<Shape> segment_slopes_;  // S' in the middles of contact segments
  double start_{};                     // position of the first node in reference length [m]
  std::vector<Vec2<double>> given_;    // places that the configuration gives for the bodies [m]
};

}  // namespace beltdyn::lagrangian::ancf
