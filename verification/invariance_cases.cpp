// SPDX-License-Identifier: MIT
// What cannot matter does not: where the drive lies, how it is turned, whether it is seen in a mirror, in what units it
// is written, when it begins, what its pulleys are numbered, and with which instructions of the processor.
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/numerics/instruction_set.hpp"
#include "verification/belt_support.hpp"
#include "verification/cases.hpp"
#include "verification/largest.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;

// How the same drive is described, and computed.
struct View {
  double shift = 0.0;     // of all places, in x; half of it in −y [m]
  double angle = 0.0;     // by which all is turned [rad]
  bool mirrored = false;  // y → −y
  double length = 1.0;    // what a metre, a kilogram and a second are as numbers
  double mass = 1.0;
  double time = 1.0;
  double delay = 0.0;             // of all programmes [s]
  bool renumbered = false;        // the pulley that is driven is written first
  std::string instruction_set{};  // empty: what the formulation chooses
};

struct Subject;

// Numbers of a drive with two unequal pulleys, as seen in a view.
class Scene {
 public:
  explicit Scene(const View& view) : v_(view) {}

  double lengths(double x) const { return x * v_.length; }
  double times(double t) const { return t * v_.time; }
  double forces(double f) const { return f * v_.mass * v_.length / (v_.time * v_.time); }
  double moments(double m) const { return sense() * forces(m) * v_.length; }
  double speeds(double omega) const { return sense() * omega / v_.time; }

  std::string configuration(const Subject& subject) const;

 private:
  double sense() const { return v_.mirrored ? -1.0 : 1.0; }
  double inertias(double i) const { return i * v_.mass * v_.length * v_.length; }
  std::string direction(double x, double y, double unit) const {
    const double up = sense() * y;
    const double c = std::cos(v_.angle);
    const double s = std::sin(v_.angle);
    return fmt::format("[{}, {}]", unit * (c * x - s * up), unit * (s * x + c * up));
  }
  std::string place(double x, double y) const { return direction(x + v_.shift, y - 0.5 * v_.shift, v_.length); }

  View v_;
};

// A run of a formulation.
struct Subject {
  const char* name;
  const char* members;  // but for those with units
  double time_step;     // [s]
  double end;           // [s]
  // Those of its members that have units but for the time step.
  std::string (*with_units)(const Scene&) = [](const Scene&) { return std::string(); };
};

// Newton's method continues until the rest, which depends on the path to it, is small against kRounding.
std::string newton(const Scene& scene) { return fmt::format(R"(, "newton_tolerance": {})", scene.forces(1e-8)); }
std::string newton_of_paper(const Scene& scene) {
  return newton(scene) + fmt::format(R"(, "switching_tolerance": {})", scene.forces(1e-5));
}
std::string settled(const Scene& scene) {
  return fmt::format(R"(, "settling_time": {}, "settling_damping": {})", scene.times(0.4), 300.0 / scene.times(1.0));
}

constexpr std::array<Subject, 4> kInTime{{
    {"Lagrangian beam", R"("formulation": "lagrangian_ancf", "elements": 60)", 1e-3, 0.2, newton},
    {"Lagrangian beam, mode of the paper", R"("formulation": "lagrangian_ancf", "elements": 60, "friction": "paper")",
     5e-5, 0.1, newton_of_paper},
    {"Eulerian beam", R"("formulation": "eulerian_ale", "elements_per_pulley": 10, "elements_per_span": 4)", 2e-3, 0.2,
     newton},
    {"links", R"("formulation": "lagrangian_links", "links": 60)", 2e-5, 0.1, settled},
}};
constexpr std::array<Subject, 2> kSteady{{
    {"Eulerian beam, steady",
     R"("formulation": "eulerian_ale", "analysis": "steady", "elements_per_pulley": 10, "elements_per_span": 4)", 0.2,
     0.2},
    {"string", R"("formulation": "analytic_string")", 0.2, 0.2},
}};

