// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace beltdyn {

struct BeltDrive;

// Properties of a belt before it runs: a string without weight on its pulleys at rest.
struct BeltAtRest {
  struct OnPulley {
    double wrap{};      // φ [rad]
    double capacity{};  // largest moment that friction can transmit, see below [N m]
  };

  double free_length{};  // of the belt without any force [m]
  double length{};       // of the belt path [m]
  double force{};        // N, equal in all spans [N]
  // Does a take-up of constant force keep N on the slack side of a driving pulley?
  bool keeps_slack_force{};
  std::vector<OnPulley> pulleys{};
};

// Mounts are in their rest position, and layers are pressed in. A pulley of radius r transmits at most the moment M at
// which T₁/T₂ = exp(μ φ r/R), with μ the kinetic coefficient and R the radius of the centre line. If the mean force of
// its two spans remains N, as with two pulleys, then M = 2 N R tanh(μ φ r/(2 R)); if its slack side keeps the force N
// of a take-up, M = N R (exp(μ φ r/R) − 1). Throws SolverError if the mounts have no rest position.
BeltAtRest belt_at_rest(const BeltDrive& drive);

// "at rest 200 N in all spans stretch the belt from 1.176 m to 1.181 m; wraps, and torques at which loaded pulleys slip
// if ... stays that: pulley 1 (motor) 168.5°, 10 N m; pulley 2 (idler) 40°; ..."
std::string description(const BeltDrive& drive, const BeltAtRest& belt);

}  // namespace beltdyn
