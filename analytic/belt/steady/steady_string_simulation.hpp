// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analytic/belt/steady/steady_string_drive.hpp"
#include "core/belt/belt_simulation.hpp"

namespace beltdyn::analytic {

// The belt quantities of the exact steady motion of a string, from the string along its path.
class SteadyStringSimulation : public BeltSimulation {
 public:
  // The driver is the first pulley with a prescribed motion, of which the drive has one.
  SteadyStringSimulation(const BeltDrive& drive, double time_step);

  double time() const final { return time_; }
  double time_step() const final { return time_step_; }
  // The angles of pulleys that are not prescribed and the travel of the belt grow by the trapezoidal rule. Throws
  // SolverError if there is no steady motion at the end of the step.
  void advance(double dt) final;
  double power_defect() const final;
  std::optional<std::vector<double>> slip_powers() const final;
  SolverStatistics statistics() const final { return {.steps = steps_}; }
  void save(StateWriter& writer) const final;
  void restore(StateReader& reader) final;
  BeltMap belt() const final;
  BeltTolerances balance_tolerances() const final;
  bool has_weight() const final { return false; }
  bool accelerates_pulleys() const final { return false; }
  std::vector<ProfilePoint> profile(std::span<const double> sigma) const final;
  std::vector<double> natural_profile_points() const final;
  // What of the drive is neglected.
  std::vector<std::string> preflight(double end_time) const override;

 protected:
  // A step: move() sets the motion dt later.
  void pass(double dt, const std::function<void()>& move);
  // The string at ascending distances from the entry of the driver, from 0 to the length of the path.
  virtual std::vector<StringPoint> string_at(std::span<const double> local) const = 0;
  // Sets the motion at a time, and the angles of pulleys that are not prescribed, dt later than it is.
  virtual void move_to(double time, double dt) = 0;
  // What slip takes, of the pulleys from the driver on, shape (n_pulleys) [W]
  virtual std::vector<double> friction_power() const = 0;
  virtual void save_motion(StateWriter& writer) const = 0;
  // The motion at time().
  virtual void restore_motion(StateReader& reader) = 0;

  std::size_t driver() const { return driver_; }  // index of the pulley
  double driver_speed(double time) const;         // of the surface, in the sense of the belt [m/s]
  // Points of the path from the entry of the driver on, none where contact or slip begins or ends, and the string
  // there.
  void set_points(std::vector<double> local, std::vector<StringPoint> points);

 private:
  std::size_t driver_;
  double time_step_;
  double time_ = 0.0;
  std::int64_t steps_ = 0;
  double passed_ = 0.0;  // reference length that went through σ = 0 since the start [m]
  std::vector<double> sigma_;
  std::vector<StringPoint> points_;
};

// The angular velocity of a pulley whose motion is prescribed.
const TimeFunction& prescribed_speed(const Pulley& pulley);

}  // namespace beltdyn::analytic
