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

// A rope drive whose rope is elastic and has no mass, with Coulomb friction and rigid stick with memory on the arcs.
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
  double energy_tolerance() const override;
  std::optional<RopeStop> stop() const override { return rope_.stop(); }
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
  // All but where the axis is, from the path and the distance of the arc from the first end of `rope_` now.
  void fill_pulley(std::size_t k, const RopePath& path, double start, RopePulleyRow& row) const;
  std::vector<double> mount_displacements() const;
  // Of the first end, the pulleys and the second end: the velocities of axes, 0 of ends [m/s].
  std::vector<Eigen::Vector2d> axis_velocities(std::span<const double> displacements) const;
  double length_defect() const;
  // How far the first end of `rope_` is from where the rope is drawn to begin [m].
  double shift() const;

  double time_step_;
  double tolerance_;
  ElasticRope rope_;
  double stored_;  // at the start [J]
  double length_;  // natural, at the start [m]
  std::vector<std::size_t> mounted_;
  std::array<Eigen::Vector2d, 2> away_;  // from the rope at its ends as drawn
};

}  // namespace beltdyn::analytic
