// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "core/drive/any_drive.hpp"

// Numbers of the method that follow from the drive where a configuration leaves them out. Their error is told by
// --errors.
namespace beltdyn {

struct Pulley;

// The time step [s] of a motion until `end_time` [s], to one digit: the belt moves by less than `length` [m], pulleys
// and ends as they are prescribed, or, where no motion is, as a belt that does not stretch or slip (rigid_motion.hpp);
// each time function is followed by some steps, and the run has some hundred. A length
// of 0 limits nothing.
double chosen_time_step(const BeltDrive& drive, double length, double end_time);
double chosen_time_step(const RopeDrive& drive, double length, double end_time);

// The interval between steady motions [s]: the whole run where no time function changes, else no longer than that
// between rows of the results, if it is given (> 0) [s].
double chosen_interval(const BeltDrive& drive, double end_time, double row_interval);

// How many parts a belt or rope of this length [m] is divided into: `usual`, or as many as turn by at most `turn` [rad]
// around the smallest of the pulleys.
int chosen_parts(std::span<const Pulley> pulleys, double length, int usual, double turn);

// How many cubic elements keep the error of the force at rest of a belt below a thousandth: by θ⁴/340 an element that
// turns by θ is longer than its arc (measured in eulerian_ale), which EA/N times the share of the arcs in the belt
// brings into the force. turns: of one element on each pulley [rad], 1 element for each; shape (n_pulleys).
int parts_for_force(const BeltDrive& drive, std::span<const double> turns);

}  // namespace beltdyn
