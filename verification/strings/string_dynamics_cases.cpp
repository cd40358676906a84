// SPDX-License-Identifier: MIT
// The string in time, analytic_string_dynamics, through runs of the program: the steady motions that it reaches, and
// its response to small ripples.
#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "verification/belt_support.hpp"
#include "verification/cases.hpp"
#include "verification/embedded.hpp"
#include "verification/laws/stick_limit.hpp"
#include "verification/linear/accessory_ripple.hpp"
#include "verification/linear/small_motions.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;

std::string dynamics_run(double tolerance, double step) {
  return only_run(
      fmt::format(R"("formulation": "analytic_string_dynamics", "time_step": {}, "tolerance": {})", step, tolerance));
}

// The drive of [Ntarladima 2023] with its centre line on pulleys of 0.1 m, under a torque that acts from the start.
std::vector<std::string> running_drive(const std::string& run, const std::string& speed, const std::string& moment) {
  return {
      run,
      "/drive/belt/contact_offset=0",
      "/drive/belt/mass_per_length=0",
      "/drive/pulleys/0/radius=0.1",
      "/drive/pulleys/1/radius=0.1",
      fmt::format(R"(/drive/pulleys/0/motion={{"type": "prescribed", "angular_velocity": {}}})", speed),
      fmt::format(R"(/drive/pulleys/1/motion={{"type": "torque", "torques": [{{"type": "applied", "moment": {}}}]}})",
                  moment)};
}

// References of another program to ten and more digits: the massless string with rigid stick. The rotation decays with
// exp(−4.68 t).
void settling_string(Record& record) {
  BeltRun run(embedded::ntarladima_2023("drive.json"),
              running_drive(dynamics_run(1e-11, 0.5), R"({"type": "constant", "value": 12})",
                            R"({"type": "cosine_ramp", "from": 0, "to": -25, "start_time": 0.1, "end_time": 0.6})"));
  run.advance_to(6.0);
  record.relative("driven speed [rad/s]", run["angular_velocity_2"], 11.3084811051, 1e-9, Rank::headline);
  record.relative("tight span force [N]", run["span_force_2"], 663.0214548, 1e-9, Rank::headline);
  record.relative("slack span force [N]", run["span_force_1"], 186.8518327, 1e-9);
}

// Fourier transform over a period after five seconds; half the difference of runs with opposite signs of the ripple.
void rippling_string(Record& record) {
  struct Ripple {
    double frequency;  // [Hz]
    Complex tight;     // [N s/rad]
  };
  constexpr double kAmplitude = 1e-3;  // [rad/s]
  constexpr int kSamples = 24;
  const std::array<Ripple, 4> ripples{{{0.5, {12.0658731, 4.3381237}},
                                       {2.0, {16.0119344, 19.2102251}},
                                       {5.0, {137.1951063, 60.2708861}},
                                       {10.0, {2.7979663, -38.9375674}}}};
  for (const Ripple& ripple : ripples) {
    const double omega = 2.0 * std::numbers::pi * ripple.frequency;
    const double interval = 1.0 / (ripple.frequency * kSamples);
    Complex sum = 0.0;
    for (const double sign : {1.0, -1.0}) {
      BeltRun run(embedded::ntarladima_2023("drive.json"),
                  running_drive(dynamics_run(1e-12, interval),
                                fmt::format(R"({{"type": "harmonic", "mean": 12, "amplitude": {:.17g}, )"
                                            R"("angular_frequency": {:.17g}}})",
                                            sign * kAmplitude, omega),
                                R"({"type": "constant", "value": -25})"));
      run.look(5.0, interval, kSamples, [&] {
        sum += sign * run["span_force_2"] * std::exp(Complex(0.0, -omega * run.time())) / (kAmplitude * kSamples);
      });
    }
    record.at_most(fmt::format("response of the tight span to the driver at {} Hz, relative", ripple.frequency),
                   std::abs(sum - ripple.tight) / std::abs(ripple.tight), 1e-6,
                   ripple.frequency == 5.0 ? Rank::headline : Rank::detail);
  }
}

