// SPDX-License-Identifier: MIT
// Conveyors: load and resistance along spans.
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/drive/belt/belt_drive.hpp"
#include "verification/belt_support.hpp"
#include "verification/cases.hpp"
#include "verification/embedded.hpp"
#include "verification/largest.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;

BeltRun conveyor(const std::string& members, const std::vector<std::string>& more = {}) {
  std::vector<std::string> edits{only_run(members)};
  edits.insert(edits.end(), more.begin(), more.end());
  return {embedded::ale_drives("conveyor.json"), edits};
}

// Forces along a run of the conveyor, computed by hand from the speeds of the belt at the ends of the run [N]. `along`:
// resistance, minus the weights of load and belt along the run, plus the force that accelerates the load from the feed
// speed to the speed at the exit. `feed`: force that accelerates the load at the feed. `momentum`: momentum gained by
// the belt itself per time.
struct RunByHand {
  double along{};
  double feed{};
  double momentum{};
};
RunByHand by_hand(const BeltRun& run, std::size_t i) {
  const BeltDrive& drive = run.simulation().drive();
  const SpanLoad& load = drive.spans[i];
  const PathSpan span = run.simulation().path_now().spans()[load.span()];
  const SpanForces forces = load.forces(drive.belt.mass_per_length, drive.gravity, span.tangent);
  const double entry = run[fmt::format("span_entry_force_{}", load.from)];
  const double exit = run[fmt::format("span_exit_force_{}", load.from)];
  const auto stretch = [&drive](double force) {
    return 1.0 + drive.reference_strain_of_string() + force / drive.belt.axial_stiffness;
  };
  const double v_0 = run.simulation().flux() * stretch(entry);
  const double v_1 = run.simulation().flux() * stretch(exit);
  // The force is nearly linear along the run; Simpson's rule gives the mean of 1/λ.
  const double material = (1.0 / stretch(entry) + 4.0 / stretch(0.5 * (entry + exit)) + 1.0 / stretch(exit)) / 6.0;
  return {.along = (forces.resistance - forces.load_weight - forces.belt_weight * material) * span.length +
                   load.load_per_length * v_0 * (v_1 - v_0),
          .feed = load.load_per_length * v_0 * v_0,
          .momentum = drive.belt.mass_per_length * run.simulation().flux() * (v_1 - v_0)};
}

// Compares the driving force at the head of a conveyor of 1000 m, and the change of force along each run, with
// by_hand().
void compare(Record& record, const BeltRun& run, double tolerance, Rank rank) {
  const BeltDrive& drive = run.simulation().drive();
  double driving = 0.0;
  for (std::size_t i = 0; i < drive.spans.size(); ++i) {
    const RunByHand hand = by_hand(run, i);
    const int span = drive.spans[i].from;
    driving += hand.along + hand.feed;
    record.relative(fmt::format("force along span {} [N]", span),
                    run[fmt::format("span_exit_force_{}", span)] - run[fmt::format("span_entry_force_{}", span)],
                    hand.along + hand.momentum, 3.0 * tolerance, Rank::detail,
                    "the differences are a third of the forces at the ends of the span");
  }
  record.relative("driving force [N]", run["drive_torque_1"] / drive.pulleys[0].radius, driving, tolerance, rank);
}

// A conveyor of 200 m stops within 8 s and rests on its slope. Records the largest displacement of its belt from 60 s
// on.
void hold(Record& record) {
  constexpr double kRest = 60.0;  // from then on the waves of the stop are below rounding [s]
  constexpr double kStep = 0.05;
  constexpr int kSteps = 100'000;
  BeltRun run = conveyor(
      fmt::format(R"("formulation": "eulerian_ale", "elements_per_pulley": 8, "elements_per_span": 8,
                     "touching_refinement": 4, "time_step": {})",
                  kStep),
      {"/drive/pulleys/0/center=[-199.98999975, 2]", "/drive/pulleys/1/mount/force/value=20000",
       "/drive/pulleys/1/mount/damping=20000", "/drive/belt/axial_damping=2e6",
       "/drive/contact/friction/coefficient=0.8", R"(/drive/initial_state="running")",
       R"(/drive/pulleys/0/motion/angular_velocity={"type": "cosine_ramp", "from": 10, "to": 0, "start_time": 0.1,
                                                    "end_time": 8.1})"});
  run.advance_to(kRest);
  const BeltMap before = run.simulation().belt();
  double drift = 0.0;
  constexpr int kLooks = 10;
  for (int look = 1; look <= kLooks; ++look) {
    run.advance_to(kRest + kStep * kSteps * look / kLooks);
    const BeltMap now = run.simulation().belt();
    for (std::size_t i = 0; i < now.points().size(); ++i) {
      drift = larger(drift, std::abs(now.points()[i].material - before.points()[i].material));
    }
  }
  record.at_most(fmt::format("largest way of the belt in {:.0e} steps [m]", 1.0 * kSteps), drift, 1e-9, Rank::headline);
}

// The conclusions of a run so far.
std::map<std::string, double> conclusions(const BeltSimulation& simulation) {
  const History history = simulation.history();
  Summary summary(history.columns(), 0.0);
  std::vector<double> row(history.columns().size());
  history.values(row);
  summary.add(simulation.time(), row);
  std::map<std::string, double> values;
  for (const Conclusion& conclusion : history.conclusions(summary)) values[conclusion.name] = conclusion.value;
  return values;
}

