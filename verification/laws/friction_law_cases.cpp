// SPDX-License-Identifier: MIT
// Friction laws under prescribed motion: closed forms, and properties that each law must have.
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "verification/cases.hpp"
#include "verification/largest.hpp"
#include "verification/laws/rig_support.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;

constexpr double kStiffness = 1600.0;  // of a sticking contact, over its normal force of 1 N [1/m]
constexpr double kClosedForm = 1e-10;  // relative tolerance for closed forms evaluated with 12 digits [-]

double friction_at(RigRun& run, double time) {
  run.advance_to(time);
  return run["friction_force"];
}

// The friction force after a distance from rest at constant velocity [N].
double friction_after(const std::string& law, double distance) {
  constexpr double kVelocity = 1e-3;
  RigRun run(1.0, constant_velocity(kVelocity), law, 0.05);
  return friction_at(run, distance / kVelocity);
}

std::string dahl(double exponent) {
  return fmt::format(R"({{"type": "dahl", "coefficient": 1, "stiffness": {}, "exponent": {}}})", kStiffness, exponent);
}

void dahl_closed_forms(Record& record) {
  constexpr std::array<std::array<double, 2>, 3> kVirgin{
      {{1e-4, 0.147856211034}, {5e-4, 0.550671035883}, {1e-3, 0.798103482005}}};
  for (const auto& [x, force] : kVirgin) {
    record.relative(fmt::format("F({:g} m) alpha=1", x), friction_after(dahl(1.0), x), force, kClosedForm);
    const double s = kStiffness * x;
    record.relative(fmt::format("F({:g} m) alpha=2", x), friction_after(dahl(2.0), x), s / (1.0 + s), kClosedForm);
    record.relative(fmt::format("F({:g} m) alpha=1/2", x), friction_after(dahl(0.5), x), s * (1.0 - 0.25 * s),
                    kClosedForm);
  }
  // A half cycle reduces the influence of the initial state to exp(-2 sigma X) = 4 %; after ten, 1e-14 is left.
  constexpr double X = 1e-3;
  std::vector<double> turns{0.0};
  for (int i = 0; i < 12; ++i) turns.push_back(i % 2 == 0 ? X : -X);
  RigRun run(1.0, path_through(turns), dahl(1.0), 0.05);
  run.advance_to(10.0);
  record.relative("F of the steady loop at -X", run["friction_force"], -0.921668554406, kClosedForm);
  const double work = run["friction_work"];
  run.advance_to(12.0);
  record.relative("area of the steady loop", run["friction_work"] - work, 1.695828613984e-3, kClosedForm,
                  Rank::headline);
}

std::string lugre(double viscosity) {
  return fmt::format(R"({{"type": "lugre", "coefficient": {}, "stiffness": 1e5, "damping": {}, "viscosity": {}}})",
                     stribeck(1.5, 1.0, 1e-3), std::sqrt(1e5), viscosity);
}

void lugre_closed_forms(Record& record) {
  constexpr std::array<std::array<double, 2>, 3> kSteady{
      {{5e-4, 1.389600391536}, {1e-3, 1.184339720586}, {2e-3, 1.009957819444}}};
  for (const auto& [velocity, force] : kSteady) {
    // The bristles settle as exp(-s0 v t/g), to 1e-14 within 1 s.
    RigRun run(1.0, constant_velocity(velocity), lugre(0.4), 0.05);
    record.relative(fmt::format("steady F({:g} m/s)", velocity), friction_at(run, 1.0), force, kClosedForm);
  }
  constexpr std::array<std::array<double, 2>, 4> kStart{
      {{0.0, 0.633255532034}, {1e-3, 0.700979803090}, {5e-3, 0.870113485756}, {10e-3, 0.958042982932}}};
  RigRun run(1.0, constant_velocity(2e-3), lugre(0.4), 1e-3);
  for (const auto& [time, force] : kStart) {
    record.relative(fmt::format("F({:g} s) at 2 mm/s from rest", time), friction_at(run, time), force, kClosedForm);
  }
}

