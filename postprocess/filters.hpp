// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

namespace beltdyn::postprocess {

// A signal freed of what varies faster than `width` > 0 [s], without delay: at each time the value of the straight line
// that fits the signal best with the weights exp(−(t − t_i)²/(2 width²)), cut off at 4 widths. Straight lines pass
// unchanged up to both ends; a harmonic of the angular frequency ω is damped by exp(−(ω width)²/2).
// time ascends; shapes (n).
std::vector<double> smooth(std::span<const double> time, std::span<const double> value, double width);

// The least and the largest value within `window` ≥ 0 [s] around each time, half of it on either side.
struct Envelope {
  std::vector<double> lower;
  std::vector<double> upper;
};
Envelope envelope(std::span<const double> time, std::span<const double> value, double window);

}  // namespace beltdyn::postprocess
