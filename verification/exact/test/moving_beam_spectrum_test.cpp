// SPDX-License-Identifier: MIT
#include "verification/exact/moving_beam_spectrum.hpp"

#include <array>
#include <cmath>
#include <complex>
#include <cstddef>
#include <numbers>
#include <vector>

#include <boost/math/quadrature/gauss.hpp>
#include <doctest/doctest.h>

#include "core/base/error.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::moving_beam_spectrum_test {

using namespace beltdyn::exact;
using beltdyn::close;
using beltdyn::UsageError;

namespace {

constexpr double kPi = std::numbers::pi;
constexpr auto kSupported = BeamEnds::simply_supported;
constexpr auto kClamped = BeamEnds::clamped;

MovingBeam unit_beam(BeamEnds ends, double bending_stiffness, double tension, double speed) {
  return {.bending_stiffness = bending_stiffness,
          .tension = tension,
          .mass_per_length = 1.0,
          .length = 1.0,
          .speed = speed,
          .ends = ends};
}

// φ, φ', φ'' of the m-th trial function, sin(m π x) or sin(π x) sin(m π x).
std::array<double, 3> trial(BeamEnds ends, int m, double x) {
  const double k = m * kPi;
  const double s = std::sin(k * x);
  const double c = std::cos(k * x);
  if (ends == kSupported) return {s, k * c, -k * k * s};
  const double S = std::sin(kPi * x);
  const double C = std::cos(kPi * x);
  return {S * s, kPi * C * s + k * S * c, -(kPi * kPi + k * k) * S * s + 2.0 * kPi * k * C * c};
}

constexpr std::size_t kFunctions = 20;
using Hermitian = std::array<std::array<std::complex<double>, kFunctions>, kFunctions>;

// The number of negative eigenvalues; it equals the number of negative pivots of an elimination (Sylvester).
int count_negative(Hermitian A) {
  int count = 0;
  for (std::size_t k = 0; k < kFunctions; ++k) {
    if (A[k][k].real() < 0.0) ++count;
    for (std::size_t i = k + 1; i < kFunctions; ++i) {
      const std::complex<double> factor = A[i][k] / A[k][k];
      for (std::size_t j = k + 1; j < kFunctions; ++j) A[i][j] -= factor * A[k][j];
    }
  }
  return count;
}

// The number of frequencies of a unit beam below ω, by Galerkin's method. Below the critical speed it is the number of
// negative eigenvalues of the Hermitian matrix K − ω² M + 2 i ω v G.
int count_below(const MovingBeam& beam, double frequency) {
  constexpr int kPieces = 5;
  Hermitian matrix{};
  for (std::size_t i = 0; i < kFunctions; ++i) {
    for (std::size_t j = 0; j < kFunctions; ++j) {
      const auto integral = [&](const auto& f) {
        double sum = 0.0;
        for (int piece = 0; piece < kPieces; ++piece) {
          sum += boost::math::quadrature::gauss<double, 20>::integrate(
              [&](double x) {
                return f(trial(beam.ends, static_cast<int>(i) + 1, x), trial(beam.ends, static_cast<int>(j) + 1, x));
              },
              static_cast<double>(piece) / kPieces, (piece + 1.0) / kPieces);
        }
        return sum;
      };
      const double real = integral([&](const auto& p, const auto& q) {
        return beam.bending_stiffness * p[2] * q[2] + (beam.tension - beam.speed * beam.speed) * p[1] * q[1] -
               frequency * frequency * p[0] * q[0];
      });
      const double skew = integral([](const auto& p, const auto& q) { return 0.5 * (p[0] * q[1] - p[1] * q[0]); });
      matrix[i][j] = {real, 2.0 * frequency * beam.speed * skew};
    }
  }
  return count_negative(matrix);
}

struct Row {
  BeamEnds ends;
  double EI, T, v;
  std::array<double, 3> frequency;
  std::array<double, 3> unit;  // unit of the last printed digit [rad/s]
};

// References: an independent evaluation of the determinant to 30 digits.
const std::array<Row, 14> kRows{{
    {kSupported, 1.0, 0.0, 0.0, {9.86960440109, 39.4784176044, 88.8264396098}, {1e-11, 1e-10, 1e-10}},
    {kSupported, 1.0, 0.0, 1.0, {9.26378727708, 39.0680939719, 88.4699309577}, {1e-11, 1e-10, 1e-10}},
    {kSupported, 1.0, 0.0, 2.0, {7.30553927214, 37.8152412348, 87.3956252738}, {1e-11, 1e-10, 1e-10}},
    {kSupported, 1.0, 0.0, 3.0, {2.65663206717, 35.6474631506, 85.5882429736}, {1e-11, 1e-10, 1e-10}},
    {kSupported, 0.01, 1.0, 0.3, {3.0608103573, 7.11488711369, 12.6469394477}, {1e-10, 1e-11, 1e-10}},
    {kSupported, 0.01, 1.0, 0.6, {2.36185742585, 6.18653182199, 11.7228139636}, {1e-11, 1e-11, 1e-10}},
    {kSupported, 0.01, 1.0, 0.9, {1.15777989362, 4.57709077991, 10.1336257925}, {1e-11, 1e-11, 1e-10}},
    {kSupported, 0.0025, 1.0, 0.6, {2.11879447097, 4.78810677736, 8.25615433967}, {1e-11, 1e-11, 1e-11}},
    {kSupported, 0.0025, 1.0, 0.99, {0.243262763959, 1.58781683853, 4.41167533156}, {1e-12, 1e-11, 1e-11}},
    {kSupported, 1e-4, 1.0, 0.9, {0.606509364066, 1.26986498603, 2.04320551825}, {1e-12, 1e-11, 1e-11}},
    {kClamped, 1.0, 0.0, 1.0, {21.9458661932, 61.3642191111, 120.607482643}, {1e-10, 1e-10, 1e-9}},
    {kClamped, 1.0, 0.0, 3.0, {18.5044117005, 58.8525201155, 118.233582574}, {1e-10, 1e-10, 1e-9}},
    {kClamped, 0.01, 1.0, 0.6, {3.15851414631, 7.98945153209, 14.5347313114}, {1e-11, 1e-11, 1e-10}},
    {kClamped, 0.0025, 1.0, 0.9, {1.05308979019, 3.28676148121, 6.84832286422}, {1e-11, 1e-11, 1e-11}},
}};

}  // namespace

