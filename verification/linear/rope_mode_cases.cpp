// SPDX-License-Identifier: MIT
// Modes of ropes with ends, by the linear analysis of eulerian_ale, compared with exact frequencies of strings and
// bars.
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numbers>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "verification/cases.hpp"
#include "verification/exact/moving_string.hpp"
#include "verification/exact/rope_modes.hpp"
#include "verification/linear/small_motions.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;
using std::numbers::pi;

constexpr double kGravity = 9.81;  // [m/s²]

struct Mesh {
  int per_span{};
  int per_pulley = 8;
};

// The roots of the modes of a rope drive up to a frequency and a decay rate, 0: that of the program.
std::vector<Complex> roots_of(const std::string& drive, Mesh mesh, double highest, double highest_rate = 5.0) {
  const std::string text = fmt::format(
      R"({{"format": "beltdyn/1", "name": "verification", "end_time": 1, "drive": {},
          "runs": [{{"name": "run", "formulation": "eulerian_ale", "analysis": "linear", "elements_per_span": {},
                     "elements_per_pulley": {},
                     "linear": {{"modes": {{"highest_frequency": {:.17g}, "highest_rate": {}}}}}}}]}})",
      drive, mesh.per_span, mesh.per_pulley, highest / (2.0 * pi), highest_rate);
  return mode_roots(text);
}

Complex nearest_to(const std::vector<Complex>& roots, Complex exact) {
  Complex best = HUGE_VAL;
  for (const Complex s : roots) {
    if (std::abs(s - exact) < std::abs(best - exact)) best = s;
  }
  return best;
}
Complex nearest(const std::vector<Complex>& roots, double omega) { return nearest_to(roots, {0.0, omega}); }

// The length of the rope under its weight and its load [m].
double drawn_length(const exact::HangingRope& rope) {
  const double strain = rope.mass * kGravity / rope.axial_stiffness;
  const double own = rope.mass_per_length * rope.length * kGravity / rope.axial_stiffness;
  return rope.length * (1.0 + strain + 0.5 * own);
}

std::string hanging_drive(const exact::HangingRope& rope, double axial_damping = 0.0) {
  return fmt::format(
      R"({{"type": "rope_drive", "gravity": [0, -9.81], "pulleys": [],
           "ends": [{{"type": "fixed", "position": [0, 0]}},
                    {{"type": "body", "mass": {:.17g}, "position": [0, {:.17g}], "direction": [0, 1]}}],
           "belt": {{"axial_stiffness": {:.17g}, "mass_per_length": {:.17g}, "axial_damping": {:.17g}}}}})",
      rope.mass, -drawn_length(rope), rope.axial_stiffness, rope.mass_per_length, axial_damping);
}

// The frequency of a wave of n elements is too large by the part (2π/n)⁴/720. For the stiff rope the reference neglects
// strains of 2e-7.
void hanging(Record& record) {
  constexpr int kElements = 32;
  const exact::HangingRope soft{.axial_stiffness = 1e5, .mass_per_length = 3.0, .length = 20.0, .mass = 100.0};
  const std::vector<double> along = soft.frequencies_along(2);
  const std::vector<Complex> roots = roots_of(hanging_drive(soft), {.per_span = kElements}, 1.1 * along[1]);
  for (std::size_t k = 0; k < along.size(); ++k) {
    record.relative(fmt::format("along, omega_{} [rad/s]", k + 1), nearest(roots, along[k]).imag(), along[k], 1e-6,
                    k == 0 ? Rank::headline : Rank::detail);
  }
  const exact::HangingRope stiff{.axial_stiffness = 1e10, .mass_per_length = 3.0, .length = 20.0, .mass = 100.0};
  const std::vector<double> across = stiff.frequencies_across(kGravity, 3);
  const std::vector<Complex> lateral = roots_of(hanging_drive(stiff), {.per_span = kElements}, 1.1 * across[2]);
  for (std::size_t k = 0; k < across.size(); ++k) {
    record.relative(fmt::format("across, omega_{} [rad/s]", k + 1), nearest(lateral, across[k]).imag(), across[k],
                    std::pow((static_cast<double>(k) + 1.0) * pi / kElements, 4) / 720.0 + 2e-7,
                    k == 0 ? Rank::headline : Rank::detail);
  }
}

