// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "core/run/contour_simulation.hpp"

namespace beltdyn::analytic {

// The state of a contour drive at a time.
struct ContourSample {
  double time{};  // [s]
  ContourState state{};
};

// Advances a simulation at rest by n_steps equal steps to end_time [s], and returns all states including the first one;
// shape (n_steps + 1).
std::vector<ContourSample> sample_states(ContourSimulation& simulation, double end_time, int n_steps);

// Times at which the direction of slip on a pulley (0 or 1) changes [s]: the slip length, extrapolated linearly from
// the two samples before, becomes zero. Second order in the interval of the samples, with at least three samples per
// reversal.
std::vector<double> reversal_times(std::span<const ContourSample> samples, int pulley);

// The slip length c of a pulley over a time interval: its time average by the trapezoidal rule, and its extrema among
// the samples [m]. Needs two samples in [start_time, end_time].
struct SlipLengthRange {
  double mean{};
  double least{};
  double greatest{};
};
SlipLengthRange slip_length_range(std::span<const ContourSample> samples, int pulley, double start_time,
                                  double end_time);

}  // namespace beltdyn::analytic
