// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "analytic/belt/waves/wave_pulley.hpp"
#include "analytic/belt/waves/wave_span.hpp"
#include "core/run/state_archive.hpp"

namespace beltdyn::analytic {

// A closed string with mass around pulleys; span k leads from pulley k to the next one.
struct StringWavesDrive {
  std::vector<WavePulleyProperties> pulleys{};
  std::vector<WaveSpanProperties> spans{};
  std::vector<double> mounts{};          // u at t = 0, shape (n_pulleys)
  std::vector<double> surface_speeds{};  // of the pulleys at t = 0, shape (n_pulleys) [m/s]
  double speed{};                        // of the string at t = 0 [m/s]
  // N at t = 0 along span k, at the distance x from its begin [N].
  std::function<double(std::size_t k, double x)> force{};
};

// The string in the middle of a step.
struct WaveInstant {
  double time{};                                // [s]
  std::vector<std::vector<WavePoint>> spans{};  // of each span: points at even distances, from its begin to its end
  std::vector<WavePulleyState> pulleys{};
};

// The motion of such a string, whose spans begin with a number of elements each.
class StringWaves {
 public:
  // `elements`: of the span that waves need the longest time for, even. Throws SolverError if the belt is slack at t =
  // 0.
  StringWaves(StringWavesDrive drive, int elements);

  // Chooses this number, at least `least`: so that waves need a step for each span, and so that all of them hold a
  // whole number of elements as nearly as possible.
  static int chosen_elements(const std::vector<WaveSpanProperties>& spans, int least);

  const StringWavesDrive& drive() const { return drive_; }
  double time() const { return time_; }
  // Throws SolverError if the string becomes slack.
  void advance_to(double time);
  // The string at time(), interpolated between the middles of two steps.
  WaveInstant now() const;
  std::int64_t steps() const { return steps_; }

  void save(StateWriter& writer) const;
  void restore(StateReader& reader);

 private:
  void step();
  double middle_of(std::int64_t step) const;  // counted from 1; 0: the start [s]

  StringWavesDrive drive_;
  double tau_{};  // half a step [s]
  std::vector<WaveSpan> spans_;
  std::vector<WavePulley> pulleys_;
  double time_ = 0.0;
  std::int64_t steps_ = 0;
  WaveInstant before_;  // ≤ time()
  WaveInstant last_;    // ≥ time()
};

}  // namespace beltdyn::analytic
