// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/drive/any_drive.hpp"

// Numbers of the method that follow from the drive where a configuration leaves them out. Their error is told by
// --errors.
namespace beltdyn {

struct Pulley;

// The time step [s] of a motion until `end_time` [s], to one digit: the belt moves by less than `length` [m], pulleys
// and ends as they are prescribed, each time function is followed by some steps, and the run has some hundred. A length
// of 0 limits nothing.
double chosen_time_step(const BeltDrive& drive, double length, double end_time);
double chosen_time_step(const RopeDrive& drive, double length, double end_time);

// How a rope shakes that is driven quickly.
struct RopeWaves {
  double change = 0.0;  // the time in which what drives it changes, 0: it jumps, as at the start or where a body is let
                        // go; infinity: it does not change [s]
  double transit =
      0.0;             // of an axial wave along the longest span, 0 if bodies are a hundred times as heavy as that [s]
  double swing = 0.0;  // the largest angular frequency of a body on its span, 0: there is none [rad/s]

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

// The interval between steady motions [s]: the whole run where no time function changes, else no longer than that
// between rows of the results, if it is given (> 0) [s].
double chosen_interval(const BeltDrive& drive, double end_time, double row_interval);

// How many parts a belt or rope of this length [m] is divided into: `usual`, or as many as turn by at most `turn` [rad]
// around the smallest of the pulleys.
int chosen_parts(std::span<const Pulley> pulleys, double length, int usual, double turn);

// How many cubic elements keep the error of the force at rest of a belt below a thousandth: by θ⁴/340 an element that
// turns by θ is longer than its arc (measured in eulerian_ale), which EA/N times the share of the arcs in the belt
// brings into the force. turns: of one element on each pulley [rad], 1 element for each; shape (n_pulleys).
int parts_for_force(const BeltDrive& drive, std::span<const double> turns);

}  // namespace beltdyn
