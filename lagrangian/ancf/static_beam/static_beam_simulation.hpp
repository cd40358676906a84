// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "lagrangian/ancf/static_beam/static_beam.hpp"

namespace beltdyn::lagrangian::ancf {

// A StaticBeam as a simulation: at each time the equilibrium under the force at that time. σ is the x of the unstressed
// beam. Its history has
//
//   circle_force [N] (F), circle_position [m] (y), contact_force [N] (of the beam on the circle, in y),
//   axial_force_middle [N] (N at L/2), contact_length [m] (of the unstressed beam),
//   support_force_x_k [N], support_force_y_k [N], support_moment_k [N m] (on the beam; k = 1 at x = 0, 2 at x = L)
class StaticBeamSimulation final : public Simulation {
 public:
  // Finds the equilibrium at t = 0. Throws SolverError if there is none.
  StaticBeamSimulation(const SupportedBeamDrive& drive, const StaticBeamParameters& parameters);

  // Steps of the regular length are counted, so that time does not drift.
  double time() const override { return base_time_ + static_cast<double>(regular_steps_) * time_step_; }
  double time_step() const override { return time_step_; }
  void advance(double dt) override;

  double contour_length() const override { return drive_.length; }
  std::vector<ProfilePoint> profile(std::span<const double> sigma) const override;
  std::vector<double> natural_profile_points() const override;
  BeltShape shape() const override;

  std::vector<std::string> preflight(double end_time) const override;
  SolverStatistics statistics() const override { return beam_.statistics(); }
  void save(StateWriter& writer) const override;
  void restore(StateReader& reader) override;

 private:
  void add_columns(History& history) const override;
  ProfilePoint at(double sigma) const;

  SupportedBeamDrive drive_;
  StaticBeam beam_;
  double time_step_;
  double base_time_ = 0.0;
  std::int64_t regular_steps_ = 0;
};

}  // namespace beltdyn::lagrangian::ancf
