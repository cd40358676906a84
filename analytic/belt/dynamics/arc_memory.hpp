// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

namespace beltdyn::analytic {

// Belt on a pulley that sticks, between two particles. A particle is called by ζ, the angle by which belt had entered
// the pulley when it did. It came in and stuck at once, with the force of the span before, or is slip that froze, or
// belt that was at rest: then g(N) = level − sign ζ (SlipAngle), with the sign 0 at rest.
struct StuckBelt {
  static constexpr double kOpen = std::numeric_limits<double>::max();

  bool came_in = false;
  double sign{};
  double level{};         // [rad]
  double begin = -kOpen;  // ζ of the end nearer to the exit, or of none if it came in before the start [rad]
  double end = kOpen;     // of the other one, or of none as long as belt comes in and sticks [rad]
  double first = -kOpen;  // when these particles came in, if this one did [s]
  double last = kOpen;    // [s]
};

// The state of a pulley that is not integrated: slip at the entry, if any, then what sticks, then slip at the exit,
// which may be of no length. Where nothing sticks the two slip arcs of opposite directions meet, or the belt slips on
// all of the pulley.
struct ArcMemory {
  double sign = 1.0;                                   // of the slip arc at the exit, +1 where the force rises along it
  double entry_sign = 0.0;                             // of that at the entry, 0 where what comes in sticks
  bool is_whole = false;                               // does the belt slip on all of the pulley, with `sign`?
  std::vector<StuckBelt> stuck = {{.came_in = true}};  // from the entry to the exit
  std::size_t kink = 0;                                // the next kink of the history that the front at the exit meets
  double largest = 0.0;                                // that the slip arc was since it has this direction [rad]
  double entered = 0.0;  // when the particle at the front at the exit came in, if it did and stuck at once [s]
  double met = 0.0;      // the same of the front at the entry [s]

  bool has_entry_slip() const { return entry_sign != 0.0; }
  // Are there two slip arcs, and nothing between?
  bool is_divided() const { return !is_whole && stuck.empty(); }
  // Does a front meet belt that came in and stuck at once?
  bool exit_meets_history() const { return !stuck.empty() && stuck.back().came_in; }
  bool entry_meets_history() const { return has_entry_slip() && !stuck.empty() && stuck.front().came_in; }
  // Is it a state that can be?
  bool is_sound() const;
};

}  // namespace beltdyn::analytic
