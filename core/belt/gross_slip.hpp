// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "core/belt/belt_map.hpp"
#include "core/drive/any_drive.hpp"

namespace beltdyn {

// GROSS SLIP of a pulley: friction holds the belt nowhere on it. Every point of the belt that the pulley presses slips,
// all of them in the same direction, and friction there is at its least limit, μ times the pressure with the
// kinetic coefficient μ. The second condition counts where a law has no stick, or where bristles yield before their
// limit: a belt that creeps everywhere is held as long as faster slip brings more force. Points at the ends of the arc
// that are pressed by next to nothing do not count, and of the others not the first and the last one: what has just
// landed has yet to slip, and stick shorter than that is finer than the mesh. A pulley without contact or without
// friction is not in gross slip.

// An interval of time in which a pulley is in gross slip at every row of the history.
struct GrossSlip {
  int pulley{};     // 0-based
  int direction{};  // +1 the belt overtakes the pulley, −1 it lags
  double begin{};   // the first of these rows [s]
  double end{};     // the last one [s]
};

// For each pulley the direction of its gross slip, 0 if there is none; shape (n_pulleys).
std::vector<int> gross_slip(std::span<const ContactPoint> contacts, const BeltDrive& drive);

// Collects the intervals from row to row. Copyable, so that a run can resume.
struct GrossSlipRecord {
  std::vector<GrossSlip> intervals{};  // in the order of their begin
  std::vector<int> directions{};       // of the last row, shape (n_pulleys)

  // `now` as returned by gross_slip(); shape (n_pulleys), the same in all calls.
  void add(double time, std::span<const int> now);
};

}  // namespace beltdyn
