// SPDX-License-Identifier: MIT
// Each formulation of the belt drive compared with each other formulation, on the drive of [Ntarladima 2023] Section 4.
// The drive omits effects that the closed form neglects: it has no weight and almost no bending stiffness. The joints
// of the links carry the elasticity of the belt. One formulation of a pair is refined; the other uses its finest mesh
// here.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/numerics/observed_order.hpp"
#include "verification/belts/belt_outcomes.hpp"
#include "verification/cases.hpp"
#include "verification/embedded.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;

// Means over the last 0.1 s of the drive under its full load.
LoadedDrive loaded_drive(const std::string& run_options) {
  constexpr double kLookTime = 2.35;
  constexpr double kLookInterval = 1e-3;
  constexpr int kLooks = 100;
  BeltRun run(embedded::ntarladima_2023("drive.json"),
              {"/drive/gravity=[0, 0]", "/drive/belt/bending_stiffness=1e-6", "/runs=[" + run_options + "]"});
  return mean_drive(run, kLookTime, kLookInterval, kLooks);
}

// Results of a formulation on meshes of several finenesses.
struct Levels {
  std::string parameter;
  std::vector<double> values;  // from coarse to fine
  std::vector<LoadedDrive> drives;

  const LoadedDrive& finest() const { return drives.back(); }
};

Levels levels_of(const std::string& parameter, const std::vector<double>& values,
                 const std::function<std::string(double)>& run_options) {
  Levels levels{.parameter = parameter, .values = values, .drives = {}};
  for (const double value : values) levels.drives.push_back(loaded_drive(run_options(value)));
  return levels;
}

// Computed once, on first use; several pairs share them.
const Levels& ancf() {
  static const Levels levels = levels_of("elements", {60.0, 120.0, 240.0}, [](double n) {
    return fmt::format(R"({{"name": "ancf", "formulation": "lagrangian_ancf", "elements": {}, "time_step": 1e-3}})", n);
  });
  return levels;
}

const Levels& ale() {
  static const Levels levels = levels_of("elements_per_pulley", {12.0, 24.0, 48.0}, [](double n) {
    return fmt::format(R"({{"name": "ale", "formulation": "eulerian_ale", "elements_per_pulley": {},
                            "elements_per_span": {}, "time_step": 2e-3}})",
                       n, n / 6.0);
  });
  return levels;
}

// Steps are below the stability limit of the contact, which falls with the mass of a link.
const Levels& links() {
  static const Levels levels = levels_of("links", {60.0, 120.0, 240.0}, [](double n) {
    const double step = n < 100.0 ? 5e-5 : n < 200.0 ? 4e-5 : 1.4e-5;
    return fmt::format(R"({{"name": "links", "formulation": "lagrangian_links", "time_integration": "runge_kutta_4", )"
                       R"("links": {}, "time_step": {}}})",
                       n, step);
  });
  return levels;
}

const LoadedDrive& string() {
  static const LoadedDrive drive =
      loaded_drive(R"({"name": "string", "formulation": "analytic_string", "time_step": 0.05})");
  return drive;
}

struct Row {
  const char* quantity;
  double LoadedDrive::*value;
  double tolerance;
  std::string reason;
};
// The largest relative differences of driven speed, tight force and slack force [-], with their reasons.
struct Tolerances {
  double speed{};
  double tight{};
  double slack{};
  std::string speed_reason;
  std::string force_reason;
};

void hold(Record& record, const std::string& title, const Levels& refined, const LoadedDrive& reference,
          const Tolerances& tolerances, bool has_order = false) {
  const std::array<Row, 3> rows{
      {{"driven speed [rad/s]", &LoadedDrive::driven_speed, tolerances.speed, tolerances.speed_reason},
       {"tight span force [N]", &LoadedDrive::tight_force, tolerances.tight, tolerances.force_reason},
       {"slack span force [N]", &LoadedDrive::slack_force, tolerances.slack, tolerances.force_reason}}};
  for (const Row& row : rows) {
    record.relative(row.quantity, refined.finest().*row.value, reference.*row.value, row.tolerance, Rank::headline,
                    row.reason);
    std::vector<double> errors;
    for (const LoadedDrive& drive : refined.drives) {
      errors.push_back(std::abs(drive.*row.value / reference.*row.value - 1.0));
    }
    const bool is_force = row.value != &LoadedDrive::driven_speed;
    record.series({.title = fmt::format("{}: {}", title, row.quantity),
                   .parameter = refined.parameter,
                   .error = "relative difference [-]",
                   .values = refined.values,
                   .errors = errors,
                   .expected_order = has_order && is_force ? std::optional(2.0) : std::nullopt});
  }
}

