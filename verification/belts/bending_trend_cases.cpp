// SPDX-License-Identifier: MIT
// Effects of the bending stiffness of a belt on a drive: the four trends of [Kong and Parker 2005].
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "verification/belt_support.hpp"
#include "verification/cases.hpp"
#include "verification/embedded.hpp"
#include "verification/largest.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;

constexpr std::array kRadii{0.04, 0.08};  // [m]
constexpr double kDistance = 0.3;         // between the axes [m]
constexpr double kStiffness = 1e5;        // EA [N]
constexpr double kMass = 0.1;             // ρA [kg/m]
constexpr double kForce = 200.0;          // of the belt as a string at rest [N]
constexpr double kCoefficient = 0.4;      // μ [-]
constexpr double kSpeed = 100.0;          // of the small pulley, which drives [rad/s]
constexpr double kLoad = 5.0;             // on the large pulley, less than half of the largest moment [N m]
constexpr std::array kBendingStiffness{0.003, 0.01, 0.03};  // EI [N m²]

std::string motion_edit(int pulley, const std::string& motion) {
  return fmt::format("/drive/pulleys/{}/motion={}", pulley, motion);
}
std::string at_speed(double speed) {
  return fmt::format(R"({{"type": "prescribed", "angular_velocity": {{"type": "constant", "value": {}}}}})", speed);
}
const std::string kUnderLoad = fmt::format(
    R"({{"type": "torque", "torques": [{{"type": "applied", "moment": {{"type": "constant", "value": {}}}}}]}})",
    -kLoad);
// The large pulley is held at half of the speed that the belt would give it. The belt then slips on all of the small
// pulley and transmits the largest moment.
const std::string kSlipping = at_speed(0.5 * kSpeed * kRadii[0] / kRadii[1]);

struct Drive {
  double slack{};    // forces in the middle of the spans [N]
  double tight{};    // [N]
  double moment{};   // on the large pulley [N m]
  double loss{};     // power lost by slip [W]
  double contact{};  // angle of contact on the small pulley in gross slip [rad]
};

Drive drive_of(double bending, const std::string& driven) {
  std::vector<std::string> edits{
      fmt::format("/drive/pulleys/0/radius={}", kRadii[0]),
      fmt::format("/drive/pulleys/1/radius={}", kRadii[1]),
      fmt::format("/drive/pulleys/1/center=[{}, 0]", kDistance),
      motion_edit(0, at_speed(kSpeed)),
      motion_edit(1, driven),
      fmt::format("/drive/belt/axial_stiffness={}", kStiffness),
      fmt::format("/drive/belt/bending_stiffness={}", bending),
      fmt::format("/drive/belt/mass_per_length={}", kMass),
      "/drive/belt/contact_offset=0",
      "/drive/belt/friction_at=\"center_line\"",
      "/drive/belt/axial_damping=0",
      fmt::format("/drive/belt/pretension/strain={}", -kForce / kStiffness),
      fmt::format(R"(/drive/contact={{"friction": {{"type": "coulomb", "coefficient": {}}}}})", kCoefficient),
      only_run(steady_ale(96, 48, 1.0) + R"(, "touching_refinement": 4)")};
  BeltRun run(embedded::ale_drives("face_drive.json"), edits);
  run.advance_to(1.0);
  Drive drive{.slack = run["span_force_1"], .tight = run["span_force_2"], .moment = run["torque_2"]};
  for (const char* power : {"slip_power_1", "slip_power_2"}) drive.loss += run[power];
  for (const SlipZone& zone : run.simulation().belt().slip_zones()) {
    if (zone.pulley == 0) drive.contact += (zone.end - zone.begin) / kRadii[0];
  }
  return drive;
}

// In gross slip N − EI/(2 R²) − ρA v² on the small pulley grows as the force of a string, because EI/(2 R²) is the
// difference between the force of a beam where it is straight and where it is bent. At either end the belt loses
// contact over the length √(EI/N) in which a span straightens, and presses there with a concentrated force instead.
// Hence the ratio changes only by the square of √(EI/N)/R, 0.01 to 0.1 here, with a small factor, and by the resolution
// of that length with elements of 0.03 rad.
double force_ratio(const Drive& drive, double less) { return (drive.tight - less) / (drive.slack - less); }

