// SPDX-License-Identifier: MIT
// Flat belts drawn at random, whose files give properties only: mesh, steps, contact stiffness and the place of
// friction are left to the program.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include <fmt/format.h>

#include "core/drive/belt/belt_drive.hpp"
#include "verification/belt_support.hpp"
#include "verification/belts/random_drives.hpp"
#include "verification/cases.hpp"
#include "verification/largest.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;

constexpr double kEnd = 0.4;  // end of a run in time [s]

struct Motion {
  double tight{}, slack{};             // N in the middle of the spans [N]
  double creep{};                      // 1 − ω₂ ρ₂/(ω₁ ρ₁) [-]
  double loss_first{}, loss_second{};  // slip powers [W]
  double flux{};                       // G, unstretched length per time [m/s]
};

// The stretch of a belt that begins to lie on a circle of radius ϱ. Along a free belt N + EI κ²/2 is constant, so that
// its force there is lower by EI/(2 ϱ²) than in the middle of the span.
double stretch_at_entry(const BeltDrive& drive, std::size_t pulley, double span_force) {
  const Belt& belt = drive.belt;
  const double radius = drive.pulleys[pulley].radius + belt.contact_offset;
  const double force = span_force - belt.bending_stiffness / (2.0 * radius * radius);
  return 1.0 + drive.reference_strain() + force / belt.axial_stiffness;
}

Motion motion_of(const BeltRun& run) {
  const BeltDrive& drive = run.simulation().drive();
  Motion motion{.tight = run["span_force_2"],
                .slack = run["span_force_1"],
                .creep = run["creep_2"],
                .loss_first = run["slip_power_1"],
                .loss_second = run["slip_power_2"],
                .flux = 0.0};
  motion.flux = run["angular_velocity_1"] * (drive.pulleys[0].radius + drive.belt.contact_offset) /
                stretch_at_entry(drive, 0, motion.tight);
  return motion;
}

BeltRun steady_run(std::uint64_t seed, const std::string& mesh = {}) {
  BeltRun run(random_flat_belt(seed), {only_run(R"("formulation": "eulerian_ale", "analysis": "steady")" + mesh)});
  run.advance_to(1.0);
  return run;
}

Motion fine_motion(std::uint64_t seed) {
  return motion_of(steady_run(
      seed, R"(, "elements_per_pulley": 96, "elements_per_span": 12, "touching_refinement": 2, "span_refinement": 3)"));
}

// 1 − λ₂/λ₁: the belt enters each pulley with the speed of its surface and sticks, with the stretch λ there.
double creep_of(const BeltDrive& drive, const Motion& motion) {
  return 1.0 - stretch_at_entry(drive, 1, motion.slack) / stretch_at_entry(drive, 0, motion.tight);
}

// Difference of N for the torque on the loaded pulley: M = ϱ (T₁ − T₂) with T = N − ρA G² λ.
double force_difference(const BeltDrive& drive, double flux) {
  const Belt& belt = drive.belt;
  const double radius = drive.pulleys[1].radius + belt.contact_offset;
  const double centrifugal = belt.mass_per_length * flux * flux / belt.axial_stiffness;
  return -drive.pulleys[1].moment(kEnd, 0.0) / radius / (1.0 - centrifugal);
}

struct Errors {
  double creep{};   // relative [-]
  double torque{};  // of the difference of the span forces, relative [-]
  double force{};   // of the tight span, relative [-]
  double loss{};    // larger one of both slip powers, relative [-]
};

// Asked of drives that nobody chose. The lever of a span force neglects the stretch by bending, EI/(2 EA ϱ²) ≤ 2.9e-4
// with ϱ of at least twelve thicknesses.
constexpr Errors kAsked{.creep = 0.01, .torque = 3e-4, .force = 2e-3, .loss = 0.04};
constexpr Errors kAskedInTime{.creep = 0.02, .torque = 1e-3, .force = 2e-3, .loss = 0.04};

