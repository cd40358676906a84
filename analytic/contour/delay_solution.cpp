// SPDX-License-Identifier: MIT
#include "analytic/contour/delay_solution.hpp"

#include "core/base/error.hpp"

namespace beltdyn::analytic {

double DelaySolution::oldest_time() const {
  // A margin, so that rounding of the entry time does not leave the history.
  constexpr double kMargin = 1.01;
  return time_ - kMargin * equations_.longest_transit();
}

void DelaySolution::save(StateWriter& writer) const {
  writer.number("delay/time", time_);
  writer.numbers("delay/levels", levels_);
  writer.numbers("delay/slip_lengths", slip_lengths_);
}

void DelaySolution::restore(StateReader& reader) {
  time_ = reader.time("delay/time");
  const std::vector<double>& levels = reader.numbers("delay/levels", levels_.size());
  const std::vector<double>& slip_lengths = reader.numbers("delay/slip_lengths", slip_lengths_.size());
  std::copy(levels.begin(), levels.end(), levels_.begin());
  std::copy(slip_lengths.begin(), slip_lengths.end(), slip_lengths_.begin());
}

}  // namespace beltdyn::analytic