void elastoplastic_loop(Record& record) {
  const std::string law =
      fmt::format(R"({{"type": "elastoplastic_coulomb", "coefficient": 1, "stiffness": {}}})", kStiffness);
  constexpr double X = 1e-3;
  RigRun run(1.0, path_through({0.0, X, -X, X}), law, 0.05);
  record.relative("F in stick, 0.5 mm", friction_at(run, 0.5), 0.8, kClosedForm);
  record.relative("F in slip, 1 mm", friction_at(run, 1.0), 1.0, kClosedForm);
  const double work = run["friction_work"];
  // A change of 2 N takes 1.25 mm of the 2 mm of a half cycle.
  record.relative("F after reversal, 0.5 mm", friction_at(run, 1.25), 0.2, kClosedForm);
  record.relative("F at -X", friction_at(run, 2.0), -1.0, kClosedForm);
  run.advance_to(3.0);
  record.relative("area of the loop", run["friction_work"] - work, 1.5e-3, kClosedForm, Rank::headline);
}

std::string regularised(double coefficient, double velocity, const char* form) {
  return fmt::format(R"({{"type": "regularised_coulomb", "coefficient": {}, "velocity": {}, "form": "{}"}})",
                     coefficient, velocity, form);
}

void regularised_closed_forms(Record& record) {
  constexpr double kGravity = 9.81;
  const std::string slider = R"({"type": "pulled_mass", "mass": 1, "initial_velocity": 1})";
  const std::string law = regularised(0.3, 0.1, "trilinear");
  RigRun run(kGravity, slider, law, 0.01);
  constexpr double t1 = 0.305810397554;
  run.advance_to(t1);
  record.relative("velocity of the slider at t1", run["velocity"], 0.1, kClosedForm);
  record.relative("x1", run["position"], 0.168195718654, kClosedForm);
  run.advance_to(t1 + 0.1);
  // The rounding error of t1, 1e-12 s, causes an error of 3e-11 in the tail.
  record.relative("exponential tail", run["velocity"], 0.1 * std::exp(-0.1 * 0.3 * kGravity / 0.1), kClosedForm);
  run.advance_to(t1 + 2.0);
  record.relative("x at rest", run["position"], 0.171593611961, kClosedForm);

  constexpr std::array<std::array<double, 2>, 2> kThrelfall{{{0.5, 0.776869839851}, {1.0, 0.950212931632}}};
  for (const auto& [ratio, force] : kThrelfall) {
    RigRun threlfall(1.0, constant_velocity(0.1 * ratio), regularised(1.0, 0.1, "threlfall"), 0.1);
    record.relative(fmt::format("Threlfall F at v/v_r = {:g}", ratio), threlfall["friction_force"], force, kClosedForm);
  }

  // Below the limit the regularised law creeps: a mass under the force R t and the viscosity c = mu N/v_r moves by
  // x = (R/c) (t^2/2 - tau t + tau^2 (1 - exp(-t/tau))), tau = m/c.
  const double c = 0.3 * kGravity / 0.1;
  const double tau = 1.0 / c;
  RigRun creep(kGravity, R"({"type": "pulled_mass", "mass": 1, "force_rate": 0.5})", law, 0.1);
  creep.advance_to(5.0);
  record.relative("creep under 2.5 N of 2.94 N", creep["position"],
                  0.5 / c * (12.5 - 5.0 * tau + tau * tau * -std::expm1(-5.0 / tau)), kClosedForm);
}

void slider_stops(Record& record) {
  constexpr double kGravity = 9.81;
  RigRun run(kGravity, R"({"type": "pulled_mass", "mass": 1, "initial_velocity": 1})",
             R"({"type": "elastoplastic_coulomb", "coefficient": 0.3, "stiffness": 1e8, "damping": 2e4})", 0.01, 1e-10);
  run.advance_to(1.0);
  // The stop at v^2/(2 mu g); the bristle shifts it by about mu g/K = 3e-8 m.
  record.absolute("stop of the slider", run["position"], 0.169894665308, 6e-8);
  record.absolute("velocity after the stop", run["velocity"], 0.0, 1e-9);
}

