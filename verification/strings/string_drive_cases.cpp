// SPDX-License-Identifier: MIT
// The closed form of a two-pulley drive with Coulomb friction, compared with evaluations of the same equations to 30
// digits: the drive of [Ntarladima 2023], and a drive so fast that most of the belt force is centrifugal.
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/drive/belt/belt_drive.hpp"
#include "verification/belt_support.hpp"
#include "verification/cases.hpp"
#include "verification/embedded.hpp"
#include "verification/strings/string_loops.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;

const std::string kRun = R"(/runs=[{"name": "string", "formulation": "analytic_string", "time_step": 0.05}])";
// With this edit the centre line lies on pulleys of 0.1 m.
const std::string kNoOffset = "/drive/belt/contact_offset=0";
const std::string kFirstRadius = "/drive/pulleys/0/radius=0.1";
const std::string kSecondRadius = "/drive/pulleys/1/radius=0.1";

// Rounding: a force is a difference of numbers of the size of EA = 8000 N, and a slip arc is ln(τ₁/τ₂)/μ.
constexpr double kEps = 2.220446049250313e-16;
constexpr double kForceTolerance = 8.0 * kEps * 8000.0;  // [N]
constexpr double kArcTolerance = 1e-13;                  // [rad]

const BeltDrive& drive_of(const BeltRun& run) { return run.simulation().drive(); }

void ntarladima(Record& record) {
  const BeltRun run(embedded::ntarladima_2023("drive.json"), {kRun, kNoOffset, kFirstRadius, kSecondRadius});
  const auto load = [](double omega) { return 25.0 + 2.0 * omega; };
  const exact::SteadyStringMotion motion =
      exact::steady_string_motion_under_load(string_drive_of(drive_of(run)), 1.2, load);
  record.absolute("driven speed [rad/s]", motion.angular_velocity[1], 11.308399224625586, 1e-13, Rank::headline);
  record.absolute("tight span force [N]", motion.force[0], 663.17022123695690, kForceTolerance, Rank::headline);
  record.absolute("slack span force [N]", motion.force[1], 186.93564356543613, kForceTolerance);
  record.absolute("torque [N m]", motion.driven_torque, 25.0 + 2.0 * 11.308399224625586, 1e-12);
  record.absolute("slip arc of the driver [rad]", motion.slip_arc[0], 2.5407306132006879, kArcTolerance);
  record.absolute("slip arc of the driven pulley [rad]", motion.slip_arc[1], 2.5407306132006879, kArcTolerance);
}

// At 18 m/s the belt, with 400 N at rest, has span forces of 514.8 N and 308.7 N. Of these 252.3 N and 246.2 N are
// centrifugal and do not press on the pulleys.
void fast_drive(Record& record) {
  struct Row {
    double speed, tight, slack, arc, driven_speed;
  };
  constexpr std::array<Row, 2> kRows{
      {{10.0, 504.11099375546384, 302.26039643681737, 1.2672107208770320, 97.626435056329056},
       {18.0, 514.82626092511614, 308.71929020140324, 2.8694114320640090, 175.64298159546504}}};
  const double length = 0.4 * std::numbers::pi / 1.05;
  for (const Row& row : kRows) {
    std::vector<std::string> edits{
        kNoOffset,
        kFirstRadius,
        kSecondRadius,
        kRun,
        fmt::format(
            R"(/drive/pulleys/0/motion={{"type": "prescribed", "angular_velocity": {{"type": "constant", "value": {}}}}})",
            row.speed / 0.1),
        R"(/drive/pulleys/1/motion={"type": "torque", "torques": [{"type": "applied", "moment": {"type": "constant", "value": -20}}]})",
        "/drive/pulleys/1/bearing_damping=0",
        fmt::format(R"(/drive/belt/pretension={{"type": "stress_free_length", "length": {:.17g}}})", length)};
    const BeltRun run(embedded::ntarladima_2023("drive.json"), edits);
    const std::string at = fmt::format(" at {} m/s", row.speed);
    const exact::StringDrive string = string_drive_of(drive_of(run));
    const exact::SteadyStringMotion motion = exact::steady_string_motion(string, row.speed, 20.0);
    // The length balance has a rounding error of some eps EA, and the centrifugal force reduces its sensitivity to the
    // force.
    record.absolute("tight span force [N]" + at, motion.force[0], row.tight, 4.0 * kForceTolerance,
                    row.speed > 10.0 ? Rank::headline : Rank::detail);
    record.absolute("slack span force [N]" + at, motion.force[1], row.slack, 4.0 * kForceTolerance);
    // Rounding of ln(τ₁/τ₂)/μ, where τ₂ is 62 N at 18 m/s and carries the rounding error of EA.
    record.absolute("slip arc [rad]" + at, motion.slip_arc[0], row.arc, 4.0 * kForceTolerance / (0.5 * 62.0));
    record.relative("driven speed [rad/s]" + at, motion.angular_velocity[1], row.driven_speed, 1e-14);
    // A run in time that starts in the steady motion; errors of the steps accumulate.
    constexpr double kStepTolerance = 1e-10;
    edits.push_back(only_run(fmt::format(
        R"("formulation": "analytic_string_dynamics", "time_step": 0.05, "tolerance": {})", kStepTolerance)));
    BeltRun in_time(embedded::ntarladima_2023("drive.json"), edits);
    in_time.advance_to(0.2);
    record.relative("tight span force in time [N]" + at, in_time["span_force_2"], row.tight, 100.0 * kStepTolerance);
    record.relative("slack span force in time [N]" + at, in_time["span_force_1"], row.slack, 100.0 * kStepTolerance);
    const double largest = exact::largest_torque(string, row.speed);
    if (row.speed == 10.0) record.absolute("largest torque [N m]" + at, largest, 47.238925695, 0.6e-9, Rank::headline);
  }
}

}  // namespace

void add_string_drive_cases(std::vector<VerificationCase>& cases) {
  cases.push_back({.id = "string-drive/ntarladima",
                   .claim = "the closed form of the drive of [Ntarladima 2023] at its final load",
                   .reference = "independent evaluation to 30 digits, slip arcs by quadrature",
                   .run = ntarladima,
                   .tolerances = "rounding: a force is a difference of numbers of the size of EA, a slip arc the "
                                 "logarithm of a ratio of forces"});
  cases.push_back(
      {.id = "string-drive/centrifugal",
       .claim = "span forces, slip and creep of a fast drive, in time as well, and the torque at which it slips",
       .reference = "independent evaluation to 30 digits, slip arcs by quadrature; theory of [Rubin 2000]",
       .run = fast_drive,
       .tolerances = "rounding: a force is a difference of numbers of the size of EA, a slip arc the "
                     "logarithm of a ratio of forces minus centrifugal force"});
}

}  // namespace beltdyn::verification
