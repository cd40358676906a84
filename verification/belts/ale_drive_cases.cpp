// SPDX-License-Identifier: MIT
// Belt drives of eulerian_ale in limits that have exact solutions: the string with inertia on two and on five pulleys
// and the largest torque it transmits, the elastica that lifts off its pulleys, the contour of [Oborin 2018].
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/drive/belt/belt_drive.hpp"
#include "eulerian/ale/ale_simulation.hpp"
#include "verification/belt_support.hpp"
#include "verification/cases.hpp"
#include "verification/contour/contour_limit.hpp"
#include "verification/contour/contour_support.hpp"
#include "verification/embedded.hpp"
#include "verification/exact/beam_lift_off.hpp"
#include "verification/exact/string_loop_motion.hpp"
#include "verification/largest.hpp"
#include "verification/strings/string_loops.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;
using std::numbers::pi;

// The closed-form model of the drive of a run; the first pulley drives.
exact::StringDrive string_of(const BeltRun& run) { return string_drive_of(run.simulation().drive()); }

std::string constant(const char* what, double value) {
  return fmt::format(R"({}={{"type": "constant", "value": {:.17g}}})", what, value);
}

// The tolerance follows from contact penetration: the belt penetrates a pulley by p/k = τ/(R k), 1.3e-6 m at most. This
// shortens the path by 2π times that depth, which changes the strain of 5 %, and so the forces, by 1.3e-4 of their
// value.
void record_drive(Record& record, const BeltRun& run, const exact::SteadyStringMotion& exact, const std::string& at,
                  Rank rank) {
  record.relative("tight span force [N]" + at, run["span_force_2"], exact.force[0], 2e-4, rank);
  record.relative("slack span force [N]" + at, run["span_force_1"], exact.force[1], 2e-4);
  record.relative("ratio of angular velocities [-]" + at, run["angular_velocity_2"] / run["angular_velocity_1"],
                  exact.angular_velocity[1] / exact.angular_velocity[0], 1e-5, rank);
  record.relative("flux [m/s]" + at, run["flux"], exact.flux, 1e-5);
}

void equal_pulleys(Record& record) {
  struct Row {
    double speed{};   // of the driver's surface [m/s]
    double torque{};  // [N m]
  };
  // The first row represents rest: inertia contributes 1e-8 of the force.
  for (const Row& row :
       {Row{0.01, 20.0}, Row{5.0, 20.0}, Row{10.0, 20.0}, Row{15.0, 20.0}, Row{18.0, 20.0}, Row{10.0, 10.0}}) {
    const BeltRun run(embedded::ale_drives("string_drive.json"),
                      {constant("/drive/pulleys/0/motion/angular_velocity", 10.0 * row.speed),
                       constant("/drive/pulleys/1/motion/torques/0/moment", -row.torque)});
    record_drive(record, run, exact::steady_string_motion(string_of(run), row.speed, row.torque),
                 fmt::format(" at {} m/s, {} N m", row.speed, row.torque),
                 row.speed == 18.0 ? Rank::headline : Rank::detail);
  }
}

void unequal_pulleys(Record& record) {
  const BeltRun run(embedded::ale_drives("unequal_string_drive.json"), {});
  const exact::SteadyStringMotion exact = exact::steady_string_motion(string_of(run), 10.0, 8.0);
  record_drive(record, run, exact, "", Rank::headline);
  record.relative("torque of the driver [N m]", -run["torque_1"], exact.driver_torque, 2e-4);
}

