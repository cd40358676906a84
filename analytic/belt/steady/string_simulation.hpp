// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "analytic/belt/steady/friction_string.hpp"
#include "analytic/belt/steady/steady_string_drive.hpp"
#include "analytic/belt/steady/steady_string_simulation.hpp"

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
  // belt does not press on the pulleys. The search begins with the motion of `near`, if there is one.
  StringSimulation(const BeltDrive& drive, double time_step, const StringSimulation* near = nullptr);

  std::vector<PulleyState> pulley_states() const override;
  double flux() const override { return motion_.flux; }
  bool lead(std::span<Simulation* const> others) override;

  const FrictionStringMotion& motion() const { return motion_; }

 private:
  std::vector<StringPoint> string_at(std::span<const double> local) const override {
    return string_.points(motion_, local);
  }
  void move_to(double time, double dt) override;
  std::vector<double> friction_power() const override;
  void save_motion(StateWriter& writer) const override;
  void restore_motion(StateReader& reader) override;
  // Begun with the motion of the last step.
  FrictionStringMotion motion_at(double time, const FrictionStringMotion* last) const;
  void set_motion(FrictionStringMotion motion);
  void take(FrictionStringMotion next, double dt);  // that of dt later
  // Points of the contour from the entry of the driver on, none where contact or slip begins or ends.
  std::vector<double> grid() const;

  FrictionString string_;
  double driven_angle_ = 0.0;  // [rad]
  FrictionStringMotion motion_;
};

}  // namespace beltdyn::analytic