TEST_CASE("moving beam: the lowest frequencies have all printed digits of an independent evaluation") {
  for (const Row& row : kRows) {
    CAPTURE(row.EI);
    CAPTURE(row.v);
    const std::vector<double> frequencies = moving_beam_frequencies(unit_beam(row.ends, row.EI, row.T, row.v), 3);
    for (std::size_t i = 0; i < 3; ++i) {
      CHECK(close(frequencies[i], row.frequency[i], {.abs = 0.6 * row.unit[i]}));
    }
  }
}

TEST_CASE("moving beam: no frequency is missed and none is counted twice") {
  for (const Row& row : kRows) {
    if (row.EI < 1e-3) continue;  // the boundary layer at the ends is too thin for the trial functions
    CAPTURE(row.EI);
    CAPTURE(row.v);
    const MovingBeam beam = unit_beam(row.ends, row.EI, row.T, row.v);
    const std::vector<double> frequencies = moving_beam_frequencies(beam, 9);
    for (std::size_t i = 0; i + 1 < frequencies.size(); i += 3) {
      const double between = 0.5 * (frequencies[i] + frequencies[i + 1]);
      CHECK(count_below(beam, between) == static_cast<int>(i + 1));
    }
  }
}

TEST_CASE("moving beam: at rest the frequencies are those of the textbook, in any units") {
  const MovingBeam beam{.bending_stiffness = 3.0, .tension = 50.0, .mass_per_length = 0.2, .length = 0.7, .speed = 0.0};
  const std::vector<double> frequencies = moving_beam_frequencies(beam, 20);
  for (std::size_t i = 0; i < frequencies.size(); ++i) {
    const double k = static_cast<double>(i + 1) * kPi / 0.7;
    CHECK(close(frequencies[i], k * std::sqrt((50.0 + 3.0 * k * k) / 0.2), {.rel = 1e-13}));
  }
  // cosh k cos k = 1 for clamped ends
  const std::vector<double> clamped = moving_beam_frequencies(unit_beam(kClamped, 1.0, 0.0, 0.0), 8);
  for (std::size_t i = 0; i < clamped.size(); ++i) {
    const double k = std::sqrt(clamped[i]);
    CHECK(close(std::cos(k), 1.0 / std::cosh(k), {.abs = 1e-13}));
    CHECK(std::abs(k - (static_cast<double>(i) + 1.5) * kPi) < 0.02);
  }
}

TEST_CASE("moving beam: the lowest frequency falls to 0 at the divergence speed") {
  CHECK(close(divergence_speed(unit_beam(kSupported, 1.0, 0.0, 0.0), 1), kPi, {.rel = 1e-15}));
  CHECK(close(divergence_speed(unit_beam(kSupported, 0.01, 1.0, 0.0), 3), std::sqrt(1.0 + 0.09 * kPi * kPi),
              {.rel = 1e-15}));
  CHECK(close(divergence_speed(unit_beam(kClamped, 0.01, 1.0, 0.0), 1), std::sqrt(1.0 + 0.04 * kPi * kPi),
              {.rel = 1e-15}));
  // tan x = x at 4.493409457909064
  CHECK(close(divergence_speed(unit_beam(kClamped, 1.0, 0.0, 0.0), 2), 2.0 * 4.493409457909064, {.rel = 1e-14}));
  for (const BeamEnds ends : {kSupported, kClamped}) {
    MovingBeam beam = unit_beam(ends, 0.01, 1.0, 0.0);
    const double critical = divergence_speed(beam, 1);
    // ω₁² is proportional to the distance from the critical speed: a hundredth of the distance gives a tenth of ω₁.
    beam.speed = critical * (1.0 - 1e-6);
    const double near = moving_beam_frequencies(beam, 1)[0];
    beam.speed = critical * (1.0 - 1e-4);
    const double further = moving_beam_frequencies(beam, 1)[0];
    CHECK(close(near / further, 0.1, {.rel = 1e-3}));
    beam.speed = critical * (1.0 - 1e-12);
    CHECK_THROWS_WITH_AS(moving_beam_frequencies(beam, 1), doctest::Contains("cannot be distinguished from 0"),
                         beltdyn::SolverError);
    beam.speed = critical * 1.01;
    CHECK_THROWS_WITH_AS(moving_beam_frequencies(beam, 1), doctest::Contains("is not below the critical"), UsageError);
  }
}

}  // namespace beltdyn::moving_beam_spectrum_test
