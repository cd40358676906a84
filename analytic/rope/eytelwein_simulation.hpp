// SPDX-License-Identifier: MIT
#pragma once

#include "analytic/rope/eytelwein.hpp"
#include "core/run/rope_simulation.hpp"

namespace beltdyn::analytic::rope {

// The ratio of the end forces of a rope by quadrature, at each instant. Further column of the history:
// critical_friction [-], the friction coefficient across the rope below which there is no equilibrium.
class EytelweinSimulation final : public RopeSimulation {
 public:
  // Solves the first instant. Throws SolverError if it has no equilibrium.
  EytelweinSimulation(const RopeOnSurface& drive, double time_step);

  std::vector<double> natural_profile_points() const override;

 private:
  struct State {
    surface::RopeCourse course;
    Friction friction{};
    double tension{};
    double ratio{};
    double critical{};
  };
  void solve(double time, double tension) override;
  double force_ratio() const override { return state_.ratio; }
  std::vector<ProfilePoint> at_shares(std::span<const double> shares) const override;
  std::vector<Eigen::Vector3d> positions(std::span<const double> shares) const override;
  double peak_pressure() const override;
  void add_own_columns(History& history) const override {
    history.add("critical_friction", "-", [this] { return state_.critical; });
  }

  State state_;
};

}  // namespace beltdyn::analytic::rope
