// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/test/sanitized.hpp"
#include "core/belt/belt_simulation.hpp"
#include "core/config/reader.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/numerics/close.hpp"
#include "lagrangian/ancf/ancf_simulation.hpp"
#include "lagrangian/ancf/test/small_belt.hpp"

namespace beltdyn::lagrangian::ancf::belt_bodies_test {
namespace {

constexpr double kRadius = 0.05;       // [m]
constexpr double kSpan = 0.6;          // [m]
constexpr double kBefore = 0.25;       // part of the span before the body [m]
constexpr double kStiffness = 2e4;     // EA [N]
constexpr double kPretension = 100.0;  // [N]
constexpr double kDensity = 0.02;      // [kg/m]
constexpr double kFriction = 0.5;

// Two equal pulleys side by side; the body is on the lower span, which runs from the first to the second.
BeltDrive drive_of(const std::string& bodies,
                   const std::string& first = R"("type": "prescribed", "angular_velocity": 0)",
                   const std::string& second = R"("type": "prescribed", "angular_velocity": 0)",
                   const std::string& gravity = "[0, 0]") {
  BeltDrive drive;
  const std::string text = fmt::format(
      R"({{"direction": "counterclockwise", "pulleys": [
        {{"center": [0, 0], "radius": {0}, "side": "inside", "inertia": 1e-4, "motion": {{{5}}}}},
        {{"center": [{1}, 0], "radius": {0}, "side": "inside", "inertia": 1e-4, "motion": {{{6}}}}}],
      "belt": {{"axial_stiffness": {2}, "bending_stiffness": 0, "mass_per_length": {3}, "width": 0.01,
               "contact_offset": 0, "pretension": {{"type": "force", "force": {4}}}}},
      "contact": {{"friction": {{"type": "coulomb", "coefficient": {7}}}}},
      "gravity": {8}, "bodies": [{9}]}})",
      kRadius, kSpan, kStiffness, kDensity, kPretension, first, second, kFriction, gravity, bodies);
  const config::JsonDocument document = config::JsonDocument::parse("drive.json", text);
  config::Reader(document).read([&drive](config::FieldVisitor& v) { drive.visit(v); });
  return drive;
}

std::string body(double mass, const std::string& more = "") {
  return fmt::format(R"({{"from": 1, "distance": {}, "mass": {}{}}})", kBefore, mass, more);
}

AncfSimulation run_of(const BeltDrive& drive, int elements, double step = 1e-4) {
  return AncfSimulation(drive, {.elements = elements, .friction = FrictionMode::consistent, .time_step = step});
}

void advance_to(AncfSimulation& run, double end) {
  while (run.time() < end - 1e-9) run.advance(run.time_step());
}

// Natural length of a part of the span with the force N, and of the arc behind it on which the belt slips, minus the
// natural length of that arc at the pretension N₀. By friction the force changes from N to N₀ on the arc.
double natural_length(double length, double force) {
  const double n0 = 1.0 + kPretension / kStiffness;
  const double n = 1.0 + force / kStiffness;
  const double arc = std::abs(std::log(force / kPretension)) / kFriction;
  // ∫ R dθ/λ by Simpson's rule, in steps of a hundredth of the arc; the integrand is smooth.
  constexpr int kSteps = 100;
  double on_arc = 0.0;
  for (int i = 0; i <= kSteps; ++i) {
    const double theta = arc * i / kSteps;
    const double here = force * std::exp((force > kPretension ? -1.0 : 1.0) * kFriction * theta);
    const double weight = i == 0 || i == kSteps ? 1.0 : i % 2 == 1 ? 4.0 : 2.0;
    on_arc += weight * (1.0 / (1.0 + here / kStiffness) - 1.0 / n0) * kRadius * arc / (3.0 * kSteps);
  }
  return length / n + on_arc;
}

// Displacement of a body by a force between pulleys at rest, by the balance of natural lengths, if each part of the
// span is longer by `more`.
double stretch_by(double force, double more = 0.0) {
  const double n0 = 1.0 + kPretension / kStiffness;
  const double first = kBefore + more;
  const double second = kSpan - kBefore + more;
  double displacement = 0.0;
  double before = kPretension + 0.5 * force;  // N₁, of the part of the span before the body
  for (int i = 0; i < 50; ++i) {
    // Newton's method for both balances, with the slopes of the spans alone.
    const double of_first = natural_length(first + displacement, before) - first / n0;
    const double of_second = natural_length(second - displacement, before - force) - second / n0;
    const double change = (of_first + of_second) / ((first + second) / kStiffness);
    displacement -= of_first - first / kStiffness * change;
    before += change;
  }
  return displacement;
}

