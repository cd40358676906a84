// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/dynamics/stepped_belt_simulation.hpp"
#include "core/linear/linear_options.hpp"
#include "core/linear/small_motions.hpp"
#include "eulerian/ale/steady/steady_drive.hpp"
#include "eulerian/ale/transient/ale_belt.hpp"

namespace beltdyn::eulerian::ale {

// An AleBelt as a simulation of a belt drive.
class AleSimulation final : public SteppedBeltSimulation<AleBelt> {
 public:
  using SteppedBeltSimulation::SteppedBeltSimulation;

  BeltMap belt() const override;
  BeltTolerances balance_tolerances() const override;
  std::vector<std::string> preflight(double end_time) const override;
  // The recommended step carries the belt over one element on a pulley.
  StepScales step_scales(double end_time) const override;

  std::optional<BeltDampingPower> damping_power() const override;
  std::vector<SpanState> span_states() const override;
  std::vector<BodyState> body_states() const override;

  const AleBelt& ale() const { return belt_; }
};

// The steady motions that belong to the values of the time functions from instant to instant. Inertia of the pulleys
// has no part in them.
class SteadySimulation final : public BeltSimulation {
 public:
  // `linear`: what is asked of the small motions, if anything. `near`: one of another drive whose motion is the first
  // guess of this one.
  SteadySimulation(const BeltDrive& drive, const AleParameters& parameters, std::optional<LinearOptions> linear = {},
                   const SteadySimulation* near = nullptr);

  double time() const override { return time_; }
  double time_step() const override { return parameters_.time_step; }
  // Where there is no steady motion, because the belt would slip on a whole pulley: SolverError, or the limit if a
  // characteristic is asked for.
  void advance(double dt) override;
  SolverStatistics statistics() const override;
  void save(StateWriter& writer) const override;
  void restore(StateReader& reader) override;

  std::vector<PulleyState> pulley_states() const override;
  BeltMap belt() const override;
  BeltTolerances balance_tolerances() const override;
  double power_defect() const override;
  std::optional<BeltDampingPower> damping_power() const override;
  std::vector<SpanState> span_states() const override;
  double flux() const override { return steady().flux(); }
  bool accelerates_pulleys() const override { return false; }
  std::vector<Finding> findings() const override;
  std::vector<std::string> preflight(double end_time) const override;
  std::shared_ptr<LinearAnalysis> linear_analysis() override;
  std::vector<Finding> conclude(const std::filesystem::path& folder) override {
    return write_small_motions(*this, folder);
  }
  std::unique_ptr<Simulation> at_speeds(double factor) const override;
  std::unique_ptr<Simulation> on_finer_mesh() const override;
  bool lead(std::span<Simulation* const> others) override;

  const SteadyBelt& steady() const { return belt_.belt(); }

 private:
  // Of the same analysis, at the present time.
  std::unique_ptr<Simulation> another(const BeltDrive& drive, const AleParameters& parameters) const;
  // flux [m/s]: G; efficiency [-]: the power that the belt hands to pulleys over that which it takes; of a
  // characteristic at_limit [-]: 1 from where there is no steady motion any more
  void add_own_columns(History& history) const override;
  double efficiency() const;
  // A step after the belt has taken it; its flux was another one before.
  void arrive(double dt, double flux_before);
  bool holds_at(double time, SteadySearch search);
  void find_limit(double beyond);

  AleParameters parameters_;
  std::optional<LinearOptions> linear_;
  // Of a linear analysis the drive with the orders in its time functions, about whose means the belt runs.
  std::optional<Indirect<BeltDrive>> configured_;
  SteadyDrive belt_;
  bool at_limit_ = false;
  double time_ = 0.0;
  std::int64_t steps_ = 0;
  std::vector<double> angles_;
  double passed_ = 0.0;  // reference length that went through σ = 0 since the start [m]
};

}  // namespace beltdyn::eulerian::ale
