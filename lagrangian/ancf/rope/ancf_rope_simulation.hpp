// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/dynamics/stepped_rope_simulation.hpp"
#include "lagrangian/ancf/transient/ancf_belt.hpp"

namespace beltdyn {
struct LaidRope;
}  // namespace beltdyn

namespace beltdyn::lagrangian::ancf {

// An AncfBelt with two ends as a simulation of a rope drive. Forces of spans are taken in the middles of elements.
class AncfRopeSimulation final : public SteppedRopeSimulation {
 public:
  // Throws SolverError as AncfBelt does.
  AncfRopeSimulation(const RopeDrive& drive, const AncfParameters& parameters);

  double time_step() const override { return belt_.parameters().time_step; }
  std::vector<std::string> preflight(double end_time) const override;
  StepScales step_scales(double end_time) const override;

  const AncfBelt& ancf() const { return belt_; }

 private:
  AncfRopeSimulation(const RopeDrive& drive, const AncfParameters& parameters, const LaidRope& laid);
  BeltStepper& stepper() override { return belt_; }
  const BeltStepper& stepper() const override { return belt_; }
  const BeltSystem& system() const override { return belt_.equations(); }
  std::array<Eigen::Vector2d, 2> end_places() const override;
  RopeEndRow end_row(std::size_t end, const RopePath& path) const override;
  RopeState rope_state(const RopePath& path) const override;
  double beside(std::size_t pulley) const override;

  AncfBelt belt_;
  std::array<Vec2<double>, 2> start_;  // of the ends [m]
};

}  // namespace beltdyn::lagrangian::ancf
