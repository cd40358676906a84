// SPDX-License-Identifier: MIT
// Small motions of eulerian_ale compared with small oscillations in time: of eulerian_ale on a finer mesh, and of
// lagrangian_ancf. Growth of an unstable drive.
#include <array>
#include <cmath>
#include <complex>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/time/time_function.hpp"
#include "verification/belt_support.hpp"
#include "verification/cases.hpp"
#include "verification/embedded.hpp"
#include "verification/largest.hpp"
#include "verification/linear/small_motions.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;
using std::numbers::pi;

const std::array<std::string, 3> kTracked{"angular_velocity_2", "span_force_1", "span_force_2"};

// The complete drive of [Ntarladima 2023], with bending, mass, weight and dampers, under its load.
const std::string kConstantLoad = R"(/drive/pulleys/1/motion/torques/0/moment={"type": "constant", "value": -25})";

std::string ale_members(int per_pulley, int per_span, int refinement) {
  return fmt::format(
      R"("formulation": "eulerian_ale", "elements_per_pulley": {}, "elements_per_span": {}, "touching_refinement": {})",
      per_pulley, per_span, refinement);
}

SmallMotions linear_drive(const std::string& members) {
  return SmallMotions(
      {only_run(
           members +
           R"(, "analysis": "linear", "time_step": 1, "linear": {)"
           R"("input": {"pulley": 1, "quantity": "speed"}, "frequencies": [1], "modes": {"highest_frequency": 100}})"),
       R"(/drive/pulleys/0/motion/angular_velocity={"type": "constant", "value": 12})", kConstantLoad, "/end_time=1",
       "/output={}"},
      1.0);
}

// The edit that gives the driver a speed of 12 rad/s with a ripple of this amplitude [rad/s], which rises or decays by
// a ramp.
std::string rippled_speed(double amplitude, double omega, const TimeFunction::CosineRamp& ramp) {
  return fmt::format(R"(/drive/pulleys/0/motion/angular_velocity={{"type": "sum", "terms": [{{"type": "constant", )"
                     R"("value": 12}}, {{"type": "product", "quantity": {{"type": "harmonic", "mean": 0, )"
                     R"("amplitude": {}, "angular_frequency": {:.17g}}}, "factors": [{{"type": "cosine_ramp", )"
                     R"("from": {}, "to": {}, "start_time": {}, "end_time": {}}}]}}]}})",
                     amplitude, omega, ramp.from, ramp.to, ramp.start_time, ramp.end_time);
}

struct Oscillation {
  double frequency{};  // [Hz]
  double amplitude{};  // of the speed of the driver [rad/s]
  double time_step{};  // [s]
  double begin = 3.0;  // start of the Fourier sums [s]
};

// Fourier sums over whole periods, per unit of the driver speed. The drive starts in steady motion, and the ripple
// grows over half a second. The rotation that this excites has decayed by exp(−4.9 · 2.5) after 3 s.
std::array<Complex, 3> response_in_time(const std::string& members, const Oscillation& o) {
  const double omega = 2.0 * pi * o.frequency;
  BeltRun run(embedded::ntarladima_2023("drive.json"),
              {only_run(fmt::format(R"({}, "time_step": {})", members, o.time_step)),
               rippled_speed(o.amplitude, omega, {.from = 0.0, .to = 1.0, .start_time = 0.0, .end_time = 0.5}),
               kConstantLoad, R"(/drive/initial_state="running")", "/end_time=100", "/output={}"});
  run.advance_to(o.begin);
  const double periods = std::max(1.0, std::round(0.2 * o.frequency));
  const int samples = static_cast<int>(std::lround(periods / o.frequency / o.time_step));
  std::array<Complex, 3> sums{};
  run.look(o.begin, periods / o.frequency / samples, samples, [&] {
    const Complex turn = std::polar(2.0 / (o.amplitude * samples), -omega * run.time());
    for (std::size_t i = 0; i < kTracked.size(); ++i) sums[i] += turn * run[kTracked[i]];
  });
  return sums;
}

