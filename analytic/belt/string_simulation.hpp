// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "analytic/belt/friction_string.hpp"
#include "analytic/belt/steady_string_drive.hpp"
#include "analytic/belt/steady_string_simulation.hpp"

namespace beltdyn::analytic {

// What steady_string_motion() needs of a belt drive with two pulleys, of which the one with the index `driver`
// drives; its coefficients of friction are those of fast sliding. Throws PathError if there is no belt path.
StringDrive string_drive_of(const BeltDrive& drive, std::size_t driver);
// The same with the friction laws of its pulleys, which may differ.
FrictionString friction_string_of(const BeltDrive& drive, std::size_t driver);

// A belt drive as its exact steady motion without weight, bending, damping of the belt and depth of the contact: at
// each instant that motion which would be steady at the present speed of the driver and the present torques, so that
// nothing remains of inertia and of the way the belt takes to carry a change along. The friction laws are those of the
// drive with all that they have, elasticity and dampers of stick included. At rest it is the limit of slow motion. The
// driver is the first pulley with a prescribed motion.
class StringSimulation final : public SteadyStringSimulation {
 public:
  // Throws SolverError if there is no steady motion at the start: the torque is more than the belt transmits, or the
  // belt does not press on the pulleys.
  StringSimulation(const BeltDrive& drive, double time_step);

  double time() const override { return time_; }
  double time_step() const override { return time_step_; }
  // The angle of the driven pulley and the way of the belt grow by the trapezoidal rule. Throws SolverError as above.
  void advance(double dt) override;
  std::vector<PulleyState> pulley_states() const override;
  double power_defect() const override;
  double flux() const override { return motion_.flux; }
  SolverStatistics statistics() const override { return {.steps = steps_}; }
  void save(StateWriter& writer) const override;
  void restore(StateReader& reader) override;

  const FrictionStringMotion& motion() const { return motion_; }

 private:
  std::vector<SteadyStringPoint> string_at(std::span<const double> local) const override {
    return string_.points(motion_, local);
  }
  double passed() const override { return passed_; }
  // Begun with the motion of the last step.
  FrictionStringMotion motion_at(double time, const FrictionStringMotion* last) const;
  void set_motion(FrictionStringMotion motion);
  // Points of the contour from the entry of the driver on, none where contact or slip begins or ends.
  std::vector<double> grid() const;

  FrictionString string_;
  double time_step_;
  double time_ = 0.0;
  std::int64_t steps_ = 0;
  double driven_angle_ = 0.0;  // [rad]
  double passed_ = 0.0;        // reference length that went through σ = 0 since the start [m]
  FrictionStringMotion motion_;
};

}  // namespace beltdyn::analytic
