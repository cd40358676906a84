// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "core/run/history.hpp"
#include "core/run/output_options.hpp"

namespace beltdyn {

// Says which rows the history of a run has: that of the first state; for each time n·interval that of the first state
// after it, or with RowTimes::at_times the one between two states that is interpolated at it; that of the last
// state. An interval of 0 means every state.
class RowSampler {
 public:
  // `next` of a run that is resumed: what next() was.
  RowSampler(const History& history, const OutputOptions& output, double end_time, std::int64_t next = 0);

  // Asked once for each state. find(row) gives the values of that state, write(time, row) takes a row of the history;
  // shape of a row (n_columns).
  template <class Find, class Write>
  void look(double time, bool is_last, const Find& find, const Write& write) {
    if (is_interpolated_) {
      find(std::span(now_));
      for (; due() <= time + slack_; ++next_) write_at(due(), time, write);
      if (is_last && written_ < time - slack_) write_at(time, time, write);
      keep(time);
    } else if (time >= due() - slack_ || (is_last && written_ < time)) {
      find(std::span(now_));
      write(written_ = time, std::span<const double>(now_));
      pass(time);
    }
  }
  // The state from which a run is resumed.
  template <class Find>
  void resume(double time, const Find& find) {
    if (!is_interpolated_) return;
    find(std::span(now_));
    keep(time);
  }
  // The number of the next time, a row of which has not been written.
  std::int64_t next() const { return next_; }

 private:
  // Of the end time: far above the rounding of a sum of steps, far below any step.
  static constexpr double kTimeSlack = 1e-12;

  double due() const { return static_cast<double>(next_) * interval_; }
  void pass(double time);
  void keep(double time);
  // Fills row_ with what is between the state before and that now.
  void interpolate(double time, double now);
  template <class Write>
  void write_at(double time, double now, const Write& write) {
    interpolate(time, now);
    write(written_ = time, std::span<const double>(row_));
  }

  bool is_interpolated_;
  double interval_;  // [s]
  double slack_;     // [s]
  std::int64_t next_;
  double written_ = -std::numeric_limits<double>::infinity();  // time of the last row [s]
  double before_time_ = -std::numeric_limits<double>::infinity();
  std::vector<bool> is_state_;  // of the columns: not to be averaged
  std::vector<double> before_;  // the values of the state before
  std::vector<double> now_;
  std::vector<double> row_;
};

}  // namespace beltdyn
