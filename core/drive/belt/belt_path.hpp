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

// The sense in which the belt runs around its loop: the direction of increasing σ.
enum class LoopDirection { counterclockwise, clockwise };
inline constexpr std::array<std::string_view, 2> kLoopDirectionNames{"counterclockwise", "clockwise"};

// The side of a pulley. The belt wraps a pulley inside in the direction of the loop, a pulley outside against it.
enum class PulleySide { inside, outside };
inline constexpr std::array<std::string_view, 2> kPulleySideNames{"inside", "outside"};

// The data of a pulley for the belt path.
struct PathPulley {
  Eigen::Vector2d center = Eigen::Vector2d::Zero();  // [m]
  double radius{};                                   // r > 0, of the surface that the belt touches [m]
  PulleySide side = PulleySide::inside;
};

// There is no such belt path.
class PathError : public SolverError {
 public:
  // `pulley` is the index of the pulley that causes the error, −1 if no single pulley does.
  PathError(int pulley, const std::string& message) : SolverError(message), pulley_(pulley) {}

  int pulley() const { return pulley_; }

 private:
  int pulley_;
};

// Where a path coordinate lies. Zones are half open: the exit point belongs to the span behind it.
struct PathPlace {
  int pulley = -1;  // index of the arc, −1 in a span
  int span = -1;    // index of the span, −1 on a pulley; span k leads from pulley k to pulley k + 1
  double local{};   // distance from the entry of the pulley, or from the start of the span [m]
};

// The closed path of the centre line of a taut belt around circular pulleys: arcs of radius R_k = r_k + offset and the
// straight spans that touch two of them.
//
//   σ = 0                                                                   σ = length
//     | pulley 1 | span 1 | pulley 2 | span 2 | ... | pulley n | span n      |
//
// With two pulleys this is the σ of ContourDrive. The pieces are those of path_pieces.hpp.
//
// A belt on two pulleys of which one is inside and one outside is a crossed belt: its spans cross, which a plane model
// passes over. Otherwise the path may not cross itself.
class BeltPath {
 public:
  // Pulleys in the order in which the belt reaches them; offset ≥ 0 is the distance of the centre line from the
  // touching surface [m]. Throws PathError if pulleys overlap, the belt does not fit between two of them, misses one,
  // crosses itself or runs through a pulley.
  BeltPath(std::span<const PathPulley> pulleys, LoopDirection direction, double offset);

  double length() const { return length_; }                      // [m]
  const std::vector<PathArc>& arcs() const { return arcs_; }     // of each pulley, shape (n_pulleys)
  const std::vector<PathSpan>& spans() const { return spans_; }  // behind each pulley, shape (n_pulleys)

  // σ moved by whole loops into [0, length)
  double periodic(double sigma) const;
  // Any σ is allowed: the path is periodic.
  PathPlace locate(double sigma) const;
  PathPoint point(double sigma) const;

  // σ of the point of the path that is nearest to a position: that of each arc and span, and of these the one for which
  // distance² + (|σ − near|/10)² is least. So a position close to two parts of the path belongs to the one where it is
  // expected. The result is not moved into [0, length): |σ − near| ≤ length/2.
  double nearest(const Eigen::Vector2d& position, double near) const;

 private:
  std::vector<PathArc> arcs_;
  std::vector<PathSpan> spans_;
  double length_{};
};

}  // namespace beltdyn
