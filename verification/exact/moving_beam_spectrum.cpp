// SPDX-License-Identifier: MIT
#include "verification/exact/moving_beam_spectrum.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numbers>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/numerics/root.hpp"

namespace beltdyn::exact {
namespace {

using std::numbers::pi;
using Complex = std::complex<double>;

constexpr double kPhaseStep = pi / 24.0;
constexpr double kLowest = 1e-4;  // start of the search, relative to √(EI/ρ)/L² [-]
// If the squares of two wave numbers differ by less than this part, the wave numbers are moved apart: (3) is 0/0 there.
constexpr double kCoincidence = 1e-12;

struct Waves {
  std::array<Complex, 4> k{};  // k₁ > 0 > k₂ first [1/m]
  double decay{};              // |Im k₃| [1/m]
};

void check(const MovingBeam& beam) {
  const bool has_sense = beam.bending_stiffness > 0.0 && beam.tension >= 0.0 && beam.mass_per_length > 0.0 &&
                         beam.length > 0.0 && beam.speed >= 0.0;
  if (!has_sense) {
    throw UsageError("moving beam: bending stiffness, mass and length must be > 0, tension and speed >= 0");
  }
}

// The root k > 0 of k √(EI k² + T) = √ρ (ω + direction v k): the wave that travels with (+1) or against (−1) the motion
// [1/m].
double travelling_wave(const MovingBeam& beam, double frequency, double direction) {
  const double root_density = std::sqrt(beam.mass_per_length);
  const double slowness = root_density * beam.speed;
  // The bracket uses Fujiwara's bound for the roots of (2), from the coefficients of k², k and 1.
  const double EI = beam.bending_stiffness;
  const double high = 2.0 * std::max({std::sqrt(std::abs(beam.tension - slowness * slowness) / EI),
                                      std::cbrt(2.0 * root_density * slowness * frequency / EI),
                                      std::sqrt(root_density * frequency / std::sqrt(EI))});
  return numerics::find_root(
      [&](double k) {
        return k * std::sqrt(EI * k * k + beam.tension) - root_density * frequency - direction * slowness * k;
      },
      0.0, high);
}

Waves waves_of(const MovingBeam& beam, double frequency) {
  const double k1 = travelling_wave(beam, frequency, 1.0);
  const double k2 = -travelling_wave(beam, frequency, -1.0);
  // The product of all four roots of (2) is −ρ ω²/EI, their sum 0.
  const double product = -beam.mass_per_length * frequency * frequency / (beam.bending_stiffness * k1 * k2);
  const double mean = -0.5 * (k1 + k2);
  double square = mean * mean - product;
  if (std::abs(square) < kCoincidence * product) square = -kCoincidence * product;
  const Complex half = std::sqrt(Complex(square, 0.0));
  return {.k = {k1, k2, mean + half, mean - half}, .decay = std::abs(half.imag())};
}

// The determinant (3) times exp(−decay L), which prevents overflow.
double determinant(const MovingBeam& beam, double frequency) {
  const Waves waves = waves_of(beam, frequency);
  const auto& k = waves.k;
  const auto minor = [&](std::size_t a, std::size_t b) {
    return beam.ends == BeamEnds::simply_supported ? k[b] * k[b] - k[a] * k[a] : k[b] - k[a];
  };
  struct Part {
    std::size_t a, b, c, d;
    double sign;
  };
  static constexpr std::array<Part, 6> kParts{{{0, 1, 2, 3, 1.0},
                                               {0, 2, 1, 3, -1.0},
                                               {0, 3, 1, 2, 1.0},
                                               {1, 2, 0, 3, 1.0},
                                               {1, 3, 0, 2, -1.0},
                                               {2, 3, 0, 1, 1.0}}};
  Complex sum;
  Complex vandermonde = 1.0;
  for (const Part& p : kParts) {
    const Complex exponent = Complex(0.0, beam.length) * (k[p.c] + k[p.d]) - waves.decay * beam.length;
    sum += p.sign * minor(p.a, p.b) * minor(p.c, p.d) * std::exp(exponent);
    vandermonde *= k[p.b] - k[p.a];
  }
  return (sum / vandermonde).real();
}

// dθ/dω, with dk/dω = ρ (ω + v k)/(2 EI k³ + T k − ρ v (ω + v k)) from (2)
double phase_rate(const MovingBeam& beam, double frequency) {
  const Waves waves = waves_of(beam, frequency);
  const auto rate = [&](double k) {
    const double momentum = beam.mass_per_length * (frequency + beam.speed * k);
    return momentum / (2.0 * beam.bending_stiffness * k * k * k + beam.tension * k - beam.speed * momentum);
  };
  return 0.5 * beam.length * (rate(waves.k[0].real()) - rate(waves.k[1].real()));
}

}  // namespace

double divergence_speed(const MovingBeam& beam, int shape) {
  check(beam);
  double turn = shape * pi;  // κ L
  if (beam.ends == BeamEnds::clamped) {
    turn = (shape + 1) * pi;
    if (shape % 2 == 0) {
      const double first = 0.5 * shape * pi;
      turn = 2.0 * numerics::find_root([](double x) { return std::sin(x) - x * std::cos(x); }, first, first + 0.5 * pi);
    }
  }
  const double curvature = turn / beam.length;
  return std::sqrt((beam.tension + beam.bending_stiffness * curvature * curvature) / beam.mass_per_length);
}

std::vector<double> moving_beam_frequencies(const MovingBeam& beam, int count) {
  check(beam);
  const double critical = divergence_speed(beam, 1);
  if (!(beam.speed < critical)) {
    throw UsageError(fmt::format("moving beam: the speed of {:.6g} m/s is not below the critical speed of {:.6g} m/s",
                                 beam.speed, critical));
  }
  const auto value = [&beam](double frequency) { return determinant(beam, frequency); };
  double low = kLowest * std::sqrt(beam.bending_stiffness / beam.mass_per_length) / (beam.length * beam.length);
  double at_low = value(low);
  MovingBeam resting = beam;
  resting.speed = 0.0;
  if (at_low * determinant(resting, low) <= 0.0) {
    throw SolverError(
        fmt::format("moving beam: at {:.9g} m/s, next to the critical speed of {:.9g} m/s, the lowest frequency cannot "
                    "be distinguished from 0; reduce the speed",
                    beam.speed, critical));
  }
  std::vector<double> frequencies;
  while (static_cast<int>(frequencies.size()) < count) {
    const double high = low + kPhaseStep / phase_rate(beam, low);
    const double at_high = value(high);
    if ((at_low < 0.0) != (at_high < 0.0)) frequencies.push_back(numerics::find_root(value, low, high));
    low = high;
    at_low = at_high;
  }
  return frequencies;
}

}  // namespace beltdyn::exact
