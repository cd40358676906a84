// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

namespace beltdyn {

class StateReader;
class StateWriter;

// An interval of time in which a pulley is in gross slip at every row of the history.
struct GrossSlip {
  int pulley{};     // 0-based
  int direction{};  // +1: the belt is faster than the pulley, −1: slower
  double begin{};   // time of the first of these rows [s]
  double end{};     // time of the last of these rows [s]
};

// Collects the intervals of gross slip row by row. It can be copied, so that a run can resume.
struct GrossSlipRecord {
  std::vector<GrossSlip> intervals{};  // in the order of their begin
  std::vector<int> directions{};       // of the last row, shape (n_pulleys)

  // `now` as History::gross_slip() returns it; shape (n_pulleys), the same in all calls.
  void add(double time, std::span<const int> now);

  void save(StateWriter& writer) const;
  // Throws IoError if the checkpoint is corrupt.
  static GrossSlipRecord read(const StateReader& reader);
};

}  // namespace beltdyn