std::string Scene::configuration(const Subject& subject) const {
  const std::string driver = fmt::format(
      R"({{"center": {}, "radius": {}, "side": "inside", "inertia": {}, "motion": {{"type": "prescribed",
           "angular_velocity": {{"type": "cosine_ramp", "from": 0, "to": {}, "start_time": {}, "end_time": {}}}}}}})",
      place(0.0, 0.0), lengths(0.06), inertias(1e-3), speeds(20.0), times(0.01 + v_.delay), times(0.09 + v_.delay));
  const std::string driven = fmt::format(
      R"({{"center": {}, "radius": {}, "side": "inside", "inertia": {}, "bearing_damping": {},
           "motion": {{"type": "torque", "torques": [{{"type": "applied", "moment": {{"type": "cosine_ramp",
           "from": 0, "to": {}, "start_time": {}, "end_time": {}}}}}]}}}})",
      place(0.4, 0.1), lengths(0.11), inertias(2e-2), forces(0.5) * v_.length * v_.time, moments(-4.0),
      times(0.02 + v_.delay), times(0.08 + v_.delay));
  const double area_stiffness = forces(1.0) / std::pow(v_.length, 3);
  const std::string instructions =
      v_.instruction_set.empty() ? std::string() : fmt::format(R"(, "instruction_set": "{}")", v_.instruction_set);
  return fmt::format(
      R"({{"format": "beltdyn/1", "name": "invariance", "end_time": {},
  "runs": [{{"name": "run", {}, "time_step": {}}}],
  "drive": {{"type": "belt_drive", "direction": "{}", "pulleys": [{}, {}], "gravity": {},
  "belt": {{"axial_stiffness": {}, "bending_stiffness": {}, "mass_per_length": {}, "width": {}, "contact_offset": {},
    "axial_damping": {}, "pretension": {{"type": "reference_strain", "strain": -0.02}}}},
  "contact": {{"normal": {{"type": "penalty", "stiffness_per_area": {}, "damping_per_area": {}}},
    "friction": {{"type": "elastoplastic_coulomb", "coefficient": 0.4, "stiffness_per_area": {},
                  "damping_per_area": {}}}}}}}}})",
      times(subject.end + v_.delay), subject.members + subject.with_units(*this) + instructions,
      times(subject.time_step), v_.mirrored ? "clockwise" : "counterclockwise", v_.renumbered ? driven : driver,
      v_.renumbered ? driver : driven, direction(3.0, -9.0, v_.length / (v_.time * v_.time)), forces(1e4),
      forces(1e-2) * v_.length * v_.length, 0.2 * v_.mass / v_.length, lengths(0.02), lengths(5e-4),
      forces(1.0) * v_.time, 1e9 * area_stiffness, 1e4 * area_stiffness * v_.time, 1e9 * area_stiffness,
      1e4 * area_stiffness * v_.time);
}

// Span forces, speeds and torques at the end, as the plain view has them.
struct Outcome {
  std::array<double, 2> force{};   // [N]
  std::array<double, 2> speed{};   // [rad/s]
  std::array<double, 2> torque{};  // [N m]
};

Outcome outcome(const Subject& subject, const View& view) {
  const Scene scene(view);
  BeltRun run(scene.configuration(subject), {});
  run.advance_to(scene.times(subject.end + view.delay));
  Outcome found;
  for (std::size_t k = 0; k < 2; ++k) {
    // The span k begins at pulley k, and two pulleys that change numbers change those of the spans.
    const std::size_t number = (view.renumbered ? 1 - k : k) + 1;
    found.force[k] = run[fmt::format("span_force_{}", number)] / scene.forces(1.0);
    found.speed[k] = run[fmt::format("angular_velocity_{}", number)] / scene.speeds(1.0);
    found.torque[k] = run[fmt::format("torque_{}", number)] / scene.moments(1.0);
  }
  return found;
}

// The largest difference of two outcomes, of the pretension, the speed of the driver, and the torque of the load.
double difference(const Outcome& a, const Outcome& b) {
  double worst = 0.0;
  for (std::size_t k = 0; k < 2; ++k) {
    worst = larger(worst, std::abs(a.force[k] - b.force[k]) / 200.0);
    worst = larger(worst, std::abs(a.speed[k] - b.speed[k]) / 20.0);
    worst = larger(worst, std::abs(a.torque[k] - b.torque[k]) / 4.0);
  }
  return worst;
}

void compare(Record& record, const Subject& subject, const View& view, double tolerance, const std::string& reason) {
  record.at_most(fmt::format("{}: largest difference of forces, speeds and torques [-]", subject.name),
                 difference(outcome(subject, view), outcome(subject, {})), tolerance, Rank::detail, reason);
}

void compare_all(Record& record, const View& view, double tolerance, const std::string& reason) {
  for (const Subject& subject : kInTime) compare(record, subject, view, tolerance, reason);
  for (const Subject& subject : kSteady) compare(record, subject, view, tolerance, reason);
}

