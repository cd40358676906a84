// SPDX-License-Identifier: MIT
#pragma once

#include "core/run/step_clock.hpp"
#include "lagrangian/ancf/static_beam/static_beam.hpp"

namespace beltdyn::lagrangian::ancf {

// A StaticBeam as a simulation: at each time the equilibrium under the present force. σ is the x of the unstressed
// beam. The columns of its history are
//
//   circle_force [N] (F), circle_position [m] (y), contact_force [N] (of the beam on the circle, in y),
//   axial_force_middle [N] (N at L/2), contact_length [m] (of the unstressed beam),
//   support_force_x_k [N], support_force_y_k [N], support_moment_k [N m] (on the beam; k = 1 at x = 0, 2 at x = L)
class StaticBeamSimulation final : public Simulation {
 public:
  // Finds the equilibrium at t = 0. Throws SolverError if there is none.
  StaticBeamSimulation(const SupportedBeamDrive& drive, const StaticBeamParameters& parameters);

  double time() const override { return clock_.time(); }
  double time_step() const override { return clock_.step(); }
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
  StepClock clock_;
};

}  // namespace beltdyn::lagrangian::ancf
