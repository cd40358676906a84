// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <vector>

#include "analytic/belt/dynamics/slip_angle.hpp"

namespace beltdyn::analytic {

// A place on a sheave is identified by ζ, the angle of the sheave at which the place was, or will be, at side 0 of its
// arc. At the angle ψ of the sheave, the arc with the wrap φ extends from ζ = ψ at side 0 to ψ − φ at side 1. Depths
// are measured from a side inwards: d = o (ζ − ζ_side).
constexpr double inwards(std::size_t side) { return side == 0 ? -1.0 : 1.0; }  // o
constexpr std::size_t other(std::size_t side) { return 1 - side; }

// A piece of rope that sticks to a sheave, between two places. It either came in at a side and stuck at once, with the
// force of the span there; or it is frozen slip, or was there at the start. In the last two cases g(N) = level + slope
// ζ (SlipAngle).
struct RopePiece {
  static constexpr int kLine = -1;

  int laid_at = kLine;           // side at which it came in, or kLine
  double slope{};                // −1, 0 or 1
  double level{};                // [rad]
  std::array<double, 2> zeta{};  // its ends towards side 0 and side 1 [rad]
  std::array<double, 2> time{};  // times at which these came in, if the piece came in [s]

  bool is_line() const { return laid_at == kLine; }
  double extent() const { return zeta[0] - zeta[1]; }
};

// An arc at an instant: the places of its sides, the forces there, and g of these forces.
struct ArcSides {
  std::array<double, 2> zeta{};   // [rad]
  std::array<double, 2> force{};  // [N]
  std::array<double, 2> level{};  // [rad]

  double wrap() const { return zeta[0] - zeta[1]; }  // φ [rad]
};

// A particle that came in at a side.
struct LaidRope {
  double zeta{};       // [rad]
  double zeta_rate{};  // dζ/dt by the time at which particles came in [rad/s]
  double level{};      // g of its force [rad]
  double level_rate{};
};
using LaidAt = std::function<LaidRope(int side, double time)>;

// The front where a slip arc meets stuck rope.
struct RopeFront {
  double depth{};      // [rad]
  double level{};      // g of the force there [rad]
  double met{};        // time at which the particle there came in, if it did [s]
  double steepness{};  // σ dg/dd of the stuck rope there, < 1 [-]
};

// The effect of a change of an arc on the force of the span beside it: order of the derivative that jumps.
inline constexpr int kJumpOfRate = 1;
inline constexpr int kJumpOfBend = 2;
inline constexpr int kNoJump = 3;

// The part of an arc's state that is not integrated. At each side there is a slip arc with σ, which may have no length,
// or σ = 0 if rope that comes in sticks; between the two there is stuck rope. If nothing sticks, two slip arcs of the
// same σ meet, or the rope slips on the whole arc, with σ and −σ. Without friction it always slips, with σ = 0.
struct RopeArc {
  bool is_whole = false;
  std::array<double, 2> sign{};  // σ
  std::vector<RopePiece> stuck;  // from side 0 to side 1
  std::array<double, 2> met{};   // starts of searches for the fronts [s]

  bool is_divided() const { return !is_whole && stuck.empty(); }
  bool is_laying(std::size_t side) const { return !is_whole && sign[side] == 0.0; }
  const RopePiece& outer(std::size_t side) const { return side == 0 ? stuck.front() : stuck.back(); }
  RopePiece& outer(std::size_t side) { return side == 0 ? stuck.front() : stuck.back(); }

  // The front of the slip arc at a side, also beyond its piece, where modes are about to change. `now`: time.
  RopeFront front(std::size_t side, const ArcSides& at, double now, const LaidAt& laid) const;
  // Depth until the front at a side reaches the inner end of its piece, the other front or the other side [rad].
  double depth_left(std::size_t side, const std::array<RopeFront, 2>& fronts, const ArcSides& at) const;
  // The slip arc at a side as a line.
  RopePiece slip_line(std::size_t side, const ArcSides& at) const;
  // All pieces from side 0 to side 1 including slip arcs, with their present ends.
  std::vector<RopePiece> pieces(const ArcSides& at, const std::array<RopeFront, 2>& fronts, double now) const;

  // Removes pieces that fronts have passed, and ends the piece that is being laid at the present time.
  void follow(const ArcSides& at, const std::array<RopeFront, 2>& fronts, double now);

  // Changes of modes, after follow(); they return the order of the jump. freeze(): slip at a side ends; `comes_in`:
  // does the surface come in there?
  int freeze(std::size_t side, const ArcSides& at, double now, bool comes_in);
  // Rope that comes in begins to slip with this σ.
  int begin_slip(std::size_t side, const ArcSides& at, double now, double sigma);
  // A slip arc has vanished.
  int turn_slip(std::size_t side);
  // A front has reached the end of its piece.
  int pass(std::size_t side);
  int slip_as_a_whole(double sigma_0);
  // Slip of the whole arc ends at a side.
  int end_whole(std::size_t side, const ArcSides& at, double now, bool comes_in);
  // From now on rope that is laid forms another piece.
  void split(std::size_t side, const ArcSides& at, double now);

  double oldest() const;  // time at which the oldest stuck rope came in, HUGE_VAL if none came in [s]
  // Is it a possible state?
  bool is_sound() const;

 private:
  void begin_laying(std::size_t side, const ArcSides& at, double now);
  int pass_lines(std::size_t side, int jump);
  void remove_outer(std::size_t side);
  void add_outer(std::size_t side, const RopePiece& piece);
  RopeFront front_on_line(std::size_t side, const ArcSides& at) const;
  RopeFront front_in_laid(std::size_t side, const ArcSides& at, double now, const LaidAt& laid) const;
};

}  // namespace beltdyn::analytic
