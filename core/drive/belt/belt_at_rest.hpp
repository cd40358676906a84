// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace beltdyn {

struct BeltDrive;

// What one knows of a belt before it runs, as a string without weight on its pulleys at rest.
struct BeltAtRest {
  struct OnPulley {
    double wrap{};      // φ [rad]
    double capacity{};  // the largest moment, see below [N m]
  };

  double free_length{};  // without any force [m]
  double length{};       // of the path [m]
  double force{};        // N of all spans [N]
  std::vector<OnPulley> pulleys{};
};

// Mounts are where they rest, and layers are pressed in. A pulley of the radius r carries at most M with
// T₁/T₂ = exp(μ φ), μ the kinetic coefficient; where the mean of its two spans stays N, as between two pulleys, that is
// M = 2 N r tanh(μ φ/2). Throws SolverError where mounts find no rest.
BeltAtRest belt_at_rest(const BeltDrive& drive);

// "at rest the belt of 1.176 m is 1.181 m long, with 200 N in all spans; wraps, and capacities if ...: pulley 1 (motor)
// 168.5°, 10 N m; ..."
std::string description(const BeltDrive& drive, const BeltAtRest& belt);

}  // namespace beltdyn
