// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "core/run/rope_simulation.hpp"
#include "lagrangian/rope/rope_analysis.hpp"

namespace beltdyn::lagrangian::rope {

// A rope on a surface by finite elements: at each instant a RopeAnalysis. Further columns of its history:
//
//   lateral_drift [m] (of the middle), slip [m] (of the pulled end), deepest_penetration [m],
//   balance_sinkage [-] (deepest penetration over the radius of curvature), load_steps [-],
//   critical_friction [-] or drift_speed [m/s], in the studies that search for them
class LagrangianRope final : public RopeSimulation {
 public:
  // Solves the first instant. Throws SolverError.
  LagrangianRope(const RopeOnSurface& drive, const RopeParameters& parameters);

  std::vector<double> natural_profile_points() const override;
  std::vector<std::string> preflight(double end_time) const override;

 private:
  // Warns where the elements deviate from their course by more than the penalty lets the rope sink in.
  std::vector<std::string> thin_contact(const surface::RopeCourse& course) const;
  void solve(double time, double tension) override;
  double force_ratio() const override { return result_.force_ratio; }
  std::vector<ProfilePoint> at_shares(std::span<const double> shares) const override;
  std::vector<Eigen::Vector3d> positions(std::span<const double> shares) const override;
  double peak_pressure() const override { return result_.contact.peak_pressure; }
  void add_own_columns(History& history) const override;

  RopeParameters parameters_;
  std::optional<RopeAnalysis> analysis_;
  RopeResult result_;
};

}  // namespace beltdyn::lagrangian::rope