void hold_response(Record& record, SmallMotions& linear, const std::string& members, const Oscillation& o,
                   double tolerance, Rank rank) {
  linear.at(o.frequency);
  const std::array<Complex, 3> in_time = response_in_time(members, o);
  for (std::size_t i = 0; i < kTracked.size(); ++i) {
    const Complex expected = linear[kTracked[i]];
    record.at_most(fmt::format("response of {}, {} Hz, relative difference", kTracked[i], o.frequency),
                   std::abs(in_time[i] - expected) / std::abs(expected), tolerance, i == 0 ? rank : Rank::detail);
  }
}

// At a front a contact point either sticks or slips. Front positions are therefore known to one contact point of 960 on
// an arc, in time and, to first order, in the linear analysis.
void ale_in_time(Record& record) {
  constexpr int kElements = 320;
  const std::string mesh = ale_members(kElements, kElements / 5, 0);
  SmallMotions linear = linear_drive(mesh);
  const std::string members = mesh + R"(, "spectral_radius": 0.9)";
  for (const Oscillation& o :
       {Oscillation{0.5, 0.005, 1e-3}, Oscillation{1.0, 0.005, 1e-3}, Oscillation{2.0, 0.005, 1e-3},
        Oscillation{5.0, 0.005, 1e-3}, Oscillation{10.0, 0.005, 5e-4}, Oscillation{20.0, 0.02, 2.5e-4},
        Oscillation{50.0, 0.02, 1e-4}}) {
    hold_response(record, linear, members, o, 1e-3, o.frequency == 5.0 ? Rank::headline : Rank::detail);
  }
}

// At 100 Hz the tight span resonates with a damping ratio ζ = 0.043. This amplifies a relative error of its frequency
// by 1/(2 ζ), twelve times. The time step causes an error of (ω h)²/12 and more, which two step sizes eliminate. At
// this frequency the friction memory has waves of 12 mm on an arc, which interpolation between contact points 0.16 mm
// apart preserves. The ends of contact lie between points that are eight times closer.
void ale_at_resonance(Record& record) {
  constexpr double kFrequency = 100.0;  // [Hz]
  constexpr double kAmplitude = 0.02;   // [rad/s]
  // This ripple hardly excites the modes of rotation.
  constexpr double kBegin = 1.0;  // [s]
  const std::string mesh = ale_members(640, 64, 3);
  SmallMotions linear = linear_drive(mesh);
  linear.at(kFrequency);
  std::vector<std::array<Complex, 3>> in_time;
  for (const double step : {1e-4, 5e-5, 2.5e-5}) {
    in_time.push_back(response_in_time(mesh + R"(, "spectral_radius": 0.9)", {kFrequency, kAmplitude, step, kBegin}));
  }
  const double ratio = std::abs(in_time[0][0] - in_time[1][0]) / std::abs(in_time[1][0] - in_time[2][0]);
  record.absolute(
      "response of angular_velocity_2, differences of halved steps, ratio", ratio, 4.0, 0.5, Rank::detail,
      "second order, with terms of higher order in the longest step, (omega h)^2 = 4e-3 times 1/(2 zeta) = 12");
  for (std::size_t i = 0; i < kTracked.size(); ++i) {
    const Complex limit = (4.0 * in_time[2][i] - in_time[1][i]) / 3.0;
    const Complex expected = linear[kTracked[i]];
    record.at_most(
        fmt::format("response of {}, {} Hz, limit of short steps, relative difference", kTracked[i], kFrequency),
        std::abs(limit - expected) / std::abs(expected), 2e-3, i == 0 ? Rank::headline : Rank::detail);
  }
}

// Elements of a third of a degree move their ends past the ends of contact, which excites forces; the sum over periods
// averages most of it out.
void ancf_in_time(Record& record) {
  SmallMotions linear = linear_drive(ale_members(160, 32, 2));
  const std::string members = R"("formulation": "lagrangian_ancf", "elements": 960)";
  for (const Oscillation& o :
       {Oscillation{0.5, 0.02, 5e-4}, Oscillation{5.0, 0.02, 2e-4}, Oscillation{20.0, 0.02, 1e-4},
        Oscillation{50.0, 0.02, 1e-4}, Oscillation{100.0, 0.02, 5e-5}}) {
    hold_response(record, linear, members, o, 1e-2, o.frequency == 5.0 ? Rank::headline : Rank::detail);
  }
}

