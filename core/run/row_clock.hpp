// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

namespace beltdyn {

// Says which states of a run have a row in its history: that at the beginning, the first one after each interval, and
// the last one.
class RowClock {
 public:
  // An interval of 0 means every state [s].
  RowClock(double interval, double end_time) : interval_(interval), slack_(kTimeSlack * end_time) {}

  // Asked once for each state.
  bool has_row(double time, bool is_last) {
    if (!is_last && time < next_ - slack_) return false;
    if (interval_ > 0.0) next_ = (std::floor((time + slack_) / interval_) + 1.0) * interval_;
    return true;
  }

 private:
  // Far above the rounding of a sum of steps, far below any step.
  static constexpr double kTimeSlack = 1e-12;

  double interval_;
  double slack_;
  double next_ = 0.0;
};

}  // namespace beltdyn
