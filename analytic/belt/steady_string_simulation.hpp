// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "analytic/belt/steady_string_drive.hpp"
#include "core/simulation/belt_simulation.hpp"

namespace beltdyn::analytic {

// What the exact steady motions of a string tell of the belt, from the string along its path.
class SteadyStringSimulation : public BeltSimulation {
 public:
  // The driver is the first pulley with a prescribed motion, of which the drive has one.
  explicit SteadyStringSimulation(const BeltDrive& drive);

  BeltMap belt() const final;
  BeltTolerances balance_tolerances() const final;
  bool has_weight() const final { return false; }
  bool accelerates_pulleys() const final { return false; }
  std::vector<ProfilePoint> profile(std::span<const double> sigma) const final;
  std::vector<double> natural_profile_points() const final;
  // What of the drive is left out.
  std::vector<std::string> preflight(double end_time) const final;

 protected:
  // The string at ascending distances from the entry of the driver, from 0 to the length of the path.
  virtual std::vector<SteadyStringPoint> string_at(std::span<const double> local) const = 0;
  // Reference length that went through σ = 0 since the start [m].
  virtual double passed() const = 0;

  std::size_t driver() const { return driver_; }  // index of the pulley
  double driver_speed(double time) const;         // of the surface, in the sense of the belt [m/s]
  // Points of the path from the entry of the driver on, none where contact or slip begins or ends, and the string
  // there.
  void set_points(std::vector<double> local, std::vector<SteadyStringPoint> points);

 private:
  std::size_t driver_;
  std::vector<double> sigma_;
  std::vector<SteadyStringPoint> points_;
};

// The angular velocity of a pulley whose motion is prescribed.
const TimeFunction& prescribed_speed(const Pulley& pulley);

}  // namespace beltdyn::analytic
