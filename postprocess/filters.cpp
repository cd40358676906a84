// SPDX-License-Identifier: MIT
#include "postprocess/filters.hpp"

#include <cmath>
#include <deque>

namespace beltdyn::postprocess {
namespace {

constexpr double kReach = 4.0;  // in widths; the weight there is 3e-4 of the largest
// If the times spread by less than this, relative to width², the fit has a single point.
constexpr double kDegenerateSpread = 1e-12;

// Sliding extremum: candidates have ascending times, and the best is first.
template <class Better>
std::vector<double> sliding(std::span<const double> time, std::span<const double> value, double window, Better better) {
  std::vector<double> result(value.size());
  std::deque<std::size_t> candidates;
  std::size_t entering = 0;
  for (std::size_t i = 0; i < value.size(); ++i) {
    for (; entering < value.size() && time[entering] <= time[i] + 0.5 * window; ++entering) {
      while (!candidates.empty() && !better(value[candidates.back()], value[entering])) candidates.pop_back();
      candidates.push_back(entering);
    }
    while (time[candidates.front()] < time[i] - 0.5 * window) candidates.pop_front();
    result[i] = value[candidates.front()];
  }
  return result;
}

}  // namespace

std::vector<double> smooth(std::span<const double> time, std::span<const double> value, double width) {
  std::vector<double> result(value.size());
  std::size_t first = 0;
  for (std::size_t i = 0; i < value.size(); ++i) {
    while (time[first] < time[i] - kReach * width) ++first;
    // Weighted moments about the time t_i: the line there is (s2 y0 − s1 y1)/(s2 s0 − s1²).
    double s0 = 0.0, s1 = 0.0, s2 = 0.0, y0 = 0.0, y1 = 0.0;
    for (std::size_t j = first; j < value.size() && time[j] <= time[i] + kReach * width; ++j) {
      const double x = (time[j] - time[i]) / width;
      const double weight = std::exp(-0.5 * x * x);
      s0 += weight;
      s1 += weight * x;
      s2 += weight * x * x;
      y0 += weight * value[j];
      y1 += weight * x * value[j];
    }
    const double determinant = s2 * s0 - s1 * s1;
    result[i] = determinant > kDegenerateSpread * s0 * s0 ? (s2 * y0 - s1 * y1) / determinant : y0 / s0;
  }
  return result;
}

Envelope envelope(std::span<const double> time, std::span<const double> value, double window) {
  return {.lower = sliding(time, value, window, [](double a, double b) { return a < b; }),
          .upper = sliding(time, value, window, [](double a, double b) { return a > b; })};
}

}  // namespace beltdyn::postprocess
