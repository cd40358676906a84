// SPDX-License-Identifier: MIT
// The same drive on two unequal pulleys, seen in many ways, and computed by many formulations.
#pragma once

#include <string>

#include "verification/belts/seen_runs.hpp"

namespace beltdyn::verification {

// Where a drive lies, and how it is turned.
struct Placement {
  double shift = 0.0;     // of all places, in x; half of it in −y [m]
  double angle = 0.0;     // by which all is turned [rad]
  bool mirrored = false;  // y → −y, before it is turned

  double sense() const { return mirrored ? -1.0 : 1.0; }
  // A vector and a place as configurations write them, of which 1 is `unit` as a number.
  std::string direction(double x, double y, double unit = 1.0) const;
  std::string place(double x, double y, double unit = 1.0) const { return direction(x + shift, y - 0.5 * shift, unit); }
};

// How the same drive is described, and computed.
struct DriveView {
  Placement placement{};
  Units units{};
  double delay = 0.0;             // of all time functions [s]
  bool renumbered = false;        // the pulley that is driven is written first
  bool reversed = false;          // the belt runs against the direction in which it is written
  std::string instruction_set{};  // empty: what the formulation chooses
};

struct DriveSubject;

// Numbers of the drive as seen in a view. Its pulleys are called "driver" and "driven".
class DriveScene {
 public:
  explicit DriveScene(const DriveView& view) : v_(view) {}

  double lengths(double x) const { return v_.units.lengths(x); }
  double times(double t) const { return v_.units.times(t); }
  double forces(double f) const { return v_.units.forces(f); }
  double moments(double m) const { return v_.placement.sense() * forces(m) * v_.units.length; }
  double speeds(double omega) const { return v_.placement.sense() * omega / v_.units.time; }
  double frequencies(double f) const { return f / v_.units.time; }
  // The numbers, from 1, of the pulley that drives (0) or is driven (1), and of the span that begins at it.
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

// A run of a formulation.
struct DriveSubject {
  const char* name;
  const char* members;  // but for those with units
  double time_step;     // [s]
  double end;           // [s]
  // Those of its members that have units but for the time step.
  std::string (*with_units)(const DriveScene&) = [](const DriveScene&) { return std::string(); };
  double initial_speed = 0.0;  // of the driver; other than 0: the drive begins in steady motion [rad/s]
  double slowness = 1.0;       // by which time functions of speed and torque take longer
};

}  // namespace beltdyn::verification