// With N = EA ε + c ε_t a mode of the frequency ω without damping has the root of s² + ω² (1 + s c/EA) = 0. The roots
// lie on a circle with the radius EA/c about −EA/c, where those of short waves accumulate. In the second rope they
// would fill the range of the search.
void damped(Record& record) {
  const exact::HangingRope rope{.axial_stiffness = 1e5, .mass_per_length = 3.0, .length = 20.0, .mass = 100.0};
  const std::vector<double> along = rope.frequencies_along(2);
  struct Damping {
    double rate;  // EA/c [1/s]
    std::size_t modes;
    double highest_rate;
  };
  for (const Damping& damping : {Damping{60.0, 2, 40.0}, Damping{5.0, 1, 0.0}}) {
    const std::string drive = hanging_drive(rope, rope.axial_stiffness / damping.rate);
    const std::vector<Complex> roots = roots_of(drive, {.per_span = 32}, 1.1 * along[1], damping.highest_rate);
    for (std::size_t k = 0; k < damping.modes; ++k) {
      const double part = 0.5 * along[k] / damping.rate;  // damping ratio
      const Complex exact = along[k] * Complex(-part, std::sqrt(1.0 - part * part));
      record.at_most(fmt::format("error of root {} relative to its size, EA/c = {} 1/s", k + 1, damping.rate),
                     std::abs(nearest_to(roots, exact) - exact) / along[k], 1e-6,
                     k == 0 ? Rank::headline : Rank::detail);
    }
  }
}

// Car and counterweight in balance, on a free sheave.
struct Lift {
  std::array<exact::HangingRope, 2> ropes;
  double inertia = 12.0;
  double radius = 0.3;

  std::string drive() const {
    return fmt::format(
        R"({{"type": "rope_drive", "gravity": [0, -9.81],
             "ends": [{{"type": "body", "mass": {:.17g}, "position": [{}, {:.17g}], "direction": [0, 1]}},
                      {{"type": "body", "mass": {:.17g}, "position": [{}, {:.17g}], "direction": [0, 1]}}],
             "pulleys": [{{"center": [0, 0], "radius": {}, "side": "right", "inertia": {}, "motion": {{"type": "free"}}}}],
             "belt": {{"axial_stiffness": {:.17g}, "mass_per_length": {:.17g}}},
             "contact": {{"friction": {{"type": "coulomb", "coefficient": 0.2}}}}}})",
        ropes[0].mass, -radius, -drawn_length(ropes[0]), ropes[1].mass, radius, -drawn_length(ropes[1]), radius,
        inertia, ropes[0].axial_stiffness, ropes[0].mass_per_length);
  }
  // The inertia of the sheave with the rope on it [kg m²].
  double whole_inertia() const {
    const exact::HangingRope& rope = ropes[0];
    const double force = (rope.mass + rope.mass_per_length * rope.length) * kGravity;
    return inertia + rope.mass_per_length * pi * radius * radius * radius / (1.0 + force / rope.axial_stiffness);
  }
};

Lift balanced_lift() {
  const exact::HangingRope car{.axial_stiffness = 4e6, .mass_per_length = 1.0, .length = 12.0, .mass = 800.0};
  exact::HangingRope weight = car;
  weight.length = 40.0;
  weight.mass = car.mass + car.mass_per_length * (car.length - weight.length);
  return {.ropes = {car, weight}};
}

// The rope sticks from the first contact points on the sheave and stretches up to there, within the resolution of the
// elements. Errors are of the order of the element length.
void lift(Record& record) {
  const Lift drive = balanced_lift();
  constexpr double kHighest = 88.0;  // [rad/s]
  const std::vector<double> exact = exact::lift_frequencies(drive.ropes, drive.whole_inertia(), drive.radius, kHighest);
  constexpr std::array<int, 4> kPerPulley{4, 8, 16, 32};
  std::vector<std::vector<double>> errors(exact.size());
  std::vector<double> parameter;
  for (const int n : kPerPulley) {
    const std::vector<Complex> roots = roots_of(drive.drive(), {.per_span = 16, .per_pulley = n}, 1.1 * kHighest);
    parameter.push_back(n);
    for (std::size_t k = 0; k < exact.size(); ++k) {
      errors[k].push_back(std::abs(nearest(roots, exact[k]).imag() / exact[k] - 1.0));
    }
  }
  for (std::size_t k = 0; k < exact.size(); ++k) {
    record.at_most(fmt::format("relative error of omega_{} with 32 elements a pulley", k + 1), errors[k].back(), 1e-3,
                   k == 0 ? Rank::headline : Rank::detail);
    const double order = std::log2(errors[k][2] / errors[k][3]);
    record.absolute(fmt::format("order of the error of omega_{}", k + 1), order, 1.0, 0.3);
  }
}

