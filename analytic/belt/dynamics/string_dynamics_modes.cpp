// SPDX-License-Identifier: MIT
// The changes of the modes of a StringDynamics.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "analytic/belt/dynamics/string_dynamics.hpp"
#include "core/base/error.hpp"

namespace beltdyn::analytic {
namespace {

// A change of an arc that never grew beyond this has no effect elsewhere [rad].
constexpr double kSmallArc = 1e-3;
// A shorter slip arc at an entry leaves no frozen slip [rad].
constexpr double kNoTrace = 1e-8;

}  // namespace

// Changes the modes whose margins have vanished; or only the modes that rates decide.
void StringDynamics::change_modes(double below, bool is_of_rates) {
  constexpr int kNone = kFirstKink + 1;
  int order = kNone;
  std::vector<Margins> all;
  for (std::size_t k = 0; k < n(); ++k) {
    Margins m = margins(k, head_.state);
    if (is_of_rates) {
      const bool is_whole = arcs()[k].is_whole;
      m = {.slip = m.slip, .hold = m.hold, .steep = m.steep, .entry = is_whole ? m.entry : 1.0};
    }
    all.push_back(m);
  }
  std::size_t span = kAllSpans;
  int n_changes = 0;
  bool is_noticed = false;
  for (std::size_t k = 0; k < n(); ++k) {
    if (!(all[k].least() < below)) continue;
    const int jump = change_modes_of(k, all[k], below);
    is_noticed = is_noticed || jump <= kNone;
    if (jump >= kNone) continue;
    span = ++n_changes == 1 ? k : kAllSpans;
    order = std::min(order, jump);
  }
  if (is_noticed) ++head_.statistics.status_changes;
  // A change of slip at an exit affects the force behind it alone; in other forces derivatives two orders higher jump.
  if (order < kNone) add_kink(order, order == kFirstKink ? span : kAllSpans);
}

// If rates jump, by a change of modes or a time function, further modes may have to change at once.
void StringDynamics::settle_modes() {
  constexpr int kMostPerPulley = 4;
  const auto is_settled = [this] {
    calm_ = 1.0;
    for (std::size_t k = 0; k < n(); ++k) {
      const Margins m = margins(k, head_.state);
      calm_ = std::min(calm_, m.of_rates());
      if (m.of_rates() < 0.0 || (arcs()[k].is_whole && m.entry < 0.0)) return false;
    }
    return true;
  };
  for (std::size_t i = 0; i < kMostPerPulley * n() && !is_settled(); ++i) {
    change_modes(0.0, true);
    evaluate_head();
  }
}

// Changes the modes of a pulley. Returns the order of the derivative that jumps: kFirstKink + 1 for a higher one,
// larger for none.
int StringDynamics::change_modes_of(std::size_t k, const Margins& m, double below) {
  ArcMemory& arc = arcs()[k];
  if (arc.is_whole) return end_whole_slip(k, m.slip < m.entry);
  if (m.steep < below) return begin_entry_slip(k);
  if (arc.is_divided() && (m.arc < below || m.entry < below)) {
    return slip_as_a_whole(k, m.arc < m.entry ? arc.entry_sign : arc.sign);
  }
  if (m.arc < below && m.arc <= std::min(m.slip, m.piece)) return lose_exit_slip(k);
  if (m.hold < below) return freeze_entry_slip(k);
  if (m.slip < below) return freeze_exit_slip(k);
  if (m.inner < below) return pass_piece_at_entry(k);
  if (m.entry < below) return slip_as_a_whole(k, arc.sign);
  return pass_piece_at_exit(k);
}

int StringDynamics::slip_as_a_whole(std::size_t k, double sign) {
  ArcMemory& arc = arcs()[k];
  arc.is_whole = true;
  arc.sign = sign;
  arc.entry_sign = 0.0;
  arc.stuck.clear();
  return kJumpOfRates;
}

// The belt sticks again at the entry, or begins to slip in the other direction at the exit.
int StringDynamics::end_whole_slip(std::size_t k, bool is_at_exit) {
  ArcMemory& arc = arcs()[k];
  const SlipAngle& slip = drive_.pulleys[k].slip;
  const double in = head_.state[before(k)];
  // Removes the error of the steps.
  head_.state[k] = slip.force(slip.angle(in) + arc.sign * geometry_[k].wrap);
  arc.is_whole = false;
  arc.largest = 0.0;
  if (is_at_exit) {
    arc.entry_sign = arc.sign;
    arc.sign = -arc.sign;
    return kFirstKink;
  }
  arc.stuck = {{.came_in = true, .begin = head_.state[turned_at(k)], .first = head_.time}};
  arc.entered = head_.time;
  arc.kink = head_.kinks.size();
  return kFirstKink;
}

int StringDynamics::begin_entry_slip(std::size_t k) {
  ArcMemory& arc = arcs()[k];
  arc.entry_sign = motions_[before(k)].force_rate > 0.0 ? -1.0 : 1.0;
  StuckBelt& newest = arc.stuck.front();
  newest.end = head_.state[turned_at(k)];
  newest.last = head_.time;
  arc.met = head_.time;
  if (newest.end - newest.begin < kNoTrace) return pass_piece_at_entry(k);
  return kFirstKink + 1;
}

// The whole slip arc at the entry sticks from now on, and so does belt that comes in.
int StringDynamics::freeze_entry_slip(std::size_t k) {
  ArcMemory& arc = arcs()[k];
  const double entry = head_.state[turned_at(k)];
  const SlipFrontState& front = motions_[k].entry_front;
  const StuckBelt slip = entry_slip(k, head_.state);
  arc.entry_sign = 0.0;
  const bool leaves_trace = entry - front.zeta > kNoTrace;
  if (!arc.stuck.empty()) {
    StuckBelt& newest = arc.stuck.front();
    if (newest.came_in && !leaves_trace) {
      newest.end = newest.last = StuckBelt::kOpen;
      return kFirstKink + 1;
    }
    newest.end = front.zeta;
    if (newest.came_in) newest.last = motions_[k].met;
  }
  std::vector<StuckBelt> stuck{{.came_in = true, .begin = entry, .first = head_.time}};
  if (leaves_trace) stuck.push_back({.sign = slip.sign, .level = slip.level, .begin = front.zeta, .end = entry});
  if (arc.stuck.empty() && !leaves_trace) {
    arc.entered = head_.time;
    arc.kink = head_.kinks.size();
  }
  arc.stuck.insert(arc.stuck.begin(), stuck.begin(), stuck.end());
  return kFirstKink;
}

// The whole slip arc at the exit sticks from now on, and slip of the other direction begins there.
int StringDynamics::freeze_exit_slip(std::size_t k) {
  ArcMemory& arc = arcs()[k];
  const double front = motions_[k].front.zeta;
  StuckBelt slip = exit_slip(k, head_.state);
  slip.begin = head_.state[turned_at(k)] - geometry_[k].wrap;
  slip.end = front;
  if (!arc.stuck.empty()) {
    arc.stuck.back().begin = front;
    if (arc.stuck.back().came_in) arc.stuck.back().first = motions_[k].entered;
  }
  arc.stuck.push_back(slip);
  arc.sign = -arc.sign;
  return kFirstKink;
}

// The slip arc at the exit has vanished. Frozen slip of the opposite direction remains.
int StringDynamics::lose_exit_slip(std::size_t k) {
  ArcMemory& arc = arcs()[k];
  arc.sign = -arc.sign;
  const bool is_noticed = arc.largest > kSmallArc;
  arc.largest = 0.0;
  if (!arc.stuck.back().came_in && arc.stuck.back().sign == arc.sign) return pass_piece_at_exit(k);
  return is_noticed ? kFirstKink : kFirstKink + 2;
}

// Frozen slip in the direction of the arc lies on its line, and is passed at once.
int StringDynamics::pass_piece_at_exit(std::size_t k) {
  ArcMemory& arc = arcs()[k];
  int n_passed = 0;
  do {
    ++n_passed;
    arc.stuck.pop_back();
  } while (!arc.stuck.empty() && !arc.stuck.back().came_in && arc.stuck.back().sign == arc.sign);
  if (arc.stuck.empty()) return join_slip(k);
  if (arc.stuck.back().came_in) {
    arc.entered = arc.stuck.back().first;
    const std::vector<Kink>& kinks = head_.kinks;
    while (arc.kink < kinks.size() && kinks[arc.kink].time <= arc.entered) ++arc.kink;
  }
  return n_passed > 1 ? kJumpOfRates : kFirstKink;
}

int StringDynamics::pass_piece_at_entry(std::size_t k) {
  ArcMemory& arc = arcs()[k];
  int n_passed = 0;
  do {
    ++n_passed;
    arc.stuck.erase(arc.stuck.begin());
  } while (!arc.stuck.empty() && !arc.stuck.front().came_in && arc.stuck.front().sign == arc.entry_sign);
  if (arc.stuck.empty()) return join_slip(k);
  if (arc.stuck.front().came_in) arc.met = arc.stuck.front().last;
  return n_passed > 1 ? kJumpOfRates : kFirstKink;
}

int StringDynamics::join_slip(std::size_t k) {
  const ArcMemory& arc = arcs()[k];
  return arc.entry_sign == arc.sign ? slip_as_a_whole(k, arc.sign) : kFirstKink;
}

void StringDynamics::require_sound() const {
  bool sticks = false;
  for (std::size_t k = 0; k < n(); ++k) {
    const DynamicPulley& pulley = drive_.pulleys[k];
    if (!(tension_left(k, head_.state) >= kAtEvent)) {
      throw SolverError(
          fmt::format("at t = {:.6g} s the span behind pulley {} goes slack; tighten the belt or reduce the torques",
                      head_.time, pulley.label));
    }
    if (arcs()[k].is_whole) continue;
    sticks = true;
    if (!(advance_left(k) >= kAtEvent)) {
      throw SolverError(fmt::format(
          "at t = {:.6g} s the belt turns back on pulley {}; where it does not slip on the whole pulley, "
          "analytic_string_dynamics requires that it goes forward or stands still: keep the speeds above 0, let "
          "loads begin after a start from rest, or use eulerian_ale",
          head_.time, pulley.label));
    }
  }
  if (!sticks) {
    throw SolverError(fmt::format(
        "at t = {:.6g} s the belt slips on all pulleys, beyond which the motion of a massless string is not "
        "determined; reduce the torques, or increase friction or pretension",
        head_.time));
  }
}

}  // namespace beltdyn::analytic
