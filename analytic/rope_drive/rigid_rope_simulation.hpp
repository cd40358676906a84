// SPDX-License-Identifier: MIT
#pragma once

#include "analytic/rope_drive/rigid_rope_motion.hpp"
#include "core/run/rope_drive_simulation.hpp"

namespace beltdyn::analytic {

// A rope drive with an inextensible rope, with Coulomb friction and rigid stick. The weight of the rope acts along
// straight spans and on the arcs. Where the rope sticks on a pulley statics does not determine its force along the arc:
// profiles show the same fraction of the friction limit everywhere.
//
// Further columns: rope_displacement [m] and rope_speed [m/s], towards the second end.
class RigidRopeSimulation final : public RopeDriveSimulation {
 public:
  // Throws SolverError if there is no motion at the start.
  RigidRopeSimulation(const RopeDrive& drive, double time_step, double tolerance);

  double time() const override { return motion_.time(); }
  double time_step() const override { return time_step_; }
  void advance(double dt) override { motion_.advance_to(time() + dt); }
  RopeRow row() const override;
  double energy_defect() const override { return motion_.energy_defect(); }
  double exchanged_energy() const override { return motion_.exchanged_energy(); }
  double energy_tolerance() const override;
  std::optional<Stop> stop() const override;
  std::vector<ProfilePoint> rope_points(std::span<const double> sigma) const override;
  std::vector<std::string> preflight(double end_time) const override;
  SolverStatistics statistics() const override { return motion_.statistics(); }
  void save(StateWriter& writer) const override { motion_.save(writer); }
  void restore(StateReader& reader) override { motion_.restore(reader); }

  const RigidRopeMotion& motion() const { return motion_; }

 private:
  void add_own_columns(History& history) const override;
  void add_sag_warnings(std::vector<std::string>& warnings) const;
  RopePulleyRow pulley_row(std::size_t k, const RopePath& path) const;
  // ±μ where the rope slips; the used fraction of μ where it sticks.
  double used_coefficient(std::size_t k) const;

  double time_step_;  // [s]
  double tolerance_;
  RigidRopeMotion motion_;
};

}  // namespace beltdyn::analytic
