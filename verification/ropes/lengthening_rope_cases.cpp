// SPDX-License-Identifier: MIT
// Transverse waves on a rope that a winch pays out, so that its span grows meanwhile, in eulerian_ale. The exact
// solution consists of two waves that the moving end reflects.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <string>
#include <vector>

#include "core/drive/rope/rope_drive.hpp"
#include "core/dynamics/laid_rope.hpp"
#include "core/numerics/hermite.hpp"
#include "core/numerics/observed_order.hpp"
#include "eulerian/ale/transient/ale_belt.hpp"
#include "verification/cases.hpp"

namespace beltdyn::verification {
namespace {

namespace ale = eulerian::ale;
using Rank = Record::Rank;

constexpr double kWave = 50.0;       // c [m/s]
constexpr double kLength = 20.0;     // l₀ [m]
constexpr double kSpeed = 5.0;       // v of the car away from the winch [m/s]
constexpr double kStretch = 1.01;    // λ [-]
constexpr double kForce = 1e4;       // N [N]
constexpr double kAmplitude = 1e-3;  // of y, so small that longitudinal waves are 1e-8 of the strain [m]
constexpr int kElements = 160;
constexpr double kEnd = 2.0;  // [s]

// The exact wave in the frame of the rope, with x measured from the car and the length l = l₀ + v t,
//
//     y = f(c t + x) − f(c t − x),   f(z) = ½ cos Φ(z),   Φ(z) = 2π ln(1 + v z/(c l₀))/ln((1 + β)/(1 − β)),   β = v/c,
//
// vanishes at both ends, because the phases of f differ by a whole turn there.
struct Travelling {
  double value{};
  double first{};
  double second{};
  double third{};
};
Travelling wave_at(double z) {
  constexpr double kBeta = kSpeed / kWave;
  const double turns = 2.0 * std::numbers::pi / std::log((1.0 + kBeta) / (1.0 - kBeta));
  const double grows = kSpeed / (kWave * kLength);
  const double g = grows / (1.0 + grows * z);  // d ln(1 + v z/(c l₀))/dz, g' = −g²
  const double phase = turns * std::log(1.0 + grows * z);
  const double sine = 0.5 * std::sin(phase);
  const double cosine = 0.5 * std::cos(phase);
  const double p = turns * g;  // Φ', Φ'' = −g Φ', Φ''' = 2 g² Φ'
  return {.value = cosine,
          .first = -sine * p,
          .second = -cosine * p * p + sine * p * g,
          .third = sine * p * p * p + 3.0 * cosine * p * p * g - 2.0 * sine * p * g * g};
}

// y and y_x at a node that stays at a fixed part of the length, x = part l(t), and their time derivatives at that node.
struct Swing {
  double place{}, place_rate{}, place_acceleration{};
  double slope{}, slope_rate{}, slope_acceleration{};
};
Swing swing_at(double part, double time) {
  const double x = part * (kLength + kSpeed * time);
  const double up = kWave + part * kSpeed;
  const double down = kWave - part * kSpeed;
  const Travelling a = wave_at(kWave * time + x);
  const Travelling b = wave_at(kWave * time - x);
  return {.place = a.value - b.value,
          .place_rate = up * a.first - down * b.first,
          .place_acceleration = up * up * a.second - down * down * b.second,
          .slope = a.first + b.first,
          .slope_rate = up * a.second + down * b.second,
          .slope_acceleration = up * up * a.third + down * down * b.third};
}

// The car is the first end, so that the path runs with x. Initially rope and car move away from the winch.
RopeDrive winch_and_car() {
  RopeDrive rope;
  const double mass = 1e4;  // of the car, so large that longitudinal waves do not move it [kg]
  rope.ends[0].form = BodyEnd{.mass = mass,
                              .position = {0.0, 0.0},
                              .direction = {-1.0, 0.0},
                              .force = TimeFunction(kForce),
                              .velocity = kSpeed};
  rope.ends[1].form = WinchEnd{.position = {kLength, 0.0}, .rate = TimeFunction(kSpeed / kStretch)};
  rope.rope = {.axial_stiffness = kForce / (kStretch - 1.0), .mass_per_length = kForce * kStretch / (kWave * kWave)};
  rope.initial_state = InitialState::running;
  return rope;
}

// Adds the wave to the nodes at the start. Components 4 i, ..., 4 i + 3 of node i are w, φ, s and s'; the normal n
// points to the left of the path.
void add_wave(BeltStepper::Nodes& nodes, const ale::AleMesh& mesh) {
  for (std::size_t i = 0; i + 1 < mesh.nodes.size(); ++i) {
    const Swing at = swing_at(mesh.nodes[i].sigma / kLength, 0.0);
    // The unknown w of the first end is along the rope.
    if (i > 0) {
      nodes.q[4 * i] = kAmplitude * at.place;
      nodes.v[4 * i] = kAmplitude * at.place_rate;
      nodes.a[4 * i] = kAmplitude * at.place_acceleration;
    }
    nodes.q[4 * i + 1] = kAmplitude * at.slope;
    nodes.v[4 * i + 1] = kAmplitude * at.slope_rate;
    nodes.a[4 * i + 1] = kAmplitude * at.slope_acceleration;
  }
}

struct WaveFound {
  double quarter{}, half{};  // y over the amplitude [-]
  double energy{};           // of the wave over its initial energy [-]
};

// ∫ ½ ρ y_t² + ½ N y_x² dx [J] by the cubics of the elements, with y_t = w_t − y_x x v/l.
double energy_of(const BeltStepper::Nodes& nodes, double time) {
  const std::size_t n = nodes.q.size() / 4 - 1;
  const double length = kLength + kSpeed * time;
  const double h = length / static_cast<double>(n);
  const double density = kForce / (kWave * kWave);
  double energy = 0.0;
  for (std::size_t e = 0; e < n; ++e) {
    const auto at = [&](const std::vector<double>& values, std::size_t node, std::size_t c) {
      const bool is_end = c == 0 && (node == 0 || node == n);  // w of an end is along the rope
      return is_end ? 0.0 : values[4 * node + c];
    };
    for (const numerics::QuadraturePoint& point : numerics::gauss_rule(4)) {
      const numerics::Shape shape = numerics::position_shape(point.xi, h);
      const numerics::Shape by_x = numerics::slope_shape(point.xi, h);
      double slope = 0.0;
      double rate = 0.0;
      for (std::size_t i = 0; i < 2; ++i) {
        const double phi = at(nodes.q, e + i, 1);
        slope += by_x[2 * i] * at(nodes.q, e + i, 0) + by_x[2 * i + 1] * phi;
        rate +=
            shape[2 * i] * at(nodes.v, e + i, 0) + shape[2 * i + 1] * (at(nodes.v, e + i, 1) + kSpeed / length * phi);
      }
      const double x = h * (static_cast<double>(e) + point.xi);
      const double speed = rate - slope * x * kSpeed / length;
      energy += point.weight * h * 0.5 * (density * speed * speed + kForce * slope * slope);
    }
  }
  return energy;
}

std::array<WaveFound, 2> run_of(int elements, double step) {
  // These steps damp the shortest waves, which are not part of the solution.
  const ale::AleParameters parameters{
      .mesh = {.elements_per_span = elements}, .spectral_radius = 0.0, .time_step = step, .newton_tolerance = 1e-7};
  ale::AleBelt belt(lay_rope(winch_and_car(), elements), parameters);
  BeltStepper::Nodes start = belt.nodes();
  add_wave(start, belt.equations().model().mesh);
  belt.start_from(start);
  const double first = energy_of(start, 0.0);
  std::array<WaveFound, 2> found;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const double end = kEnd * static_cast<double>(i + 1) / 2.0;
    while (belt.time() < end - 0.5 * step) belt.advance(step);
    const BeltStepper::Nodes nodes = belt.nodes();
    const auto n = static_cast<std::size_t>(elements);
    found[i] = {.quarter = nodes.q[n] / kAmplitude,
                .half = nodes.q[2 * n] / kAmplitude,
                .energy = energy_of(nodes, end) / first};
  }
  return found;
}

// References in 30 digits by another program, at t = 1 s and 2 s.
constexpr std::array<double, 2> kQuarter{-0.4510858578329, -0.083971223494942};
constexpr std::array<double, 2> kHalf{-0.61662794750566, -0.089807876273717};
constexpr double kEnergy = 0.669366344;

double largest_error(const std::array<WaveFound, 2>& found) {
  double largest = 0.0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    largest = std::max({largest, std::abs(found[i].quarter - kQuarter[i]), std::abs(found[i].half - kHalf[i])});
  }
  return largest;
}

