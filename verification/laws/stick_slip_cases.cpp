// SPDX-License-Identifier: MIT
// The stick-slip experiment of Canudas de Wit, Olsson, Astrom and Lischinsky 1995 Section IV: a spring of 2 N/m, whose
// other end moves with 0.1 m/s, pulls a mass of 1 kg; friction falls from 1.5 N to 1 N over 1 mm/s. [Ntarladima 2023]
// Figs. 6 and 7 show the same experiment.
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "verification/cases.hpp"
#include "verification/laws/rig_support.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;

constexpr double kPullSpeed = 0.1;
constexpr double kEnd = 25.0;
// Interval of the states from which landmarks are found [s]; the contact vibrates with at least 316 rad/s.
constexpr double kStep = 2e-3;

// Landmarks of the motion: those of the first cycle, the peak times of all cycles, and the last position.
struct Landmarks {
  double peak{};  // largest resistance [N]
  std::array<double, 3> peak_time{};
  double top_speed{};
  double top_speed_time{};
  double stop_time{};
  double stop_position{};
  double end_position{};
};

Landmarks landmarks_of(RigRun& run, double damping) {
  const auto resistance = [damping](const RigRun& r) { return r["friction_force"] + damping * r["velocity"]; };
  const auto speed = [](const RigRun& r) { return r["velocity"]; };
  const auto is_held = [](const RigRun& r) { return kPullSpeed - r["velocity"]; };
  Landmarks found;
  for (std::size_t cycle = 0; cycle < found.peak_time.size(); ++cycle) {
    const RigPeak peak = largest(run, kEnd, resistance, is_held);
    found.peak_time[cycle] = peak.time;
    const RigPeak top = largest(run, kEnd, speed, speed);
    if (cycle > 0) continue;
    found.peak = peak.value;
    found.top_speed = top.value;
    found.top_speed_time = top.time;
  }
  run.advance_to(kEnd);
  found.end_position = run["position"];
  return found;
}

// Finds the first stop in a run of its own.
void find_first_stop(RigRun& run, Landmarks& landmarks) {
  run.advance_to(landmarks.top_speed_time);
  advance_to_zero(run, kEnd, [](const RigRun& r) { return r["velocity"]; });
  landmarks.stop_time = run.time();
  landmarks.stop_position = run["position"];
}

// Tolerances of the landmarks. The time of a maximum is known only to half the digits, because the value is stationary
// there.
struct Tolerance {
  double of_peak_times{};  // [s]
  double of_others{};      // [N], [m/s], [s], [m]
};

void compare_with(Record& record, const std::string& name, const std::string& law, double damping,
                  const Landmarks& reference, const Tolerance& tolerance) {
  const std::string motion = pulled_mass(1.0, 2.0, kPullSpeed, damping);
  RigRun run(1.0, motion, law, kStep);
  Landmarks found = landmarks_of(run, damping);
  RigRun again(1.0, motion, law, kStep);
  find_first_stop(again, found);
  record.absolute(name + " peak force", found.peak, reference.peak, tolerance.of_others);
  for (std::size_t i = 0; i < found.peak_time.size(); ++i) {
    record.absolute(fmt::format("{} peak time {}", name, i + 1), found.peak_time[i], reference.peak_time[i],
                    tolerance.of_peak_times);
  }
  record.absolute(name + " top speed", found.top_speed, reference.top_speed, tolerance.of_others);
  record.absolute(name + " time of top speed", found.top_speed_time, reference.top_speed_time, tolerance.of_peak_times);
  record.absolute(name + " stop time", found.stop_time, reference.stop_time, tolerance.of_others);
  record.absolute(name + " stop position", found.stop_position, reference.stop_position, tolerance.of_others);
  record.absolute(name + " x(25 s)", found.end_position, reference.end_position, tolerance.of_others, Rank::headline);
}

std::string bristles(const char* type, double viscosity) {
  const std::string viscous = viscosity > 0.0 ? fmt::format(R"(, "viscosity": {})", viscosity) : "";
  return fmt::format(R"({{"type": "{}", "coefficient": {}, "stiffness": 1e5, "damping": {}{}}})", type,
                     stribeck(1.5, 1.0, 1e-3), std::sqrt(1e5), viscous);
}

// The references have at least eight decimals, except for the times of top speed. Peaks between steps are found to a
// few 1e-7 s.
constexpr Tolerance kAcceptance{.of_peak_times = 1e-6, .of_others = 1e-8};

