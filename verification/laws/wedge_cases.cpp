// SPDX-License-Identifier: MIT
// V and poly-V belts: the Euler-Eytelwein equation with wedge friction.
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "verification/belt_support.hpp"
#include "verification/cases.hpp"
#include "verification/embedded.hpp"
#include "verification/strings/string_loops.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;

// A belt pulled over a stopped pulley, with a wrap of π.
constexpr double kCoefficient = 0.1;                             // μ [-]
constexpr double kWedgeAngle = 40.0 * std::numbers::pi / 180.0;  // α [rad]
constexpr double kRadius = 0.05;                                 // R [m]
constexpr double kMass = 1e-3;                                   // ρA [kg/m]
constexpr double kEndTime = 0.3;                                 // [s]
constexpr double kMeanTime = 0.1;  // averaging time, in which tens of elements and links pass [s]
constexpr int kMeans = 100;
constexpr double kStiffness = 4e10;  // of contact and stick [N/m³]
constexpr double kSpeed = 10.0;      // of the driver [rad/s]

std::string coulomb(double coefficient, double stiffness) {
  return fmt::format(R"({{"type": "elastoplastic_coulomb", "coefficient": {}, "stiffness_per_area": {}}})", coefficient,
                     stiffness);
}

// Edits of the drive. The driver holds the belt like a clamp, for any groove.
std::vector<std::string> capstan(const std::string& section, const std::string& surface, const std::string& law,
                                 double stiffness = kStiffness) {
  const auto contact = [](const std::string& friction) {
    return fmt::format(
        R"({{"normal": {{"type": "penalty", "stiffness_per_area": {}, "damping_per_area": 1e4}}, "friction": {}}})",
        kStiffness, friction);
  };
  const std::string sticky = coulomb(2.0, stiffness);
  std::vector<std::string> edits{
      fmt::format("/drive/pulleys/0/radius={}", kRadius),
      fmt::format("/drive/pulleys/1/radius={}", kRadius),
      "/drive/pulleys/1/center=[0.3, 0]",
      "/drive/pulleys/0/contact=" + contact(sticky),
      "/drive/pulleys/1/contact=" + contact(law),
      fmt::format(R"(/drive/pulleys/0/motion/angular_velocity={{"type": "cosine_ramp", "from": 0, "to": {},
                     "start_time": 0, "end_time": 0.1}})",
                  kSpeed),
      R"(/drive/pulleys/1/motion={"type": "prescribed", "angular_velocity": {"type": "constant", "value": 0}})",
      "/drive/belt/contact_offset=0",
      "/drive/belt/bending_stiffness=1e-5",
      R"(/drive/belt/pretension={"type": "reference_strain", "strain": -0.003})",
      fmt::format("/drive/belt/mass_per_length={}", kMass),
      "/drive/belt/section=" + section};
  if (!surface.empty()) edits.push_back(fmt::format("/drive/pulleys/1/surface=\"{}\"", surface));
  return edits;
}

const std::string kV = R"({"type": "v", "wedge_angle": "40 deg"})";
const std::string kCoulomb = coulomb(kCoefficient, kStiffness);

const double kOnFlanks = kCoefficient / std::sin(0.5 * kWedgeAngle);

// The change of ln(N − ρA v²) over the stopped pulley divided by the wrap: the effective friction coefficient [-].
double measured_coefficient(double slack, double tight) {
  constexpr double kOfInertia = kMass * kSpeed * kRadius * kSpeed * kRadius;
  return std::log((tight - kOfInertia) / (slack - kOfInertia)) / std::numbers::pi;
}

// A stiffness of stick whose layers, √(EA/(K w)) = 0.1 mm, are negligible [N/m³].
constexpr double kRigid = 3e14;