// Gross slip on the driven pulley, which takes a torque that does not depend on its speed. Friction falls with the slip
// velocity, so a pulley that is too slow gets slower. On the belt such friction acts as a negative damper; axial
// damping keeps the belt from oscillating.
const std::vector<std::string> kGrossSlip{
    "/drive/gravity=[0, 0]",
    "/drive/belt/contact_offset=0",
    "/drive/belt/axial_damping=500",
    "/drive/pulleys/0/radius=0.1",
    "/drive/pulleys/1/radius=0.1",
    "/drive/pulleys/1/bearing_damping=0",
    R"(/drive/contact/friction={"type": "lugre", "coefficient": {"type": "stribeck", "static": 0.5, "kinetic": 0.2, )"
    R"("velocity": 2, "exponent": 2}, "stiffness": 1e5})",
    R"(/drive/pulleys/1/motion={"type": "torque", "torques": [{"type": "table", "speed": [0, 9, 11, 20], )"
    R"("moment": [-40, -40, -100, -200]}]})",
    R"(/drive/pulleys/0/motion/angular_velocity={"type": "constant", "value": 12})",
    "/output={}"};

// In time the pulley departs from its steady speed, starting from the difference between the linear analysis and the
// run: w = a + b exp(s t). The rate s follows from the differences of three values. When w is a tenth of a rad/s, the
// slope of friction has changed by 1/200, for slip velocities of about 20 rad/s.
void gross_slip_growth(Record& record) {
  constexpr int kElements = 40;
  constexpr double kBegin = 0.3;
  constexpr double kInterval = 0.15;  // [s]
  const auto run_of = [&](const std::string& members, const std::string& more) {
    std::vector<std::string> edits = kGrossSlip;
    edits.push_back(
        only_run(fmt::format(R"("formulation": "eulerian_ale", "elements_per_pulley": {}, "elements_per_span": 4, {})",
                             kElements, members)));
    edits.push_back(more);
    return edits;
  };
  const SmallMotions linear(
      run_of(
          R"("analysis": "linear", "time_step": 1, "linear": {"modes": {"highest_frequency": 3, "highest_rate": 60}})",
          "/end_time=1"),
      1.0);
  double rate = 0.0;
  for (const Complex s : linear.roots()) rate = larger(rate, s.real());
  BeltRun run(embedded::ntarladima_2023("drive.json"),
              run_of(R"("time_step": 5e-4)", R"(/drive/initial_state="running")"));
  std::array<double, 3> speeds{};
  for (std::size_t i = 0; i < speeds.size(); ++i) {
    run.advance_to(kBegin + static_cast<double>(i) * kInterval);
    speeds[i] = run["angular_velocity_2"];
  }
  record.at_most("deviation of the pulley speed from steady motion [rad/s]",
                 std::abs(speeds[2] - linear.steady("angular_velocity_2")), 0.2, Rank::detail,
                 "small compared with slip velocities of about 20 rad/s");
  record.relative("rate of growth in gross slip [1/s]",
                  std::log((speeds[2] - speeds[1]) / (speeds[1] - speeds[0])) / kInterval, rate, 0.01, Rank::headline,
                  "the slope of the friction curve changes by 1/200");
}

// The exponent s of a span mode in time [1/s]. The driver's speed excites the span at its own frequency for 0.4 s.
// Afterwards sums over windows of half a second grow as exp(s t); their weight 1 − cos(2 π τ/0.5) suppresses all other
// frequencies.
Complex exponent_in_time(const std::string& members, double frequency, const std::string& force) {
  constexpr double kWindow = 0.5;  // [s]
  constexpr double kApart = 1.0;   // [s]
  constexpr int kSamples = 1000;
  const double omega = 2.0 * pi * frequency;
  BeltRun run(
      embedded::ntarladima_2023("drive.json"),
      {only_run(members), rippled_speed(0.02, omega, {.from = 1.0, .to = 0.0, .start_time = 0.0, .end_time = 0.4}),
       kConstantLoad, R"(/drive/initial_state="running")", "/end_time=100", "/output={}"});
  const auto sum_from = [&](double begin) {
    Complex sum = 0.0;
    run.advance_to(begin);
    run.look(begin, kWindow / kSamples, kSamples, [&] {
      const double weight = 1.0 - std::cos(2.0 * pi * (run.time() - begin) / kWindow);
      sum += weight * run[force] * std::polar(1.0, -omega * run.time());
    });
    return sum;
  };
  const Complex first = sum_from(0.75);
  const Complex second = sum_from(0.75 + kApart);
  return std::log(second / first) / kApart + Complex(0.0, omega);
}