void lengthening(Record& record) {
  constexpr const char* kSteps =
      "steps of 0.002/ω are off by 5 (ωh)²/12 of the phase, 13 rad: 2e-5; the mesh leaves as much";
  const std::array<WaveFound, 2> found = run_of(kElements, 2.5e-4);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::string time = i == 0 ? "1 s" : "2 s";
    record.absolute("y at a quarter of the length, " + time + " [-]", found[i].quarter, kQuarter[i], 1e-4,
                    Rank::headline, kSteps);
    record.absolute("y in the middle, " + time + " [-]", found[i].half, kHalf[i], 1e-4, Rank::headline, kSteps);
  }
  record.relative("energy of the wave after 2 s, over that of the start [-]", found[1].energy, kEnergy, 1e-4,
                  Rank::headline, kSteps);
}

void lengthening_orders(Record& record) {
  std::vector<double> steps{4e-3, 2e-3, 1e-3};
  std::vector<double> errors;
  for (const double step : steps) errors.push_back(largest_error(run_of(kElements, step)));
  const std::vector<double> inverse{1.0 / steps[0], 1.0 / steps[1], 1.0 / steps[2]};
  record.absolute("observed order of y in the step", numerics::observed_orders(inverse, errors).back(), 2.0, 0.1,
                  Rank::headline, "the scheme is of the second order");
}

}  // namespace

void add_lengthening_rope_cases(std::vector<VerificationCase>& cases) {
  constexpr const char* kReference = "closed form of two waves, in 30-digit arithmetic by another program";
  cases.push_back({.id = "rope-drives/ale/lengthening",
                   .claim = "Transverse waves on a span that gets longer, and the energy they lose by that",
                   .reference = kReference,
                   .run = lengthening});
  cases.push_back({.id = "rope-drives/ale/lengthening-orders",
                   .claim = "Waves on a span that gets longer converge with the order of the scheme",
                   .reference = kReference,
                   .run = lengthening_orders});
}

}  // namespace beltdyn::verification