void lugre(Record& record) {
  compare_with(record, "viscous", bristles("lugre", 0.4), 0.0,
               {.peak = 1.476572945,
                .peak_time = {7.40449028, 13.76721011, 20.12992993},
                .top_speed = 0.369815999,
                .top_speed_time = 8.66603770,
                .stop_time = 10.26609094,
                .stop_position = 0.636284390,
                .end_position = 1.908839199225},
               kAcceptance);
  compare_with(record, "dry", bristles("lugre", 0.0), 0.0,
               {.peak = 1.476454831,
                .peak_time = {7.40388075, 14.89769449, 22.39150823},
                .top_speed = 0.458732465,
                .top_speed_time = 8.74735711,
                .stop_time = 10.05748862,
                .stop_position = 0.749390647,
                .end_position = 2.247647185961},
               kAcceptance);
}

void lugre_end_state(Record& record) {
  RigRun run(1.0, pulled_mass(1.0, 2.0, kPullSpeed), bristles("lugre", 0.4), 0.1);
  run.advance_to(kEnd);
  // At 25 s the mass is at rest: its velocity and the bristle deflection are 1e5 times smaller than the position.
  record.relative("x(25 s)", run["position"], 1.9088391992265, 1e-11);
  record.relative("v(25 s)", run["velocity"], 9.42415459096e-06, 1e-6);
  record.relative("z(25 s)", run["friction_memory"] / 1e5, 1.18167954558687e-05, 1e-6);
}

void bristle(Record& record) {
  compare_with(record, "dry", bristles("bristle", 0.0), 0.0,
               {.peak = 1.499998000,
                .peak_time = {7.500139937, 15.184737880, 22.869335823},
                .top_speed = 0.472806778,
                .top_speed_time = 8.842475,
                .stop_time = 10.14417400,
                .stop_position = 0.768474794,
                .end_position = 2.2366864391},
               kAcceptance);
  compare_with(record, "viscous", bristles("bristle", 0.0), 0.4,
               {.peak = 1.499998800,
                .peak_time = {7.500143937, 14.011899063, 20.523654188},
                .top_speed = 0.381208547,
                .top_speed_time = 8.760044,
                .stop_time = 10.34014557,
                .stop_position = 0.651190513,
                .end_position = 1.9535374606},
               kAcceptance);
}

void gms(Record& record) {
  constexpr Tolerance kObserved{.of_peak_times = 1e-4, .of_others = 1e-4};
  const std::string law = fmt::format(
      R"({{"type": "gms", "coefficient": {}, "attraction": 2000, "viscosity": 0.4,
          "elements": [{{"stiffness": 0.75e5, "share": {:.17g}}}, {{"stiffness": 1e5, "share": {:.17g}}},
                       {{"stiffness": 1.25e5, "share": {:.17g}}}]}})",
      stribeck(1.5, 1.0, 1e-3), 1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0);
  compare_with(record, "viscous", law, 0.0,
               {.peak = 1.499887492,
                .peak_time = {7.50037, 14.015713, 20.530203},
                .top_speed = 0.381176136,
                .top_speed_time = 8.7598384,
                .stop_time = 10.34053266,
                .stop_position = 0.651154710,
                .end_position = 1.955160855},
               kObserved);
}

}  // namespace

void add_stick_slip_cases(std::vector<VerificationCase>& cases) {
  cases.push_back(
      {.id = "friction/stick-slip/lugre",
       .claim = "The LuGre law in the stick-slip experiment of Canudas de Wit et al. 1995, with and without "
                "viscosity.",
       .reference = "Runge-Kutta of fourth order in extended precision, two step lengths agree",
       .run = lugre,
       .tolerances = "the references have eight decimals; the times of peaks are found between steps to a few 1e-7 s"});
  cases.push_back({.id = "friction/stick-slip/lugre-end-state",
                   .claim = "Position, velocity and deflection after 25 s agree with the Exudyn reference values.",
                   .reference = "Exudyn, lugreFrictionTest.py, DOPRI5",
                   .run = lugre_end_state,
                   .tolerances = "the relative tolerance of the integration for the position; velocity and deflection "
                                 "are those of a mass at rest, 1e5 times smaller"});
  cases.push_back(
      {.id = "friction/stick-slip/bristle",
       .claim = "The bristle of [Ntarladima 2023] in the same experiment, that of its Figs. 6 and 7.",
       .reference = "an independent integration with fixed steps",
       .run = bristle,
       .tolerances = "the references have eight decimals; the times of peaks are found between steps to a few 1e-7 s"});
  cases.push_back({.id = "friction/stick-slip/gms",
                   .claim = "Generalised Maxwell slip with three elements in the same experiment.",
                   .reference = "an independent integration with fixed steps",
                   .run = gms,
                   .tolerances = "observed differences from the reference, up to 1e-5, rounded up"});
}

}  // namespace beltdyn::verification