// The tolerances follow from contact penetration. The belt penetrates the smallest pulley by T/(R k), 3.5e-7 m or
// 1.2e-5 of its radius. Penetration of all pulleys shortens the path by 2.5e-6 m, compared with the 0.019 m by which
// the belt is stretched.
void five_pulleys(Record& record) {
  const BeltRun run(embedded::ale_drives("string_loop.json"), {});
  const BeltDrive& drive = run.simulation().drive();
  const exact::StringLoopMotion exact =
      exact::steady_loop_motion(loop_of(drive), drive.pulleys[0].radius * run["angular_velocity_1"]);
  const BeltPath path = drive.path();
  for (std::size_t p = 0; p < drive.pulleys.size(); ++p) {
    const std::string number = std::to_string(p + 1);
    const Rank rank = p == 0 ? Rank::headline : Rank::detail;
    record.relative("force of span " + number + " [N]", run["span_force_" + number], exact.force[p], 2e-4, rank);
    const std::size_t before = (p + drive.pulleys.size() - 1) % drive.pulleys.size();
    const Eigen::Vector2d load = exact.effective_force[p] * path.spans()[p].tangent -
                                 exact.effective_force[before] * path.spans()[before].tangent;
    record.relative("hub load of pulley " + number + " [N]", run["hub_load_" + number], load.norm(), 2e-4);
    if (drive.pulleys[p].is_prescribed()) continue;
    record.relative("angular velocity of pulley " + number + " [rad/s]",
                    path.arcs()[p].turn * run["angular_velocity_" + number], exact.angular_velocity[p], 1.2e-5);
  }
  record.relative("flux [m/s]", run["flux"], exact.flux, 1e-5, Rank::headline);
  record.relative("torque of the crank [N m]", -run["torque_1"], exact.driver_torque, 1.2e-5);
}

// The tolerance is the spacing of contact points, 1/180 of a wrap or less: at full slip a stick zone of that length may
// remain at the entry of the pulley. It changes the force by μ times its angle.
void largest_torque(Record& record) {
  BeltRun run(embedded::ale_drives("belt_characteristic.json"), {});
  double largest = 0.0;
  run.advance_to(6.0, [&] { largest = larger(largest, run["torque_2"]); });
  const exact::SteadyStringMotion exact = exact::full_slip_motion(string_of(run), 10.0);
  record.relative("largest torque [N m]", largest, exact.driven_torque, 1e-3, Rank::headline);
  record.relative("tight span force [N]", run["span_force_2"], exact.force[0], 1e-3);
  record.relative("slack span force [N]", run["span_force_1"], exact.force[1], 1e-3);
  record.relative("ratio of angular velocities [-]", run["angular_velocity_2"] / run["angular_velocity_1"],
                  exact.stretch[1] / exact.stretch[0], 1e-3);
  // A torque as the load, in steps of 0.1 N m: beyond the limit there are motions in which the belt slips throughout.
  BeltRun loaded(embedded::ale_drives("belt_characteristic.json"),
                 {R"(/drive/pulleys/1/motion={"type": "torque", "torques": [{"type": "applied", "moment":
              {"type": "piecewise_linear", "time": [0, 4.7, 5.7], "value": [0, -47, -48]}}]})"});
  double by_torque = 0.0;
  loaded.advance_to(4.7);
  loaded.advance_to(5.7, [&] { by_torque = larger(by_torque, loaded["torque_2"]); });
  record.relative("largest torque, the load is a torque, against that by creep [N m]", by_torque, largest, 1e-4,
                  Rank::detail, "the limit is found to a small part of a step, and both searches end at the same mesh");
}