// A level conveyor of 20 m starts within 5 s, and its motor is switched off within 0.02 s. A belt that hardly stretches
// then has m dv/dt = −(W + m_L v²): resistance and feed. From v_1 to v_2 it takes the time, and from v_1 to rest the
// distance
//
//     m/√(W m_L) [atan(v_1 √(m_L/W)) − atan(v_2 √(m_L/W))],   m/(2 m_L) ln(1 + m_L v_1²/W).
void coast(Record& record, const std::string& members) {
  constexpr double kLength = 20.0;  // of a run [m]
  constexpr double kOff = 5.0;      // [s]
  constexpr double kFall = 0.02;    // [s]
  constexpr double kTorque = 1000.0;
  BeltRun run = conveyor(
      members, {"/drive/pulleys/0/center=[-20, 0]",
                R"(/drive/pulleys/0/motion={"type": "torque", "torques": [{"type": "applied", "moment":
              {"type": "piecewise_linear", "time": [0, 0.5, 5, 5.02], "value": [0, 1000, 1000, 0]}}]})",
                R"(/drive/pulleys/1/mount={"type": "slider", "direction": [1, 0], "mass": 1000, "damping": 20000,
                                  "force": {"type": "constant", "value": 40000}})",
                "/drive/belt/axial_damping=2e5"});
  run.advance_to(kOff);
  const double v_0 = run["span_speed_1"];
  run.advance_to(kOff + 15.0);
  const BeltDrive& drive = run.simulation().drive();
  double mass = drive.belt.mass_per_length * drive.reference_length();
  double resistance = 0.0;
  for (const SpanLoad& load : drive.spans) {
    mass += (load.load_per_length + load.idler_mass_per_length) * kLength;
    resistance += load.forces(drive.belt.mass_per_length, drive.gravity, {1.0, 0.0}).resistance * kLength;
  }
  for (const Pulley& pulley : drive.pulleys) mass += pulley.inertia / (pulley.radius * pulley.radius);
  const double fed = drive.spans[0].load_per_length;
  const double force = 0.5 * kTorque / drive.pulleys[0].radius - resistance - fed * v_0 * v_0;
  const double v_1 = v_0 + force / mass * kFall;
  const double v_2 = 1e-3 * v_0;  // counts as rest
  const double root = std::sqrt(fed / resistance);
  const double time = mass / std::sqrt(resistance * fed) * (std::atan(v_1 * root) - std::atan(v_2 * root));
  const double distance = 0.5 * mass / fed * std::log1p(fed * v_1 * v_1 / resistance);
  const std::map<std::string, double> found = conclusions(run.simulation());
  record.relative("stopping time since the motor is off [s]", found.at("stopping_time") - kOff, kFall + time, 1e-3,
                  Rank::headline, "a step of 0.01 s");
  record.relative("stopping distance [m]", found.at("stopping_distance"), 0.5 * kFall * (v_0 + v_1) + distance, 3e-4,
                  Rank::headline, "the belt stretches by F L/EA = 2.5 mm as the motor pulls");
  record.absolute("conclusions of a belt that runs back [-]", static_cast<double>(found.count("run_back")), 0.0, 0.5);
}

}  // namespace

void add_conveyor_cases(std::vector<VerificationCase>& cases) {
  cases.push_back({.id = "conveyor/string",
                   .claim = "The steady string has the resistances, the lift and the feed of a conveyor of 1000 m.",
                   .reference = "sums by hand",
                   .run =
                       [](Record& record) {
                         const BeltRun run = conveyor(R"("formulation": "analytic_string", "time_step": 1)");
                         compare(record, run, 1e-9, Rank::headline);
                       },
                   .tolerances = "the steady string is solved to 1e-9"});
  cases.push_back({.id = "conveyor/ale",
                   .claim = "The mixed description has the resistances, the lift and the feed of a conveyor of 1000 m.",
                   .reference = "sums by hand",
                   .run =
                       [](Record& record) {
                         const BeltRun run = conveyor(R"("formulation": "eulerian_ale", "analysis": "steady",
                             "elements_per_pulley": 16, "elements_per_span": 40, "touching_refinement": 5,
                             "time_step": 1)");
                         compare(record, run, 1e-5, Rank::headline);
                       },
                   .tolerances = "observed errors of 3e-6 rounded up; they are those of the forces at nodes"});
  cases.push_back({.id = "conveyor/coast/ale",
                   .claim = "A conveyor whose motor is switched off stops after the time and distance of a rigid belt.",
                   .reference = "closed form",
                   .run = [](Record& record) { coast(record, R"("formulation": "eulerian_ale", "time_step": 0.01)"); },
                   .tolerances = "a step, and the stretch of the belt"});
  cases.push_back(
      {.id = "conveyor/coast/string",
       .claim = "As a string with waves it stops after the same time and distance.",
       .reference = "closed form",
       .run = [](Record& record) { coast(record, R"("formulation": "analytic_string_dynamics", "time_step": 0.01)"); },
       .tolerances = "a step, and the stretch of the belt"});
  cases.push_back({.id = "conveyor/hold",
                   .claim = "A loaded conveyor that has stopped on a slope does not move over 100 000 steps.",
                   .reference = "rest",
                   .slow = true,
                   .run = hold,
                   .tolerances =
                       "stick has no rate; what Newton's method leaves of the forces may accumulate over steps "
                       "but not grow"});
}

}  // namespace beltdyn::verification
