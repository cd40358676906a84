// SPDX-License-Identifier: MIT
// The element of eulerian_ale between two fixed supports, compared with exact solutions: spectra of moving strings and
// beams, a travelling string, a moving elastic catenary.
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/numerics/root.hpp"
#include "verification/cases.hpp"
#include "verification/exact/moving_beam_spectrum.hpp"
#include "verification/exact/moving_catenary.hpp"
#include "verification/exact/moving_string.hpp"
#include "verification/largest.hpp"
#include "verification/linear/vibrating_span.hpp"

namespace beltdyn::verification {
namespace {

using std::numbers::pi;
using Rank = Record::Rank;

// The order of convergence from the errors on two meshes; the second mesh is twice as fine.
double order(double coarse, double fine) { return std::log2(coarse / fine); }

// A taut span of unit length and unit mass per length. Its stretch is 1, so the flux equals the speed. The axial
// stiffness does not affect small transverse vibrations.
VibratingSpan unit_span(int elements, double tension, double speed, double bending_stiffness, bool is_clamped) {
  constexpr double kStiffness = 100.0;
  return VibratingSpan({.section = {.axial_stiffness = kStiffness,
                                    .bending_stiffness = bending_stiffness,
                                    .mass_per_length = 1.0,
                                    .natural_stretch = 1.0 - tension / kStiffness},
                        .from = {0.0, 0.0},
                        .to = {1.0, 0.0},
                        .reference_length = 1.0,
                        .flux = speed,
                        .is_clamped = {is_clamped, is_clamped},
                        .elements = elements});
}

// Relative errors of the three lowest frequencies [-].
std::array<double, 3> frequency_errors(const VibratingSpan::Spectrum& spectrum, const std::vector<double>& exact) {
  std::array<double, 3> errors{};
  for (std::size_t k = 0; k < errors.size(); ++k) errors[k] = std::abs(spectrum.frequencies[k] / exact[k] - 1.0);
  return errors;
}

// The largest real part of an eigenvalue relative to the highest frequency [-]; 0 for purely imaginary eigenvalues.
double relative_growth(const VibratingSpan::Spectrum& spectrum) {
  return spectrum.largest_growth / spectrum.frequencies.back();
}

void record_order(Record& record, const std::string& where, const std::array<double, 3>& coarse,
                  const std::array<double, 3>& fine, double tolerance) {
  for (std::size_t k = 0; k < coarse.size(); ++k) {
    record.absolute(fmt::format("order of convergence of omega_{} [-], {}", k + 1, where), order(coarse[k], fine[k]),
                    4.0, tolerance);
  }
}

// The lowest frequency of the string on finer and finer meshes.
Series frequency_series(double speed) {
  const exact::MovingString string{.tension = 1.0, .mass_per_length = 1.0, .length = 1.0, .speed = speed};
  const std::vector<double> exact{string.frequency(1), string.frequency(2), string.frequency(3)};
  Series series{.title = fmt::format("eulerian_ale against the moving string, v = {}", speed),
                .parameter = "elements",
                .error = "relative error of omega_1 [-]",
                .values = {4.0, 8.0, 16.0, 32.0},
                .errors = {},
                .expected_order = 4.0};
  for (const double n : series.values) {
    const VibratingSpan::Spectrum spectrum =
        unit_span(static_cast<int>(n), 1.0, speed, 0.0, false).transverse_spectrum();
    series.errors.push_back(frequency_errors(spectrum, exact)[0]);
  }
  return series;
}

// At v = 0.9 the shortest wave of the third mode, of length 2/(3 (1 + v)), spans 11 elements; all other waves span 6 or
// more. There the next term of the error adds at most a quarter to the order.
void moving_string(Record& record) {
  constexpr double kOrderTolerance = 0.25;
  double growth = 0.0;
  for (const double speed : {0.25, 0.5, 0.75, 0.9}) {
    const exact::MovingString string{.tension = 1.0, .mass_per_length = 1.0, .length = 1.0, .speed = speed};
    const std::vector<double> exact{string.frequency(1), string.frequency(2), string.frequency(3)};
    const int n = speed < 0.9 ? 16 : 32;
    const VibratingSpan::Spectrum coarse = unit_span(n, 1.0, speed, 0.0, false).transverse_spectrum();
    const VibratingSpan::Spectrum fine = unit_span(2 * n, 1.0, speed, 0.0, false).transverse_spectrum();
    if (speed == 0.5) {
      record.relative("omega_1 at v = 0.5, 16 elements [rad/s]", coarse.frequencies[0], exact[0], 1e-5, Rank::headline);
    }
    record_order(record, fmt::format("v = {}, {} to {} elements", speed, n, 2 * n), frequency_errors(coarse, exact),
                 frequency_errors(fine, exact), kOrderTolerance);
    growth = larger(growth, larger(relative_growth(coarse), relative_growth(fine)));
  }
  record.at_most("largest real part of an eigenvalue, of the largest frequency [-]", growth, 1e-9);
  record.series(frequency_series(0.5));
}

struct BeamRow {
  bool is_clamped{};
  double bending_stiffness{};
  double tension{};
  double speed{};
  int elements = 16;  // of the coarser mesh; shorter than the bending layer √(EI/(T − v²)) if there is one
};

// `is_thin` selects the row whose thin bending layer requires a fine mesh.
void moving_beam(Record& record, bool is_thin) {
  constexpr std::array<BeamRow, 14> kRows{{{false, 1.0, 0.0, 0.0},
                                           {false, 1.0, 0.0, 1.0},
                                           {false, 1.0, 0.0, 2.0},
                                           {false, 1.0, 0.0, 3.0},
                                           {false, 0.01, 1.0, 0.3},
                                           {false, 0.01, 1.0, 0.6},
                                           {false, 0.01, 1.0, 0.9},
                                           {false, 0.0025, 1.0, 0.6},
                                           {false, 0.0025, 1.0, 0.99},
                                           {false, 1e-4, 1.0, 0.9, 64},
                                           {true, 1.0, 0.0, 1.0},
                                           {true, 1.0, 0.0, 3.0},
                                           {true, 0.01, 1.0, 0.6},
                                           {true, 0.0025, 1.0, 0.9}}};
  // For a layer two elements wide the next term of the error changes the order by a tenth.
  constexpr double kOrderTolerance = 0.15;
  double growth = 0.0;
  for (const BeamRow& row : kRows) {
    if ((row.elements > 16) != is_thin) continue;
    const std::vector<double> exact = exact::moving_beam_frequencies(
        {.bending_stiffness = row.bending_stiffness,
         .tension = row.tension,
         .mass_per_length = 1.0,
         .length = 1.0,
         .speed = row.speed,
         .ends = row.is_clamped ? exact::BeamEnds::clamped : exact::BeamEnds::simply_supported},
        3);
    const auto spectrum = [&row](int n) {
      return unit_span(n, row.tension, row.speed, row.bending_stiffness, row.is_clamped).transverse_spectrum();
    };
    const VibratingSpan::Spectrum coarse = spectrum(row.elements);
    const VibratingSpan::Spectrum fine = spectrum(2 * row.elements);
    record_order(record,
                 fmt::format("{}, EI = {}, T = {}, v = {}, {} to {} elements", row.is_clamped ? "clamped" : "supported",
                             row.bending_stiffness, row.tension, row.speed, row.elements, 2 * row.elements),
                 frequency_errors(coarse, exact), frequency_errors(fine, exact), kOrderTolerance);
    growth = larger(growth, larger(relative_growth(coarse), relative_growth(fine)));
  }
  record.at_most("largest real part of an eigenvalue, of the largest frequency [-]", growth, 1e-9,
                 is_thin ? Rank::detail : Rank::headline);
}

// Tolerance of the bisection for the flux at which the span loses its stiffness and can stay deflected.
constexpr double kBisection = 1e-9;  // [m/s]

double divergence_flux(const BeamRow& row, double low, double high) {
  const auto is_stiff = [&row](double flux) {
    return unit_span(row.elements, row.tension, flux, row.bending_stiffness, row.is_clamped).least_stiffness() > 0.0;
  };
  return numerics::bisect({low, high}, is_stiff, kBisection).low;
}

// The bending energy of sin(k x) on cubic elements of length h is too large by the part (k h)⁴/720; the flux depends on
// its square root. The supported span deflects as half a wave, the clamped span as a whole wave.
void divergence(Record& record) {
  const double half_wave = std::pow(pi / BeamRow{}.elements, 4) / 720.0;
  const double whole_wave = 16.0 * half_wave;
  const double clamped = std::sqrt(1.0 + 0.04 * pi * pi);
  record.relative("supported, EI = 1, T = 0 [m/s]", divergence_flux({false, 1.0, 0.0}, 2.0, 4.0), pi, half_wave,
                  Rank::headline);
  record.relative("supported, EI = 0.01, T = 1 [m/s]", divergence_flux({false, 0.01, 1.0}, 0.5, 2.0),
                  std::sqrt(1.0 + 0.01 * pi * pi), half_wave);
  record.relative("clamped, EI = 0.01, T = 1 [m/s]", divergence_flux({true, 0.01, 1.0}, 0.5, 2.0), clamped, whole_wave);
  record.relative("string, T = 1 [m/s]", divergence_flux({false, 0.0, 1.0}, 0.5, 2.0), 1.0, kBisection);
}

// A string released from a sine so flat that its force stays constant. The time steps have no numerical damping.
class Vibration {
 public:
  Vibration(double speed, int elements)
      : n_(elements),
        exact_({.tension = 1.0, .mass_per_length = 1.0, .length = 1.0, .speed = speed}, shape, slope),
        span_(unit_span(elements, 1.0, speed, 0.0, false)) {
    span_.deflect(shape, slope);
  }

