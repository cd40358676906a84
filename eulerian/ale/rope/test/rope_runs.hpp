// SPDX-License-Identifier: MIT
#pragma once

#include "eulerian/ale/rope/ale_rope_simulation.hpp"

namespace beltdyn::eulerian::ale::test {

inline AleRopeSimulation run_of(const RopeDrive& drive, double step = 1e-3, const MeshParameters& mesh = {}) {
  AleParameters parameters;
  parameters.mesh = mesh;
  parameters.time_step = step;
  return {drive, parameters};
}

}  // namespace beltdyn::eulerian::ale::test
