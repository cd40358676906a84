// SPDX-License-Identifier: MIT
// Rigid contact, which is what a drive has that gives no stiffness: two drives whose steady motion has a closed form.
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "verification/belt_support.hpp"
#include "verification/cases.hpp"
#include "verification/largest.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;
using nlohmann::json;

// A string on two rigid pulleys with Coulomb friction, the second one loaded. N = EA λ − EA + N₀; T = N − ρA G² λ obeys
// T₁/T₂ = e^(μ β) over the slip arcs β before the exits; ω r = G λ where a pulley is entered; the length is that of the
// path at rest. Solved to 13 digits.
struct ExactDrive {
  const char* name;
  double radius_1, radius_2, distance;  // [m]
  double stiffness, force;              // EA and N₀ [N]
  double mass;                          // ρA [kg/m]
  double friction;                      // μ
  double width;                         // [m]
  double speed;                         // ω₁ [rad/s]
  json torque;                          // on pulley 2
  double damping;                       // along the belt, of a run in time [N s]
  double driven;                        // ω₂ [rad/s]
  double tight, slack;                  // N [N]
  double creep;                         // 1 − ω₂ r₂/(ω₁ r₁)
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
           .damping = 20.0,
           .driven = 31.373451929716,
           .tight = 237.493936547875,
           .slack = 169.842809121274,
           .creep = 0.001352008706},
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
           .damping = 2e4,
           .driven = 4.968846752802,
           .tight = 31271.222867779583,
           .slack = 18770.850197362826,
           .creep = 0.00623064944}};
}

std::string text_of(const ExactDrive& d) {
  const json first{
      {"center", {0, 0}},
      {"radius", d.radius_1},
      {"side", "inside"},
      {"inertia", 1.0},
      {"motion", {{"type", "prescribed"}, {"angular_velocity", {{"type", "constant"}, {"value", d.speed}}}}}};
  const json second{{"center", {d.distance, 0}},
                    {"radius", d.radius_2},
                    {"side", "inside"},
                    {"inertia", d.mass * d.radius_2},
                    {"motion", {{"type", "torque"}, {"torques", {d.torque}}}}};
  const json belt{{"axial_stiffness", d.stiffness},
                  {"bending_stiffness", 0},
                  {"mass_per_length", d.mass},
                  {"width", d.width},
                  {"contact_offset", 0},
                  {"axial_damping", d.damping},
                  {"pretension", {{"type", "reference_strain"}, {"strain", -d.force / d.stiffness}}}};
  const json drive{{"type", "belt_drive"},
                   {"direction", "counterclockwise"},
                   {"gravity", {0, 0}},
                   {"pulleys", {first, second}},
                   {"belt", belt},
                   {"contact", {{"friction", {{"type", "coulomb"}, {"coefficient", d.friction}}}}},
                   {"initial_state", "running"}};
  return json{{"format", "beltdyn/1"},
              {"name", d.name},
              {"drive", drive},
              {"end_time", 1},
              {"output", json::object()},
              {"runs", json::array({{{"name", "none"}, {"formulation", "analytic_string"}, {"time_step", 1}}})}}
      .dump();
}

struct Errors {
  double creep{};  // relative
  double force{};  // of the tight force
};

Errors errors_of(const ExactDrive& d, const BeltRun& run) {
  const double creep = 1.0 - run["angular_velocity_2"] * d.radius_2 / (d.speed * d.radius_1);
  // Span 1 leads from pulley 1 to pulley 2 and is the slack one.
  return {.creep = std::abs(creep / d.creep - 1.0),
          .force = larger(std::abs(run["span_force_1"] - d.slack), std::abs(run["span_force_2"] - d.tight)) / d.tight};
}

void hold(Record& record, const ExactDrive& d, const std::string& mesh, const Errors& errors, double creep,
          double force, Rank rank = Rank::detail) {
  record.at_most(fmt::format("{}, {}: error of the creep, relative", d.name, mesh), errors.creep, creep, rank);
  record.at_most(fmt::format("{}, {}: error of span forces, of the tight one", d.name, mesh), errors.force, force,
                 rank);
}

void steady(Record& record) {
  for (const ExactDrive& d : exact_drives()) {
    std::vector<double> elements;
    std::vector<double> creep;
    std::vector<double> force;
    for (const int factor : {1, 2, 4}) {
      BeltRun run(text_of(d), {only_run(steady_ale(24 * factor, 4 * factor, 1.0))});
      run.advance_to(1.0);
      const Errors errors = errors_of(d, run);
      elements.push_back(24 * factor);
      creep.push_back(errors.creep);
      force.push_back(errors.force);
      if (factor == 1) hold(record, d, "24 elements on a pulley", errors, 5e-3, 1e-3, Rank::headline);
      if (factor == 4) hold(record, d, "96 elements on a pulley", errors, 5e-4, 1e-4);
    }
    record.series({.title = fmt::format("{}: creep", d.name),
                   .parameter = "elements on a pulley",
                   .error = "relative error of the creep",
                   .values = elements,
                   .errors = creep,
                   .expected_order = 2.0});
  }
}

}  // namespace

void add_rigid_cases(std::vector<VerificationCase>& cases) {
  cases.push_back({.id = "rigid/steady",
                   .claim = "drives that give no contact stiffness have the creep and the forces of a string on rigid "
                            "pulleys, with the mesh of the tutorial",
                   .reference = "the closed form of a string with mass on two rigid pulleys with Coulomb friction",
                   .run = steady,
                   .tolerances = "half a per cent of the creep, a thousandth of the force, and a tenth of both with "
                                 "elements a quarter as long"});
}

}  // namespace beltdyn::verification
