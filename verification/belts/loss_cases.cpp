// SPDX-License-Identifier: MIT
// The power losses of a drive by kind, compared with input minus output.
#include <cmath>
#include <map>
#include <numbers>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/drive/belt/belt_drive.hpp"
#include "verification/belt_support.hpp"
#include "verification/cases.hpp"
#include "verification/embedded.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;

constexpr double kLoadMoment = 4.0;                            // [N m]
constexpr double kTurnSpeed = 60.0;                            // mean speed of the crank [rad/s]
constexpr double kPull = 100.0;                                // amplitude of the force on the slider [N]
constexpr double kTurn = 2.0 * std::numbers::pi / kTurnSpeed;  // [s]

// A crank with a ripple drives a loaded pulley on a slider. The slider has a spring, a damper, dry friction and a
// harmonic force. Bearings have dry friction, and the belt is damped in stretch and bending. Edits of face_drive.json.
std::vector<std::string> lossy_drive(double ripple) {
  const std::string rub =
      R"({"radius": 0.01, "normal_force": 100, "law": {"type": "elastoplastic_coulomb", "coefficient": 0.2, "stiffness": 1e6}})";
  return {fmt::format(R"(/drive/pulleys/0/motion={{"type": "prescribed", "angular_velocity": {{"type": "sum", "terms": [
          {{"type": "cosine_ramp", "from": 0, "to": {}, "start_time": 0, "end_time": 0.1}},
          {{"type": "product", "quantity": {{"type": "harmonic", "mean": 0, "amplitude": {}, "angular_frequency": {}}},
            "factors": [{{"type": "cosine_ramp", "from": 0, "to": 1, "start_time": 0.1, "end_time": 0.2}}]}}]}}}})",
                      kTurnSpeed, ripple, kTurnSpeed),
          fmt::format(
              R"(/drive/pulleys/1/motion={{"type": "torque", "torques": [{{"type": "resisting", "transition_speed": 1,
          "moment": {{"type": "constant", "value": {}}}}}]}})",
              kLoadMoment),
          fmt::format(R"(/drive/pulleys/1/mount={{"type": "slider", "direction": [1, 0], "mass": 0.5, "damping": 1000,
          "spring": {{"stiffness": 4e4, "free_position": 0.015}},
          "friction": {{"normal_force": 20, "law": {{"type": "elastoplastic_coulomb", "coefficient": 0.25, "stiffness": 1e6, "damping": 100}}}},
          "force": {{"type": "harmonic", "mean": 0, "amplitude": {}, "angular_frequency": {}}}}})",
                      kPull, kTurnSpeed),
          "/drive/pulleys/1/bearing_damping=0.005",
          "/drive/pulleys/0/bearing_friction=" + rub,
          "/drive/pulleys/1/bearing_friction=" + rub,
          "/drive/belt/axial_stiffness=3e4",
          "/drive/belt/axial_damping=40",
          "/drive/belt/bending_stiffness=0.05",
          "/drive/belt/bending_damping=1e-5",
          "/drive/belt/contact_offset=0",
          "/drive/contact/normal/damping_per_area=0",
          "/drive/contact/friction/stiffness_per_area=4e8"};
}

struct Works {
  double motor{};   // input of the crank [J]
  double pull{};    // work of the force on the slider [J]
  double output{};  // work on the load [J]
  std::map<std::string, double> conclusions{};
};

// Advances to a time [s] and integrates works and losses with a row after each step.
Works works_until(BeltRun& run, double end) {
  const History history = run.simulation().history();
  Summary summary(history.columns(), run.time());
  std::vector<double> values(history.columns().size());
  Works works;
  double motor = 0.0;
  double load = 0.0;
  double time = run.time();
  double place = run["mount_position_2"];
  const auto row = [&] {
    history.values(values);
    summary.add(run.time(), values);
    const double h = run.time() - time;
    const double motor_now = run["drive_torque_1"] * run["angular_velocity_1"];
    const double load_now = kLoadMoment * run["angular_velocity_2"];
    works.motor += 0.5 * h * (motor + motor_now);
    works.pull += kPull * std::cos(kTurnSpeed * (time + 0.5 * h)) * (run["mount_position_2"] - place);
    works.output += 0.5 * h * (load + load_now);
    motor = motor_now;
    load = load_now;
    time = run.time();
    place = run["mount_position_2"];
  };
  row();
  run.advance_to(end, row);
  for (const Conclusion& conclusion : history.conclusions(summary)) {
    works.conclusions[conclusion.name] = conclusion.value;
  }
  return works;
}

const std::vector<std::string> kLosses{"slip_energy", "axial_damping_energy", "bending_damping_energy", "mount_energy",
                                       "bearing_energy"};
// Each kind of loss must exceed this part of the sum of losses; otherwise the sum would not show an error in it [-].
constexpr double kSeen = 3e-3;
// Tolerance for contact penetration [-]: contacts deform by 6e-5 m, 1e-3 of the radius of the crank, and slip
// velocities have that error. With 40 N at 3.6 m/s the error is 0.15 W on either pulley, for a belt that loses 28 W.
constexpr double kOffByDepth = 1e-2;

