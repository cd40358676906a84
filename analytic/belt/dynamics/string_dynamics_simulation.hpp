// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "analytic/belt/dynamics/string_dynamics.hpp"
#include "core/belt/belt_simulation.hpp"

namespace beltdyn::analytic {

// Makes a StringDynamics of a belt drive, in the order of its pulleys: from the steady motion at t = 0, or from rest if
// the driver is at rest then. The drive must outlive the result. Throws SolverError if there is no such motion.
StringDynamicsDrive string_dynamics_of(const BeltDrive& drive, double end_time = 1.0);

// A belt drive in time, as a string with Coulomb friction and rigid stick. The only effect of its mass is the
// centrifugal force of the motion at the start.
class StringDynamicsSimulation final : public BeltSimulation {
 public:
  StringDynamicsSimulation(const BeltDrive& drive, double time_step, double tolerance, double end_time = 1.0);

  double time() const override { return dynamics_.time(); }
  double time_step() const override { return time_step_; }
  void advance(double dt) override;
  SolverStatistics statistics() const override { return dynamics_.statistics(); }
  void save(StateWriter& writer) const override { dynamics_.save(writer); }
  void restore(StateReader& reader) override { dynamics_.restore(reader); }
  std::vector<PulleyState> pulley_states() const override;
  BeltMap belt() const override;
  BeltTolerances balance_tolerances() const override;
  // A start from rest has no centrifugal forces.
  bool has_inertia() const override { return dynamics_.drive().momentum > 0.0; }
  bool has_weight() const override { return false; }
  bool has_bending() const override { return false; }
  std::vector<std::string> preflight(double end_time) const override;

  const StringDynamics& dynamics() const { return dynamics_; }

 private:
  std::string varying_speed_message(double end_time) const;
  std::string speed_message_from_rest(double fastest, double force) const;
  Eigen::Vector2d acceleration(const StringPoint& p, const BeltPath& path, double sigma) const;

  double time_step_;  // [s]
  StringDynamics dynamics_;
};

}  // namespace beltdyn::analytic
