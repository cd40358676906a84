// SPDX-License-Identifier: MIT
#pragma once

#include "verification/belts/manufactured_belt.hpp"

namespace beltdyn::verification {

// A loop around the outside of two pulleys: an ellipse that grows and tilts, with particles that circulate.
// SwingInTime::polynomial: each particle has a constant acceleration, so second-order schemes make no error.
// SwingInTime::harmonic: particles circulate with `circulation` [rad/s].
enum class SwingInTime { polynomial, harmonic };
BeltDrive swinging_drive();
ManufacturedBelt swinging_belt(const BeltDrive& drive, SwingInTime in_time, double circulation);

// A loop that lies on pulley 1 and rolls with it, r = ϱ(θ, t) around the centre of the pulley. Contact has fixed ends,
// where gap, bristles and some of their derivatives vanish, so that pressure and traction are smooth. Friction on the
// pulley, with the coefficient μ, acts on the face of the belt, at the distance `thickness` [m] from the centre line.
BeltDrive rolling_drive(double friction_coefficient, double thickness = 0.0);
ManufacturedBelt rolling_belt(const BeltDrive& drive,
                              ManufacturedBelt::Inertia inertia = ManufacturedBelt::Inertia::full);

// A belt that runs along its path, penetrates the pulleys and swings in the spans. w(σ, t) vanishes where arcs meet
// spans, and s(σ, t) is such that the bristles on pulley 1 stick. The belt is a string because the curvature jumps
// where arcs meet spans. Friction on pulley 1, with the coefficient μ, acts on the face of the belt.
BeltDrive path_drive(double friction_coefficient, double thickness = 0.0);
ManufacturedBelt path_belt(const BeltDrive& drive, ManufacturedBelt::Inertia inertia = ManufacturedBelt::Inertia::full);

}  // namespace beltdyn::verification
