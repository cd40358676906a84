// SPDX-License-Identifier: MIT
// One drive on two unequal pulleys, described in equivalent ways (placement, units, numbering, direction) and computed
// by several formulations.
#pragma once

#include <string>

#include "verification/belts/seen_runs.hpp"

namespace beltdyn::verification {

// A rigid-body placement of the drive, with an optional reflection.
struct Placement {
  double shift = 0.0;     // of all places, in x; half of it in −y [m]
  double angle = 0.0;     // by which the drive is rotated about the origin [rad]
  bool mirrored = false;  // y → −y, before the rotation

  double sense() const { return mirrored ? -1.0 : 1.0; }
  // A vector and a place as text of a configuration; `unit` is the number that represents 1 of the SI unit.
  std::string direction(double x, double y, double unit = 1.0) const;
  std::string place(double x, double y, double unit = 1.0) const { return direction(x + shift, y - 0.5 * shift, unit); }
};

// One of the equivalent descriptions of the drive, with the instruction set that computes it.
struct DriveView {
  Placement placement{};
  Units units{};
  double delay = 0.0;             // of all time functions [s]
  bool renumbered = false;        // the driven pulley comes first in the configuration
  bool reversed = false;          // the configuration lists the path against the direction of the belt
  std::string instruction_set{};  // empty: chosen by the formulation
};

struct DriveSubject;

// The numbers of the drive as they appear in a view. Its pulleys are named "driver" and "driven".
class DriveScene {
 public:
  explicit DriveScene(const DriveView& view) : v_(view) {}

  double lengths(double x) const { return v_.units.lengths(x); }
  double times(double t) const { return v_.units.times(t); }
  double forces(double f) const { return v_.units.forces(f); }
  double moments(double m) const { return v_.placement.sense() * forces(m) * v_.units.length; }
  double speeds(double omega) const { return v_.placement.sense() * omega / v_.units.time; }
  double frequencies(double f) const { return f / v_.units.time; }
  // The numbers, from 1, of the driver (k = 0) or the driven pulley (k = 1), and of the span that begins at it.
  int pulley_number(int k) const { return (v_.renumbered ? 1 - k : k) + 1; }
  int span_number(int k) const { return (v_.renumbered != v_.reversed ? 1 - k : k) + 1; }

  std::string configuration(const DriveSubject& subject) const;

 private:
  double inertias(double i) const { return i * v_.units.mass * v_.units.length * v_.units.length; }
  std::string place(double x, double y) const { return v_.placement.place(x, y, v_.units.length); }
  std::string driver(const DriveSubject& subject) const;
  std::string driven(const DriveSubject& subject) const;
  double of_time_function(const DriveSubject& subject, double t) const;
  std::string contact() const;

  DriveView v_;
};

// A run of one formulation on the drive.
struct DriveSubject {
  const char* name;
  const char* members;  // run options without units, as JSON members
  double time_step;     // [s]
  double end;           // [s]
  // The run options with units, except for the time step.
  std::string (*with_units)(const DriveScene&) = [](const DriveScene&) { return std::string(); };
  double initial_speed = 0.0;  // of the driver; if not 0, the drive starts in steady motion [rad/s]
  double slowness = 1.0;       // factor on the times of speed and torque functions [-]
};

}  // namespace beltdyn::verification