// The belt penetrates the pulleys by d = T/(R k_c w): 2.1e-5 m under the tight force, 6e-6 m under the slack force. In
// eulerian_ale, where the belt sticks to the pulley, the ratio of belt speed to angular velocity changes by 2.1e-4 and
// 6e-5. Around both pulleys, penetration shortens the stretched length of 1.257 m by 2 pi (d_1 + d_2)/2 = 8.4e-5 m,
// which reduces the force by 0.53 N.
const std::string kDepthOfSpeed = "the contact penetration, 2.1e-4 of the radius, which only one of them has";
const std::string kDepthOfForce = "contact penetration shortens the belt path by 8.4e-5 m: 0.53 N";
// A chord of length l is longer by the part l^2/(12 R^2) than the belt on its arc: its joints lie on the circle that
// its middle should touch. With 240 links, half of which are on pulleys, the strain is 9.5e-5 and the force 0.76 N
// larger.
const std::string kChords = "the chords of 240 links stretch the belt by 9.5e-5, 0.76 N; elements add 0.1 N";
const std::string kShaking = "links arriving at a pulley excite the drive: means over 0.1 s scatter by 1e-4";

// The error of chords is of order 2 in their length. The error of the reference is a tenth of the error of the finest
// links.
void record_force_orders(Record& record, const LoadedDrive& reference) {
  for (double LoadedDrive::*force : {&LoadedDrive::tight_force, &LoadedDrive::slack_force}) {
    std::vector<double> errors;
    for (const LoadedDrive& drive : links().drives) errors.push_back(std::abs(drive.*force - reference.*force));
    record.absolute(
        force == &LoadedDrive::tight_force ? "order of the tight span force in the links"
                                           : "order of the slack span force in the links",
        numerics::fitted_order(links().values, errors), 2.0, 0.25, Rank::detail,
        "the reference has a tenth of the error of the finest links, 0.1 in the order, and means scatter as much");
  }
}

void ancf_ale(Record& record) {
  hold(record, "lagrangian_ancf against eulerian_ale", ancf(), ale().finest(),
       {.speed = 2.2e-4,
        .tight = 3e-4,
        .slack = 1e-3,
        .speed_reason = kDepthOfSpeed,
        .force_reason =
            "240 moving elements have an error of 0.1 N, a third of their last change; the others have less"});
}

void ancf_links(Record& record) {
  hold(record, "lagrangian_links against lagrangian_ancf", links(), ancf().finest(),
       {.speed = 2e-4, .tight = 1.3e-3, .slack = 4.6e-3, .speed_reason = kShaking, .force_reason = kChords}, true);
  record_force_orders(record, ancf().finest());
}

void ancf_string(Record& record) {
  hold(record, "lagrangian_ancf against analytic_string", ancf(), string(),
       {.speed = 2.2e-4, .tight = 8e-4, .slack = 2.9e-3, .speed_reason = kDepthOfSpeed, .force_reason = kDepthOfForce});
}

void ale_links(Record& record) {
  hold(record, "lagrangian_links against eulerian_ale", links(), ale().finest(),
       {.speed = 2.2e-4, .tight = 1.3e-3, .slack = 4.6e-3, .speed_reason = kDepthOfSpeed, .force_reason = kChords},
       true);
  record_force_orders(record, ale().finest());
}

void ale_string(Record& record) {
  hold(record, "eulerian_ale against analytic_string", ale(), string(),
       {.speed = 2.2e-4, .tight = 8e-4, .slack = 2.9e-3, .speed_reason = kDepthOfSpeed, .force_reason = kDepthOfForce});
}

void links_string(Record& record) {
  hold(record, "lagrangian_links against analytic_string", links(), string(),
       {.speed = 2.2e-4,
        .tight = 1.2e-3,
        .slack = 4.1e-3,
        .speed_reason = kDepthOfSpeed,
        .force_reason = "chords of 240 links add 0.76 N, reduced by contact penetration"});
}

}  // namespace

void add_belt_pair_cases(std::vector<VerificationCase>& cases) {
  struct Pair {
    std::string name;
    std::string first;
    std::string second;
    void (*run)(Record&);
    bool slow;
  };
  const std::string moving = "cable elements that move with the belt";
  const std::string standing = "spatially fixed elements";
  const std::string rigid = "rigid links with elastic joints";
  const std::string closed = "the closed form of a string";
  for (const Pair& pair :
       {Pair{"ancf-ale", moving, standing, ancf_ale, true}, Pair{"ancf-links", moving, rigid, ancf_links, true},
        Pair{"ancf-string", moving, closed, ancf_string, true}, Pair{"ale-links", standing, rigid, ale_links, true},
        Pair{"ale-string", standing, closed, ale_string, false},
        Pair{"links-string", rigid, closed, links_string, true}}) {
    cases.push_back({.id = "cross/belt/" + pair.name,
                     .claim = fmt::format("For a belt drive without weight and bending stiffness, {} and {} agree.",
                                          pair.first, pair.second),
                     .reference = "each other",
                     .slow = pair.slow,
                     .run = pair.run,
                     .tolerances = "contact penetration and the chords of links"});
  }
}

}  // namespace beltdyn::verification
