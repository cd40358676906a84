// SPDX-License-Identifier: MIT
// Results of a friction rig do not depend on the direction of its motion, its units and its start time.
#include <algorithm>
#include <array>
#include <string>

#include <fmt/format.h>

#include "core/contact/bristle.hpp"
#include "verification/belts/seen_runs.hpp"
#include "verification/cases.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;

struct RigView {
  Units units{};
  double delay = 0.0;     // of the motion [s]
  bool reversed = false;  // the motion is negated

  double sign() const { return reversed ? -1.0 : 1.0; }
};

struct Law {
  const char* name;
  std::string (*members)(const Units&);
};

std::string stribeck(const Units& of) {
  return fmt::format(R"("coefficient": {{"type": "stribeck", "static": 0.6, "kinetic": 0.4, "velocity": {}}})",
                     of.speeds(0.02));
}

const std::array<Law, 7> kLaws{{
    {"elastoplastic_coulomb",
     [](const Units& of) {
       return fmt::format(R"("coefficient": 0.5, "stiffness": {}, "damping": {})", of.of("N/m") * 2e4,
                          of.of("N/m") * of.time * 20.0);
     }},
    {"regularised_coulomb",
     [](const Units& of) {
       return fmt::format(R"("coefficient": 0.5, "velocity": {}, "form": "hyperbolic")", of.speeds(0.01));
     }},
    {"dahl", [](const Units& of) { return fmt::format(R"("coefficient": 0.5, "stiffness": {})", 1e3 / of.length); }},
    {"bliman_sorine",
     [](const Units& of) {
       return fmt::format(R"("coefficient": 0.5, "excess": 0.1, "distance": {}, "ratio": 0.3)", of.lengths(1e-3));
     }},
    {"lugre",
     [](const Units& of) {
       return fmt::format(R"({}, "stiffness": {}, "damping": {})", stribeck(of), 1e3 / of.length,
                          10.0 * of.time / of.length);
     }},
    {"bristle",
     [](const Units& of) {
       return fmt::format(R"({}, "stiffness": {}, "damping": {})", stribeck(of), of.of("N/m") * 2e4,
                          of.of("N/m") * of.time * 20.0);
     }},
    {"gms",
     [](const Units& of) {
       return fmt::format(
           R"({}, "elements": [{{"stiffness": {}, "share": 0.25}}, {{"stiffness": {}, "share": 0.75}}],
              "attraction": {})",
           stribeck(of), 8e2 / of.length, 2e3 / of.length, 50.0 / of.time);
     }},
}};

constexpr double kPull = 2.0;   // end of the motion of the pulled mass, which sticks and slips [s]
constexpr double kMoved = 3.0;  // end of the prescribed motion, which reverses three times [s]

// The pull speed starts from 0, so that the rig can wait before it.
std::string pulled(const RigView& view) {
  const Units& of = view.units;
  return fmt::format(
      R"({{"type": "pulled_mass", "mass": {}, "spring_stiffness": {}, "damping": {}, "pull_speed":
          {{"type": "piecewise_linear", "time": [{}, {}], "value": [0, {}]}}}})",
      2.0 * of.mass, 150.0 * of.of("N/m"), 0.5 * of.of("N/m") * of.time, of.times(view.delay),
      of.times(0.1 + view.delay), view.sign() * of.speeds(0.1));
}

std::string moved(const RigView& view) {
  const Units& of = view.units;
  const auto at = [&](double t) { return of.times(t + view.delay); };
  const auto to = [&](double x) { return view.sign() * of.lengths(x); };
  return fmt::format(
      R"({{"type": "prescribed_position", "position": {{"type": "piecewise_linear", "time": [{}, {}, {}, {}, {}],
          "value": [0, {}, {}, {}, {}]}}}})",
      at(0.0), at(1.0), at(1.5), at(2.0), at(3.0), to(2e-3), to(1e-3), to(1.5e-3), to(-1e-3));
}

SeenRun seen(const Law& law, std::string (*motion)(const RigView&), double end, const RigView& view) {
  const Units& of = view.units;
  constexpr double kStep = 5e-3;  // interval of the compared values [s]
  SeenRun run = seen_run(fmt::format(R"({{"format": "beltdyn/1", "name": "invariance", "end_time": {},
  "drive": {{"type": "friction_rig", "normal_force": {}, "motion": {}}},
  "runs": [{{"name": "run", "formulation": "friction_rig", "law": {{"type": "{}", {}}}, "time_step": {}}}]}})",
                                     of.times(end + view.delay), of.forces(20.0), motion(view), law.name,
                                     law.members(of), of.times(kStep)),
                         of.times(view.delay), of.times(end + view.delay));
  // Before the first motion the state of a bristle is undefined and has no direction; it is compared as 0.
  for (SeenRun::Column& column : run.columns) {
    if (column.name == "contact_state") std::ranges::replace(column.values, contact::Bristle::kUndefined, 0.0);
  }
  return run;
}

// All columns change their sign except for the work.
Twin reversed_column(const std::string& name) { return {.name = name, .sign = name == "friction_work" ? 1.0 : -1.0}; }

void compare_laws(Record& record, const RigView& view, double tolerance, const char* reason) {
  const auto twin = [&](const std::string& name) { return view.reversed ? reversed_column(name) : Twin{.name = name}; };
  for (const Law& law : kLaws) {
    record.at_most(fmt::format("{}, pulled mass: largest difference of all columns at all steps [-]", law.name),
                   difference(seen(law, pulled, kPull, {}), seen(law, pulled, kPull, view), view.units, twin),
                   tolerance, Rank::detail, reason);
    record.at_most(fmt::format("{}, moved contact: largest difference of all columns at all steps [-]", law.name),
                   difference(seen(law, moved, kMoved, {}), seen(law, moved, kMoved, view), view.units, twin),
                   tolerance, Rank::detail, reason);
  }
}

void reversed_rigs(Record& record) { compare_laws(record, {.reversed = true}, 0.0, "signs change, and no digit does"); }

constexpr double kRoundingOfRigs = 1e-8;

void rigs_in_units(Record& record) { compare_laws(record, {.units = kOtherUnits}, kRoundingOfRigs, "rounding"); }

void delayed_rigs(Record& record) { compare_laws(record, {.delay = 0.5}, kRoundingOfRigs, "rounding"); }

}  // namespace

void add_rig_invariance_cases(std::vector<VerificationCase>& cases) {
  add_invariances(
      cases, "invariance/rig/", "the same rig as originally written",
      {{"reversed", "a contact moved in the opposite direction has the opposite forces with every friction law",
        reversed_rigs},
       {"units", "a friction rig in other units of length, mass and time has the same history in these units",
        rigs_in_units},
       {"delayed", "a friction rig that waits before it moves has the same history, later", delayed_rigs}});
}

}  // namespace beltdyn::verification
