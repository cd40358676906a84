// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>

#include "core/belt/belt_simulation.hpp"
#include "core/drive/any_drive.hpp"
#include "core/run/contour_simulation.hpp"

namespace beltdyn {

// A belt drive in a contour formulation. It runs the contour drive of reduced_contour() and reports its results as
// those of the belt drive. With the pretension N₀, the initial stretch λ₀ and the strain ε of the contour drive:
//
//     λ = λ₀ (1 + ε),   N = N₀ + EA λ₀ ε,   pressure N₀/R, which makes the friction limit constant,
//     moment on pulley k: ± R_k (N behind − N before it), + if the belt wraps it counter-clockwise.
//
// The columns of the formulation are those of the contour drive.
class ReducedBelt final : public BeltSimulation {
 public:
  ReducedBelt(const BeltDrive& drive, std::unique_ptr<ContourSimulation> contour);

  double time() const override { return contour_->time(); }
  double time_step() const override { return contour_->time_step(); }
  void advance(double dt) override;
  std::vector<PulleyState> pulley_states() const override;
  BeltMap belt() const override;
  bool has_inertia() const override { return false; }
  // Also reports the effects that a contour formulation neglects.
  std::vector<std::string> preflight(double end_time) const override;
  StepScales step_scales(double end_time) const override { return contour_->step_scales(end_time); }
  std::vector<ProfilePoint> profile(std::span<const double> sigma) const override;
  std::vector<double> natural_profile_points() const override { return contour_->natural_profile_points(); }
  SolverStatistics statistics() const override { return contour_->statistics(); }
  void save(StateWriter& writer) const override;
  void restore(StateReader& reader) override;

 private:
  void add_own_columns(History& history) const override { history.append(contour_->history()); }
  std::vector<double> kinks() const;
  std::vector<double> grid() const;
  double force(double strain) const;    // [N]
  double stretch(double strain) const;  // λ [-]

  std::unique_ptr<ContourSimulation> contour_;
  double initial_force_;    // N₀ [N]
  double initial_stretch_;  // λ₀ [-]
  double passed_ = 0.0;     // reference length that has passed σ = 0 since the start [m]
};

// Makes a simulation of a contour formulation, for a contour drive or for a belt drive that as_contour() represents.
std::unique_ptr<Simulation> run_on_contour(
    const Drive& drive, const std::function<std::unique_ptr<ContourSimulation>(const ContourDrive&)>& make);

}  // namespace beltdyn