// The growth rate is 1/1400 of |s|. A formulation whose s differs by 1e-5 of |s|, a tenth of the error (ω h)²/12 that
// the time step causes in the frequency, has a growth rate that differs by 1.4 %.
void unstable_span(Record& record) {
  const std::string mesh = ale_members(48, 24, 3);
  SmallMotions linear = linear_drive(mesh);
  const Complex root = linear.root_near(Complex(0.0, 2.0 * pi * 70.0));
  const double frequency = root.imag() / (2.0 * pi);
  for (const auto& [name, members] :
       {std::pair{"eulerian_ale", mesh + R"(, "spectral_radius": 0.9, "time_step": 1e-4)"},
        std::pair{"lagrangian_ancf", std::string(R"("formulation": "lagrangian_ancf", "elements": 480, )"
                                                 R"("time_integration": "trapezoidal", "time_step": 1e-4)")}}) {
    const Complex s = exponent_in_time(members, frequency, "span_force_1");
    record.relative(fmt::format("rate of growth, {} [1/s]", name), s.real(), root.real(), 0.02, Rank::headline,
                    "1e-5 of |s| and rounded up");
    record.relative(fmt::format("frequency, {} [Hz]", name), s.imag() / (2.0 * pi), frequency, 3e-4, Rank::detail,
                    "(omega h)^2/12 of the time step, rounded up");
  }
}

}  // namespace

void add_linear_motion_cases(std::vector<VerificationCase>& cases) {
  cases.push_back(
      {.id = "linear/motion/ale",
       .claim =
           "the linear analysis of eulerian_ale predicts small oscillations of 0.5 to 50 Hz in time, to a thousandth",
       .reference = "eulerian_ale in time",
       .slow = true,
       .run = ale_in_time,
       .tolerances = "slip fronts are resolved to a contact point, 1/960 of an arc"});
  cases.push_back({.id = "linear/motion/ale-resonance",
                   .claim = "at the resonance of a span the linear analysis of eulerian_ale predicts the small "
                            "oscillations in time in the limit of short steps, an error of second order",
                   .reference = "eulerian_ale in time",
                   .slow = true,
                   .run = ale_at_resonance,
                   .tolerances = "slip fronts are resolved to a contact point, 1/1920 of an arc, which counts up to "
                                 "twelve times at the resonance; observed 1.4e-3 to 1.8e-3, rounded up"});
  cases.push_back(
      {.id = "linear/motion/ancf",
       .claim =
           "the linear analysis of eulerian_ale predicts small oscillations of a belt of material elements in time",
       .reference = "lagrangian_ancf in time",
       .slow = true,
       .run = ancf_in_time,
       .tolerances = "the first-order error of 960 elements, 2e-3 of steady forces, and slip fronts"});
  cases.push_back({.id = "linear/motion/unstable-span",
                   .claim = "under its load the slack span of the drive of [Ntarladima 2023] is unstable: small "
                            "oscillations grow at the rate of the mode, in both formulations",
                   .reference = "eulerian_ale, linear analysis",
                   .slow = true,
                   .run = unstable_span,
                   .tolerances = "the rate is 1/1400 of |s|: formulations that differ by 1e-5 of |s|, observed, differ "
                                 "by 1.4 % of it"});
  cases.push_back({.id = "linear/motion/gross-slip",
                   .claim = "a pulley in gross slip, with friction that decreases with velocity, leaves its steady "
                            "speed at the growth rate of its mode",
                   .reference = "eulerian_ale in time",
                   .run = gross_slip_growth});
}

}  // namespace beltdyn::verification
