// SPDX-License-Identifier: MIT
#pragma once

#include "core/drive/any_drive.hpp"

// What limits the steps of belts: frequencies and distances. Scales, not exact solutions: frequencies are those of a
// single element and of the belt as a rigid line on its contact, which bound those of the whole. A belt without mass
// has neither frequencies nor waves: they are 0.
namespace beltdyn {

class TimeFunction;
struct Belt;
struct Pulley;

// The largest angular frequency of a free straight element with cubic Hermite shape functions and consistent mass, in
// stretching or in bending [rad/s]; that of an assembled mesh of such elements is not larger. `length` is the reference
// length > 0 [m].
double hermite_element_frequency(const Belt& belt, double length);

// √(k/ρA), k the stiffness per length of the stiffest contact of the drive, normal at the penetration that the
// pretension makes, or tangential in stick [rad/s]
double contact_frequency(const BeltDrive& drive);

// The larger of the two surface speeds at their fastest, 0 if both run backward [m/s]
double fastest_surface(const ContourDrive& drive, double end_time);

// Of the pulleys, which errors of steps are compared with [m]
double smallest_radius(const BeltDrive& drive);

// Of axial waves, √(EA/ρA), in reference lengths [m/s]
double wave_speed(const Belt& belt);

// max |f| on [0, end_time]
double largest(const TimeFunction& function, double end_time);

// The time in which the surface of a pulley of prescribed motion moves by `length` at its fastest [s]; 0: the
// pulley is not prescribed, or rests.
double passing_time(const Pulley& pulley, double length, double end_time);
// The shortest of all pulleys, 0 if none limits it [s]
double shortest_passing_time(const BeltDrive& drive, double length, double end_time);

// ηv/EA, the length in which the strain of a belt with axial damping follows its force, N = EA (ε + ηv/EA dε/ds), at
// the fastest surface speed v of prescribed motion; 0 if there is none [m]
double damping_layer(const BeltDrive& drive, double end_time);

// The shorter one of two steps of which 0 means that nothing limits it.
double shorter_step(double a, double b);

}  // namespace beltdyn