// The same drive as a string and in elements. Bristles of stiffness K w carry the belt force over the length √(EA/(K
// w)), which lengthens the spans at both ends. The difference is proportional to this length, i.e. to 1/√K. Where the
// normal compliance matters, which moves the arm, it is proportional to 1/K. A Ratio is the expected reduction of the
// difference when K is multiplied by four.
struct Ratio {
  double value;
  double tolerance;
  const char* reason;
};
constexpr Ratio kByStick{2.0, 0.6, "the inverse square root of the stick stiffness, and next orders"};
constexpr Ratio kByStickAndCompliance{
    3.0, 1.0, "between the inverse square root of the stiffness (stick) and its inverse (normal compliance)"};

struct StickStudy {
  double soft;  // stiffness of stick [N/m³]
  Ratio of_forces;
  Ratio of_arm;
  double limit;  // bound of the extrapolated difference, relative to the range [-]
  const char* reason;
};

void accessory_drive(Record& record, const AccessoryDrive& drive, const std::string& elements,
                     const StickStudy& study) {
  const AccessorySignals exact = accessory_signals(
      drive, fmt::format(R"("formulation": "analytic_string_dynamics", "time_step": {})", drive.interval), study.soft);
  const AccessorySignals soft = accessory_signals(drive, elements, study.soft);
  const AccessorySignals stiff = accessory_signals(drive, elements, 4.0 * study.soft);
  for (std::size_t i = 0; i < exact.size(); ++i) {
    const std::string column = kAccessoryColumns[i];
    const StickDifference d = difference(exact[i], soft[i], stiff[i]);
    const Ratio& ratio = column == "mount_position_4" ? study.of_arm : study.of_forces;
    record.absolute("largest difference with stick over that with stick four times as stiff, " + column,
                    d.soft / d.stiff, ratio.value, ratio.tolerance, Rank::detail, ratio.reason);
    record.at_most("largest difference in the limit of rigid stick, of the range of " + column, d.limit / d.range,
                   study.limit, i == 0 ? Rank::headline : Rank::detail, study.reason);
  }
}

void accessory_drive_in_ale(Record& record) {
  accessory_drive(
      record, creeping_drive(240),
      R"("formulation": "eulerian_ale", "elements_per_pulley": 24, "elements_per_span": 4, "touching_refinement": 4, )"
      R"("time_step": 2.5e-4)",
      {.soft = 1.6e11,
       .of_forces = kByStick,
       .of_arm = kByStickAndCompliance,
       .limit = 0.01,
       .reason =
           "the next order for twice 4 mm and 2 mm over spans of about 200 mm is 1e-3, amplified a few times near "
           "resonance"});
}

void accessory_drive_in_ale_fine(Record& record) {
  accessory_drive(
      record, creeping_drive(260),
      R"("formulation": "eulerian_ale", "elements_per_pulley": 96, "elements_per_span": 8, "touching_refinement": 5, )"
      R"("time_step": 1.5625e-5)",
      {.soft = 1.024e13,
       .of_forces = kByStick,
       .of_arm = kByStick,
       .limit = 2.5e-4,
       .reason = "the next order, up to 6e-3 with contacts 64 times softer, is 1e-4; steps of 31 us instead of 16 us "
                 "change 1e-4"});
}

// The drive in which slip reverses on all pulleys.
void reversing_drive_in_ale(Record& record) {
  accessory_drive(
      record, reversing_drive(500),
      R"("formulation": "eulerian_ale", "elements_per_pulley": 96, "elements_per_span": 8, "touching_refinement": 4, )"
      R"("time_step": 6.25e-6)",
      {.soft = 1.024e13,
       .of_forces = kByStick,
       .of_arm = kByStick,
       .limit = 2e-4,
       .reason = "the next order for twice 0.54 mm over spans of about 200 mm is 3e-5, amplified a few times near "
                 "resonance"});
}

