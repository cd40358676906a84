// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

namespace beltdyn::analytic {

// A piece of belt that sticks on a pulley, between two particles. A particle is identified by ζ, the angle of belt that
// had entered the pulley when the particle did. The piece either came in and stuck at once, with the force of the span
// before; or it is frozen slip, or belt that was at rest at the start. In the last two cases g(N) = level − sign ζ
// (SlipAngle), with the sign 0 for belt at rest.
struct StuckBelt {
  static constexpr double kOpen = std::numeric_limits<double>::max();

  bool came_in = false;
  double sign{};
  double level{};         // [rad]
  double begin = -kOpen;  // ζ of the end nearer to the exit; kOpen: it came in before the start [rad]
  double end = kOpen;     // ζ of the other end; kOpen: belt still comes in and sticks [rad]
  double first = -kOpen;  // times at which these particles came in, if the piece came in [s]
  double last = kOpen;    // [s]
};

// The part of a pulley's state that is not integrated: slip at the entry, if any, then stuck belt, then slip at the
// exit, which may have no length. If nothing sticks, two slip arcs of opposite directions meet, or the belt slips on
// the whole pulley.
struct ArcMemory {
  double sign = 1.0;                                   // of the slip arc at the exit, +1 where the force rises along it
  double entry_sign = 0.0;                             // of the slip arc at the entry, 0 if belt that comes in sticks
  bool is_whole = false;                               // does the belt slip on all of the pulley, with `sign`?
  std::vector<StuckBelt> stuck = {{.came_in = true}};  // pieces from the entry to the exit
  std::size_t kink = 0;  // index of the next kink of the history that the front at the exit meets
  double largest = 0.0;  // largest extent of the slip arc at the exit since it has this direction [rad]
  double entered = 0.0;  // time at which the particle at the front of the exit came in, if it stuck at once [s]
  double met = 0.0;      // the same time for the front of the entry [s]

  bool has_entry_slip() const { return entry_sign != 0.0; }
  // Do two slip arcs meet, with nothing stuck between?
  bool is_divided() const { return !is_whole && stuck.empty(); }
  // Does the front at the exit, or at the entry, meet belt that came in and stuck at once?
  bool exit_meets_history() const { return !stuck.empty() && stuck.back().came_in; }
  bool entry_meets_history() const { return has_entry_slip() && !stuck.empty() && stuck.front().came_in; }
  // Is it a possible state?
  bool is_sound() const;
};

}  // namespace beltdyn::analytic
