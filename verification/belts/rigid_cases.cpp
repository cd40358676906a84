// SPDX-License-Identifier: MIT
// Rigid contact, the default of a drive without contact stiffness: two drives whose steady motion has a closed form.
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/base/json.hpp"
#include "verification/belt_support.hpp"
#include "verification/cases.hpp"
#include "verification/largest.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;

// The exact steady motion of a string on two rigid pulleys with Coulomb friction; the second pulley is loaded. With
// N = EA λ − EA + N₀ and T = N − ρA G² λ: T₁/T₂ = e^(μ β) over the slip arcs β before the exits; ω r = G λ where the
// belt enters a pulley; the length is the length of the path at rest; each pulley loses P = G (T₁ − T₂)²/(2 (EA − ρA
// G²)). Solved to 13 digits.
struct ExactDrive {
  const char* name;
  double radius_1, radius_2, distance;  // [m]
  double stiffness, force;              // EA and N₀ [N]
  double mass;                          // ρA [kg/m]
  double friction;                      // μ [-]
  double width;                         // [m]
  double speed;                         // ω₁ [rad/s]
  Json torque;                          // torque on pulley 2, an element of its "torques"
  double tight, slack;                  // N [N]
  double creep;                         // 1 − ω₂ r₂/(ω₁ r₁) [-]
  double loss;                          // P of either pulley [W]
};

std::vector<ExactDrive> exact_drives() {
  return {{.name = "fan",
           .radius_1 = 0.04,
           .radius_2 = 0.08,
           .distance = 0.4,
           .stiffness = 5e4,
           .force = 200.0,
           .mass = 0.08,
           .friction = 0.5,
           .width = 0.015,
           .speed = 62.83185307179586,
           .torque = {{"type", "table"}, {"speed", {0, 20, 40}}, {"moment", {0, -2, -8}}},
           .tight = 237.493936547875,
           .slack = 169.842809121274,
           .creep = 0.001352008706,
           .loss = 0.11493703993},
          {.name = "conveyor",
           .radius_1 = 0.4,
           .radius_2 = 0.4,
           .distance = 200.0,
           .stiffness = 2e6,
           .force = 25e3,
           .mass = 15.0,
           .friction = 0.35,
           .width = 1.0,
           .speed = 5.0,
           .torque = {{"type", "applied"}, {"moment", {{"type", "constant"}, {"value", -5000}}}},
           .tight = 31271.222867779583,
           .slack = 18770.850197362826,
           .creep = 0.00623064944,
           .loss = 77.883117994813}};
}

std::string text_of(const ExactDrive& d) {
  const Json first{
      {"center", {0, 0}},
      {"radius", d.radius_1},
      {"side", "inside"},
      {"inertia", 1.0},
      {"motion", {{"type", "prescribed"}, {"angular_velocity", {{"type", "constant"}, {"value", d.speed}}}}}};
  const Json second{{"center", {d.distance, 0}},
                    {"radius", d.radius_2},
                    {"side", "inside"},
                    {"inertia", d.mass * d.radius_2},
                    {"motion", {{"type", "torque"}, {"torques", {d.torque}}}}};
  const Json belt{{"axial_stiffness", d.stiffness},
                  {"bending_stiffness", 0},
                  {"mass_per_length", d.mass},
                  {"width", d.width},
                  {"contact_offset", 0},
                  {"pretension", {{"type", "reference_strain"}, {"strain", -d.force / d.stiffness}}}};
  const Json drive{{"type", "belt_drive"},
                   {"direction", "counterclockwise"},
                   {"gravity", {0, 0}},
                   {"pulleys", {first, second}},
                   {"belt", belt},
                   {"contact", {{"friction", {{"type", "coulomb"}, {"coefficient", d.friction}}}}},
                   {"initial_state", "running"}};
  return Json{{"format", "beltdyn/1"},
              {"name", d.name},
              {"drive", drive},
              {"end_time", 1},
              {"output", Json::object()},
              {"runs", Json::array({{{"name", "none"}, {"formulation", "analytic_string"}, {"time_step", 1}}})}}
      .dump();
}

struct Errors {
  double creep{};  // relative [-]
  double force{};  // relative to the tight force [-]
  double loss{};   // larger error of the two pulleys, relative [-]
};

double creep_error(const ExactDrive& d, double driven_speed) {
  const double creep = 1.0 - driven_speed * d.radius_2 / (d.speed * d.radius_1);
  return std::abs(creep / d.creep - 1.0);
}

