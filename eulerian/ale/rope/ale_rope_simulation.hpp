// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/dynamics/stepped_rope_simulation.hpp"
#include "eulerian/ale/transient/ale_belt.hpp"

namespace beltdyn {
struct LaidRope;
}  // namespace beltdyn

namespace beltdyn::eulerian::ale {

// An AleBelt with two ends as a simulation of a rope drive. Further column: balance_length [-].
class AleRopeSimulation final : public SteppedRopeSimulation {
 public:
  // Throws SolverError as AleBelt does.
  AleRopeSimulation(const RopeDrive& drive, const AleParameters& parameters);

  double time_step() const override { return belt_.parameters().time_step; }
  std::vector<std::string> preflight(double end_time) const override;
  StepScales step_scales(double end_time) const override;

  const AleBelt& ale() const { return belt_; }
  AleBelt& ale() { return belt_; }

 private:
  AleRopeSimulation(const RopeDrive& drive, const AleParameters& parameters, const LaidRope& laid);
  BeltStepper& stepper() override { return belt_; }
  const BeltStepper& stepper() const override { return belt_; }
  const BeltSystem& system() const override { return belt_.equations(); }
  std::array<Eigen::Vector2d, 2> end_places() const override;
  RopeEndRow end_row(std::size_t end, const RopePath& path) const override;
  RopeState rope_state(const RopePath& path) const override;
  double beside(std::size_t pulley) const override;
  double element_on(std::size_t pulley) const;  // [m]
  void add_own_columns(History& history) const override;

  AleBelt belt_;
  std::array<Eigen::Vector2d, 2> start_;  // of the ends [m]
};

}  // namespace beltdyn::eulerian::ale