void limits_agree(Record& record) {
  const std::string motion =
      R"({"type": "prescribed_velocity",
          "velocity": {"type": "harmonic", "mean": 2e-4, "amplitude": 5e-3, "angular_frequency": 3}})";
  const std::string coulomb =
      fmt::format(R"({{"type": "elastoplastic_coulomb", "coefficient": 0.8, "stiffness": {}}})", 2.0 * kStiffness);
  const std::string one_element = fmt::format(
      R"({{"type": "gms", "coefficient": {}, "elements": [{{"stiffness": {}, "share": 1}}], "attraction": 7}})",
      constant_coefficient(0.8), kStiffness);
  const std::string bristle = fmt::format(R"({{"type": "bristle", "coefficient": {}, "stiffness": {}}})",
                                          constant_coefficient(0.8), 2.0 * kStiffness);
  const std::string lugre_law =
      fmt::format(R"({{"type": "lugre", "coefficient": {}, "stiffness": {}}})", constant_coefficient(0.8), kStiffness);
  const std::string dahl_law = fmt::format(R"({{"type": "dahl", "coefficient": 0.8, "stiffness": {}}})", kStiffness);
  const auto largest_difference = [&motion](const std::string& one, const std::string& other) {
    constexpr double kNormalForce = 2.0;
    RigRun a(kNormalForce, motion, one, 0.02);
    RigRun b(kNormalForce, motion, other, 0.02);
    double difference = 0.0;
    for (int i = 1; i <= 500; ++i) {
      const double time = 0.02 * i;
      difference = larger(difference, std::abs(friction_at(a, time) - friction_at(b, time)));
    }
    return difference;
  };
  record.at_most("GMS of one element and elastoplastic Coulomb", largest_difference(one_element, coulomb), 1e-9);
  record.at_most("bristle and elastoplastic Coulomb", largest_difference(bristle, coulomb), 1e-9);
  record.at_most("LuGre of constant limit and Dahl", largest_difference(lugre_law, dahl_law), 1e-9);
}

}  // namespace

void add_friction_law_cases(std::vector<VerificationCase>& cases) {
  cases.push_back({.id = "friction/dahl",
                   .claim = "Dahl's law: the virgin curve for three exponents, and force and area of the steady loop.",
                   .reference = "closed forms",
                   .run = dahl_closed_forms,
                   .tolerances = "references have twelve digits, and the law is integrated to 1e-12"});
  cases.push_back({.id = "friction/lugre",
                   .claim = "LuGre: the Stribeck curve in steady sliding, and the transient at constant velocity.",
                   .reference = "closed forms",
                   .run = lugre_closed_forms,
                   .tolerances = "references have twelve digits, and the law is integrated to 1e-12"});
  cases.push_back({.id = "friction/elastoplastic-coulomb",
                   .claim = "Elastoplastic Coulomb friction: forces and area of the hysteresis loop.",
                   .reference = "closed forms",
                   .run = elastoplastic_loop,
                   .tolerances = "references have twelve digits, and the law is integrated to 1e-12"});
  cases.push_back(
      {.id = "friction/regularised-coulomb",
       .claim = "Regularised Coulomb friction: a slider that stops, Threlfall's curve, creep below the limit.",
       .reference = "closed forms",
       .run = regularised_closed_forms,
       .tolerances = "references have twelve digits, and the law is integrated to 1e-12; rounding of the time of a "
                     "kink is 3e-11 of the decay after it"});
  cases.push_back(
      {.id = "friction/slider",
       .claim = "A slider on elastoplastic Coulomb friction stops where rigid friction predicts, and stays.",
       .reference = "closed form of rigid friction; the stiffness of stick accounts for the tolerance",
       .run = slider_stops,
       .tolerances = "the bristle shifts the stopping point by mu g/K = 3e-8 m; its damper leaves no velocity"});
  cases.push_back(
      {.id = "friction/limits-agree",
       .claim = "Laws that coincide in a limit agree under oscillating slip.",
       .reference = "each other",
       .run = limits_agree,
       .tolerances = "the tolerance of the integration, over ten times its effect on a force of about 1 N"});
}

}  // namespace beltdyn::verification