// Span 1 leads from pulley 1 to pulley 2 and is the slack span.
double force_error(const ExactDrive& d, double slack, double tight) {
  return larger(std::abs(slack - d.slack), std::abs(tight - d.tight)) / d.tight;
}

Errors errors_of(const ExactDrive& d, const BeltRun& run) {
  return {.creep = creep_error(d, run["angular_velocity_2"]),
          .force = force_error(d, run["span_force_1"], run["span_force_2"]),
          .loss = larger(std::abs(run["slip_power_1"] - d.loss), std::abs(run["slip_power_2"] - d.loss)) / d.loss};
}

// Bounds on the mesh of the tutorial, and on elements a quarter as long.
constexpr Errors kAsked{.creep = 5e-3, .force = 1e-3, .loss = 0.02};
constexpr Errors kAskedOfFine{.creep = 5e-4, .force = 1e-4, .loss = 3e-3};

void hold(Record& record, const std::string& what, const Errors& errors, const Errors& asked,
          Rank rank = Rank::detail) {
  record.at_most(what + ": error of the creep, relative", errors.creep, asked.creep, rank);
  record.at_most(what + ": error of span forces, of the tight one", errors.force, asked.force, rank);
  record.at_most(what + ": error of the slip power of either pulley, relative", errors.loss, asked.loss, rank);
}

// The penetration of contact is of second order in the element length; the deviation of elements from a circle is of
// fourth order.
void steady(Record& record) {
  for (const ExactDrive& d : exact_drives()) {
    Series series{.title = fmt::format("{}: creep", d.name),
                  .parameter = "elements on a pulley",
                  .error = "relative error of the creep",
                  .values = {},
                  .errors = {},
                  .expected_order = 2.0};
    for (const int factor : {1, 2, 4}) {
      BeltRun run(text_of(d), {only_run(steady_ale(24 * factor, 4 * factor, 1.0))});
      run.advance_to(1.0);
      const Errors errors = errors_of(d, run);
      series.values.push_back(24 * factor);
      series.errors.push_back(errors.creep);
      const std::string what = fmt::format("{}, {} elements on a pulley", d.name, 24 * factor);
      if (factor == 1) hold(record, what, errors, kAsked, Rank::headline);
      if (factor == 4) hold(record, what, errors, kAskedOfFine);
    }
    for (std::size_t i = 0; i < 2; ++i) {
      record.absolute(fmt::format("{}: order of the creep from {:.0f} elements on", d.name, series.values[i]),
                      std::log2(series.errors[i] / series.errors[i + 1]), 3.0, 1.2, Rank::detail,
                      "between the second order of what sinks in and the fourth of elements off the circle");
    }
    record.series(series);
  }
}

// The run starts in steady motion and must remain in it.
void in_time(Record& record) {
  for (const ExactDrive& d : exact_drives()) {
    BeltRun run(text_of(d),
                {only_run(R"("formulation": "eulerian_ale", "elements_per_pulley": 24, "elements_per_span": 4, )"
                          R"("time_step": 1e-3)")});
    run.advance_to(0.5);
    hold(record, fmt::format("{}, 24 elements on a pulley", d.name), errors_of(d, run), kAsked, Rank::headline);
  }
}

// Errors of a Lagrangian belt that starts at rest and reaches the steady motion. Results are means over a revolution of
// the belt, because passing elements excite the drive. The axial damper changes losses, but neither creep nor forces.
Errors particle_errors(const std::string& run_members) {
  constexpr double kSteady = 0.8;  // the fan follows its driver with a time constant of 0.07 s [s]
  constexpr double kInterval = 5e-3;
  constexpr int kLooks = 100;  // over a revolution: 1.18 m of belt at 2.5 m/s
  const ExactDrive fan = exact_drives().front();
  BeltRun run(text_of(fan),
              {only_run(run_members), "/end_time=2", R"(/drive/initial_state="rest")", "/drive/belt/axial_damping=5",
               "/drive/pulleys/0/inertia=1e-3", "/drive/pulleys/1/inertia=0.02",
               R"(/drive/pulleys/0/motion/angular_velocity={"type": "cosine_ramp", "from": 0, "to": 62.83185307179586,)"
               R"( "start_time": 0, "end_time": 0.3})"});
  const LoadedDrive mean = mean_drive(run, kSteady, kInterval, kLooks);
  return {.creep = creep_error(fan, mean.driven_speed), .force = force_error(fan, mean.slack_force, mean.tight_force)};
}