// A rope runs through two places between a winch and a sheave; a force pulls behind the sheave. At the sheave the rope
// turns at the end of contact. Contact points on the arc give way over the length √(N/k) = R α² √(10/384), with the
// angle α of an element, and the span is longer by at most this length.
void running(Record& record) {
  constexpr double kForce = 1000.0;
  constexpr double kStiffness = 4e6;
  constexpr double kMass = 0.5;     // per natural length [kg/m]
  constexpr double kLength = 10.0;  // of the span [m]
  constexpr double kRadius = 0.3;   // [m]
  constexpr int kPerSpan = 64;
  constexpr double kStretch = 1.0 + kForce / kStiffness;
  for (const double rate : {0.0, 20.0, -20.0}) {
    const std::string drive = fmt::format(
        R"({{"type": "rope_drive", "gravity": [0, 0], "initial_state": "running",
             "ends": [{{"type": "winch", "position": [{}, 0.3], "rate": {}}},
                      {{"type": "force", "position": [0.3, -5], "force": {}}}],
             "pulleys": [{{"center": [0, 0], "radius": 0.3, "side": "right", "inertia": 2, "motion": {{"type": "free"}}}}],
             "belt": {{"axial_stiffness": {}, "mass_per_length": {}}},
             "contact": {{"friction": {{"type": "coulomb", "coefficient": 0.2}}}}}})",
        -kLength, rate, kForce, kStiffness, kMass);
    const exact::MovingString string{
        .tension = kForce, .mass_per_length = kMass / kStretch, .length = kLength, .speed = std::abs(rate) * kStretch};
    for (const int n : {8, 16, 32}) {
      const double angle = 0.5 * pi / n;
      const double longer = kRadius * angle * angle * std::sqrt(10.0 / 384.0) / kLength;
      const std::vector<Complex> roots =
          roots_of(drive, {.per_span = kPerSpan, .per_pulley = n}, 1.1 * string.frequency(3));
      for (const int mode : {1, 2, 3}) {
        const double exact = string.frequency(mode);
        const Complex root = nearest(roots, exact);
        const std::string at = fmt::format("{} at {} m/s with {} elements on the sheave", mode, rate, n);
        record.relative("omega_" + at, root.imag(), exact, longer,
                        mode == 1 && n == 32 && rate > 0.0 ? Rank::headline : Rank::detail);
        record.at_most("growth or decay over omega_" + at, std::abs(root.real()) / exact, 1e-6, Rank::detail,
                       "the mesh: the string has none");
      }
    }
  }
}

}  // namespace

void add_rope_mode_cases(std::vector<VerificationCase>& cases) {
  cases.push_back({.id = "linear/rope/hanging",
                   .claim = "modes of a rope that hangs with a load, along it and across it",
                   .reference = "exact: tan for waves along a bar with a mass, Bessel functions for a hanging chain",
                   .run = hanging,
                   .tolerances = "32 cubic elements have an error below 1e-6 in the lowest modes"});
  cases.push_back({.id = "linear/rope/damped",
                   .claim = "modes of a rope with axial damping that hangs with a load, up to the decay rate at which "
                            "those of short waves accumulate",
                   .reference = "exact: a quadratic equation for each wave along a bar with a mass",
                   .run = damped,
                   .tolerances = "32 cubic elements have an error below 1e-6 in the lowest modes"});
  cases.push_back({.id = "linear/rope/lift",
                   .claim = "modes of car and counterweight over a free sheave to which the ropes stick",
                   .reference = "exact: waves in both ropes, the inertia of the sheave between",
                   .run = lift,
                   .tolerances = "first order in the elements of the sheave, where the rope begins to stick"});
  cases.push_back({.id = "linear/rope/running",
                   .claim = "transverse modes of the span between a winch and a sheave over which the rope runs",
                   .reference = "exact: n pi (c^2 - v^2)/(c L)",
                   .run = running,
                   .tolerances = "the length over which contact points give way, in proportion to the square of the "
                                 "elements on the sheave"});
}

}  // namespace beltdyn::verification
