// SPDX-License-Identifier: MIT
// Results of a belt drive do not depend on how it is described: its place and orientation, reflection, units, start
// time, numbering of pulleys, and the instruction set of the processor.
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/numerics/lanes/instruction_set.hpp"
#include "verification/belt_support.hpp"
#include "verification/belts/seen_drives.hpp"
#include "verification/cases.hpp"
#include "verification/largest.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;

// The Newton tolerance is so small that the remaining error, which depends on the iteration path, is small against
// kRounding.
std::string newton(const DriveScene& scene) { return fmt::format(R"(, "newton_tolerance": {})", scene.forces(1e-8)); }
std::string newton_of_paper(const DriveScene& scene) {
  return newton(scene) + fmt::format(R"(, "switching_tolerance": {})", scene.forces(1e-5));
}
std::string settled(const DriveScene& scene) {
  return fmt::format(R"(, "settling_time": {}, "settling_damping": {})", scene.times(0.4), 300.0 / scene.times(1.0));
}

constexpr std::array<DriveSubject, 5> kInTime{{
    {"Lagrangian beam", R"("formulation": "lagrangian_ancf", "elements": 60)", 1e-3, 0.2, newton},
    {"Lagrangian beam, mode of the paper", R"("formulation": "lagrangian_ancf", "elements": 60, "friction": "paper")",
     5e-5, 0.1, newton_of_paper},
    {"Eulerian beam", R"("formulation": "eulerian_ale", "elements_per_pulley": 10, "elements_per_span": 4)", 2e-3, 0.2,
     newton},
    {"links", R"("formulation": "lagrangian_links", "time_integration": "runge_kutta_4", "links": 60)", 2e-5, 0.1,
     settled},
    {"Eulerian beam, running from the start",
     R"("formulation": "eulerian_ale", "elements_per_pulley": 10, "elements_per_span": 4)", 2e-3, 0.2, newton, 10.0},
}};
constexpr DriveSubject kSteady{
    "Eulerian beam, steady",
    R"("formulation": "eulerian_ale", "analysis": "steady", "elements_per_pulley": 10, "elements_per_span": 4)", 0.2,
    0.2};
constexpr DriveSubject kString{"string", R"("formulation": "analytic_string")", 0.2, 0.2};
std::string accurate(const DriveScene&) { return R"(, "tolerance": 1e-11)"; }
// Speed and torque change more slowly, so that the belt always sticks where it enters a pulley.
constexpr DriveSubject kStringInTime{
    "string in time", R"("formulation": "analytic_string_dynamics")", 2e-2, 2.0, accurate, 10.0, 20.0};

// Span forces, speeds and torques, converted to the plain view.
struct Outcome {
  std::array<double, 2> force{};   // [N]
  std::array<double, 2> speed{};   // [rad/s]
  std::array<double, 2> torque{};  // [N m]
};

// Number of comparisons at equal intervals, which begin after the delay.
constexpr int kComparisons = 20;

std::vector<Outcome> outcomes(const DriveSubject& subject, const DriveView& view) {
  const DriveScene scene(view);
  BeltRun run(scene.configuration(subject), {});
  std::vector<Outcome> found;
  const bool is_steady = subject.time_step == subject.end;
  const int looks = is_steady ? 1 : kComparisons;
  run.look(scene.times(view.delay), scene.times(subject.end) / looks, looks, [&] {
    Outcome& now = found.emplace_back();
    for (int k = 0; k < 2; ++k) {
      const auto i = static_cast<std::size_t>(k);
      now.force[i] = run[fmt::format("span_force_{}", scene.span_number(k))] / scene.forces(1.0);
      now.speed[i] = run[fmt::format("angular_velocity_{}", scene.pulley_number(k))] / scene.speeds(1.0);
      now.torque[i] = run[fmt::format("torque_{}", scene.pulley_number(k))] / scene.moments(1.0);
    }
  });
  return found;
}

