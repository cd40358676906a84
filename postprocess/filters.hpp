// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

namespace beltdyn::postprocess {

// Smooths a signal: removes variations faster than `width` > 0 [s], without delay. The value at each time t is that of
// the straight line that fits the signal best with the weights exp(−(t − t_i)²/(2 width²)), cut off at 4 widths.
// Straight lines remain unchanged up to both ends; a harmonic of angular frequency ω is damped by exp(−(ω width)²/2).
// `time` is ascending; shapes (n).
std::vector<double> smooth(std::span<const double> time, std::span<const double> value, double width);

// The smallest and the largest value within a window of `window` ≥ 0 [s] centred at each time.
struct Envelope {
  std::vector<double> lower;
  std::vector<double> upper;
};
Envelope envelope(std::span<const double> time, std::span<const double> value, double window);

}  // namespace beltdyn::postprocess
