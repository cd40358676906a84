// SPDX-License-Identifier: MIT
// Modes of a beam that runs through two supports, by the linear analysis of eulerian_ale_span, compared with exact
// spectra and the critical speed; above the critical speed, with the motion in time.
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numbers>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "verification/cases.hpp"
#include "verification/exact/moving_beam_spectrum.hpp"
#include "verification/largest.hpp"
#include "verification/linear/small_motions.hpp"
#include "verification/linear/vibrating_span.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;

// A beam of unit length and unit mass per length that runs through two supports.
struct RunningBeam {
  const char* support = "pinned";
  double bending_stiffness{};
  double tension{};
  double speed{};

  bool is_clamped() const { return std::string(support) == "clamped"; }
};

// Waves along the belt are much faster than transverse waves.
constexpr double kAxialStiffness = 1e6;  // [N]

// The roots of the modes up to an angular frequency, by ascending frequency, from a configuration text [1/s].
std::vector<Complex> roots_of(const RunningBeam& beam, int elements, double highest, double rate) {
  const std::string text = fmt::format(
      R"({{"format": "beltdyn/1", "name": "verification", "end_time": 1,
          "drive": {{"type": "supported_beam", "length": 1, "axial_stiffness": {}, "bending_stiffness": {},
                     "mass_per_length": 1, "tension": {}, "speed": {:.17g}, "left_support": "{}",
                     "right_support": "{}"}},
          "runs": [{{"name": "run", "formulation": "eulerian_ale_span", "analysis": "linear", "elements": {},
                     "time_step": 1,
                     "linear": {{"modes": {{"highest_frequency": {:.17g}, "highest_rate": {:.17g}}}}}}}]}})",
      kAxialStiffness, beam.bending_stiffness, beam.tension, beam.speed, beam.support, beam.support, elements,
      highest / (2.0 * std::numbers::pi), rate);
  return mode_roots(text);
}

// The frequency of a wave of n elements is too large by the part (2π/n)⁴/720, or a few times as much where the beam
// runs. For the third mode on 128 elements, whose shortest wave is a fifth of the span, this is 5e-8. In a bending
// layer of length l = √(EI/(T − v²)), elements of length h leave the part (h/l)⁴/720 of the layer's contribution to the
// frequency.
void spectra(Record& record) {
  constexpr int kElements = 128;
  constexpr double kTolerance = 1e-6;
  for (const RunningBeam& beam : {RunningBeam{"pinned", 0.03, 1.0, 0.6}, RunningBeam{"pinned", 1.0, 0.0, 0.0},
                                  RunningBeam{"pinned", 1.0, 0.0, 1.0}, RunningBeam{"pinned", 1.0, 0.0, 2.0},
                                  RunningBeam{"pinned", 1.0, 0.0, 3.0}, RunningBeam{"pinned", 0.01, 1.0, 0.3},
                                  RunningBeam{"pinned", 0.01, 1.0, 0.6}, RunningBeam{"pinned", 0.01, 1.0, 0.9},
                                  RunningBeam{"pinned", 0.0025, 1.0, 0.6}, RunningBeam{"pinned", 0.0025, 1.0, 0.99},
                                  RunningBeam{"clamped", 1.0, 0.0, 1.0}, RunningBeam{"clamped", 1.0, 0.0, 3.0},
                                  RunningBeam{"clamped", 0.01, 1.0, 0.6}, RunningBeam{"clamped", 0.0025, 1.0, 0.9}}) {
    const std::vector<double> exact = exact::moving_beam_frequencies(
        {.bending_stiffness = beam.bending_stiffness,
         .tension = beam.tension,
         .mass_per_length = 1.0,
         .length = 1.0,
         .speed = beam.speed,
         .ends = beam.is_clamped() ? exact::BeamEnds::clamped : exact::BeamEnds::simply_supported},
        3);
    const std::vector<Complex> roots = roots_of(beam, kElements, 1.01 * exact[2], 0.1 * exact[0]);
    const std::string where =
        fmt::format(", {}, EI = {}, T = {}, v = {}", beam.support, beam.bending_stiffness, beam.tension, beam.speed);
    record.absolute("number of modes" + where, static_cast<double>(roots.size()), 3.0, 0.0, Rank::detail, "a count");
    const bool is_headline = beam.bending_stiffness == 0.03;
    for (std::size_t k = 0; k < std::min(roots.size(), exact.size()); ++k) {
      record.relative(fmt::format("omega_{} [rad/s]", k + 1) + where, roots[k].imag(), exact[k], kTolerance,
                      is_headline && k < 2 ? Rank::headline : Rank::detail);
      record.at_most(fmt::format("growth or decay over omega_{}", k + 1) + where, std::abs(roots[k].real()) / exact[k],
                     1e-9, Rank::detail, "rounding: a gyroscopic system has no damping");
    }
  }
  const std::vector<Complex> roots = roots_of({"pinned", 0.03, 1.0, 0.6}, kElements, 10.0, 1.0);
  constexpr std::array<double, 2> kDeterminant{2.8171152553, 8.4969903};
  constexpr double kLastDigit = 1e-7;
  for (std::size_t k = 0; k < std::min(roots.size(), kDeterminant.size()); ++k) {
    record.relative(
        fmt::format("omega_{} [rad/s] from the determinant of an independent program, EI = 0.03, T = 1, v = 0.6",
                    k + 1),
        roots[k].imag(), kDeterminant[k], 1e-6, Rank::detail,
        fmt::format("the elements, and the last digit of the reference, {:.0e}", kLastDigit));
  }
}