// The largest difference of two runs [-]: forces relative to the pretension of 200 N, speeds relative to the driver's
// 20 rad/s, torques relative to the load of 4 N m.
double difference(const std::vector<Outcome>& a, const std::vector<Outcome>& b) {
  double worst = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t k = 0; k < 2; ++k) {
      worst = larger(worst, std::abs(a[i].force[k] - b[i].force[k]) / 200.0);
      worst = larger(worst, std::abs(a[i].speed[k] - b[i].speed[k]) / 20.0);
      worst = larger(worst, std::abs(a[i].torque[k] - b[i].torque[k]) / 4.0);
    }
  }
  return worst;
}

void compare(Record& record, const DriveSubject& subject, const DriveView& view, double tolerance,
             const std::string& reason) {
  record.at_most(fmt::format("{}: largest difference of forces, speeds and torques [-]", subject.name),
                 difference(outcomes(subject, view), outcomes(subject, {})), tolerance, Rank::detail, reason);
}

// Like compare(), but only at the end, when most oscillations have decayed.
void compare_ends(Record& record, const DriveSubject& subject, const DriveView& view, double tolerance,
                  const std::string& reason) {
  record.at_most(fmt::format("{}: difference of forces, speeds and torques at the end [-]", subject.name),
                 difference({outcomes(subject, view).back()}, {outcomes(subject, {}).back()}), tolerance, Rank::detail,
                 reason);
}

void compare_all(Record& record, const DriveView& view, double tolerance, const std::string& reason) {
  for (const DriveSubject& subject : kInTime) compare(record, subject, view, tolerance, reason);
  for (const DriveSubject& subject : {kSteady, kString, kStringInTime})
    compare(record, subject, view, tolerance, reason);
}

// Positions of 1 m have rounding errors of 1e-16 m, 1e-12 of a penetration of 200 N/(0.06 m · 0.02 m ·
// 1e9 N/m³) = 2e-4 m or less. Single points that switch their state in another step amplify this error.
constexpr double kRounding = 1e-8;
const char* const kRoundingReason =
    "rounding, amplified by points that change between contact and separation or stick and slip";

void shifted(Record& record) { compare_all(record, {.placement = {.shift = 1.25}}, kRounding, kRoundingReason); }
void rotated(Record& record) { compare_all(record, {.placement = {.angle = 1.0}}, kRounding, kRoundingReason); }
void mirrored(Record& record) { compare_all(record, {.placement = {.mirrored = true}}, kRounding, kRoundingReason); }

// Compares each instruction set of this machine with the baseline, which every machine has.
void instruction_sets(Record& record) {
  for (const DriveSubject& subject : kInTime) {
    const std::vector<Outcome> plain = outcomes(subject, {.instruction_set = "baseline"});
    double apart = 0.0;
    for (const auto set : {numerics::InstructionSet::avx2, numerics::InstructionSet::avx512}) {
      if (!numerics::is_available(set)) continue;
      const std::string name(numerics::kInstructionSetNames[static_cast<std::size_t>(set)]);
      apart = larger(apart, difference(outcomes(subject, {.instruction_set = name}), plain));
    }
    record.at_most(fmt::format("{}: largest difference of forces, speeds and torques [-]", subject.name), apart,
                   kRounding, Rank::detail, kRoundingReason);
  }
}

void units(Record& record) { compare_all(record, {.units = kOtherUnits}, kRounding, kRoundingReason); }

