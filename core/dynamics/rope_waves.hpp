// SPDX-License-Identifier: MIT
// Meshes and steps of ropes whose loads change faster than their waves pass.
#pragma once

#include <string>
#include <vector>

namespace beltdyn {

struct RopeDrive;

// How a rope shakes that is driven quickly.
struct RopeWaves {
  // The time in which what drives it changes; 0: it jumps, as at the start or where a body is let go; infinity: it does
  // not change [s].
  double change = 0.0;
  // In which an axial wave passes the longest span; 0 if bodies are a hundred times as heavy as this span [s].
  double transit = 0.0;
  // The largest angular frequency of a body on its span, 0: there is none [rad/s].
  double swing = 0.0;

  // Do bodies swing on their spans after a change?
  bool swings() const;
  // In how many elements of a span the change has so many per length of its wave, at most kSpanElements.
  int elements(double per_wave) const;
};
RopeWaves rope_waves(const RopeDrive& drive);
inline constexpr int kSpanElements = 32;
// The number of elements of a span, `usual` or what waves ask for. With 32 a front that jumps leaves an error of a
// thousandth in the speed of a body, and in its force one of some hundredths of the front, which rings behind it.
int chosen_span_elements(const RopeDrive& drive, int usual);
// A step for finite elements, shorter than this one where waves in so many elements of a span or bodies on their spans
// ask for it; five times as many steps as are usual at most.
double step_for_waves(const RopeDrive& drive, int span_elements, double step, double end_time);
// Where numbers are too coarse for them.
std::vector<std::string> wave_warnings(const RopeDrive& drive, int span_elements, double step, double end_time);

}  // namespace beltdyn
