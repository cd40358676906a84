// SPDX-License-Identifier: MIT
// What cannot matter does not: where the drive lies, how it is turned, whether it is seen in a mirror, in what units it
// is written, when it begins, what its pulleys are numbered, and with which instructions of the processor.
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

// Newton's method continues until the rest, which depends on the path to it, is small against kRounding.
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
// Slower, so that the belt keeps sticking where it enters.
constexpr DriveSubject kStringInTime{
    "string in time", R"("formulation": "analytic_string_dynamics")", 2e-2, 2.0, accurate, 10.0, 20.0};

// Span forces, speeds and torques, as the plain view has them.
struct Outcome {
  std::array<double, 2> force{};   // [N]
  std::array<double, 2> speed{};   // [rad/s]
  std::array<double, 2> torque{};  // [N m]
};

// At equal intervals, the first of them after the delay.
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

// The largest difference of two runs, of the pretension, the speed of the driver, and the torque of the load.
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

// The same at the end alone, when most of what swings has died down.
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

// Places of 1 m are known to 1e-16 m, of a penetration of 200 N/(0.06 m · 0.02 m · 1e9 N/m³) = 2e-4 m or less that is
// 1e-12; single points that switch at another step make more of it.
constexpr double kRounding = 1e-8;
const char* const kRoundingReason =
    "rounding, amplified by points that change between contact and separation or stick and slip";

void shifted(Record& record) { compare_all(record, {.placement = {.shift = 1.25}}, kRounding, kRoundingReason); }
void rotated(Record& record) { compare_all(record, {.placement = {.angle = 1.0}}, kRounding, kRoundingReason); }
void mirrored(Record& record) { compare_all(record, {.placement = {.mirrored = true}}, kRounding, kRoundingReason); }

// Each set that this machine has against the plainest one, which other machines have too.
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

// A belt that waits first, at rest or in steady motion, is not moved by waiting, but for what statics leave: they hold
// it along itself at its first node, against what the mesh makes of its weight, a jump of the force that then swings
// through the belt. Links are never quite at rest.
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

// Nodes of Lagrangian belts begin at the first pulley, so that their meshes are others: Eulerian ones alone. That which
// starts at rest swings as above, by what falls with the mesh.
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

// With an odd number of elements in a span, in the middle of which is no node then: the force of damping jumps at
// nodes, where histories have that of the element behind. Strings run forward alone; Lagrangian belts have other meshes
// then.
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
