// SPDX-License-Identifier: MIT
#include "analytic/belt/dynamics/dense_step.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include "analytic/belt/dynamics/dense_history.hpp"

namespace beltdyn::dense_step_test {

using namespace beltdyn::analytic;

TEST_CASE("dense step: order eight at its end and within") {
  // x'' = −x; no rate depends on the third component, ∫ x.
  const VectorRates rates = [](double, std::span<const double> x, std::span<double> rate) {
    rate[0] = x[1];
    rate[1] = -x[0];
    rate[2] = x[0];
  };
  const std::vector<double> start{0.6, 0.8, 0.0};
  const std::vector<double> scale(3, 1.0);
  const auto errors = [&](double h) {
    DenseStep step(3, 2);
    rates(0.0, start, step.rate());
    const double estimate = step.attempt(rates, 0.0, start, h, scale);
    int observed = 0;
    step.extend(rates, 0.0, h, [&](double t, std::span<const double>) { observed += t > 0.7 * h ? 1 : 0; });
    CHECK(observed == 2);
    DenseHistory history(3);
    history.push({.start = 0.0, .length = h, .end = h}, step.coefficients());
    std::array<double, 3> worst{0.0, 0.0, estimate};
    std::vector<double> x(3);
    for (int i = 0; i <= 10; ++i) {
      const double t = 0.1 * i * h;
      history.last_values(t, x);
      const std::array<double, 3> exact{0.6 * std::cos(t) + 0.8 * std::sin(t), 0.8 * std::cos(t) - 0.6 * std::sin(t),
                                        0.6 * std::sin(t) + 0.8 * (1.0 - std::cos(t))};
      for (std::size_t k = 0; k < 3; ++k) {
        const double error = std::abs(x[k] - exact[k]);
        worst[i == 10 ? 0 : 1] = std::max(worst[i == 10 ? 0 : 1], error);
      }
    }
    return worst;
  };
  const std::array<double, 3> coarse = errors(0.8);
  const std::array<double, 3> fine = errors(0.4);
  // In one step errors of order p scale with h^(p + 1): nine at the end, eight within, eight for the estimate.
  CHECK(std::abs(std::log2(coarse[0] / fine[0]) - 9.0) < 0.6);
  CHECK(std::abs(std::log2(coarse[1] / fine[1]) - 8.0) < 0.6);
  CHECK(std::abs(std::log2(coarse[2] / fine[2]) - 8.0) < 0.6);
  CHECK(coarse[0] < 1e-8);
}

TEST_CASE("dense history: values, rates and second derivatives of two components are those of their polynomials") {
  constexpr std::size_t kWidth = DenseHistory::kCoefficients;
  std::vector<double> coefficients;
  for (std::size_t j = 0; j < 3 * kWidth; ++j) coefficients.push_back(std::cos(3.0 * static_cast<double>(j) + 1.0));
  DenseHistory history(3);
  const std::vector<double> zero(3, 0.0);
  history.push_line(0.0, zero, zero);
  const double length = 0.5;
  history.push({.start = 2.0, .length = length, .end = 2.0 + length}, coefficients);
  history.push_line(2.0 + length, zero, zero);
  std::size_t near = 0;
  for (const double xi : {0.0, 0.3, 0.95}) {
    DensePair found;
    history.look(2, 1, 2.0 + xi * length, near, found);
    for (const std::size_t side : {0u, 1u}) {
      const double* c = coefficients.data() + (side == 0 ? 2 : 1) * kWidth;
      std::array<double, 3> sum{};
      for (std::size_t j = 0; j < kWidth; ++j) {
        const double n = static_cast<double>(j);
        sum[0] += c[j] * std::pow(xi, n);
        if (j > 0) sum[1] += n * c[j] * std::pow(xi, n - 1.0) / length;
        if (j > 1) sum[2] += n * (n - 1.0) * c[j] * std::pow(xi, n - 2.0) / (length * length);
      }
      // Sums of eight terms of up to 42/length² each, with their rounding.
      CHECK(std::abs(found.value[side] - sum[0]) < 1e-14);
      CHECK(std::abs(found.rate[side] - sum[1]) < 1e-13);
      CHECK(std::abs(found.bend[side] - sum[2]) < 1e-12);
    }
  }
}

}  // namespace beltdyn::dense_step_test