// s² of the mode with the smallest |s| vanishes at the critical speed. It is computed at four speeds around a guess.
// The speed, as a cubic polynomial of s², is evaluated at 0; the error is the fourth power of the distance of the
// speeds, some thousandths.
double critical_speed(RunningBeam beam, int elements, double guess) {
  std::array<double, 4> speeds{};
  std::array<double, 4> squares{};
  constexpr std::array<double, 4> kParts{0.997, 0.999, 1.001, 1.003};
  for (std::size_t i = 0; i < kParts.size(); ++i) {
    beam.speed = speeds[i] = kParts[i] * guess;
    Complex lowest = HUGE_VAL;
    for (const Complex s : roots_of(beam, elements, 10.0, 10.0)) {
      if (std::abs(s) < std::abs(lowest)) lowest = s;
    }
    squares[i] = (lowest * lowest).real();
  }
  double speed = 0.0;
  for (std::size_t i = 0; i < kParts.size(); ++i) {
    double weight = 1.0;
    for (std::size_t j = 0; j < kParts.size(); ++j) {
      if (j != i) weight *= squares[j] / (squares[j] - squares[i]);
    }
    speed += weight * speeds[i];
  }
  return speed;
}

// The buckling shape of the clamped beam is a whole wave of 64 elements. Its energy is too large by the part
// (2π/64)⁴/720 = 1.3e-7; the critical speed depends on the square root of the energy.
void critical(Record& record) {
  constexpr int kElements = 64;
  record.relative("clamped, EI = 0.64 N m^2, no tension [m/s]",
                  critical_speed({"clamped", 0.64, 0.0, 0.0}, kElements, 5.0), 2.0 * std::numbers::pi * 0.8, 1e-5,
                  Rank::headline);
  record.relative("pinned, EI = 0.01 N m^2, T = 1 N [m/s]", critical_speed({"pinned", 0.01, 1.0, 0.0}, kElements, 1.05),
                  std::sqrt(1.0 + 0.01 * std::numbers::pi * std::numbers::pi), 1e-5);
}

// A beam above its critical speed is released from a small deflection; the fastest growing mode soon dominates. A step
// h changes the rate s by the part (s h)²/12, here 1e-5.
void beyond(Record& record) {
  constexpr int kElements = 32;
  constexpr double kBendingStiffness = 0.64;
  for (const double speed : {5.1, 5.3, 5.6}) {
    const std::vector<Complex> roots = roots_of({"clamped", kBendingStiffness, 0.0, speed}, kElements, 10.0, 30.0);
    double rate = 0.0;
    for (const Complex s : roots) rate = larger(rate, s.real());
    VibratingSpan span({.section = {.axial_stiffness = kAxialStiffness,
                                    .bending_stiffness = kBendingStiffness,
                                    .mass_per_length = 1.0,
                                    .natural_stretch = 1.0},
                        .from = {0.0, 0.0},
                        .to = {1.0, 0.0},
                        .reference_length = 1.0,
                        .flux = speed,
                        .is_clamped = {true, true},
                        .elements = kElements});
    constexpr double kAmplitude = 1e-9;
    constexpr double kTurn = 2.0 * std::numbers::pi;
    span.deflect([](double x) { return 0.5 * kAmplitude * (1.0 - std::cos(kTurn * x)); },
                 [](double x) { return 0.5 * kAmplitude * kTurn * std::sin(kTurn * x); });
    // Other oscillations do not grow. After growth by e^8 they are a thousandth; over another e^4 they change the rate
    // by 1e-4.
    constexpr double kSettled = 8.0;
    constexpr double kLooked = 4.0;
    constexpr double kStepPart = 0.01;
    const double h = kStepPart / rate;
    const auto advance = [&span, h](double growth) {
      for (int i = 0; i < std::lround(growth / kStepPart); ++i) span.advance(h, 1.0);
    };
    advance(kSettled);
    const double first = span.position(kElements / 2).y;
    advance(kLooked);
    const double measured = std::log(span.position(kElements / 2).y / first) * rate / kLooked;
    record.relative(fmt::format("rate of growth in time at v = {} m/s [1/s]", speed), measured, rate, 0.01,
                    speed == 5.3 ? Rank::headline : Rank::detail);
  }
}

}  // namespace

void add_linear_span_cases(std::vector<VerificationCase>& cases) {
  cases.push_back({.id = "linear/span/spectra",
                   .claim = "modes of a beam running through its supports, by the linear analysis of eulerian_ale_span",
                   .reference = "exact: zeros of the determinant of the end conditions",
                   .run = spectra,
                   .tolerances = "128 elements have an error below 1e-6 in the three lowest frequencies"});
  cases.push_back({.id = "linear/span/critical-speed",
                   .claim = "the speed at which the lowest mode of an axially moving beam becomes real",
                   .reference = "exact: rho v^2 = T + EI kappa^2",
                   .run = critical,
                   .tolerances = "64 elements have an error of 1e-7, and the interpolation less"});
  cases.push_back(
      {.id = "linear/span/beyond",
       .claim = "above its critical speed a beam departs from the straight line at the growth rate of its mode",
       .reference = "the element of eulerian_ale in time",
       .run = beyond,
       .tolerances = "other oscillations are a thousandth of the mode at the first evaluation"});
}

}  // namespace beltdyn::verification
