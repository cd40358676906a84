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

// The transient analysis of a belt drive: an AleBelt as a simulation.
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

// The steady analysis of a belt drive: at each instant the steady motion for the values of the time functions then. The
// inertia of the pulleys has no influence.
class SteadySimulation final : public BeltSimulation {
 public:
  // `linear`: options of the small motions, if they are analysed. `near`: simulation of another drive whose motion
  // serves as the first guess.
  SteadySimulation(const BeltDrive& drive, const AleParameters& parameters, std::optional<LinearOptions> linear = {},
                   const SteadySimulation* near = nullptr);

  double time() const override { return time_; }
  double time_step() const override { return parameters_.time_step; }
  // No steady motion exists if the belt would slip on a whole pulley. Then a characteristic stops at the limit; the
  // other analyses throw SolverError.
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
  RunEnd conclude(const std::filesystem::path& folder) override { return write_small_motions(*this, folder); }
  std::unique_ptr<Simulation> at_speeds(double factor, const Simulation& near) const override;
  std::unique_ptr<Simulation> on_mesh(OtherMesh mesh) const override;
  bool lead(std::span<Simulation* const> others) override;

  const SteadyBelt& steady() const { return belt_->belt(); }

 private:
  // A simulation of another drive by the same analysis, at the present time.
  std::unique_ptr<Simulation> another(const BeltDrive& drive, const AleParameters& parameters,
                                      const SteadySimulation* near) const;
  // flux [m/s]: G; efficiency [-]: power from the belt to pulleys over power from pulleys to the belt; in a
  // characteristic also at_limit [-]: 1 from the instant at which no steady motion exists any more
  void add_own_columns(History& history) const override;
  double efficiency() const;
  // Finds the first motion, on another mesh if there is none on this one. Throws SolverError.
  void begin();
  // Completes a step that the belt has taken; `flux_before` is the flux at its begin [m/s].
  void arrive(double dt, double flux_before);
  bool holds_at(double time, SteadySearch search);
  // A motion of the belt, to return to it.
  using Kept = std::shared_ptr<const StateArrays>;
  Kept kept() const;
  void take(const Kept& state);
  // Goes to the last motion that holds, between `held`, the one now, and a time without such a motion [s].
  void find_limit(Kept held, double beyond);

  AleParameters parameters_;
  std::optional<LinearOptions> linear_;
  // In a linear analysis: the drive with the orders in its time functions. The belt itself runs at their means.
  std::optional<Indirect<BeltDrive>> configured_;
  std::unique_ptr<SteadyDrive> belt_;
  bool at_limit_ = false;
  double time_ = 0.0;  // [s]
  std::int64_t steps_ = 0;
  std::vector<double> angles_;
  double passed_ = 0.0;  // reference length that went through σ = 0 since the start [m]
};

}  // namespace beltdyn::eulerian::ale