// A belt that waits, at rest or in steady motion, must not change while it waits. Small changes remain: the static
// start holds the first node along the belt, against the discretised weight. The held force is a jump that then
// oscillates through the belt. Links are left out because they never come fully to rest.
void delayed(Record& record) {
  for (std::size_t i = 0; i < 3; ++i) {
    compare(record, kInTime[i], {.delay = 0.05}, 1e-4, "a hundredth of the error of the mesh, of what swings at rest");
    compare_ends(record, kInTime[i], {.delay = 0.05}, 1e-5, "the tolerance of Newton's method for the forces at rest");
  }
  const auto running = [](const char* members) {
    DriveSubject subject = kInTime[4];
    subject.members = members;
    return difference(outcomes(subject, {.delay = 0.05}), outcomes(subject, {}));
  };
  const double coarse = running(R"("formulation": "eulerian_ale", "elements_per_pulley": 10, "elements_per_span": 4)");
  const double fine = running(R"("formulation": "eulerian_ale", "elements_per_pulley": 40, "elements_per_span": 16)");
  record.at_most(fmt::format("{}: largest difference of forces, speeds and torques [-]", kInTime[4].name), coarse, 1e-2,
                 Rank::detail,
                 "the error of the mesh: steady motion and motion in time transport friction differently");
  record.at_most(fmt::format("{}: the same with four times the elements, over that", kInTime[4].name), fine / coarse,
                 0.25, Rank::detail, "at least the first order in the elements");
  compare(record, kStringInTime, {.delay = 0.5}, kRounding, "the tolerance of steps, which end at other times");
}

// Eulerian belts only: meshes of Lagrangian belts start at the first pulley, so renumbering changes them. The belt that
// starts at rest oscillates as in delayed(), with an amplitude that falls with the mesh.
void renumbered(Record& record) {
  for (const DriveSubject& subject : {kInTime[4], kSteady, kString, kStringInTime}) {
    compare(record, subject, {.renumbered = true}, kRounding, kRoundingReason);
  }
  const auto of = [](const char* members) {
    DriveSubject subject = kInTime[2];
    subject.members = members;
    return difference(outcomes(subject, {.renumbered = true}), outcomes(subject, {}));
  };
  const double coarse = of(R"("formulation": "eulerian_ale", "elements_per_pulley": 10, "elements_per_span": 4)");
  const double fine = of(R"("formulation": "eulerian_ale", "elements_per_pulley": 80, "elements_per_span": 32)");
  record.at_most("Eulerian beam: largest difference of forces, speeds and torques [-]", coarse, 1e-3, Rank::detail,
                 "a tenth of the error of the mesh, which is a hundredth of the forces");
  compare_ends(record, kInTime[2], {.renumbered = true}, 1e-5,
               "a thousandth of the error of the mesh, which is a hundredth of the forces");
  record.at_most("Eulerian beam: the same with eight times the elements, over that", fine / coarse, 0.5, Rank::detail,
                 "it decreases with the mesh");
}

// With an odd number of elements per span, so that no node lies in the middle of a span. At a node the damping force
// jumps, and histories report the value of the element behind the node, which changes with the direction. Strings only
// run forward, and reversal changes the meshes of Lagrangian belts, so both are left out.
void reversed(Record& record) {
  constexpr const char* kOdd = R"("formulation": "eulerian_ale", "elements_per_pulley": 10, "elements_per_span": 5)";
  constexpr const char* kOddSteady =
      R"("formulation": "eulerian_ale", "analysis": "steady", "elements_per_pulley": 10, "elements_per_span": 5)";
  DriveSubject running = kInTime[4];
  running.members = kOdd;
  DriveSubject steady = kSteady;
  steady.members = kOddSteady;
  for (const DriveSubject& subject : {running, steady}) {
    compare(record, subject, {.reversed = true}, kRounding, kRoundingReason);
  }
}

}  // namespace

void add_invariance_cases(std::vector<VerificationCase>& cases) {
  add_invariances(
      cases, "invariance/", "the same drive as originally written",
      {{"shifted", "a translated drive has the same forces, speeds and torques in every formulation", shifted},
       {"rotated", "a drive rotated together with gravity has the same forces, speeds and torques", rotated},
       {"mirrored", "a mirrored drive runs in the opposite direction with the same forces", mirrored},
       {"units", "a drive in other units of length, mass and time has the same results in these units", units},
       {"delayed", "a drive whose start is delayed has the same results, delayed", delayed},
       {"renumbered",
        "the results of the Eulerian belt and the string do not depend on the order in which pulleys are listed",
        renumbered},
       {"reversed", "the results of the Eulerian belt do not depend on the direction in which its loop is described",
        reversed},
       {"instruction-sets", "results do not depend on the instruction set used", instruction_sets}});
}

}  // namespace beltdyn::verification