// Whether a string has a steady motion with this load on the second pulley and the given speed of the first pulley.
bool bears(double load) {
  auto edits = capstan(kV, "", coulomb(kCoefficient, kRigid), kRigid);
  edits.push_back(only_run(fmt::format(R"("formulation": "analytic_string", "time_step": {})", kEndTime)));
  edits.push_back(fmt::format("/end_time={}", kEndTime));
  edits.push_back(fmt::format(
      R"(/drive/pulleys/1/motion={{"type": "torque", "torques": [{{"type": "applied", "moment":
         {{"type": "cosine_ramp", "from": 0, "to": {}, "start_time": 0, "end_time": 0.2}}}}]}})",
      -load));
  try {
    BeltRun run(embedded::ale_drives("face_drive.json"), edits);
    run.advance_to(kEndTime);
  } catch (const SolverError&) {
    return false;
  }
  return true;
}

// The torque at which a string with the effective coefficients of the flanks slips over the second pulley [N m].
double slipping_torque() {
  auto edits = capstan(R"({"type": "flat"})", "", kCoulomb);
  edits.push_back(only_run(fmt::format(R"("formulation": "analytic_string", "time_step": {})", kEndTime)));
  edits.push_back(
      R"(/drive/pulleys/1/motion={"type": "torque", "torques": [{"type": "applied", "moment": {"type": "constant", "value": 0}}]})");
  const BeltRun run(embedded::ale_drives("face_drive.json"), edits);
  exact::StringDrive string = string_drive_of(run.simulation().drive());
  for (double& coefficient : string.coefficient) coefficient /= std::sin(0.5 * kWedgeAngle);
  return exact::largest_torque(string, kSpeed * kRadius);
}

double coefficient_in(std::vector<std::string> edits, const std::string& members, bool is_steady) {
  edits.push_back(only_run(members));
  edits.push_back(fmt::format("/end_time={}", kEndTime));
  BeltRun run(embedded::ale_drives("face_drive.json"), edits);
  double slack = 0.0;
  double tight = 0.0;
  if (is_steady) {
    run.advance_to(kEndTime);
    return measured_coefficient(run["span_force_1"], run["span_force_2"]);
  }
  run.look(kEndTime - kMeanTime, kMeanTime / kMeans, kMeans, [&] {
    slack += run["span_force_1"] / kMeans;
    tight += run["span_force_2"] / kMeans;
  });
  return measured_coefficient(slack, tight);
}

// Contact penetration changes the lever arm of friction, R/(R − δ), by N/(k w R²) = 1.3e-4 at most. The bound allows
// for as much again at the ends of the arc, where bending lifts the belt over √(EI/N) = 0.3 mm.
constexpr double kSunkIn = 3e-4;

std::string ale_members(int elements) { return steady_ale(elements, elements / 2, kEndTime); }
// The steps damp oscillations from elements that arrive at a pulley.
std::string ancf_of(int elements) {
  return fmt::format(R"("formulation": "lagrangian_ancf", "elements": {}, "time_step": 1e-4,
                        "time_integration": "generalised_alpha", "spectral_radius": 0)",
                     elements);
}
std::string links_of(int links) {
  return fmt::format(R"("formulation": "lagrangian_links", "links": {}, "time_step": 1e-4)", links);
}

struct LawOnFlanks {
  std::string name;
  std::string text;
};
// Laws with the same friction coefficient in steady sliding.
const std::vector<LawOnFlanks> kLaws{
    {"elastoplastic_coulomb", kCoulomb},
    {"regularised_coulomb",
     R"({"type": "regularised_coulomb", "coefficient": 0.1, "velocity": 1e-3, "form": "trilinear"})"},
    {"dahl", R"({"type": "dahl", "coefficient": 0.1, "stiffness": 1e5})"},
    {"bliman_sorine",
     R"({"type": "bliman_sorine", "coefficient": 0.1, "excess": 0.05, "distance": 1e-6, "ratio": 0.3})"},
    {"lugre", R"({"type": "lugre", "coefficient": {"type": "constant", "value": 0.1}, "stiffness": 1e5})"},
    {"gms", R"({"type": "gms", "coefficient": {"type": "constant", "value": 0.1}, "attraction": 10,
                "elements": [{"stiffness": 1e5, "share": 1}]})"}};

