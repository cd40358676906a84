// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include <Eigen/Core>

#include "analytic/rope_drive/elastic_rope.hpp"
#include "core/run/rope_drive_simulation.hpp"

namespace beltdyn::analytic {

// A rope drive with a massless elastic rope, and with Coulomb friction and rigid stick with memory on the arcs.
//
// Further column: balance_length [-].
class ElasticRopeSimulation final : public RopeDriveSimulation {
 public:
  // Throws SolverError if friction cannot bear the forces of the start.
  ElasticRopeSimulation(const RopeDrive& drive, double time_step, double tolerance);

  double time() const override { return rope_.time(); }
  double time_step() const override { return time_step_; }
  void advance(double dt) override;
  RopeRow row() const override;
  double energy_defect() const override;
  double exchanged_energy() const override { return exchanged_energy(rope_.energy()); }
  double energy_tolerance() const override;
  std::optional<Stop> stop() const override { return rope_.stop(); }
  bool tells_slip_arcs() const override { return true; }
  std::vector<ProfilePoint> rope_points(std::span<const double> sigma) const override;
  std::vector<std::string> preflight(double end_time) const override;
  SolverStatistics statistics() const override { return rope_.statistics(); }
  void save(StateWriter& writer) const override { rope_.save(writer); }
  void restore(StateReader& reader) override { rope_.restore(reader); }

  const ElasticRope& rope() const { return rope_; }

 private:
  void add_own_columns(History& history) const override;
  RopeEndRow end_row(std::size_t i) const;
  // Fills all but the axis: from the path, and from the distance of the arc from the present first end of `rope_`.
  void fill_pulley(std::size_t k, const RopePath& path, double start, RopePulleyRow& row) const;
  std::vector<double> mount_displacements() const;
  // Velocities of the first end, the pulleys and the second end: of axes, and 0 for ends [m/s].
  std::vector<Eigen::Vector2d> axis_velocities(std::span<const double> displacements) const;
  double length_defect() const;
  double exchanged_energy(const RopeEnergy& now) const;
  // Distance of the first end of `rope_` from its initial place [m].
  double shift() const;

  double time_step_;  // [s]
  double tolerance_;
  ElasticRope rope_;
  double stored_;  // energy stored at the start [J]
  double length_;  // natural length at the start [m]
  std::vector<std::size_t> mounted_;
  std::array<Eigen::Vector2d, 2> away_;  // unit vectors away from the rope at its ends, at the start
};

}  // namespace beltdyn::analytic