// Errors of a motion; `fine` is the motion on a fine mesh.
Errors errors_of(const BeltDrive& drive, const Motion& motion, const Motion& fine) {
  return {.creep = std::abs(motion.creep / creep_of(drive, motion) - 1.0),
          .torque = std::abs((motion.tight - motion.slack) / force_difference(drive, motion.flux) - 1.0),
          .force = std::abs(motion.tight / fine.tight - 1.0),
          .loss = larger(std::abs(motion.loss_first / fine.loss_first - 1.0),
                         std::abs(motion.loss_second / fine.loss_second - 1.0))};
}

Errors worse(const Errors& a, const Errors& b) {
  return {.creep = larger(a.creep, b.creep),
          .torque = larger(a.torque, b.torque),
          .force = larger(a.force, b.force),
          .loss = larger(a.loss, b.loss)};
}

void hold(Record& record, const std::string& what, const Errors& worst, const Errors& asked) {
  record.at_most(what + ": worst error of the creep, relative", worst.creep, asked.creep, Rank::headline);
  record.at_most(what + ": worst error of the difference of span forces, relative", worst.torque, asked.torque);
  record.at_most(what + ": worst difference of the tight force from a fine mesh, relative", worst.force, asked.force,
                 Rank::headline);
  record.at_most(what + ": worst difference of slip powers from a fine mesh, relative", worst.loss, asked.loss,
                 Rank::headline);
}

void steady(Record& record) {
  constexpr std::uint64_t kDrives = 24;
  Errors worst;
  for (std::uint64_t seed = 1; seed <= kDrives; ++seed) {
    const BeltRun run = steady_run(seed);
    worst = worse(worst, errors_of(run.simulation().drive(), motion_of(run), fine_motion(seed)));
  }
  hold(record, fmt::format("{} drives", kDrives), worst, kAsked);
}

// The run starts in its steady motion and must remain in it. Means over the last part, in which elements pass.
void in_time(Record& record, const std::string& formulation, std::uint64_t drives) {
  constexpr double kMean = 0.1;  // [s]
  constexpr int kLooks = 300;    // twice as many as elements pass
  Errors worst;
  for (std::uint64_t seed = 1; seed <= drives; ++seed) {
    BeltRun run(random_flat_belt(seed),
                {only_run(fmt::format(R"("formulation": "{}")", formulation)), fmt::format("/end_time={}", kEnd)});
    Motion mean;
    run.look(kEnd - kMean, kMean / kLooks, kLooks, [&] {
      const Motion now = motion_of(run);
      for (double Motion::*part :
           {&Motion::tight, &Motion::slack, &Motion::creep, &Motion::loss_first, &Motion::loss_second, &Motion::flux}) {
        mean.*part += now.*part / kLooks;
      }
    });
    worst = worse(worst, errors_of(run.simulation().drive(), mean, fine_motion(seed)));
  }
  hold(record, fmt::format("{} drives, {}", drives, formulation), worst, kAskedInTime);
}

}  // namespace

void add_flat_belt_cases(std::vector<VerificationCase>& cases) {
  const std::string reference =
      "creep: closed form of a bent belt that sticks where it enters pulleys, with its own span forces; difference of "
      "span forces: closed form; other values: eulerian_ale on a fine mesh";
  cases.push_back(
      {.id = "flat-belts/steady",
       .claim = "Flat belts drawn at random, whose files give properties only, have the creep of a belt "
                "that bends onto its pulleys and sticks there.",
       .reference = reference,
       .run = steady,
       .tolerances =
           "asked: 1 % of the creep, 2 thousandths of the force, 4 % of slip powers; what bending stretches"});
  cases.push_back(
      {.id = "flat-belts/in-time",
       .claim = "Flat belts drawn at random keep this motion in time.",
       .reference = reference,
       .run = [](Record& record) { in_time(record, "eulerian_ale", 6); },
       .tolerances = "asked: as of the steady analysis, twice for the creep; oscillations that remain at the end"});
  cases.push_back({.id = "flat-belts/ancf",
                   .claim = "Flat belts drawn at random have this motion in lagrangian_ancf too.",
                   .reference = reference,
                   .slow = true,
                   .run = [](Record& record) { in_time(record, "lagrangian_ancf", 12); },
                   .tolerances = "as of flat-belts/in-time"});
}

}  // namespace beltdyn::verification
