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

// Selects the rows of a run's history: the first state; for each time n·interval the first state after it, or with
// RowTimes::at_times a row interpolated at it between two states; and the last state. Interval 0 selects every state.
class RowSampler {
 public:
  // `next`: for a resumed run, the earlier value of next().
  RowSampler(const History& history, const OutputOptions& output, double end_time, std::int64_t next = 0);

  // Call once for each state. find(row) evaluates that state, write(time, row) takes a row of the history; rows have
  // the shape (n_columns).
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
  // Sets the state from which a run resumes.
  template <class Find>
  void resume(double time, const Find& find) {
    if (!is_interpolated_) return;
    find(std::span(now_));
    keep(time);
  }
  // The number of the next time whose row has not been written.
  std::int64_t next() const { return next_; }

 private:
  // Relative to the end time: well above the rounding of a sum of steps, well below any step.
  static constexpr double kTimeSlack = 1e-12;

  double due() const { return static_cast<double>(next_) * interval_; }
  void pass(double time);
  void keep(double time);
  // Fills row_ by interpolation between the previous and the present state.
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
  double written_ = -std::numeric_limits<double>::infinity();      // time of the last row [s]
  double before_time_ = -std::numeric_limits<double>::infinity();  // of the previous state [s]
  std::vector<bool> is_state_;  // for each column: integers that must not be averaged
  std::vector<double> before_;  // values of the previous state
  std::vector<double> now_;     // values of the present state
  std::vector<double> row_;     // the interpolated row
};

}  // namespace beltdyn