// Records creep and forces of a formulation under refinement of mesh and time step together. `members` gives the run
// options, `asked` the bounds for the coarsest run.
void particles(Record& record, const std::string& counted, const Errors& asked,
               const std::function<std::string(int count, double step)>& members) {
  constexpr int kFirst = 240;
  constexpr double kFirstStep = 2e-4;
  Series series{.title = "creep of the fan",
                .parameter = counted,
                .error = "relative error of the creep",
                .values = {},
                .errors = {},
                .expected_order = 2.0};
  for (const int factor : {1, 2, 4}) {
    const int count = kFirst * factor;
    const Errors errors = particle_errors(members(count, kFirstStep / factor));
    series.values.push_back(count);
    series.errors.push_back(errors.creep);
    if (factor == 2) continue;
    const double part = factor == 1 ? 1.0 : 0.1;
    const Rank rank = factor == 1 ? Rank::headline : Rank::detail;
    record.at_most(fmt::format("{} {}: error of the creep, relative", count, counted), errors.creep, asked.creep * part,
                   rank);
    record.at_most(fmt::format("{} {}: error of span forces, of the tight one", count, counted), errors.force,
                   asked.force * part, rank);
  }
  for (std::size_t i = 0; i < 2; ++i) {
    record.absolute(fmt::format("order of the creep from {:.0f} {} on", series.values[i], counted),
                    std::log2(series.errors[i] / series.errors[i + 1]), 2.0, 0.5);
  }
  record.series(series);
}

void ancf(Record& record) {
  particles(record, "elements", kAsked, [](int count, double step) {
    return fmt::format(R"("formulation": "lagrangian_ancf", "elements": {}, "time_step": {})", count, step);
  });
}

// A link that begins to touch has not yet turned by its full angle. Until it has, the joints between sticking links
// open by less than 1/500 of (l/r)² of the link length, so the belt is tighter on a pulley than beside it. Links of 4.9
// mm on a pulley of 40 mm change the speed of the fan by less than 3e-5, 2 % of the creep.
void links(Record& record) {
  constexpr Errors kAskedOfLinks{.creep = 0.02, .force = 1e-3};
  particles(record, "links", kAskedOfLinks, [](int count, double step) {
    return fmt::format(R"("formulation": "lagrangian_links", "links": {}, "time_step": {})", count, step);
  });
}

}  // namespace

void add_rigid_cases(std::vector<VerificationCase>& cases) {
  cases.push_back({.id = "rigid/steady",
                   .claim = "drives that give no contact stiffness have the creep, the forces and the losses of a "
                            "string on rigid pulleys, with the mesh of the tutorial",
                   .reference = "the closed form of a string with mass on two rigid pulleys with Coulomb friction",
                   .run = steady,
                   .tolerances = "asked: half a per cent of the creep, a thousandth of the force and 2 % of the loss, "
                                 "a tenth of them with elements a quarter as long"});
  cases.push_back({.id = "rigid/in-time",
                   .claim = "the same drives keep this motion in time",
                   .reference = "the closed form of a string with mass on two rigid pulleys with Coulomb friction",
                   .run = in_time,
                   .tolerances = "asked, as of rigid/steady"});
  cases.push_back(
      {.id = "rigid/ancf",
       .claim = "a drive that gives no contact stiffness has in lagrangian_ancf the creep and the forces of a "
                "string on rigid pulleys, to the second order of mesh and steps",
       .reference = "the closed form of a string with mass on two rigid pulleys with Coulomb friction",
       .slow = true,
       .run = ancf,
       .tolerances = "asked: half a per cent of the creep and a thousandth of the force, a tenth of both with elements "
                     "and steps a quarter as long; orders of means over a revolution, shaken by elements that pass"});
  cases.push_back(
      {.id = "rigid/links",
       .claim = "a drive that gives no contact stiffness has in lagrangian_links the creep and the forces of a string "
                "on rigid pulleys, to the second order of links and steps",
       .reference = "the closed form of a string with mass on two rigid pulleys with Coulomb friction",
       .slow = true,
       .run = links,
       .tolerances =
           "a hundredth of the square of the angle between links on the small pulley, in speeds; orders as of "
           "rigid/ancf"});
}

}  // namespace beltdyn::verification
