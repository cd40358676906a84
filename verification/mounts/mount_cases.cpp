// SPDX-License-Identifier: MIT
// Pulleys on mounts: the tensioner of an accessory drive and a counterweight, compared with exact solutions of the
// string, and one formulation compared with another.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include <Eigen/Core>
#include <fmt/format.h>

#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/pulley/mount_rest.hpp"
#include "core/numerics/solve/dense.hpp"
#include "verification/belt_support.hpp"
#include "verification/cases.hpp"
#include "verification/exact/string_loop_motion.hpp"
#include "verification/mounts/mount_runs.hpp"
#include "verification/strings/string_loops.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;
using std::numbers::pi;

// The belt penetrates the smallest pulley by N/(R k), 1.4e-8 m, and bristles let it creep by their deflection at the
// limit. A contact of 4e13 N/m³ moves the arm by 7e-6 rad, bristles of 4e12 N/m³ by as much, both in inverse proportion
// to the stiffness: 2.7e-6 and 0.7e-6 rad here. The error of the mesh is 1e-7 rad.
void running_tensioner(Record& record) {
  for (const bool is_loaded : {false, true}) {
    std::vector<std::string> edits{
        only_run(R"("formulation": "eulerian_ale", "analysis": "steady", "elements_per_pulley": 80,
                    "elements_per_span": 4, "time_step": 0.1)"),
        "/drive/pulleys/0/motion/angular_velocity/value=100", "/drive/belt/mass_per_length=0.1",
        "/drive/contact/normal/stiffness_per_area=1e14", "/drive/contact/friction/stiffness_per_area=4e13"};
    if (is_loaded) {
      for (const std::string& edit : {applied_torque(1, -4.0), applied_torque(2, -3.0), applied_torque(4, -2.5)})
        edits.push_back(edit);
    }
    const BeltRun run(tensioner_text(), edits);
    const BeltDrive& drive = run.simulation().drive();
    const exact::StringLoopMotion exact =
        exact::steady_loop_motion(loop_of(drive), drive.pulleys[0].radius * run["angular_velocity_1"]);
    const std::string at = is_loaded ? ", loaded" : ", without load";
    const Rank rank = is_loaded ? Rank::headline : Rank::detail;
    record.absolute("angle of the arm [rad]" + at, run["mount_position_4"], exact.mount_coordinate[0], 1e-5, rank);
    const BeltPath path = drive.path();
    for (std::size_t p = 0; p < drive.pulleys.size(); ++p) {
      const std::string number = std::to_string(p + 1);
      record.relative("force of span " + number + " [N]" + at, run["span_force_" + number], exact.force[p], 2e-4,
                      p == 0 ? rank : Rank::detail);
      if (drive.pulleys[p].is_prescribed()) continue;
      record.relative("angular velocity of pulley " + number + " [rad/s]" + at,
                      path.arcs()[p].turn * run["angular_velocity_" + number], exact.angular_velocity[p], 1e-5);
    }
    record.relative("flux [m/s]" + at, run["flux"], exact.flux, 1e-5);
    record.absolute("torque of the crank [N m]" + at, -run["torque_1"], exact.driver_torque, 2e-4);
    const auto& arm = std::get<ArmMount>(drive.pulleys[kTensioner].mount).suspension.spring.value();
    record.relative("moment of the belt on the arm over that of the spring [-]" + at, run["mount_force_4"],
                    arm.stiffness * (run["mount_position_4"] - arm.free_position), 2e-7, Rank::detail,
                    "the steady analysis ends at 1e-8 of what the spans pull with, ten times this moment");
  }
}

// Chords of elements of ℓ = 1.8 mm protrude from the smallest pulley by ℓ²/(8 R) = 1.4e-5 m, a part of which lengthens
// the path. A very small bending stiffness keeps the cubics smooth.
void tensioner_at_rest(Record& record) {
  const BeltRun run(tensioner_text(),
                    {only_run(R"("formulation": "lagrangian_ancf", "elements": 800, "time_step": 1e-4)"),
                     "/drive/belt/bending_stiffness=1e-4"});
  // A very slow driver represents rest.
  const exact::StringLoopMotion exact = exact::steady_loop_motion(loop_of(run.simulation().drive()), 1e-6);
  record.absolute("angle of the arm [rad]", run["mount_position_4"], exact.mount_coordinate[0], 5e-4, Rank::headline);
  record.relative("force of the first span [N]", run["span_force_1"], exact.force[0], 5e-4);
}

