// SPDX-License-Identifier: MIT
#include "analytic/contour/test/contour_series.hpp"

#include <algorithm>
#include <cassert>

namespace beltdyn::analytic {

std::vector<ContourSample> sample_states(ContourSimulation& simulation, double end_time, int n_steps) {
  std::vector<ContourSample> samples;
  samples.reserve(static_cast<std::size_t>(n_steps) + 1);
  samples.push_back({simulation.time(), simulation.state()});
  for (int i = 1; i <= n_steps; ++i) {
    simulation.advance(end_time * i / n_steps - simulation.time());
    samples.push_back({simulation.time(), simulation.state()});
  }
  return samples;
}

std::vector<double> reversal_times(std::span<const ContourSample> samples, int pulley) {
  const auto k = static_cast<std::size_t>(pulley);
  std::vector<double> times;
  for (std::size_t i = 2; i < samples.size(); ++i) {
    const ContourSample& before = samples[i - 2];
    const ContourSample& last = samples[i - 1];
    if (last.state.slip_direction[k] * samples[i].state.slip_direction[k] >= 0) continue;
    const double fall = before.state.slip_length[k] - last.state.slip_length[k];
    const double rest = fall > 0.0 ? last.state.slip_length[k] * (last.time - before.time) / fall : 0.0;
    times.push_back(std::min(last.time + rest, samples[i].time));
  }
  return times;
}

SlipLengthRange slip_length_range(std::span<const ContourSample> samples, int pulley, double start_time,
                                  double end_time) {
  const auto k = static_cast<std::size_t>(pulley);
  const auto first = std::find_if(samples.begin(), samples.end(),
                                  [start_time](const ContourSample& s) { return s.time >= start_time; });
  const auto behind =
      std::find_if(first, samples.end(), [end_time](const ContourSample& s) { return s.time > end_time; });
  assert(behind - first >= 2);
  SlipLengthRange range{.least = first->state.slip_length[k], .greatest = first->state.slip_length[k]};
  double area = 0.0;
  for (auto s = first + 1; s != behind; ++s) {
    const double c = s->state.slip_length[k];
    range.least = std::min(range.least, c);
    range.greatest = std::max(range.greatest, c);
    area += 0.5 * (c + (s - 1)->state.slip_length[k]) * (s->time - (s - 1)->time);
  }
  range.mean = area / ((behind - 1)->time - first->time);
  return range;
}

}  // namespace beltdyn::analytic