// A load that drives the belt. Two steady motions exist; the case expects the one that is continuously connected to the
// unloaded drive. The belt penetrates a pulley by d = τ/(R k) per reference length, by 5e-6 m at most with the softer
// contact. Penetration changes the speed ratio ω₂/ω₁ to (λ₂/λ₁) (R₁ − d₁)/(R₂ − d₂) and shortens the path, and with it
// the belt, by α₁ d₁ + α₂ d₂.
void overrunning(Record& record) {
  for (const double stiffness : {2e10, 2e11}) {
    for (const double torque : {1.0, 3.0, 5.0}) {
      const BeltRun run(embedded::ale_drives("overrunning.json"),
                        {constant("/drive/pulleys/1/motion/torques/0/moment", torque),
                         fmt::format("/drive/contact/normal/stiffness_per_area={}", stiffness),
                         fmt::format("/drive/contact/friction/stiffness_per_area={}", stiffness)});
      const BeltDrive& drive = run.simulation().drive();
      const exact::StringDrive string = string_of(run);
      const double speed = string.radius[0] * run["angular_velocity_1"];
      const exact::SteadyStringMotion exact = exact::steady_string_motion(string, speed, -torque);
      double shorter = 0.0;  // path shortening by penetration, with the larger effective force on both wraps [m]
      const double pressing = larger(exact.effective_force[0], exact.effective_force[1]);
      for (std::size_t k = 0; k < 2; ++k) {
        shorter += string.wrap[k] * pressing / (string.radius[k] * stiffness * drive.belt.width);
      }
      const double slacker = string.axial_stiffness * shorter / string.reference_length;
      const std::string at = fmt::format(", {} N m, contacts of {:.0e} N/m3", torque, stiffness);
      record.relative("speed of the driven pulley [rad/s]" + at, run["angular_velocity_2"], exact.angular_velocity[1],
                      1e-4, torque == 3.0 && stiffness > 1e11 ? Rank::headline : Rank::detail);
      record.absolute("force of the first span [N]" + at, run["span_force_1"], exact.force[1], slacker, Rank::detail,
                      "the shortening of the belt path by contact penetration");
      record.absolute("force of the second span [N]" + at, run["span_force_2"], exact.force[0], slacker, Rank::detail,
                      "the shortening of the belt path by contact penetration");
    }
  }
}

constexpr double kRadius = 0.1;               // of the pulleys of lift_off.json [m]
constexpr double kContactStiffness = 3.2e11;  // [N/m²]

// The end of the wrap on the first pulley as the exact solution describes it: an even pressure N_c/R up to the angle φ
// from the middle of the wrap, and a concentrated force P at φ. Both follow from the pressure at the contact points,
// with the same resultant and the same first moment. The sums begin where the pressure is even again, a few lengths of
// a beam on an elastic foundation away from the end.
struct WrapEnd {
  double angle{};  // φ [rad]
  double force{};  // P [N]
};

WrapEnd wrap_end(const eulerian::ale::AleEquations& equations, const BeltMap& belt, double contact_force, double from) {
  const auto& mesh = equations.model().mesh;
  const auto angle = [](double sigma) { return sigma / kRadius - 0.5 * pi; };
  double start = 0.0;
  double resultant = 0.0;
  double moment = 0.0;
  for (int e = 0; e < mesh.size() / 2; ++e) {
    const auto i = static_cast<std::size_t>(e);
    if (angle(mesh.nodes[i].sigma) < from) continue;
    if (start == 0.0) start = angle(mesh.nodes[i].sigma);
    for (std::size_t k = 0; k < eulerian::ale::kContactPoints; ++k) {
      const auto& at = equations.model().contact_rule[k];
      const double sigma = mesh.nodes[i].sigma + at.xi * mesh.lengths[i];
      const double pressure = equations.arrays().contacts[equations.arrays().contact_at(
          e, k, eulerian::ale::ContactField::pressure)];  // per reference length
      const double force = pressure * mesh.lengths[i] * at.weight / (1.0 + belt.at(sigma).strain);
      resultant += force;
      moment += force * (angle(sigma) - start);
    }
  }
  // N_c x + P = resultant, N_c x²/2 + P x = moment, x = φ − start
  const double x = (resultant - std::sqrt(resultant * resultant - 2.0 * contact_force * moment)) / contact_force;
  return {.angle = start + x, .force = resultant - contact_force * x};
}