// Elements of 0.6 mm; the bristles carry the force over 2.2 mm and 1.1 mm.
void accessory_drive_in_ancf(Record& record) {
  accessory_drive(
      record, reversing_drive(250),
      R"("formulation": "lagrangian_ancf", "elements": 2240, "time_integration": "generalised_alpha", )"
      R"("spectral_radius": 0.8, "time_step": 1.25e-5)",
      {.soft = 6.4e11,
       .of_forces = kByStickAndCompliance,
       .of_arm = kByStickAndCompliance,
       .limit = 4e-3,
       .reason = "the next order for twice 2.2 mm over spans of about 200 mm is 5e-4, amplified a few times "
                 "near resonance; of the normal compliance half is left"});
}

// Rigid contact on default meshes and on meshes twice as fine. Stick takes up a force over a part of an element, 3 mm
// by default, which lengthens the spans of about 200 mm at both ends. Half the element is as stick four times as stiff.
void accessory_drive_by_default(Record& record) {
  const AccessoryDrive drive = creeping_drive(240);
  const AccessorySignals exact = accessory_signals(
      drive, fmt::format(R"("formulation": "analytic_string_dynamics", "time_step": {})", drive.interval), {});
  struct Beam {
    const char* name;
    const char* finer;
  };
  for (const Beam& beam : {Beam{"eulerian_ale", R"(, "elements_per_pulley": 48, "elements_per_span": 8)"},
                           Beam{"lagrangian_ancf", R"(, "elements": 480)"}}) {
    const std::string members = fmt::format(R"("formulation": "{}")", beam.name);
    const AccessorySignals usual = accessory_signals(drive, members, {});
    const AccessorySignals fine = accessory_signals(drive, members + beam.finer, {});
    for (std::size_t i = 0; i < exact.size(); ++i) {
      const std::string of = fmt::format("{} in {}", kAccessoryColumns[i], beam.name);
      const StickDifference d = difference(exact[i], usual[i], fine[i]);
      record.at_most(fmt::format("default mesh: largest difference, of the range of {}", of), d.soft / d.range, 0.04,
                     i == 0 ? Rank::headline : Rank::detail,
                     "twice 3 mm over spans of about 200 mm lower frequencies by 1.5 %, amplified a few times near "
                     "resonance");
      record.at_most(fmt::format("twice the elements: largest difference, of the range of {}", of), d.stiff / d.range,
                     0.02, Rank::detail, "half of it");
      record.absolute(fmt::format("largest difference with the default mesh over that with twice the elements, {}", of),
                      d.soft / d.stiff, kByStickAndCompliance.value, kByStickAndCompliance.tolerance, Rank::detail,
                      kByStickAndCompliance.reason);
    }
  }
}

// A load above the friction limit for a second, and then a smaller load: the driven pulley slips as a whole and sticks
// again. The elements have bristles of stiffness K and 4 K, which carry the belt force over √(EA/(K w)) = 1.6 mm and
// 0.8 mm. This lengthens the spans of 314 mm at both ends, and the difference is proportional to it.
void overloaded_string(Record& record) {
  constexpr double kSoft = 4e10;  // [N/m³]
  constexpr double kInterval = 5e-3;
  constexpr int kLooks = 600;
  const std::array<std::string, 2> columns{"angular_velocity_2", "span_force_2"};
  using Signals = std::array<std::vector<double>, 2>;
  const auto signals_of = [&](const std::string& members, double stiffness) {
    std::vector<std::string> edits = running_drive(
        only_run(members), R"({"type": "constant", "value": 12})",
        R"({"type": "sum", "terms": [{"type": "cosine_ramp", "from": 0, "to": -60, "start_time": 0.1, "end_time": 0.6}, )"
        R"({"type": "cosine_ramp", "from": 0, "to": 30, "start_time": 1.5, "end_time": 2.5}]})");
    edits.insert(edits.end(),
                 {"/drive/gravity=[0, 0]", "/drive/belt/mass_per_length=1e-3", "/drive/belt/bending_stiffness=0",
                  "/drive/belt/axial_damping=0", R"(/drive/initial_state="running")",
                  fmt::format(R"(/drive/contact={{"normal": {{"type": "penalty", "stiffness_per_area": {0}}}, )"
                              R"("friction": {{"type": "elastoplastic_coulomb", "coefficient": 0.5, )"
                              R"("stiffness_per_area": {0}}}}})",
                              stiffness)});
    BeltRun run(embedded::ntarladima_2023("drive.json"), edits);
    Signals signals;
    run.look(0.0, kInterval, kLooks, [&] {
      for (std::size_t i = 0; i < columns.size(); ++i) signals[i].push_back(run[columns[i]]);
    });
    return signals;
  };
  const std::string elements =
      R"("formulation": "eulerian_ale", "elements_per_pulley": 40, "elements_per_span": 4, "time_step": 1e-3)";
  const Signals exact = signals_of(R"("formulation": "analytic_string_dynamics", "time_step": 5e-3)", kSoft);
  const Signals soft = signals_of(elements, kSoft);
  const Signals stiff = signals_of(elements, 4.0 * kSoft);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const StickDifference d = difference(exact[i], soft[i], stiff[i]);
    record.at_most(
        "largest difference in the limit of rigid stick, of the range of " + columns[i], d.limit / d.range, 0.02,
        i == 0 ? Rank::headline : Rank::detail,
        "the next order of twice 1.6 mm over spans of 314 mm is 1e-4; the front of slip is known to a third of "
        "an element of 1/40 of an arc, which is a part in 120 of the force that an arc takes, and at the ends of "
        "gross slip moves as fast as the belt");
  }
}

}  // namespace