// Chords that protrude from the pulleys by ℓ²/(8 R) lengthen the path, an error of second order. The run starts in the
// steady motion of a belt with round arcs and ends when the arm has reached the equilibrium of the chords.
void tensioner_running_of_ancf(Record& record) {
  constexpr double kEnd = 0.1;
  constexpr double kWindow = 0.01;
  constexpr int kLooks = 10;
  RunningDrives drives;
  for (const int elements : {560, 1120}) {
    // The belt passes a third of an element in a step.
    std::vector<std::string> edits{
        only_run(fmt::format(R"("formulation": "lagrangian_ancf", "elements": {}, "time_step": {}, )"
                             R"("time_integration": "generalised_alpha", "spectral_radius": 0.5)",
                             elements, 0.06 / elements)),
        R"(/drive/initial_state="running")",
        "/drive/pulleys/0/motion/angular_velocity/value=100",
        "/drive/belt/mass_per_length=0.1",
        "/drive/belt/axial_damping=5",
        "/drive/pulleys/3/mount/damping=0.2"};
    for (const std::string& load : accessory_loads()) edits.push_back(load);
    BeltRun run(tensioner_text(), edits);
    add_running_drive(drives, elements, run, kEnd - kWindow, kWindow, kLooks);
  }
  record.absolute("angle of the arm [rad], loaded, 1120 elements", drives.angle.back().second,
                  drives.exact.mount_coordinate[0], 5e-4, Rank::headline);
  record.relative("force of the first span [N], loaded, 1120 elements", drives.force.back().second,
                  drives.exact.force[0], 5e-4, Rank::headline);
  record_refinement(record, {"angle of the arm [rad], loaded", "elements", drives.angle},
                    {drives.exact.mount_coordinate[0], 5e-4, false}, Rank::detail);
  record_refinement(record, {"force of the first span [N], loaded", "elements", drives.force},
                    {drives.exact.force[0], 5e-4, true}, Rank::detail);
  record.relative("angular velocity of pulley 3 [rad/s], loaded, 1120 elements", drives.speed.back().second,
                  drives.exact.angular_velocity[2], 5e-4);
}

// The frequencies of a signal that is a sum of undamped oscillations [Hz]: Gauss-Newton for the frequencies; amplitudes
// and mean are linear parameters.
std::vector<double> fitted_frequencies(const std::vector<std::vector<double>>& signals, double interval,
                                       std::vector<double> frequencies) {
  const auto n = static_cast<Eigen::Index>(signals.front().size());
  const auto m = static_cast<Eigen::Index>(frequencies.size());
  for (int iteration = 0; iteration < 12; ++iteration) {
    Eigen::MatrixXd basis(n, 1 + 4 * m);
    for (Eigen::Index i = 0; i < n; ++i) {
      const double t = (static_cast<double>(i) - 0.5 * static_cast<double>(n)) * interval;
      basis(i, 0) = 1.0;
      for (Eigen::Index k = 0; k < m; ++k) {
        const double angle = 2.0 * pi * frequencies[static_cast<std::size_t>(k)] * t;
        basis(i, 1 + 4 * k) = std::cos(angle);
        basis(i, 2 + 4 * k) = std::sin(angle);
        basis(i, 3 + 4 * k) = t * std::cos(angle);
        basis(i, 4 + 4 * k) = t * std::sin(angle);
      }
    }
    const Eigen::MatrixXd transposed = basis.transpose();
    const numerics::DenseLu normal_equations(numerics::product(transposed, basis));
    // At ω + δ, a cos(ωt) + b sin(ωt) has the additional terms δ t (b cos(ωt) − a sin(ωt)). Each signal is weighted by
    // its squared amplitude.
    std::vector<double> change(frequencies.size());
    std::vector<double> weight(frequencies.size());
    for (const std::vector<double>& signal : signals) {
      const Eigen::VectorXd c =
          normal_equations.solve(numerics::product(transposed, Eigen::Map<const Eigen::VectorXd>(signal.data(), n)));
      for (Eigen::Index k = 0; k < m; ++k) {
        const Eigen::Vector4d of = c.segment<4>(1 + 4 * k);
        change[static_cast<std::size_t>(k)] += of[2] * of[1] - of[3] * of[0];
        weight[static_cast<std::size_t>(k)] += of[0] * of[0] + of[1] * of[1];
      }
    }
    for (std::size_t k = 0; k < frequencies.size(); ++k) frequencies[k] += change[k] / weight[k] / (2.0 * pi);
  }
  return frequencies;
}

