// SPDX-License-Identifier: MIT
#pragma once

#include "verification/belts/manufactured_belt.hpp"

namespace beltdyn::verification {

// A loop outside of two pulleys, an ellipse that grows, tilts and lets particles run around. `in_time` polynomial: at
// constant acceleration of each particle, by which schemes of second order make no error; circulation [rad/s] of the
// other.
enum class SwingInTime { polynomial, harmonic };
BeltDrive swinging_drive();
ManufacturedBelt swinging_belt(const BeltDrive& drive, SwingInTime in_time, double circulation);

// A loop that lies on pulley 1 and rolls with it, r = ϱ(θ, t) around its centre. Gap and bristles vanish at the fixed
// ends of contact with some of their derivatives, so that pressure and traction are smooth. Friction on the pulley, μ,
// acts on the face of the belt, at this distance from the centre line [m].
BeltDrive rolling_drive(double friction_coefficient, double thickness = 0.0);
ManufacturedBelt rolling_belt(const BeltDrive& drive,
                              ManufacturedBelt::Inertia inertia = ManufacturedBelt::Inertia::full);

// A belt that runs along its path, pressed into the pulleys and swinging in the spans: w(σ, t) vanishes where arcs meet
// spans, and s(σ, t) is such that bristles on pulley 1 stick. A string, as the curvature jumps where arcs meet spans.
// Friction on pulley 1, μ, acts on the face of the belt.
BeltDrive path_drive(double friction_coefficient, double thickness = 0.0);
ManufacturedBelt path_belt(const BeltDrive& drive, ManufacturedBelt::Inertia inertia = ManufacturedBelt::Inertia::full);

}  // namespace beltdyn::verification