  void advance_to(double time, double longest_step) {
    const auto steps = std::lround(std::ceil((time - time_) / longest_step * (1.0 - 1e-9)));
    for (long i = 0; i < steps; ++i) span_.advance((time - time_) / static_cast<double>(steps), 1.0);
    time_ = time;
  }
  // Error of the displacement at x, relative to the amplitude [-]; x must be a node.
  double error(double x) const {
    const double measured = span_.position(static_cast<int>(std::lround(x * n_))).y;
    return std::abs(measured - exact_.displacement(x, time_)) / kAmplitude;
  }
  double largest_error() const {
    double largest = 0.0;
    for (int i = 0; i <= n_; ++i) largest = larger(largest, error(static_cast<double>(i) / n_));
    return largest;
  }
  double invariant_error() const { return std::abs(span_.vibration_invariant() / exact_.invariant() - 1.0); }

 private:
  static constexpr double kAmplitude = 1e-6;
  static double shape(double x) { return kAmplitude * std::sin(pi * x); }
  static double slope(double x) { return kAmplitude * pi * std::cos(pi * x); }

  int n_;
  exact::TravellingString exact_;
  VibratingSpan span_;
  double time_ = 0.0;
};

// At a fixed place the string moves with ω = (1 + v) π; a step h causes a phase error of (ω h)²/12 ω t, here 6e-5 at
// most.
void travelling_string(Record& record) {
  struct Row {
    double speed{};
    double step{};
    std::vector<double> times{};
  };
  for (const Row& row :
       {Row{0.3, 2.5e-3, {0.25, 0.5, 1.0}}, Row{0.5, 2.5e-3, {0.25, 0.5, 1.0}}, Row{0.8, 1.25e-3, {0.5, 1.0}}}) {
    Vibration string(row.speed, 64);
    double error = 0.0;
    for (const double time : row.times) {
      string.advance_to(time, row.step);
      for (const double x : {0.25, 0.5, 0.75}) error = larger(error, string.error(x));
    }
    record.at_most(fmt::format("displacement at the quarter points, v = {}, of the amplitude [-]", row.speed), error,
                   1e-4, row.speed == 0.8 ? Rank::headline : Rank::detail);
    record.at_most(fmt::format("change of the invariant, v = {} [-]", row.speed), string.invariant_error(), 1e-6);
  }
}

// The third derivative of the motion jumps along the characteristics that start at the ends. Where the wave runs
// against the string, the jump is (1 + v) (q² − 1)/2 times the largest third derivative of the sine, with q = (1 +
// v)/(1 − v): 72 times at v = 0.8. Hence the error of cubic elements falls only with h³.
void string_return(Record& record) {
  for (const double speed : {0.3, 0.5}) {
    Vibration string(speed, 64);
    string.advance_to(2.0 / (1.0 - speed * speed), 2e-3);
    record.at_most(fmt::format("displacement after a return, v = {}, 64 elements, of the amplitude [-]", speed),
                   string.largest_error(), 2e-4);
  }
  const auto error = [](int elements) {
    Vibration string(0.8, elements);
    string.advance_to(2.0 / 0.36, 1e-3);
    return string.largest_error();
  };
  const double coarse = error(32);
  const double fine = error(64);
  record.at_most("displacement after a return, v = 0.8, 64 elements, of the amplitude [-]", fine, 2e-3);
  record.absolute("order of convergence after a return, v = 0.8, 32 to 64 elements [-]", order(coarse, fine), 3.0,
                  0.25);
}

// Results for a belt of 1.1 m that hangs between supports 1 m apart.
struct Hanging {
  double axial_stiffness{};
  double flux{};
};
constexpr double kGravity = 9.81;
constexpr double kHangingLength = 1.1;

struct HangingErrors {
  double sag{};       // [m]
  double position{};  // of the particle a quarter of the belt length before the low point [m]
};

HangingErrors hanging_errors(const Hanging& hanging, int elements) {
  const exact::MovingCatenary exact({.axial_stiffness = hanging.axial_stiffness,
                                     .mass_per_length = 1.0,
                                     .gravity = kGravity,
                                     .distance = 1.0,
                                     .reference_length = kHangingLength,
                                     .flux = hanging.flux});
  VibratingSpan span({.section = {.axial_stiffness = hanging.axial_stiffness,
                                  .mass_per_length = 1.0,
                                  .natural_stretch = 1.0,
                                  .gravity = {0.0, -kGravity}},
                      .from = {0.0, 0.0},
                      .to = {1.0, 0.0},
                      .reference_length = kHangingLength,
                      .flux = hanging.flux,
                      .elements = elements});
  span.find_steady_motion();
  const numerics::Vec2<double> measured = span.position_of_particle(0.25 * kHangingLength);
  const Eigen::Vector2d place = exact.at(-0.25 * kHangingLength).position;
  return {.sag = std::abs(span.position(elements / 2).y + exact.sag()),
          .position = std::hypot(measured.x - place.x(), measured.y - place.y())};
}

void moving_catenary(Record& record) {
  for (const Hanging& row : {Hanging{1e9, 0.0}, Hanging{200.0, 0.0}, Hanging{200.0, 5.0}, Hanging{200.0, 8.0}}) {
    const std::string at = fmt::format("EA = {:g} N, G = {} m/s", row.axial_stiffness, row.flux);
    const HangingErrors coarse = hanging_errors(row, 32);
    const HangingErrors fine = hanging_errors(row, 64);
    const double tolerance = row.flux == 0.0 ? 1e-7 : 1e-4;
    const Rank rank = row.flux == 8.0 ? Rank::headline : Rank::detail;
    record.at_most("sag, 32 elements, " + at + " [m]", coarse.sag, tolerance, rank);
    record.at_most("position of a particle, 32 elements, " + at + " [m]", coarse.position, tolerance);
    // Tolerance: in the fastest belt the stretch varies by a factor of 3.3 along the span.
    record.absolute("order of convergence of the sag, " + at + " [-]", order(coarse.sag, fine.sag), 4.0, 0.1);
  }
  record.at_most("stiff hanging belt with 16 elements at G = 8 m/s, position of a particle [m]",
                 hanging_errors({1e5, 8.0}, 16).position, 1e-4);
}

}  // namespace

void add_ale_span_cases(std::vector<VerificationCase>& cases) {
  cases.push_back(
      {.id = "ale/moving-string",
       .claim = "frequencies of an axially moving string converge with fourth order, without growth or decay",
       .reference = "exact: n π (1 − v²)",
       .run = moving_string,
       .tolerances = "for waves of 6 to 11 elements, the next term of the error adds a quarter to the order; damping "
                     "is rounding of the eigenvalue solver; 16 elements have a relative frequency error of "
                     "(pi/16)^4/720 = 2e-6, increased several times by the transport speed"});
  cases.push_back({.id = "ale/moving-beam",
                   .claim = "frequencies of axially moving beams converge with fourth order, without growth or decay",
                   .reference = "exact: zeros of the determinant of the end conditions",
                   .run = [](Record& record) { moving_beam(record, false); },
                   .tolerances = "for a layer of two elements' width, the next term of the error changes the order by "
                                 "a tenth; damping is rounding of the eigenvalue solver"});
  cases.push_back({.id = "ale/moving-beam-thin",
                   .claim = "frequencies of an axially moving beam with thin bending layers converge with fourth order",
                   .reference = "exact: zeros of the determinant of the end conditions",
                   .slow = true,
                   .run = [](Record& record) { moving_beam(record, true); },
                   .tolerances = "for a layer of two elements' width, the next term of the error changes the order by "
                                 "a tenth; damping is rounding of the eigenvalue solver"});
  cases.push_back({.id = "ale/divergence",
                   .claim = "the speed at which an axially moving beam buckles",
                   .reference = "exact: ρ v² = T + EI κ²",
                   .run = divergence,
                   .tolerances = "the bending energy of a cubic element at wave number k is too large by (k h)^4/720; "
                                 "the bisection stops at its tolerance"});
  cases.push_back({.id = "ale/travelling-string",
                   .claim = "the motion of an axially moving string released from a sine, 64 elements",
                   .reference = "exact: characteristics",
                   .slow = true,
                   .run = travelling_string,
                   .tolerances = "the time step causes a phase error of (omega h)^2/12 omega t, at most 6e-5; the "
                                 "scheme conserves the invariant to within Newton's tolerance"});
  cases.push_back(
      {.id = "ale/travelling-string-return",
       .claim = "every motion of an axially moving string is periodic with 2 L c/(c² − v²)",
       .reference = "exact: characteristics",
       .slow = true,
       .run = string_return,
       .tolerances = "the error caused by jumps of the third derivative with 64 elements, observed and rounded up"});
  cases.push_back({.id = "ale/moving-catenary",
                   .claim = "the steady shape of a hanging, axially moving elastic belt, up to a strain of one half",
                   .reference = "exact: catenary of the effective force",
                   .run = moving_catenary,
                   .tolerances =
                       "the observed error of 32 elements, 2e-8 m at rest and 1e-5 m where the stretch varies by a "
                       "factor of 3.3, rounded up; the next term of the error reduces the order by less than 0.1"});
}

}  // namespace beltdyn::verification