struct Swing {
  std::vector<double> found;  // frequencies [Hz]
  std::vector<double> exact;
};

// A small step of the load excites the drive. The trapezoidal rule oscillates with ω_h, where tan(ω_h h/2) = ω h/2.
Swing swing(const std::string& run_members, double h, const std::string& edit) {
  BeltRun run(tensioner_text(),
              {only_run(run_members), "/drive/belt/mass_per_length=1e-5", applied_torque(2, 5e-3), edit});
  const std::vector<double> exact = stuck_modes(run.simulation().drive(), run["mount_position_4"]);
  std::vector<std::vector<double>> signals(5);
  constexpr int kEvery = 4;
  int steps = 0;
  run.advance_to(0.5, [&] {
    if (++steps % kEvery != 0) return;
    for (std::size_t p = 1; p < 5; ++p) signals[p - 1].push_back(run[fmt::format("angular_velocity_{}", p + 1)]);
    signals[4].push_back(100.0 * run["mount_position_4"]);
  });
  std::vector<double> expected;
  for (const double f : exact) expected.push_back(std::atan(pi * f * h) / (pi * h));
  std::vector<double> found = fitted_frequencies(signals, kEvery * h, expected);
  for (double& f : found) f = std::tan(pi * f * h) / (pi * h);
  return {.found = std::move(found), .exact = exact};
}

void record_frequency(Record& record, const Swing& swing, std::size_t k) {
  record.relative(fmt::format("frequency {} [Hz]", k + 1), swing.found[k], swing.exact[k], 1e-3,
                  k == 0 ? Rank::headline : Rank::detail);
}

// A string touches a pulley √(2 R d) before the tangent point, where d = N/(R k w) is the contact depth. This shortens
// the spans and raises the frequencies. With a tenth of this stiffness the highest frequency, of the small tensioner
// between two spans, rises by 2e-3.
void modes_of_ale(Record& record) {
  const Swing modes = swing(R"("formulation": "eulerian_ale", "elements_per_pulley": 20, "elements_per_span": 2,
                               "touching_refinement": 4, "time_step": 1e-4, "spectral_radius": 1)",
                            1e-4, "/drive/contact/normal/stiffness_per_area=4e13");
  for (std::size_t k = 0; k < modes.exact.size(); ++k) record_frequency(record, modes, k);
}

// In the lowest mode the span forces cancel most of the stiffness, so errors of positions count most: 5e-3 with 800
// elements, by the first-order error of the contact of inclined segments. Bending lets the belt touch later than a
// string, by √(EI/N): with 1e-4 N m² this lowers the highest frequency by 1.9e-3 and the lowest by 1e-4.
void modes_of_ancf(Record& record) {
  const auto with = [](int elements, double bending_stiffness) {
    return swing(fmt::format(R"("formulation": "lagrangian_ancf", "elements": {}, "time_step": 1e-4,
                                "time_integration": "trapezoidal")",
                             elements),
                 1e-4, fmt::format("/drive/belt/bending_stiffness={}", bending_stiffness));
  };
  const Swing coarse = with(800, 1e-4);
  const Swing fine = with(1600, 1e-4);
  record.relative("frequency 1 [Hz], extrapolated from 800 and 1600 elements", 2.0 * fine.found[0] - coarse.found[0],
                  2.0 * fine.exact[0] - coarse.exact[0], 1e-3, Rank::headline);
  record.absolute("frequency 1 [Hz], order in elements [-]",
                  std::log2((coarse.found[0] - coarse.exact[0]) / (fine.found[0] - fine.exact[0])), 1.0, 0.3);
  const Swing soft = with(1600, 1e-5);
  for (std::size_t k = 1; k < soft.exact.size(); ++k) record_frequency(record, soft, k);
}

void counterweight_of_ale(Record& record) {
  let_weight_go(record, R"("formulation": "eulerian_ale", "elements_per_pulley": 40, "elements_per_span": 2,
                           "touching_refinement": 3, "time_step": 2e-4, "spectral_radius": 1)");
}

void counterweight_of_ancf(Record& record) {
  let_weight_go(record, R"("formulation": "lagrangian_ancf", "elements": 200, "time_step": 2e-4)");
}