void lift_off(Record& record) {
  struct Row {
    double bending_stiffness{};
    double flux{};
  };
  for (const Row& row :
       {Row{4.0 / 3e3, 0.0}, Row{4.0 / 3e3, 5.0}, Row{0.01, 0.0}, Row{0.0666667, 0.0}, Row{0.0666667, 5.0}}) {
    exact::BeamOnPulleys beam{.axial_stiffness = 8000.0,
                              .bending_stiffness = row.bending_stiffness,
                              .unstressed_stretch = 0.95,
                              .mass_per_length = 0.8288,
                              .reference_length = 0.4 * pi,
                              .radius = kRadius,
                              .distance = 0.1 * pi,
                              .flux = row.flux};
    const double speed = row.flux * exact::beam_lift_off(beam).contact_stretch / kRadius;
    const BeltRun run(embedded::ale_drives("lift_off.json"),
                      {fmt::format("/drive/belt/bending_stiffness={:.17g}", row.bending_stiffness),
                       constant("/drive/pulleys/0/motion/angular_velocity", speed)});
    beam.flux = run["flux"];
    const exact::BeamLiftOff exact = exact::beam_lift_off(beam);
    const BeltMap belt = run.simulation().belt();
    const double convected = beam.mass_per_length * beam.flux * beam.flux;
    const auto effective = [&](double sigma) {
      const ProfilePoint at = belt.at(sigma);
      return at.force - convected * (1.0 + at.strain);
    };
    constexpr double kMiddleOfWrap = 0.05 * pi;
    constexpr double kMiddleOfSpan = 0.15 * pi;
    constexpr double kLayers = 12.0;
    const double layer = std::pow(4.0 * row.bending_stiffness / kContactStiffness, 0.25) / kRadius;  // [rad]
    const auto& simulation = dynamic_cast<const eulerian::ale::SteadySimulation&>(run.simulation());
    const WrapEnd end =
        wrap_end(simulation.steady().equations(), belt, effective(kMiddleOfWrap), 0.5 * exact.wrap - kLayers * layer);
    const std::string at = fmt::format(", EI = {:.4g} N m2, G = {} m/s", row.bending_stiffness, row.flux);
    const Rank rank = row.bending_stiffness > 0.05 && row.flux > 0.0 ? Rank::headline : Rank::detail;
    record.relative("effective force of the span [N]" + at, effective(kMiddleOfSpan), exact.horizontal_force, 1e-3);
    record.relative("wrap [rad]" + at, 2.0 * end.angle, exact.wrap, 1e-3);
    record.relative("concentrated force [N]" + at, end.force, exact.concentrated_force, 1e-3, rank);
    record.relative("effective force on the pulley [N]" + at, effective(kMiddleOfWrap), exact.contact_force, 1e-3);
  }
}

// Relative differences of the strains of both spans at t = 0.5 s, 1 s and 2 s: the largest and the sum [-].
struct OborinErrors {
  double largest{};
  double sum{};
};

OborinErrors oborin_errors(double time_step, int elements_per_pulley, const ContourHistory& exact) {
  const std::vector<double> times{0.5, 1.0, 2.0};
  const std::vector<SpanStrains> strains = ale_in_contour_limit(time_step, times, elements_per_pulley);
  OborinErrors errors;
  for (std::size_t i = 0; i < times.size(); ++i) {
    for (const double error : {strains[i].slack / exact.strain_slack(times[i]) - 1.0,
                               strains[i].tight / exact.strain_tight(times[i]) - 1.0}) {
      errors.largest = larger(errors.largest, std::abs(error));
      errors.sum += std::abs(error);
    }
  }
  return errors;
}

ContourHistory oborin_exact() {
  return run_contour(oborin_62(), R"({"formulation": "analytic_dde", "strain": "finite_material", "time_step": 0.05})",
                     2.0);
}

void oborin_limit(Record& record) {
  const ContourHistory exact = oborin_exact();
  constexpr int kPerPulley = 60;
  record.at_most("strain of the spans, steps of 5 ms, relative [-]", oborin_errors(5e-3, kPerPulley, exact).largest,
                 5e-3, Rank::headline);
  record.at_most("strain of the spans, steps of 2.5 ms, relative [-]", oborin_errors(2.5e-3, kPerPulley, exact).largest,
                 5e-3);
}

