// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <Eigen/Core>

#include "core/base/error.hpp"
#include "core/drive/belt/path_pieces.hpp"

namespace beltdyn {

// The direction in which the belt runs around its loop. σ increases in this direction.
enum class LoopDirection { counterclockwise, clockwise };
inline constexpr std::array<std::string_view, 2> kLoopDirectionNames{"counterclockwise", "clockwise"};

// The side of the loop on which a pulley is. The belt wraps an inside pulley in the direction of the loop, an outside
// pulley against it.
enum class PulleySide { inside, outside };
inline constexpr std::array<std::string_view, 2> kPulleySideNames{"inside", "outside"};

// The data of a pulley that determine the belt path.
struct PathPulley {
  Eigen::Vector2d center = Eigen::Vector2d::Zero();  // [m]
  double radius{};                                   // r > 0, radius of the surface that the belt touches [m]
  PulleySide side = PulleySide::inside;
};

// No belt path exists.
class PathError : public SolverError {
 public:
  // `pulley` is the index of the pulley that causes the error, −1 if there is no single cause.
  PathError(int pulley, const std::string& message) : SolverError(message), pulley_(pulley) {}

  int pulley() const { return pulley_; }

 private:
  int pulley_;
};

// Where a path coordinate lies. Intervals are half open: the exit point belongs to the following span.
struct PathPlace {
  int pulley = -1;  // index of the arc, −1 in a span
  int span = -1;    // index of the span, −1 on a pulley; span k leads from pulley k to pulley k + 1
  double local{};   // distance from the entry of the pulley, or from the start of the span [m]
};

// The closed path of the centre line of a taut belt around circular pulleys. It consists of arcs of radius
// R_k = r_k + offset and of straight spans, each tangent to two arcs.
//
//   σ = 0                                                                   σ = length
//     | pulley 1 | span 1 | pulley 2 | span 2 | ... | pulley n | span n      |
//
// With two pulleys this is the σ of ContourDrive. Arcs and spans are defined in path_pieces.hpp.
//
// If one of two pulleys is inside and the other outside, the belt is a crossed belt: its spans intersect, which the
// plane model ignores. Any other path must not cross itself.
class BeltPath {
 public:
  // The pulleys are in the order in which the belt reaches them; offset ≥ 0 is the distance from the touching surface
  // to the centre line [m]. Throws PathError if pulleys overlap, or if the belt does not fit between two pulleys,
  // misses a pulley, crosses itself or runs through a pulley.
  BeltPath(std::span<const PathPulley> pulleys, LoopDirection direction, double offset);

  double length() const { return length_; }                      // [m]
  const std::vector<PathArc>& arcs() const { return arcs_; }     // one for each pulley, shape (n_pulleys)
  const std::vector<PathSpan>& spans() const { return spans_; }  // one behind each pulley, shape (n_pulleys)

  // σ shifted by whole loops into [0, length) [m]
  double periodic(double sigma) const;
  // Any σ is allowed: the path is periodic.
  PathPlace locate(double sigma) const;
  PathPoint point(double sigma) const;

  // σ of the path point nearest to a position. Among the nearest points of all arcs and spans, the one with the
  // smallest distance² + (|σ − near|/10)² is taken: a position close to two parts of the path belongs to the part where
  // it is expected. The result is not shifted into [0, length): |σ − near| ≤ length/2.
  double nearest(const Eigen::Vector2d& position, double near) const;

 private:
  std::vector<PathArc> arcs_;
  std::vector<PathSpan> spans_;
  double length_{};
};

}  // namespace beltdyn
