// SPDX-License-Identifier: MIT
// The power that a drive loses by kind, against what goes in and comes out.
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "verification/belt_support.hpp"
#include "verification/cases.hpp"
#include "verification/embedded.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;

constexpr double kLoadMoment = 4.0;     // [N m]
constexpr double kRipplePeriod = 0.05;  // [s]

// A crank with a ripple drives a loaded pulley on a slider with a spring, a damper and dry friction. Bearings rub, and
// the belt is damped in stretch and bending.
std::vector<std::string> lossy_drive(double ripple) {
  constexpr double kTwoPi = 6.283185307179586;
  const std::string rub =
      R"({"radius": 0.01, "normal_force": 100, "law": {"type": "elastoplastic_coulomb", "coefficient": 0.2, "stiffness": 1e6}})";
  return {fmt::format(R"(/drive/pulleys/0/motion={{"type": "prescribed", "angular_velocity": {{"type": "sum", "terms": [
          {{"type": "cosine_ramp", "from": 0, "to": 60, "start_time": 0, "end_time": 0.1}},
          {{"type": "product", "quantity": {{"type": "harmonic", "mean": 0, "amplitude": {}, "angular_frequency": {}}},
            "factors": [{{"type": "cosine_ramp", "from": 0, "to": 1, "start_time": 0.1, "end_time": 0.2}}]}}]}}}})",
                      ripple, kTwoPi / kRipplePeriod),
          fmt::format(
              R"(/drive/pulleys/1/motion={{"type": "torque", "torques": [{{"type": "resisting", "transition_speed": 1,
          "moment": {{"type": "constant", "value": {}}}}}]}})",
              kLoadMoment),
          R"(/drive/pulleys/1/mount={"type": "slider", "direction": [1, 0], "mass": 0.5, "damping": 50,
          "spring": {"stiffness": 4e4, "free_position": 0.015},
          "friction": {"normal_force": 40, "law": {"type": "elastoplastic_coulomb", "coefficient": 0.25, "stiffness": 1e6, "damping": 100}}})",
          "/drive/pulleys/1/bearing_damping=0.005",
          "/drive/pulleys/0/bearing_friction=" + rub,
          "/drive/pulleys/1/bearing_friction=" + rub,
          "/drive/belt/axial_stiffness=3e4",
          "/drive/belt/axial_damping=10",
          "/drive/belt/bending_stiffness=0.05",
          "/drive/belt/bending_damping=5e-5",
          "/drive/belt/contact_offset=0",
          "/drive/contact/normal/damping_per_area=0",
          "/drive/contact/friction/stiffness_per_area=4e8"};
}

// Goes on to a time with a row after each step, and sums up those from `begin` on.
std::map<std::string, double> conclusions_of(BeltRun& run, double begin, double end, double& input, double& output) {
  const History history = run.simulation().history();
  Summary summary(history.columns(), begin);
  std::vector<double> values(history.columns().size());
  double last_in = 0.0;
  double last_out = 0.0;
  double last_time = run.time();
  input = output = 0.0;
  const auto row = [&] {
    history.values(values);
    summary.add(run.time(), values);
    const double in = run["drive_torque_1"] * run["angular_velocity_1"];
    const double out = kLoadMoment * run["angular_velocity_2"];
    if (last_time >= begin) {
      input += 0.5 * (run.time() - last_time) * (last_in + in);
      output += 0.5 * (run.time() - last_time) * (last_out + out);
    }
    last_in = in;
    last_out = out;
    last_time = run.time();
  };
  row();
  run.advance_to(end, row);
  std::map<std::string, double> found;
  for (const Conclusion& conclusion : history.conclusions(summary)) found[conclusion.name] = conclusion.value;
  return found;
}

const std::vector<std::string> kLosses{"slip_energy", "axial_damping_energy", "bending_damping_energy", "mount_energy",
                                       "bearing_energy"};

// Over two ripples the drive comes back to where it was.
void periodic(Record& record, const std::string& members, double tolerance) {
  auto edits = lossy_drive(3.0);
  edits.push_back(only_run(members));
  edits.push_back("/end_time=0.8");
  BeltRun run(embedded::ale_drives("face_drive.json"), edits);
  run.advance_to(0.6999);
  double input = 0.0;
  double output = 0.0;
  auto found = conclusions_of(run, 0.7 - 1e-9, 0.7 + 2.0 * kRipplePeriod, input, output);
  double losses = 0.0;
  for (const std::string& loss : kLosses) {
    losses += found[loss];
    record.at_most(fmt::format("{}: least part of the losses over its part [-]", loss),
                   0.005 * (input - output) / found[loss], 1.0);
  }
  record.relative("losses by kind, added up, against input less output [J]", losses, input - output, tolerance,
                  Rank::headline);
  record.at_most("remaining energy of the losses [-]", std::abs(found["remaining_energy"]) / losses, tolerance);
}

}  // namespace

void add_loss_cases(std::vector<VerificationCase>& cases) {
  const std::vector<std::pair<std::string, std::string>> formulations{
      {"ale",
       R"("formulation": "eulerian_ale", "elements_per_pulley": 40, "elements_per_span": 20, "time_step": 1e-4)"},
      {"ancf",
       R"("formulation": "lagrangian_ancf", "elements": 240, "time_step": 1e-4, "time_integration": "trapezoidal")"}};
  for (const auto& [name, members] : formulations) {
    cases.push_back(
        {.id = "balances/losses/" + name,
         .claim = "What slip, damping of the belt, mounts and bearings take is what goes in and does not come out.",
         .reference = "conservation of energy",
         .slow = name == "ancf",
         .run = [members = members](Record& record) { periodic(record, members, 1e-2); },
         .tolerances = "TO DERIVE"});
  }
}

}  // namespace beltdyn::verification