// After a turn of the crank the drive has returned to its state, so the losses equal input minus output.
void periodic(Record& record, const std::string& members) {
  auto edits = lossy_drive(10.0);
  edits.push_back(only_run(members));
  edits.push_back("/end_time=0.8");
  BeltRun run(embedded::ale_drives("face_drive.json"), edits);
  constexpr double kBegin = 6.0 * kTurn;
  run.advance_to(kBegin);
  Works works = works_until(run, kBegin + kTurn);
  double losses = 0.0;
  for (const std::string& loss : kLosses) losses += works.conclusions[loss];
  for (const std::string& loss : kLosses) {
    record.at_most(fmt::format("fraction of the losses due to {} [-]", loss), kSeen * losses / works.conclusions[loss],
                   1.0);
  }
  record.relative("sum of all losses against input minus output [J]", losses, works.motor + works.pull - works.output,
                  kOffByDepth, Rank::headline);
  record.at_most("remaining_energy and the work of the force on the slider, over the losses [-]",
                 std::abs(works.conclusions["remaining_energy"] + works.pull) / losses, kOffByDepth);
}

// Conclusions on a particle of a thin belt over a revolution in steady motion, with "spans", the difference of the span
// forces [N], and "material", the exact time of a revolution [s].
std::map<std::string, double> revolution_in(const std::string& members) {
  BeltRun run(embedded::ale_drives("face_drive.json"),
              {only_run(members), "/drive/belt/contact_offset=0", "/drive/belt/bending_stiffness=0",
               "/drive/belt/axial_damping=0", "/drive/contact/normal/stiffness_per_area=4e11"});
  constexpr double kEnd = 0.6;  // of face_drive.json [s]
  run.advance_to(kEnd);
  const History history = run.simulation().history();
  Summary summary(history.columns(), 0.0);
  std::vector<double> values(history.columns().size());
  history.values(values);
  summary.add(kEnd, values);
  std::map<std::string, double> found;
  for (const Conclusion& conclusion : history.conclusions(summary)) found[conclusion.name] = conclusion.value;
  found["spans"] = run["span_force_2"] - run["span_force_1"];
  found["material"] = run.simulation().drive().reference_length() / run.simulation().flux();
  return found;
}

// The force of a string is constant in each span and changes from one value to the other on the pulleys: one cycle per
// revolution.
void revolutions(Record& record) {
  const auto string = revolution_in(R"("formulation": "analytic_string", "time_step": 0.6)");
  const auto ale = revolution_in(steady_ale(80, 4, 0.6));
  for (const auto& [who, found] : {std::pair{"analytic_string", &string}, std::pair{"eulerian_ale", &ale}}) {
    record.relative(fmt::format("time of a revolution, {} [s]", who), found->at("revolution_time"),
                    found->at("material"), 1e-12, Rank::detail, "rounding of the sum of the pieces");
    record.relative(fmt::format("range of the tension, {}, difference of the spans [N]", who),
                    found->at("particle_tension_range"), found->at("spans"), 1e-3);
    record.absolute(fmt::format("cycles in a revolution, {}", who), found->at("particle_tension_cycles"), 1.0, 0.0);
  }
  record.relative("time of a revolution, eulerian_ale against analytic_string [s]", ale.at("revolution_time"),
                  string.at("revolution_time"), 3e-5, Rank::headline);
  record.relative("range of the tension, eulerian_ale against analytic_string [N]", ale.at("particle_tension_range"),
                  string.at("particle_tension_range"), 1e-3, Rank::headline);
}

}  // namespace

void add_loss_cases(std::vector<VerificationCase>& cases) {
  cases.push_back(
      {.id = "balances/revolution",
       .claim = "A particle of a steady belt experiences the forces of the spans once per revolution.",
       .reference = "analytic_string",
       .run = revolutions,
       .tolerances = "contact penetrations, 1.7e-5 of the radius, which takes 4 N m/m of EA from the loop"});
  const std::vector<std::pair<std::string, std::string>> formulations{
      {"ale",
       R"("formulation": "eulerian_ale", "elements_per_pulley": 40, "elements_per_span": 20, "time_step": 1e-4)"},
      {"ancf",
       R"("formulation": "lagrangian_ancf", "elements": 240, "time_step": 1e-4, "time_integration": "trapezoidal")"}};
  for (const auto& [name, members] : formulations) {
    cases.push_back(
        {.id = "balances/losses/" + name,
         .claim = "The energy dissipated by slip, belt damping, mounts and bearings equals input minus output.",
         .reference = "conservation of energy",
         .slow = true,
         .run = [members = members](Record& record) { periodic(record, members); },
         .tolerances = "contact penetrations, which slip_power_k leaves out"});
  }
}

}  // namespace beltdyn::verification