// Places of 1 m are known to 1e-16 m, of a penetration of 200 N/(0.06 m · 0.02 m · 1e9 N/m³) = 2e-4 m or less that is
// 1e-12; single points that switch at another step make more of it.
constexpr double kRounding = 1e-8;
const char* const kRoundingReason =
    "rounding, amplified by points that change between contact and separation or stick and slip";

void shifted(Record& record) { compare_all(record, {.shift = 1.25}, kRounding, kRoundingReason); }
void rotated(Record& record) { compare_all(record, {.angle = 1.0}, kRounding, kRoundingReason); }
void mirrored(Record& record) { compare_all(record, {.mirrored = true}, kRounding, kRoundingReason); }

// Each set that this machine has against the plainest one, which other machines have too.
void instruction_sets(Record& record) {
  for (const Subject& subject : kInTime) {
    const Outcome plain = outcome(subject, {.instruction_set = "baseline"});
    double apart = 0.0;
    for (const auto set : {numerics::InstructionSet::avx2, numerics::InstructionSet::avx512}) {
      if (!numerics::is_available(set)) continue;
      const std::string name(numerics::kInstructionSetNames[static_cast<std::size_t>(set)]);
      apart = larger(apart, difference(outcome(subject, {.instruction_set = name}), plain));
    }
    record.at_most(fmt::format("{}: largest difference of forces, speeds and torques [-]", subject.name), apart,
                   kRounding, Rank::detail, kRoundingReason);
  }
}

// Powers of two, so that no digit changes but where the program has a number with a unit of its own.
void units(Record& record) {
  const View view{.length = 1024.0, .mass = 1.0 / 64.0, .time = 256.0};
  compare_all(record, view, kRounding, kRoundingReason);
}

// A belt that waits at rest first is not moved by waiting. Links are never quite at rest.
void delayed(Record& record) {
  for (std::size_t i = 0; i < 3; ++i) {
    compare(record, kInTime[i], {.delay = 0.05}, 1e-5, "the tolerance of Newton's method for the forces at rest");
  }
}

// Nodes of Lagrangian belts begin at the first pulley, so that their meshes are others: Eulerian ones alone. At rest
// these are held along themselves at their first node, against what the mesh makes of the weight of the belt: a jump of
// the force there, which then swings through the belt and falls with the mesh, to what friction keeps of it at rest.
void renumbered(Record& record) {
  for (const Subject& subject : kSteady) compare(record, subject, {.renumbered = true}, kRounding, kRoundingReason);
  const auto of = [](const char* members) {
    Subject subject = kInTime[2];
    subject.members = members;
    return difference(outcome(subject, {.renumbered = true}), outcome(subject, {}));
  };
  const double coarse = of(R"("formulation": "eulerian_ale", "elements_per_pulley": 10, "elements_per_span": 4)");
  const double fine = of(R"("formulation": "eulerian_ale", "elements_per_pulley": 80, "elements_per_span": 32)");
  record.at_most("Eulerian beam: largest difference of forces, speeds and torques [-]", coarse, 1e-5, Rank::detail,
                 "a thousandth of the error of the mesh, which is a hundredth of the forces");
  record.at_most("Eulerian beam: the same with eight times the elements, over that", fine / coarse, 0.5, Rank::detail,
                 "it decreases with the mesh, but not below 1.3e-6, where it was observed to stay from 40 elements on");
}

}  // namespace

void add_invariance_cases(std::vector<VerificationCase>& cases) {
  const auto add = [&cases](const char* name, const char* claim, void (*run)(Record&)) {
    cases.push_back({.id = fmt::format("invariance/{}", name),
                     .claim = claim,
                     .reference = "the same drive as originally written",
                     .slow = false,
                     .run = run});
  };
  add("shifted", "a translated drive has the same forces, speeds and torques in every formulation", shifted);
  add("rotated", "a drive rotated together with gravity has the same forces, speeds and torques", rotated);
  add("mirrored", "a mirrored drive runs in the opposite direction with the same forces", mirrored);
  add("units", "a drive in other units of length, mass and time has the same results in these units", units);
  add("delayed", "a drive whose start is delayed has the same results, delayed", delayed);
  add("renumbered",
      "the results of the Eulerian belt and the string do not depend on the order in which pulleys are listed",
      renumbered);
  add("instruction-sets", "results do not depend on the instruction set used", instruction_sets);
}

}  // namespace beltdyn::verification
