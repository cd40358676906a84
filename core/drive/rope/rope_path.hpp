// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include <Eigen/Core>

#include "core/drive/belt/belt_path.hpp"

namespace beltdyn {

// Names of PulleySide for the pulleys of a rope: the side of the rope on which a pulley lies, seen along the rope from
// its first end to its second end. A loop that runs counter-clockwise has its inside on the left.
inline constexpr std::array<std::string_view, 2> kRopeSideNames{"left", "right"};

// The rope does not touch a pulley on its side, e.g. because it has lifted off.
class RopeOffPulley : public PathError {
 public:
  using PathError::PathError;
};

// The open path of a taut rope from its first end around n ≥ 0 pulleys to its second end:
//
//     σ = 0                                                           σ = length
//       | span 1 | pulley 1 | span 2 | pulley 2 | ... | pulley n | span n + 1 |
//
// Unlike on a belt, span k leads to pulley k. Spans may cross: the rope passes beside itself there.
class RopePath {
 public:
  // Throws PathError if an end lies on a pulley, if pulleys overlap, or if the rope misses a pulley (RopeOffPulley) or
  // runs through one. Its pulley() is the index of the pulley, or n and n + 1 for the two ends.
  RopePath(const Eigen::Vector2d& first_end, std::span<const PathPulley> pulleys, const Eigen::Vector2d& second_end);

  double length() const { return spans_.back().start + spans_.back().length; }  // [m]
  const std::vector<PathArc>& arcs() const { return arcs_; }                    // shape (n_pulleys)
  const std::vector<PathSpan>& spans() const { return spans_; }                 // shape (n_pulleys + 1)

  // The arc or span at σ, which is clamped to [0, length]. Indices count from 0.
  PathPlace locate(double sigma) const;
  PathPoint point(double sigma) const;

 private:
  std::vector<PathArc> arcs_;
  std::vector<PathSpan> spans_;
};

}  // namespace beltdyn