// Rigid stick takes up a force over half an element, and the element at the begin of a contact sticks with only a part
// of it: spans behave as if they were longer, by at most this number of elements at each pulley.
constexpr double kElementsLonger = 1.0;

double longer(int elements) { return kElementsLonger * (2.0 * kSpan + 2.0 * std::numbers::pi * kRadius) / elements; }

}  // namespace

TEST_CASE(
    "ANCF bodies: a force stretches the belt before a body and slackens it behind, friction on the arcs included") {
  constexpr double kForce = 40.0;  // [N]
  std::vector<double> errors;
  for (const int elements : {60, 120, 240}) {
    CAPTURE(elements);
    const AncfSimulation run = run_of(drive_of(body(1.0, fmt::format(R"(, "force": {})", kForce))), elements);
    const BodyState state = run.body_states()[0];
    CHECK(close(state.belt_force.x(), -kForce, {.rel = 1e-6}));
    CHECK(state.displacement > stretch_by(kForce));
    CHECK(state.displacement < stretch_by(kForce, longer(elements)));
    errors.push_back(state.displacement / stretch_by(kForce) - 1.0);
  }
  // Of first order, and by a part of an element more or less, as a node happens to lie at the end of the arc.
  CHECK(errors[0] > 4.0 / 2.0 * errors[2]);
  CHECK(errors[0] < 4.0 * 2.0 * errors[2]);
}

// ω² = EA/λ (1/l₁ + 1/l₂)/(m + a third of the belt on both spans)
TEST_CASE("ANCF bodies: a body swings between two spans as on springs") {
  constexpr double kMass = 0.5;  // [kg]
  const auto omega = [](double more) {
    const double springs = 1.0 / (kBefore + more) + 1.0 / (kSpan - kBefore + more);
    return std::sqrt(kStiffness / (1.0 + kPretension / kStiffness) * springs / (kMass + kSpan * kDensity / 3.0));
  };
  const double period = 2.0 * std::numbers::pi / omega(0.0);
  for (const int elements : {120, 240}) {
    CAPTURE(elements);
    AncfSimulation run =
        run_of(drive_of(body(kMass, R"(, "force": {"type": "piecewise_linear", "time": [0, 1e-9], "value": [1, 0]})")),
               elements, period / 200.0);
    double before = run.body_states()[0].displacement;
    double crossed = 0.0;  // third crossing, after five quarters of a period
    for (int crossings = 0; crossings < 3;) {
      const double time = run.time();
      run.advance(run.time_step());
      const double displacement = run.body_states()[0].displacement;
      if (before * displacement < 0.0) {
        ++crossings;
        crossed = time + run.time_step() * before / (before - displacement);
      }
      before = displacement;
      REQUIRE(run.time() < 2.0 * period);
    }
    const double found = 2.5 * std::numbers::pi / crossed;
    CHECK(found < omega(0.0));
    CHECK(found > omega(longer(elements)));
    CHECK(std::abs(run.power_defect()) < 1e-6);
  }
}

TEST_CASE("ANCF bodies: friction in the guide holds a body, and takes its limit from what moves it") {
  constexpr double kLimit = 0.2 * 50.0;  // [N]
  const auto rubbing = [](double force) {
    return body(1.0, fmt::format(R"(, "force": {}, "friction": {{"normal_force": 50, "law": {{"type":
        "elastoplastic_coulomb", "coefficient": 0.2, "stiffness": 1e7}}}})",
                                 force));
  };
  AncfSimulation held = run_of(drive_of(rubbing(0.5 * kLimit)), 60);
  AncfSimulation moved = run_of(drive_of(rubbing(4.0 * kLimit)), 60);
  const AncfSimulation free = run_of(drive_of(body(1.0, R"(, "force": 30)")), 60);
  CHECK(std::abs(held.body_states()[0].displacement) < 1e-6);
  CHECK(close(held.body_states()[0].friction_force, -0.5 * kLimit, {.rel = 0.1}));
  CHECK(close(moved.body_states()[0].friction_force, -kLimit, {.rel = 1e-9}));
  CHECK(close(moved.body_states()[0].displacement, free.body_states()[0].displacement, {.rel = 1e-6}));
}

