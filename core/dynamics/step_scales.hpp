// SPDX-License-Identifier: MIT
#pragma once

#include "core/drive/any_drive.hpp"

// Frequencies, speeds and lengths that limit the time steps of belts. They are scales, not exact solutions: the
// frequencies belong to a single element and to a rigid straight belt on its contact, which bound those of the whole. A
// belt without mass has neither frequencies nor waves; the functions return 0.
namespace beltdyn {

struct Belt;
struct Pulley;

// The largest angular frequency of a free straight element with cubic Hermite shape functions and consistent mass, in
// stretching or bending [rad/s]. An assembled mesh of such elements has no higher frequency. `length` is the reference
// length > 0 [m].
double hermite_element_frequency(const Belt& belt, double length);

// √(k/ρA) with k the stiffness per length of the stiffest contact of the drive: normal at the penetration that the
// pretension causes, or tangential in stick [rad/s].
double contact_frequency(const BeltDrive& drive);

// The faster of the two surfaces at its largest forward speed; 0 if both run backward [m/s].
double fastest_surface(const ContourDrive& drive, double end_time);

// The smallest pulley radius, the reference length of step errors [m].
double smallest_radius(const BeltDrive& drive);

// Speed of axial waves in reference lengths, √(EA/ρA) [m/s].
double wave_speed(const Belt& belt);

// The time in which the surface of a pulley of prescribed motion moves by `length` at its largest speed [s]; 0 if the
// pulley is not prescribed or does not turn.
double passing_time(const Pulley& pulley, double length, double end_time);
// The shortest passing_time() of all pulleys [s]; 0 if no pulley limits it.
double shortest_passing_time(const BeltDrive& drive, double length, double end_time);

// ηv/EA, the length over which the strain of a belt with axial damping follows its force, N = EA (ε + ηv/EA dε/ds), at
// the largest surface speed v of prescribed motion; 0 without prescribed motion [m].
double damping_layer(const BeltDrive& drive, double end_time);

// The shorter of two steps; a step of 0 means no limit.
double shorter_step(double a, double b);

}  // namespace beltdyn
