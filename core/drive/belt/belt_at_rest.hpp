// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace beltdyn {

struct BeltDrive;

// What a load leaves as it is: with two loaded pulleys and fixed axes the length of the belt; with a take-up of
// constant force the force N on the slack side; otherwise, roughly, the mean force of the two spans at a pulley.
enum class KeptUnderLoad { length, slack_force, mean_force };

// Properties of a belt before it runs: a string without weight on its pulleys at rest.
struct BeltAtRest {
  struct OnPulley {
    double wrap{};      // φ [rad]
    double capacity{};  // moment at which a belt that hardly moves slips, see below [N m]
  };

  double free_length{};  // of the belt without any force [m]
  double length{};       // of the belt path [m]
  double force{};        // N, equal in all spans [N]
  KeptUnderLoad kept{};
  std::vector<OnPulley> pulleys{};
};

// Mounts are in their rest position, and layers are pressed in. A pulley of radius r transmits at most the moment M at
// which T₁/T₂ = exp(μ φ r/R), with μ the kinetic coefficient and R the radius of the centre line: M = R (T₁ − T₂). If
// its slack side keeps the force N of a take-up, T₂ = N; if the mean force remains, T₁ + T₂ = 2 N. A belt that keeps
// its length L has ∫ T dσ = N L, with the mean (T₁ − T₂)/ln(T₁/T₂) on slip arcs, and the force of the entry on the rest
// of the loaded pulley with more friction; both have the moment at which the other one slips. The first loaded pulley
// drives, or the one of prescribed motion. A belt of speed v and mass ρ per length has N − ρ v² in place of N. Throws
// SolverError if the mounts have no rest position.
BeltAtRest belt_at_rest(const BeltDrive& drive);

// "at rest 200 N in all spans stretch the belt from 1.176 m to 1.181 m; wraps, and torques at which loaded pulleys slip
// if ... stays that: pulley 1 (motor) 168.5°, 10 N m; pulley 2 (idler) 40°; ..."
std::string description(const BeltDrive& drive, const BeltAtRest& belt);

}  // namespace beltdyn