void capstan_of_flanks(Record& record) {
  const auto edits = capstan(kV, "", kCoulomb);
  for (const int elements : {40, 80, 160}) {
    record.relative(
        fmt::format("coefficient over the arc, eulerian_ale, {} elements on each pulley, mu/sin(alpha/2)", elements),
        coefficient_in(edits, ale_members(elements), true), kOnFlanks, kSunkIn, Rank::headline);
  }
  for (const LawOnFlanks& law : kLaws) {
    record.relative(fmt::format("the same, eulerian_ale, {}", law.name),
                    coefficient_in(capstan(kV, "", law.text), ale_members(80), true), kOnFlanks, kSunkIn);
  }
  record.relative("the same on a flat pulley, eulerian_ale, mu",
                  coefficient_in(capstan(kV, "flat", kCoulomb), ale_members(80), true), kCoefficient, kSunkIn);
}

void slipping_string(Record& record) {
  const double torque = slipping_torque();
  record.at_most("string at 0.999 of the torque at which it slips: 1 if it has no steady motion",
                 bears(0.999 * torque) ? 0.0 : 1.0, 0.0);
  record.at_most("string at 1.001 of it: 1 if it has one", bears(1.001 * torque) ? 1.0 : 0.0, 0.0);
}

void capstan_in_time(Record& record) {
  const auto edits = capstan(kV, "", kCoulomb);
  for (const int elements : {240, 480}) {
    record.relative(fmt::format("coefficient over the arc, lagrangian_ancf, {} elements", elements),
                    coefficient_in(edits, ancf_of(elements), false), kOnFlanks, kSunkIn, Rank::headline);
  }
  const std::vector<double> links{60, 120, 240};
  std::vector<double> found;
  std::vector<double> errors;
  for (const double n : links) {
    found.push_back(coefficient_in(edits, links_of(static_cast<int>(n)), false));
    errors.push_back(std::abs(found.back() / kOnFlanks - 1.0));
  }
  record.series({.title = "flank friction in lagrangian_links",
                 .parameter = "links",
                 .error = "relative error of the coefficient over the arc [-]",
                 .values = links,
                 .errors = errors,
                 .expected_order = 2.0});
  // The order follows from differences of results, because their limit differs from the reference by up to kSunkIn, a
  // third of the last error.
  record.absolute("order of the links", std::log2((found[1] - found[0]) / (found[2] - found[1])), 2.0, 0.25);
  record.relative("coefficient over the arc, lagrangian_links, 120 and 240 links extrapolated in second order",
                  found[2] + (found[2] - found[1]) / 3.0, kOnFlanks, kSunkIn, Rank::headline);
}

}  // namespace

void add_wedge_cases(std::vector<VerificationCase>& cases) {
  cases.push_back(
      {.id = "friction/wedge/steady",
       .claim = "A V belt slips over a pulley according to Euler-Eytelwein with mu/sin(alpha/2), with every law.",
       .reference = "exact: balance of forces",
       .run = capstan_of_flanks,
       .tolerances = "contact penetrations, by which friction has a longer arm"});
  cases.push_back(
      {.id = "friction/wedge/string",
       .claim = "A V belt without bending stiffness slips at the Euler-Eytelwein torque with mu/sin(alpha/2).",
       .reference = "exact: string-drive/ntarladima",
       .run = slipping_string,
       .tolerances = "the load is within a thousandth of the closed form"});
  cases.push_back({.id = "friction/wedge/in-time",
                   .claim = "The same holds for belts of material points.",
                   .reference = "exact: balance of forces",
                   .slow = true,
                   .run = capstan_in_time,
                   .tolerances = "contact penetrations, by which friction has a longer arm; links passing within the "
                                 "averaging window scatter the order by 0.25"});
}

}  // namespace beltdyn::verification
