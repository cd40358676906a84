// SPDX-License-Identifier: MIT
// Meshes and time steps for ropes whose loads change faster than their waves travel.
#pragma once

#include <string>
#include <vector>

namespace beltdyn {

struct RopeDrive;

// Vibrations of a rope drive that is driven quickly: axial waves in the spans and bodies that oscillate on the rope.
struct RopeWaves {
  // Duration of the change of the drive [s]; 0: it jumps, as at the start or where a body is released; infinity: no
  // change.
  double change = 0.0;
  // Time in which an axial wave passes the longest span [s]; 0 if the bodies are a hundred times as heavy as this span.
  double transit = 0.0;
  // The largest angular frequency of a body or a block on the rope [rad/s]; 0: there are none.
  double swing = 0.0;
  std::string swinging{};  // which one

  // The part of its change with which the drive makes bodies oscillate: 1 if it is sudden, 0 if nothing changes.
  double excited() const;
  // The number of elements of a span that resolves the wavelength of the change by `per_wave` elements, at most
  // kSpanElements.
  int elements(double per_wave) const;
};
RopeWaves rope_waves(const RopeDrive& drive);
inline constexpr int kSpanElements = 32;
// The number of elements of a span: `usual`, or more if waves require it. With 32 elements a jump leaves an error of a
// thousandth in the speed of a body; its force has an error of some hundredths of the jump, which rings behind the
// front.
int chosen_span_elements(const RopeDrive& drive, int usual);
// A time step for finite elements: `step`, or shorter if axial waves or oscillating bodies require it [s]; at most ten
// times the usual number of steps.
double step_for_waves(const RopeDrive& drive, int span_elements, double step, double end_time);
// Warnings if elements or time step are too coarse for these vibrations.
std::vector<std::string> wave_warnings(const RopeDrive& drive, int span_elements, double step, double end_time);

}  // namespace beltdyn