void tensioner_friction(Record& record) {
  const JointLoop ale = hysteresis(
      R"("formulation": "eulerian_ale", "elements_per_pulley": 20, "elements_per_span": 2, "time_step": 5e-4)", {});
  const JointLoop ancf = hysteresis(R"("formulation": "lagrangian_ancf", "elements": 800, "time_step": 5e-4,
                                  "time_integration": "generalised_alpha", "spectral_radius": 0.5)",
                                    {"/drive/belt/bending_stiffness=1e-4"});
  record.relative("swing of the arm, eulerian_ale against lagrangian_ancf [rad]", ale.swing, ancf.swing, 0.01,
                  Rank::headline);
  record.at_most("moment over angle against the bristle, of its limit, eulerian_ale [-]", ale.law_error, 0.03);
  record.at_most("moment over angle against the bristle, of its limit, lagrangian_ancf [-]", ancf.law_error, 0.03);
}

}  // namespace

void add_mount_cases(std::vector<VerificationCase>& cases) {
  cases.push_back({.id = "mounts/tensioner/running",
                   .claim = "arm position, forces and speeds of a running accessory drive, with and without load, by "
                            "the steady eulerian_ale",
                   .reference = "exact: the string on five pulleys and an arm",
                   .run = running_tensioner,
                   .tolerances = "a contact penetration of at most 1.4e-8 m, which moves the arm by 2.7e-6 rad; "
                                 "elastic bristles move it by 0.7e-6 rad"});
  cases.push_back({.id = "mounts/tensioner/at-rest",
                   .claim = "arm position of an accessory drive at rest, by lagrangian_ancf",
                   .reference = "exact: the string on five pulleys and an arm",
                   .run = tensioner_at_rest,
                   .tolerances = "chords of elements protrude from the smallest pulley by at most 1.4e-5 m"});
  cases.push_back({.id = "mounts/tensioner/ancf-running",
                   .claim = "arm position and forces of a running accessory drive under load, by lagrangian_ancf",
                   .reference = "exact: the string on five pulleys and an arm",
                   .slow = true,
                   .run = tensioner_running_of_ancf,
                   .tolerances = "the requirement is 5e-4"});
  constexpr const char* kModes = "exact: springs between the particles that stick to the pulleys, and an arm";
  constexpr const char* kModeTolerance =
      "the belt mass contributes 1e-4 of the smallest inertia, and stick fronts lie up to a quarter of an element from "
      "the ends of the wraps";
  cases.push_back({.id = "mounts/modes/ale",
                   .claim = "the five frequencies of an accessory drive at rest with its arm, by eulerian_ale",
                   .reference = kModes,
                   .slow = true,
                   .run = modes_of_ale,
                   .tolerances = kModeTolerance});
  cases.push_back({.id = "mounts/modes/ancf",
                   .claim = "the five frequencies of an accessory drive at rest with its arm, by lagrangian_ancf",
                   .reference = kModes,
                   .slow = true,
                   .run = modes_of_ancf,
                   .tolerances = kModeTolerance});
  constexpr const char* kWeight = "exact: half of the weight in each strand, and a mass on a spring";
  constexpr const char* kWeightTolerance =
      "statics is solved to 2.5e-10 of the force; the belt touches the pulleys between its mesh points, which rotates "
      "the spans by at most 0.02 rad; the trapezoidal rule lags by 2e-4 of the amplitude in two periods with steps of "
      "0.2 ms";
  cases.push_back({.id = "mounts/counterweight/ale",
                   .claim = "a weight that tensions a belt, at rest and after release, by eulerian_ale",
                   .reference = kWeight,
                   .run = counterweight_of_ale,
                   .tolerances = kWeightTolerance});
  cases.push_back({.id = "mounts/counterweight/ancf",
                   .claim = "a weight that tensions a belt, at rest and after release, by lagrangian_ancf",
                   .reference = kWeight,
                   .slow = true,
                   .run = counterweight_of_ancf,
                   .tolerances = kWeightTolerance});
  cases.push_back(
      {.id = "mounts/tensioner/friction",
       .claim = "the hysteresis loop (moment over angle) of a tensioner with dry friction under a rippling load",
       .reference = "the bristle law, integrated along the angle; one formulation against the other",
       .slow = true,
       .run = tensioner_friction,
       .tolerances = "inertia of the arm, 1.5e-3 kg m2 at 62 rad/s, takes some 1e-3 of the limit, and oscillations "
                     "excited by the ripple more; the requirement is 1 % between the formulations"});
}

}  // namespace beltdyn::verification
