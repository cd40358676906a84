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
  std::vector<OnPulley> pulleys{};
};

// Mounts are in their rest position, and layers are pressed in. A pulley of radius r transmits at most the moment M at
// which T₁/T₂ = exp(μ φ), with μ the kinetic coefficient. If the mean force of its two spans remains N, as with two
// pulleys, then M = 2 N r tanh(μ φ/2). Throws SolverError if the mounts have no rest position.
BeltAtRest belt_at_rest(const BeltDrive& drive);

// "at rest the belt of 1.176 m is 1.181 m long, with 200 N in all spans; wraps, and capacities if ...: pulley 1 (motor)
// 168.5°, 10 N m; ..."
std::string description(const BeltDrive& drive, const BeltAtRest& belt);

}  // namespace beltdyn