// The belt moves the body by its own acceleration. Moments and energy balance, with the force of the body on the belt
// in the spans.
TEST_CASE("ANCF bodies: a motor moves a carriage to and fro") {
  const BeltDrive drive = drive_of(
      body(0.5, R"(, "friction": {"normal_force": 50, "law": {"type": "elastoplastic_coulomb", "coefficient": 0.2,
          "stiffness": 1e6}})"),
      R"("type": "prescribed", "angular_velocity": {"type": "piecewise_linear", "time": [0, 0.02, 0.06, 0.08],
          "value": [0, 10, 10, 0]})",
      R"("type": "free")");
  AncfSimulation run = run_of(drive, 120, 1e-4);
  advance_to(run, 0.1);
  // 10 rad/s · 0.06 s · R
  CHECK(close(run.body_states()[0].displacement, 0.6 * kRadius, {.rel = 0.02}));
  CHECK(std::abs(run.power_defect()) < 1e-2);
}

TEST_CASE("ANCF bodies: a run that was saved goes on to the same bits") {
  const BeltDrive drive =
      drive_of(body(0.5, R"(, "force": {"type": "harmonic", "mean": 0, "amplitude": 20, "angular_frequency": 600},
          "friction": {"normal_force": 50, "law": {"type": "elastoplastic_coulomb", "coefficient": 0.1, "stiffness": 1e6}})"),
               R"("type": "prescribed", "angular_velocity": 0)", R"("type": "free")");
  AncfSimulation run = run_of(drive, 60);
  advance_to(run, 0.005);
  const auto bytes = bytes_of(run);
  advance_to(run, 0.01);
  AncfSimulation again = run_of(drive, 60);
  restore_from(bytes, again);
  advance_to(again, 0.01);
  CHECK(bytes_of(again) == bytes_of(run));
}

// The drive stands upright: the first part of the span is below the body, which hangs from the second part.
TEST_CASE("ANCF bodies: a body stands still while it is held, and then falls by its weight") {
  constexpr double kMass = 0.5;
  constexpr double kRelease = 2e-3;  // [s]
  constexpr double kStep = 1e-5;
  const std::string still = R"("type": "prescribed", "angular_velocity": 0)";
  AncfSimulation run = run_of(
      drive_of(body(kMass, fmt::format(R"(, "held_until": {})", kRelease)), still, still, "[-9.81, 0]"), 60, kStep);
  advance_to(run, kRelease);
  CHECK(std::abs(run.body_states()[0].displacement) < 1e-12);
  // The spans pull back with k x, so that x = m g/k (1 − cos(ω t)). Free fall is its first term, to (ω t)²/12. A third
  // of the belt on both spans, 0.8 % of m, moves with the body.
  constexpr double kFall = 3e-4;
  advance_to(run, kRelease + kFall);
  CHECK(close(run.body_states()[0].displacement, -0.5 * 9.81 * kFall * kFall, {.rel = 0.02}));
}

TEST_CASE("ANCF bodies: a body that comes to a pulley ends the run" * doctest::skip(beltdyn::test::kIsSanitized)) {
  AncfSimulation run = run_of(drive_of(body(0.5), R"("type": "prescribed", "angular_velocity": 40)"), 60, 5e-4);
  std::string reason;
  try {
    advance_to(run, 1.0);
  } catch (const SolverError& error) {
    reason = error.what();
  }
  CHECK(reason.find("body 1 reached pulley 2") != std::string::npos);
}

TEST_CASE(
    "ANCF bodies: a mesh whose elements make the belt softer by more than a twentieth is told, with one that is not") {
  const auto told = [](int elements) {
    const std::vector<std::string> warnings = run_of(drive_of(body(1.0)), elements).preflight(1.0);
    const auto found =
        std::ranges::find_if(warnings, [](const std::string& w) { return w.find("holds body 1") != w.npos; });
    return found == warnings.end() ? std::string() : *found;
  };
  const std::string warning = told(60);
  const std::size_t at = warning.find("at least ");
  REQUIRE(at != std::string::npos);
  const int enough = std::stoi(warning.substr(at + 9));
  CHECK(told(enough).empty());
  CHECK_FALSE(told(enough * 9 / 10).empty());
}

}  // namespace beltdyn::lagrangian::ancf::belt_bodies_test
