// SPDX-License-Identifier: MIT
#include "postprocess/filters.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "core/numerics/close.hpp"

namespace beltdyn::filters_test {

using beltdyn::close;

namespace {

std::vector<double> times(int n, double step) {
  std::vector<double> time;
  for (int i = 0; i < n; ++i) time.push_back(i * step);
  return time;
}

template <class F>
std::vector<double> values(const std::vector<double>& time, const F& f) {
  std::vector<double> value;
  for (const double t : time) value.push_back(f(t));
  return value;
}

}  // namespace

TEST_CASE("smooth: a straight line passes unchanged up to its ends, also on uneven times") {
  std::vector<double> time = times(200, 0.01);
  for (double& t : time) t += 0.2 * t * t;
  const auto line = [](double t) { return 3.0 - 2.0 * t; };
  const std::vector<double> smoothed = beltdyn::postprocess::smooth(time, values(time, line), 0.05);
  for (std::size_t i = 0; i < time.size(); ++i) CHECK(close(smoothed[i], line(time[i]), {.abs = 1e-12}));
}

TEST_CASE("smooth: a harmonic is damped by exp(-(w width)^2/2) and not delayed") {
  const std::vector<double> time = times(4001, 0.001);
  const double frequency = 30.0;
  const double width = 0.05;
  const auto wave = [frequency](double t) { return std::cos(frequency * t); };
  const std::vector<double> smoothed = beltdyn::postprocess::smooth(time, values(time, wave), width);
  const double damping = std::exp(-0.5 * frequency * width * frequency * width);
  // The weight beyond the cut-off is erfc(4/√2) = 6e-5.
  for (const std::size_t i : {1500U, 2000U, 2503U}) CHECK(close(smoothed[i], damping * wave(time[i]), {.abs = 1e-4}));
}

TEST_CASE("smooth: a signal with fewer points than the fit needs is left as it is") {
  const std::vector<double> value{1.0, 2.0};
  CHECK(beltdyn::postprocess::smooth(std::vector<double>{0.0, 10.0}, value, 0.1) == value);
  CHECK(beltdyn::postprocess::smooth({}, {}, 0.1).empty());
}

TEST_CASE("envelope: extremes within the window, on both sides alike") {
  const std::vector<double> time{0.0, 1.0, 2.0, 3.0, 4.0};
  const std::vector<double> value{1.0, 5.0, 2.0, -1.0, 0.0};
  const beltdyn::postprocess::Envelope e = beltdyn::postprocess::envelope(time, value, 2.0);
  CHECK(e.upper == std::vector<double>{5.0, 5.0, 5.0, 2.0, 0.0});
  CHECK(e.lower == std::vector<double>{1.0, 1.0, -1.0, -1.0, -1.0});
  CHECK(beltdyn::postprocess::envelope(time, value, 0.0).upper == value);
}

}  // namespace beltdyn::filters_test
