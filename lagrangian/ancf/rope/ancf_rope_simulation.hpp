// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/run/rope_drive_simulation.hpp"
#include "lagrangian/ancf/rope/laid_rope.hpp"
#include "lagrangian/ancf/rope/rope_state.hpp"

namespace beltdyn::lagrangian::ancf {

// An AncfBelt with two ends as a simulation of a rope drive. Forces of spans are those of the middles of elements.
class AncfRopeSimulation final : public RopeDriveSimulation {
 public:
  // Throws SolverError as AncfBelt does.
  AncfRopeSimulation(const RopeDrive& drive, const AncfParameters& parameters);

  double time() const override { return belt_.time(); }
  double time_step() const override { return belt_.parameters().time_step; }
  void advance(double dt) override;
  RopeRow row() const override;
  double energy_defect() const override { return belt_.power_defect(); }
  double energy_tolerance() const override;
  std::string energy_remedy() const override { return "use a smaller time_step"; }
  bool tells_slip() const override { return false; }
  bool tells_slip_arcs() const override { return true; }
  std::vector<ProfilePoint> rope_points(std::span<const double> sigma) const override;
  std::vector<std::string> preflight(double end_time) const override;
  StepScales step_scales(double end_time) const override;
  SolverStatistics statistics() const override { return belt_.statistics(); }
  void save(StateWriter& writer) const override;
  void restore(StateReader& reader) override;

  const AncfBelt& ancf() const { return belt_; }

 private:
  // Since the start, of a pulley [J].
  struct Losses {
    double slip{};
    double brake{};
  };

  AncfRopeSimulation(const RopeDrive& drive, const AncfParameters& parameters, const LaidRope& laid);
  RopePath path_of_ends() const;
  double way(std::size_t end) const;
  std::vector<Losses> powers() const;
  RopePulleyRow pulley_row(std::size_t k, const RopePath& path, const RopeState& rope, const Losses& power) const;

  AncfBelt belt_;
  std::array<Vec2<double>, 2> start_;  // of the ends [m]
  std::vector<Losses> losses_;         // shape (n_pulleys)
};

}  // namespace beltdyn::lagrangian::ancf
