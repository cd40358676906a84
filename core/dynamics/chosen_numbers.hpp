// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "core/drive/any_drive.hpp"

// Defaults of numerical parameters that a configuration leaves out, chosen from the drive. `--errors` reports the error
// that they cause.
namespace beltdyn {

struct Pulley;

// The time step of a motion until `end_time`, rounded to one digit [s]. In one step the belt moves by less than
// `length` [m], each time function is resolved by several steps, and a run has some hundred steps. The belt has the
// prescribed speeds of pulleys and ends or, without any, the speed of a belt that does not stretch or slip
// (rigid_motion.hpp). `length` = 0 sets no limit.
double chosen_time_step(const BeltDrive& drive, double length, double end_time);
double chosen_time_step(const RopeDrive& drive, double length, double end_time);

// The interval between steady motions [s]: the whole run if no time function varies; otherwise at most the interval
// `row_interval` between rows of the results, if that is given (> 0) [s].
double chosen_interval(const BeltDrive& drive, double end_time, double row_interval);

// The number of parts into which a belt or rope of this length [m] is divided: `usual`, or more, so that a part turns
// by at most `turn` [rad] around the smallest pulley.
int chosen_parts(std::span<const Pulley> pulleys, double length, int usual, double turn);

// The number of cubic elements on each pulley that keeps the error of the belt's force at rest below a thousandth. An
// element that turns by θ is longer than its arc by the part θ⁴/340 (measured in eulerian_ale); the force error is this
// part times EA/N times the share of the arcs in the belt length. turns: angle of one element on each pulley if the
// pulley has 1 element, shape (n_pulleys) [rad].
int parts_for_force(const BeltDrive& drive, std::span<const double> turns);

// The angle by which a material cubic element may turn around a pulley [rad]. An element that turns by θ changes the
// speed of the belt by up to the part 6e-4 θ² (measured in lagrangian_ancf); this angle keeps it below 0.003 N/EA,
// about 1 % of the creep where the span forces differ by a third of the force at rest N. It lies between `usual` and
// half of it, which limits the cost, and is `usual` without a force at rest.
double element_angle_for_creep(const BeltDrive& drive, double usual);

}  // namespace beltdyn