// The part of the error that depends on the step is of second order. The rest, from pretension and contact, does not
// depend on the step; the finest step represents it. The mesh is fine because every step interpolates memory between
// contact points, and the error of this interpolation adds up over many steps on a coarse mesh.
void oborin_limit_steps(Record& record) {
  const ContourHistory exact = oborin_exact();
  constexpr int kPerPulley = 240;
  const std::vector<double> steps{0.01, 0.005, 0.0025, 0.00125};
  std::vector<double> errors;
  for (const double step : steps) errors.push_back(oborin_errors(step, kPerPulley, exact).sum);
  record.series(
      {.title = "eulerian_ale against analytic_dde: strain of the spans, including the part independent of the step",
       .parameter = "time_step [s]",
       .error = "sum of the relative errors at 0.5 s, 1 s and 2 s [-]",
       .values = steps,
       .errors = errors});
  // With an error e h², the differences from the finest step have the ratio (64 − 1)/(4 − 1) between the first and the
  // third step. The result would be 1.4 for the first order and 3.1 for the third.
  const double order = 0.5 * std::log2((errors[0] - errors[3]) / (errors[2] - errors[3]));
  record.absolute("mean order of convergence in the step over two halvings [-]", order, 0.5 * std::log2(63.0 / 3.0),
                  0.4);
}

}  // namespace

void add_ale_drive_cases(std::vector<VerificationCase>& cases) {
  cases.push_back({.id = "ale/string-drive",
                   .claim = "span forces, creep and flux of a drive whose belt has inertia, at six speeds and loads",
                   .reference = "exact: [Rubin 2000], evaluated to machine precision",
                   .run = equal_pulleys,
                   .tolerances = "a contact penetration of 1.3e-6 m, which reduces the forces by 1.3e-4 and the radii "
                                 "by 1.3e-5, nearly equally on both pulleys"});
  cases.push_back(
      {.id = "ale/unequal-string-drive",
       .claim = "the same with unequal pulleys",
       .reference = "exact: [Rubin 2000], evaluated to machine precision",
       .run = unequal_pulleys,
       .tolerances =
           "a contact penetration of at most 1.3e-6 m, which reduces the forces by 1.3e-4 and a radius by 1.3e-5"});
  cases.push_back({.id = "ale/string-loop",
                   .claim = "span forces, speeds and flux of an accessory drive with five pulleys, one of them outside",
                   .reference = "exact: Euler-Eytelwein on each pulley, the belt's length, finite strain and inertia",
                   .run = five_pulleys,
                   .tolerances = "a contact penetration of at most 3.5e-7 m, which reduces the strain by 1.3e-4 and "
                                 "the smallest radius by 1.2e-5"});
  cases.push_back({.id = "ale/overrunning-load",
                   .claim = "a driving load is braked by belt creep and does not accelerate the belt",
                   .reference = "exact: [Rubin 2000], evaluated to machine precision",
                   .run = overrunning,
                   .tolerances = "a penetration of 5e-6 m into the softer contacts, 1e-4 of the smaller radius; the "
                                 "speeds depend on the difference between the pulleys"});
  cases.push_back({.id = "ale/largest-torque",
                   .claim = "the torque at which slip covers a whole wrap, by continuation over the creep",
                   .reference = "exact: [Rubin 2000], evaluated to machine precision",
                   .run = largest_torque,
                   .tolerances = "the observed error, 8e-4, rounded up: a tenth of the effect of one contact-point "
                                 "spacing, 1/180 of a wrap"});
  cases.push_back({.id = "ale/lift-off",
                   .claim = "where a belt with bending stiffness leaves a pulley, and the concentrated force there",
                   .reference = "exact: extensible elastica",
                   .run = lift_off,
                   .tolerances = "the observed error, 6e-4, rounded up: it is caused by the elastic foundation that "
                                 "models the pulley, with a layer of length (4 EI/k)^(1/4)"});
  cases.push_back(
      {.id = "ale/oborin-limit",
       .claim = "a belt in the plane with a large pretension moves as the contour of [Oborin 2018]",
       .reference = "delay equations of [Oborin 2018], high accuracy",
       .run = oborin_limit,
       .tolerances =
           "the observed error due to pretension and contact compliance, 1.2e-3, and four times as much for the step"});
  cases.push_back({.id = "ale/oborin-limit-steps",
                   .claim = "the strains of that belt converge with the square of the step",
                   .reference = "delay equations of [Oborin 2018], high accuracy",
                   .slow = true,
                   .run = oborin_limit_steps,
                   .tolerances = "half of the distance to the values for first order, 1.4, and third order, 3.1"});
}

}  // namespace beltdyn::verification
