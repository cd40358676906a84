// SPDX-License-Identifier: MIT
#pragma once

#include "core/dynamics/rope_state.hpp"
#include "eulerian/ale/element/ale_equations.hpp"

namespace beltdyn::eulerian::ale {

// The rope of an open AleBelt as results by its distance σ from the first end. Its places are the nodes and the middles
// of elements, its pieces belong to contact points.
RopeState rope_state_of(const AleEquations& equations, const RopePath& path);

}  // namespace beltdyn::eulerian::ale
