// SPDX-License-Identifier: MIT
// Results of a contour drive, which has no place in space, do not depend on its units, its start time and the order of
// its pulleys.
#include <array>
#include <string>

#include <fmt/format.h>

#include "verification/belts/seen_runs.hpp"
#include "verification/cases.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;

struct View {
  Units units{};
  double delay = 0.0;       // of all speeds [s]
  bool renumbered = false;  // the driven pulley comes first
};

// A run of a formulation on two unequal pulleys, 0.8 m and 0.5 m of a contour of 3 m.
struct Subject {
  const char* name;
  const char* members;               // run options without units, as JSON members
  double time_step;                  // [s]
  double stick_penalty;              // [N/m²], 0: not an option of the formulation
  bool has_constant_speeds = false;  // the formulation supports constant speeds only
  double end = 0.4;                  // end of the comparison; the belt has then moved 4 m [s]
};

constexpr std::array<Subject, 10> kSubjects{{
    {"linear theory", R"("formulation": "analytic_linear")", 1e-2, 0.0, true},
    {"equation of Abel", R"("formulation": "analytic_abel")", 1e-2, 0.0, true},
    {"delay equations, midpoint", R"("formulation": "analytic_dde", "strain": "linear", "method": "midpoint")", 1e-2,
     0.0, true},
    {"delay equations, strain on the contour", R"("formulation": "analytic_dde", "strain": "finite_contour")", 1e-2,
     0.0, true},
    {"delay equations, strain of the material", R"("formulation": "analytic_dde", "strain": "finite_material")", 1e-2,
     0.0, true},
    {"front tracking, strain on the contour", R"("formulation": "analytic_front_tracking", "strain": "finite_contour")",
     1e-3, 0.0},
    {"front tracking, strain of the material",
     R"("formulation": "analytic_front_tracking", "strain": "finite_material")", 1e-3, 0.0},
    {"Eulerian contour", R"("formulation": "eulerian_contour", "elements_per_contact": 20)", 1e-3, 1e10},
    {"Eulerian contour, scheme of the paper",
     R"("formulation": "eulerian_contour", "elements_per_contact": 20, "scheme": "paper")", 2e-4, 1e7},
    // 110 elements lie between the entries of the two pulleys, so renumbering keeps the mesh. The comparison ends when
    // slip reverses: nodes then chatter, and rounding decides which of them slip in a step.
    {"Lagrangian contour", R"("formulation": "lagrangian_contour", "elements": 200)", 1.937e-4, 0.0, false, 0.23},
}};

std::string configuration(const Subject& subject, const View& view) {
  const Units& of = view.units;
  const auto constant = [&](double v) { return fmt::format(R"({{"type": "constant", "value": {}}})", of.speeds(v)); };
  // The driven pulley slows down and then becomes faster than the driver, so that slip reverses.
  const auto at = [&](double t) { return of.times(t + view.delay); };
  const std::string driven =
      subject.has_constant_speeds
          ? constant(9.98)
          : fmt::format(R"({{"type": "piecewise_linear", "time": [{}, {}, {}, {}], "value": [{}, {}, {}, {}]}})",
                        at(0.02), at(0.05), at(0.2), at(0.25), of.speeds(10.0), of.speeds(9.98), of.speeds(9.98),
                        of.speeds(10.01));
  const std::array<double, 2> contact{0.8, 0.5};
  const std::array<double, 2> friction{400.0, 500.0};
  const std::array<std::string, 2> speed{constant(10.0), driven};
  const std::size_t first = view.renumbered ? 1 : 0;
  const std::size_t second = 1 - first;
  const std::string penalty =
      subject.stick_penalty == 0.0
          ? std::string()
          : fmt::format(R"(, "stick_penalty": {})", subject.stick_penalty * of.forces(1.0) / (of.length * of.length));
  return fmt::format(
      R"({{"format": "beltdyn/1", "name": "invariance", "end_time": {},
  "drive": {{"type": "contour", "contour_length": {}, "contact_length": [{}, {}], "axial_stiffness": {},
             "friction_force": [{}, {}], "surface_speed": [{}, {}]}},
  "runs": [{{"name": "run", {}{}, "time_step": {}}}]}})",
      of.times(subject.end + view.delay), of.lengths(3.0), of.lengths(contact[first]), of.lengths(contact[second]),
      of.forces(5e4), of.of("N/m") * friction[first], of.of("N/m") * friction[second], speed[first], speed[second],
      subject.members, penalty, of.times(subject.time_step));
}

SeenRun seen(const Subject& subject, const View& view) {
  return seen_run(configuration(subject, view), view.units.times(view.delay),
                  view.units.times(subject.end + view.delay));
}

bool is_of_a_particle(const std::string& name) { return name.starts_with("node_1_"); }

// Columns of a particle are not compared: during the delay the particle has moved.
Twin delayed_column(const std::string& name) { return {.name = is_of_a_particle(name) ? std::string() : name}; }

// The pulleys exchange their numbers, and with them the spans exchange their names: the span behind the first pulley is
// always called slack.
Twin renumbered_column(const std::string& name) {
  if (is_of_a_particle(name)) return {.name = {}};
  if (name == "strain_tight") return {.name = "strain_slack"};
  if (name == "strain_slack") return {.name = "strain_tight"};
  if (name.ends_with("_1")) return {.name = name.substr(0, name.size() - 1) + "2"};
  if (name.ends_with("_2")) return {.name = name.substr(0, name.size() - 1) + "1"};
  return {.name = name};
}

constexpr double kRounding = 1e-8;
const char* const kRoundingReason = "rounding, amplified by elements that change between stick and slip";

void add_row(Record& record, const Subject& subject, double apart, double tolerance, const char* reason) {
  record.at_most(fmt::format("{}: largest difference of all columns at all steps [-]", subject.name), apart, tolerance,
                 Rank::detail, reason);
}

void units(Record& record) {
  for (const Subject& subject : kSubjects) {
    add_row(record, subject, difference(seen(subject, {}), seen(subject, {.units = kOtherUnits}), kOtherUnits),
            kRounding, kRoundingReason);
  }
}

void delayed(Record& record) {
  for (const Subject& subject : kSubjects) {
    if (subject.has_constant_speeds) continue;
    add_row(record, subject, difference(seen(subject, {}), seen(subject, {.delay = 0.15}), {}, delayed_column),
            kRounding, kRoundingReason);
  }
}

void renumbered(Record& record) {
  for (const Subject& subject : kSubjects) {
    add_row(record, subject, difference(seen(subject, {}), seen(subject, {.renumbered = true}), {}, renumbered_column),
            kRounding, kRoundingReason);
  }
}

}  // namespace

void add_contour_invariance_cases(std::vector<VerificationCase>& cases) {
  add_invariances(
      cases, "invariance/contour/", "the same drive as originally written",
      {{"units", "a contour drive in other units of length, mass and time has the same history in these units", units},
       {"delayed", "a contour drive whose speeds change later has the same history, later", delayed},
       {"renumbered", "a contour drive whose pulleys and spans exchange their numbers has the same history",
        renumbered}});
}

}  // namespace beltdyn::verification