void add_string_dynamics_cases(std::vector<VerificationCase>& cases) {
  cases.push_back({.id = "string-dynamics/settling",
                   .claim = "the final motion of the transient string under a smoothly applied load",
                   .reference = "steady motion of the massless string with rigid stick, from an independent program",
                   .run = settling_string,
                   .tolerances = "the digits of the reference; the remaining transient is exp(-25) of about 100 N"});
  cases.push_back({.id = "string-dynamics/ripple",
                   .claim = "the response of the transient string to small ripples of the driver",
                   .reference = "an independent solution of the linearised delay equations",
                   .run = rippling_string,
                   .tolerances = "nonlinearity, of the order of the square of a ripple of 1e-4, more at the resonance, "
                                 "and steps of 1e-12 of 663 N, of which the response has 0.01 N and more"});
  cases.push_back({.id = "string-dynamics/accessory-drive",
                   .claim = "the motion of an accessory drive with an arm, a rubbing tensioner and a crank ripple "
                            "converges to that of its string with stiffer contacts",
                   .reference = "eulerian_ale in time",
                   .run = accessory_drive_in_ale});
  cases.push_back({.id = "string-dynamics/accessory-drive-default",
                   .claim =
                       "with rigid contact and default options, both beams follow the ripple of an accessory drive "
                       "as its string does",
                   .reference = "analytic_string_dynamics, which is exact for a belt without mass",
                   .run = accessory_drive_by_default});
  cases.push_back({.id = "string-dynamics/accessory-drive-fine",
                   .claim = "the motion of the same drive with contacts 64 times as stiff, and finer in mesh and time",
                   .reference = "eulerian_ale in time",
                   .slow = true,
                   .run = accessory_drive_in_ale_fine});
  cases.push_back({.id = "string-dynamics/accessory-drive-reversing",
                   .claim = "the motion of an accessory drive with an arm and a crank ripple that reverses slip on all "
                            "pulleys converges to that of its string with stiffer contacts",
                   .reference = "eulerian_ale in time",
                   .slow = true,
                   .run = reversing_drive_in_ale});
  cases.push_back({.id = "string-dynamics/accessory-drive-ancf",
                   .claim = "the motion of an accessory drive with an arm and a crank ripple, as a chain of ANCF "
                            "elements, converges to that of its string with stiffer contacts",
                   .reference = "lagrangian_ancf in time",
                   .slow = true,
                   .run = accessory_drive_in_ancf});
  cases.push_back({.id = "string-dynamics/overload",
                   .claim = "a pulley that is overloaded slips as a whole, and sticks again, as its string does",
                   .reference = "eulerian_ale in time",
                   .run = overloaded_string});
}

}  // namespace beltdyn::verification
