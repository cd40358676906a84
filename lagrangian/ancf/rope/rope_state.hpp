// SPDX-License-Identifier: MIT
#pragma once

#include "core/dynamics/rope_state.hpp"
#include "lagrangian/ancf/element/belt_equations.hpp"

namespace beltdyn::lagrangian::ancf {

// The rope of an open AncfBelt as results by its distance σ from the first end, on a path as long as the stretched
// rope. Its places are the middles of elements, its pieces are contact segments.
RopeState rope_state_of(const BeltEquations& equations, const RopePath& path);

}  // namespace beltdyn::lagrangian::ancf