// ρA v² at half the surface speed of the small pulley, as the large one turns in gross slip [N]
constexpr double kMomentum = 0.25 * kMass * (kSpeed * kRadii[0]) * (kSpeed * kRadii[0]);
constexpr double kArcBound = 0.02;  // the spacing of contact points at both ends [rad]
constexpr double kRatioBound = 1e-2;
constexpr double kLossBound = 0.02;  // contact points are 0.01 rad apart on slip arcs of 0.6 rad for the smallest EI
                                     // [-]

void bending_trends(Record& record) {
  const Drive string = drive_of(0.0, kSlipping);
  const double wrap = std::numbers::pi - 2.0 * std::asin((kRadii[1] - kRadii[0]) / kDistance);
  const double exact_ratio = std::exp(kCoefficient * wrap);
  record.relative("ratio of forces in gross slip, string", force_ratio(string, kMomentum), exact_ratio, 1e-3,
                  Rank::detail, "the forces are those of elements of 0.03 rad");
  Drive softer = string;
  for (const double bending : kBendingStiffness) {
    const Drive slipping = drive_of(bending, kSlipping);
    const Drive loaded = drive_of(bending, kUnderLoad);
    const std::string at = fmt::format(", EI = {} N m2", bending);
    const double bent = 0.5 * bending / (kRadii[0] * kRadii[0]);  // EI/(2 R²) [N]
    double lost = 0.0;
    for (const double force : {slipping.slack, slipping.tight})
      lost += std::sqrt(bending / (force - kMomentum)) / kRadii[0];
    record.absolute("contact of the small pulley is shorter than its wrap by √(EI/N)/R at both ends [rad]" + at,
                    wrap - slipping.contact, lost, kArcBound, Rank::headline,
                    "the spacing of contact points at both ends");
    record.relative("ratio of forces in gross slip, less EI/(2 R²)" + at, force_ratio(slipping, kMomentum + bent),
                    exact_ratio, kRatioBound, Rank::headline,
                    "of the order of the square of √(EI/N)/R, up to 0.1, with a small factor");
    // The loss of a string by creep, v ΔN²/EA.
    const double difference = kLoad / kRadii[1];
    record.relative("loss under load is that of creep [W]" + at, loaded.loss,
                    kSpeed * kRadii[0] * difference * difference / kStiffness, kLossBound, Rank::detail,
                    "the spacing of contact points, 0.01 rad, on arcs of slip of 0.6 rad");
    const auto sum = [](const Drive& drive) { return drive.tight + drive.slack - 2.0 * kMomentum; };
    record.at_most("forces of spans rise with the bending stiffness: fall from the softer belt [N]" + at,
                   larger(0.0, sum(softer) - sum(slipping)), 0.0);
    record.at_most("the largest moment falls at a given sum of forces: rise from the softer belt [m]" + at,
                   larger(0.0, slipping.moment / sum(slipping) - softer.moment / sum(softer)), 0.0);
    record.at_most("and rises with them at a given length: fall from the softer belt [N m]" + at,
                   larger(0.0, softer.moment - slipping.moment), 0.0);
    softer = slipping;
  }
}

}  // namespace

void add_bending_trend_cases(std::vector<VerificationCase>& cases) {
  cases.push_back(
      {.id = "steady/bending-trends",
       .claim =
           "bending stiffness takes contact away, raises the forces of a belt of given length, leaves the loss as it "
           "is, and lowers the largest moment at given forces, which rise more than that",
       .reference = "a beam over a pulley: √(EI/N) and EI/(2 R²), and the string without them",
       .run = bending_trends,
       .tolerances = "of trends: that they go one way; of the loss: the spacing of contact points on arcs of slip"});
}

}  // namespace beltdyn::verification
