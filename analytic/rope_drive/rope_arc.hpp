// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <vector>

#include "analytic/belt/dynamics/slip_angle.hpp"

namespace beltdyn::analytic {

// A place on a sheave is called by ζ, the angle by which the sheave had turned when it was, or will be, at side 0 of
// its arc; at an angle ψ of the sheave the arc of the wrap φ is from ζ = ψ at side 0 to ψ − φ at side 1. Depths are
// counted from a side inwards: d = o (ζ − ζ_side).
constexpr double inwards(std::size_t side) { return side == 0 ? -1.0 : 1.0; }  // o
constexpr std::size_t other(std::size_t side) { return 1 - side; }

// Rope that sticks to a sheave, between two places. It came in at a side and stuck at once, with the force of the span
// there; or it is slip that froze, or was there at the start: then g(N) = level + slope ζ (SlipAngle).
struct RopePiece {
  static constexpr int kLine = -1;

  int laid_at = kLine;           // the side at which it came in
  double slope{};                // −1, 0 or 1
  double level{};                // [rad]
  std::array<double, 2> zeta{};  // its ends towards side 0 and side 1 [rad]
  std::array<double, 2> time{};  // when these came in, if they did [s]

  bool is_line() const { return laid_at == kLine; }
  double extent() const { return zeta[0] - zeta[1]; }
};

// An arc at an instant: the places of its sides, the forces there, and g of these.
struct ArcSides {
  std::array<double, 2> zeta{};   // [rad]
  std::array<double, 2> force{};  // [N]
  std::array<double, 2> level{};  // [rad]

  double wrap() const { return zeta[0] - zeta[1]; }  // φ [rad]
};

// A particle that came in at a side.
struct LaidRope {
  double zeta{};       // [rad]
  double zeta_rate{};  // over the time at which it came in [rad/s]
  double level{};      // g of its force [rad]
  double level_rate{};
};
using LaidAt = std::function<LaidRope(int side, double time)>;

// Where a slip arc meets what sticks.
struct RopeFront {
  double depth{};      // [rad]
  double level{};      // g of the force there [rad]
  double met{};        // when the particle there came in, if it did [s]
  double steepness{};  // σ dg/dd of what sticks there, < 1
};

// What a change of an arc does to the force of the span beside it, as the order of the derivative that jumps.
inline constexpr int kJumpOfRate = 1;
inline constexpr int kJumpOfBend = 2;
inline constexpr int kNoJump = 3;

// The state of an arc that is not integrated: σ of the slip arcs at its two sides, which may be of no length, or 0
// where what comes in sticks, and between them what sticks. Where nothing sticks two slip arcs of the same σ meet, or
// the rope slips on all of the arc, with σ and −σ. Without friction it always does, with σ = 0.
struct RopeArc {
  bool is_whole = false;
  std::array<double, 2> sign{};  // σ
  std::vector<RopePiece> stuck;  // from side 0 to side 1
  std::array<double, 2> met{};   // where searches for the fronts begin [s]

  bool is_divided() const { return !is_whole && stuck.empty(); }
  bool is_laying(std::size_t side) const { return !is_whole && sign[side] == 0.0; }
  const RopePiece& outer(std::size_t side) const { return side == 0 ? stuck.front() : stuck.back(); }
  RopePiece& outer(std::size_t side) { return side == 0 ? stuck.front() : stuck.back(); }

  // The front of the slip arc at a side, also beyond its piece, where modes are about to change. `now` is the time.
  RopeFront front(std::size_t side, const ArcSides& at, double now, const LaidAt& laid) const;
  // Depth left until the front at a side comes to the inner end of its piece, the other front or the other side [rad].
  double depth_left(std::size_t side, const std::array<RopeFront, 2>& fronts, const ArcSides& at) const;
  // The slip arc at a side as a line.
  RopePiece slip_line(std::size_t side, const ArcSides& at) const;
  // From side 0 to side 1, slip arcs and all, with ends as they are now.
  std::vector<RopePiece> pieces(const ArcSides& at, const std::array<RopeFront, 2>& fronts, double now) const;

  // What fronts have passed is forgotten, and what is laid ends here.
  void follow(const ArcSides& at, const std::array<RopeFront, 2>& fronts, double now);

  // Changes of modes, after follow(); they return the order of the jump.
  // Slip at a side comes to its end. The surface comes in there, or not.
  int freeze(std::size_t side, const ArcSides& at, double now, bool comes_in);
  // What comes in begins to slip with this σ.
  int begin_slip(std::size_t side, const ArcSides& at, double now, double sigma);
  // A slip arc has gone.
  int turn_slip(std::size_t side);
  // A front has come to the end of its piece.
  int pass(std::size_t side);
  int slip_as_a_whole(double sigma_0);
  // The slip of the whole arc has come to its end at a side.
  int end_whole(std::size_t side, const ArcSides& at, double now, bool comes_in);
  // What is laid from now on is another piece.
  void split(std::size_t side, const ArcSides& at, double now);

  double oldest() const;  // when the first of what sticks came in, HUGE_VAL if none did [s]
  // Is it a state that can be?
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
