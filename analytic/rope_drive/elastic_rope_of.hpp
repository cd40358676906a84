// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analytic/rope_drive/elastic_rope_drive.hpp"
#include "core/drive/rope/rope_drive.hpp"

namespace beltdyn::analytic {

// Weight of an elastic rope that an ElasticRopeDrive leaves out: that on spans without a body at an end, or on all
// spans if axes move.
struct LeftOutWeight {
  std::size_t span{};   // whose force changes most by it, relative to its force at the start
  double change{};      // of the force along the span [N]
  double part{};        // of this force [-]
  const char* place{};  // "...", where it is left out
};
// Empty if there is none, or the forces at the start are not known.
std::optional<LeftOutWeight> left_out_weight(const RopeDrive& drive);

// Reasons why a rope drive is not supported as a massless elastic rope, one sentence each; `name`: formulation.
std::vector<std::string> elastic_rope_objections(const RopeDrive& drive, std::string_view name);

// Makes an ElasticRopeDrive of a rope drive without such objections, which must outlive it.
//
// The span forces at the start are equal if a natural length is given. Otherwise the rope is stretched as after a long
// time under the forces of an inextensible rope at t = 0 whose prescribed motions keep their speeds: forces of statics
// if all bodies are in equilibrium, else of bodies that accelerate without vibrations. If axes move, friction and the
// inertia of pulleys are left out in these forces, even_forces().
ElasticRopeDrive elastic_rope_of(const RopeDrive& drive);

}  // namespace beltdyn::analytic
