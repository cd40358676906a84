// SPDX-License-Identifier: MIT
#include "core/run/row_sampler.hpp"

#include <cmath>

namespace beltdyn {

RowSampler::RowSampler(const History& history, const OutputOptions& output, double end_time, std::int64_t next)
    : is_interpolated_(output.history_rows == RowTimes::at_times && output.history_interval > 0.0),
      interval_(output.history_interval),
      slack_(kTimeSlack * end_time),
      next_(next),
      before_(history.columns().size()),
      now_(before_.size()),
      row_(before_.size()) {
  for (const HistoryColumn& column : history.columns()) is_state_.push_back(is_state(column.name));
}

void RowSampler::pass(double time) {
  if (interval_ > 0.0) next_ = static_cast<std::int64_t>(std::floor((time + slack_) / interval_)) + 1;
}

void RowSampler::keep(double time) {
  std::swap(before_, now_);
  before_time_ = time;
}

void RowSampler::interpolate(double time, double now) {
  const double x = time < now - slack_ ? (time - before_time_) / (now - before_time_) : 1.0;
  for (std::size_t i = 0; i < row_.size(); ++i) {
    const double whole = is_state_[i] ? std::round(x) : x;
    row_[i] = whole == 1.0 ? now_[i] : before_[i] + whole * (now_[i] - before_[i]);
  }
}

}  // namespace beltdyn
