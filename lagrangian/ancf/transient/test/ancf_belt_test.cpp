// SPDX-License-Identifier: MIT
#include "lagrangian/ancf/transient/ancf_belt.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/base/error.hpp"
#include "core/drive/belt/test/bent_belt_drive.hpp"
#include "core/drive/friction_laws.hpp"
#include "core/dynamics/test/started_belt.hpp"
#include "core/numerics/close.hpp"
#include "lagrangian/ancf/ancf_simulation.hpp"
#include "lagrangian/ancf/test/small_belt.hpp"

namespace beltdyn::lagrangian::ancf::ancf_belt_test {
namespace {

constexpr double kStep = 1e-3;  // [s]

AncfParameters small_parameters(FrictionMode friction = FrictionMode::consistent) {
  return {.elements = 29, .friction = friction, .time_step = kStep};
}

void advance(AncfBelt& belt, int steps, double h = kStep) {
  for (int i = 0; i < steps; ++i) belt.advance(h);
}

BeltDrive impossible_drive() { return beltdyn::test::impossible_drive(small_drive(), 0.02); }

}  // namespace

TEST_CASE("ANCF belt: at rest the forces of the spans differ by the weight between them") {
  const BeltDrive drive = small_drive();
  // The error of segment contact falls with the square of n, from 3 % of the weight at n = 29.
  constexpr int kElements = 232;
  {
    AncfParameters parameters = small_parameters();
    parameters.elements = kElements;
    const BeltMap belt = AncfSimulation(drive, parameters).belt();
    const BeltPath path = drive.path();
    const auto& arcs = path.arcs();
    const double length = path.length();
    const auto middle_after = [&](std::size_t arc) {
      const double from = arcs[arc].start + arcs[arc].length();
      const double to = arc + 1 < arcs.size() ? arcs[arc + 1].start : length + arcs[0].start;
      return 0.5 * (from + to);
    };
    const double first = middle_after(0);
    const double second = middle_after(1);
    const ProfilePoint a = belt.at(first);
    const ProfilePoint b = belt.at(second);
    const double height = belt.position(belt.material(second)).y() - belt.position(belt.material(first)).y();
    // dN = rhoA g dy along a belt that slides without friction, rhoA g/lambda per height, with lambda within 1e-3 of 1;
    // the bending energy EI k^2/2 is negligible in both middles.
    const double weight = drive.belt.mass_per_length * 9.81 * height;
    CHECK(std::abs(height) > 0.1);
    CHECK(std::abs(b.force - a.force - weight) <= 2e-3 * std::abs(weight));
  }
}

// A string on a circle of radius R presses on it with N/R per length. With the penetration N/(R k), k = 2e6 N/m², it
// lies on a circle smaller by 0.4 %, and N decreases by this part of the strain of 2 %: 0.1 N, 0.5 %.
TEST_CASE("ANCF belt: the pressure is the force over the radius, per length of the stretched belt") {
  BeltDrive drive = small_drive();
  drive.gravity.setZero();
  drive.belt.bending_stiffness = 0.0;
  AncfParameters parameters = small_parameters();
  parameters.elements = 232;
  const BeltMap belt = AncfSimulation(drive, parameters).belt();
  const BeltPath path = drive.path();
  for (const PathArc& arc : path.arcs()) {
    constexpr int kSamples = 20;
    double pressure = 0.0;
    for (int i = 0; i < kSamples; ++i) {
      pressure += belt.at(arc.start + arc.length() * (0.25 + 0.5 * i / kSamples)).pressure / kSamples;
    }
    CHECK(close(pressure, belt.at(arc.start + 0.5 * arc.length()).force / arc.radius, {.rel = 0.01}));
  }
}

// Between neighbouring points the length of the belt equals the material length times the mean stretch.
TEST_CASE("ANCF belt: points of the belt are where their particles are") {
  const BeltDrive drive = small_drive();
  AncfParameters parameters = small_parameters();
  parameters.elements = 116;
  const BeltMap belt = AncfSimulation(drive, parameters).belt();
  const auto points = belt.points();
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    CAPTURE(i);
    const double chord = (points[i + 1].position - points[i].position).norm();
    const double strain = 0.5 * (points[i].strain + points[i + 1].strain);
    // Half an element turns by 0.03 rad; its chord is shorter by 0.03²/24. The stretch of a thin belt is not uniform
    // where it begins to bend.
    CHECK(close(chord, (1.0 + strain) * (points[i + 1].material - points[i].material), {.rel = 2e-3}));
  }
}

// At 1024 m positions are rounded by u = 2⁻⁵³·1024 m. The slopes of the shape functions are at most 1.5/L, so that an
// element causes a force of at most EA (4 · 1.5 u)/L by the four coordinates of its two nodes; bending and contact
// together cause less. Two elements meet in a node: 20 EA u/L, including some rounding of the correction.
TEST_CASE("ANCF belt: far from the origin it finds its equilibrium to the rounding of its own elements") {
  constexpr double kFar = 1024.0;  // [m]
  BeltDrive drive = small_drive();
  for (Pulley& pulley : drive.pulleys) pulley.center += Eigen::Vector2d(kFar, -kFar);
  AncfParameters parameters = small_parameters();
  const double element_stiffness = drive.belt.axial_stiffness * parameters.elements / drive.path().length();
  parameters.newton_tolerance = 20.0 * element_stiffness * std::ldexp(kFar, -53);
  CHECK_NOTHROW(AncfBelt(drive, parameters));
}

TEST_CASE("ANCF belt: a step solved twice gives the same bytes") {
  for (const FrictionMode friction : {FrictionMode::paper, FrictionMode::consistent}) {
    CAPTURE(static_cast<int>(friction));
    AncfBelt belt(small_drive(), small_parameters(friction));
    advance(belt, 37);
    const auto before = bytes_of(belt);
    advance(belt, 1);
    const auto after = bytes_of(belt);
    restore_from(before, belt);
    CHECK(bytes_of(belt) == before);
    advance(belt, 1);
    CHECK(bytes_of(belt) == after);
    CHECK(after != before);
  }
}

TEST_CASE(
    "ANCF belt: a run that was saved resumes with bit-identical output in another object, also within a cut step") {
  for (const FrictionMode friction : {FrictionMode::paper, FrictionMode::consistent}) {
    // With three iterations a long step does not converge, and is divided.
    for (const double h : {kStep, 0.06}) {
      CAPTURE(static_cast<int>(friction));
      CAPTURE(h);
      AncfParameters parameters = small_parameters(friction);
      if (h > kStep) parameters.newton_iterations = 4;
      AncfBelt whole(small_drive(), parameters);
      advance(whole, 3, h);
      CHECK((whole.statistics().rejected_steps > 0) == (h > kStep));
      AncfBelt other(small_drive(), parameters);
      advance(other, 1, 0.3 * h);  // must have no influence
      restore_from(bytes_of(whole), other);
      advance(whole, 3, h);
      advance(other, 3, h);
      CHECK(bytes_of(other) == bytes_of(whole));
      CHECK(other.statistics().rejected_steps == whole.statistics().rejected_steps);
    }
  }
}

TEST_CASE("ANCF belt: a failed call states the reason and leaves the state unchanged, at once or after some steps") {
  for (const FrictionMode friction : {FrictionMode::paper, FrictionMode::consistent}) {
    for (const double start : {0.0, 0.01, 0.018}) {
      CAPTURE(static_cast<int>(friction));
      CAPTURE(start);
      AncfBelt belt(impossible_drive(), small_parameters(friction));
      while (belt.time() < start - 0.5 * kStep) belt.advance(kStep);
      const auto before = bytes_of(belt);
      std::string reason;
      try {
        belt.advance(0.021 - belt.time());
      } catch (const SolverError& error) {
        reason = error.what();
      }
      CAPTURE(reason);
      CHECK(reason.find("succeeds, down to") != std::string::npos);
      // Counts are kept, and no tangent is kept.
      AncfBelt again(impossible_drive(), small_parameters(friction));
      restore_from(before, again);
      CHECK(belt.time() == again.time());
      CHECK(belt.equations().arrays().q == again.equations().arrays().q);
      CHECK(belt.equations().arrays().v == again.equations().arrays().v);
      CHECK(belt.equations().arrays().a == again.equations().arrays().a);
      const ContactPacks& contacts = belt.equations().arrays().contacts;
      for (std::size_t p = 0; p < contacts.n_pulleys(); ++p) {
        CHECK(std::ranges::equal(contacts.elements(p), again.equations().arrays().contacts.elements(p)));
      }
      CHECK(belt.torques() == again.torques());
      // With the old memory of its contacts it continues as if there had been no attempt.
      again.equations().forget_tangent();
      belt.advance(kStep);
      again.advance(kStep);
      CHECK(belt.equations().arrays().q == again.equations().arrays().q);
    }
  }
}

namespace {

// Motion without slip, smooth in time, from t = 1 s on.
BeltDrive smooth_drive() {
  BeltDrive drive = small_drive();
  std::get<ElastoplasticCoulombConfig>(*drive.contact->friction).coefficient = 20.0;
  drive.gravity.setZero();
  const TimeFunction speed(TimeFunction::CosineRamp{.from = 0.0, .to = 0.01, .start_time = 1.0, .end_time = 1.1});
  drive.pulleys[0].motion = PrescribedMotion{speed};
  return drive;
}

// The static start has no friction and is no equilibrium with friction: the belt finds one, without inertia, until
// t = 1 s.
double speed_at_end(AncfParameters parameters, int steps) {
  constexpr double kEnd = 0.05;        // after the start of the motion [s]
  parameters.newton_tolerance = 1e-8;  // some times the rounding of the forces
  AncfParameters at_rest = parameters;
  at_rest.time_integration = TimeIntegration::quasi_static;
  AncfBelt resting(smooth_drive(), at_rest);
  advance(resting, 10, 0.1);
  AncfBelt belt(smooth_drive(), parameters);
  restore_from(bytes_of(resting), belt);
  advance(belt, steps, kEnd / steps);
  REQUIRE(belt.statistics().rejected_steps == 0);
  return belt.equations().angles()[1].v;
}

}  // namespace

// In 0.2 s the belt moves on by five elements, and other elements come to the pulleys. At 20 N the penetration is
// 2e-4 m; oscillations have the same size.
TEST_CASE("ANCF belt: a belt that has run on lies on its pulleys, not in them") {
  const BeltDrive drive = beltdyn::test::small_belt_drive(20.0);
  AncfBelt belt(drive, small_parameters());
  const std::vector<double> before = belt.nodes().q;
  advance(belt, 200);
  const std::vector<double> q = belt.nodes().q;
  CHECK(std::hypot(q[0] - before[0], q[1] - before[1]) > 0.05);
  std::array<int, 2> touching{};
  for (std::size_t node = 0; 4 * node < q.size(); ++node) {
    for (std::size_t p = 0; p < 2; ++p) {
      const Eigen::Vector2d& center = drive.pulleys[p].center;
      const double depth = 0.051 - std::hypot(q[4 * node] - center.x(), q[4 * node + 1] - center.y());
      CHECK(depth < 5e-4);
      touching[p] += depth > 0.0 ? 1 : 0;
    }
  }
  // A quarter of 29 nodes lies on each pulley.
  CHECK(touching[0] >= 5);
  CHECK(touching[1] >= 5);
}

TEST_CASE("ANCF belt: the trapezoidal rule and the generalised alpha method are of second order in time") {
  for (const TimeIntegration method : {TimeIntegration::trapezoidal, TimeIntegration::generalised_alpha}) {
    CAPTURE(static_cast<int>(method));
    AncfParameters parameters = small_parameters();
    parameters.time_integration = method;
    std::vector<double> speeds;
    for (const int steps : {50, 100, 200}) speeds.push_back(speed_at_end(parameters, steps));
    const double order = std::log2((speeds[0] - speeds[1]) / (speeds[1] - speeds[2]));
    CAPTURE(order);
    CHECK(order > 1.8);
    CHECK(order < 2.2);
  }
}

TEST_CASE("ANCF belt: a belt that is slowly loaded is the same with and without inertia") {
  BeltDrive drive = small_drive();
  const TimeFunction slowly(TimeFunction::CosineRamp{.from = 0.0, .to = 0.005, .start_time = 0.0, .end_time = 1.0});
  drive.pulleys[0].motion = PrescribedMotion{TimeFunction(0.0)};
  drive.pulleys[1].motion = PrescribedMotion{slowly};
  std::vector<double> torques;
  for (const TimeIntegration method : {TimeIntegration::quasi_static, TimeIntegration::generalised_alpha}) {
    AncfParameters parameters = small_parameters();
    parameters.time_integration = method;
    AncfBelt belt(drive, parameters);
    advance(belt, 2000, 5e-4);
    torques.push_back(belt.torques()[0]);
  }
  CAPTURE(torques[0]);
  CHECK(std::abs(torques[0]) > 0.02);
  // The first-order slip of the quasi-static step lags by half a step, 5e-4 of the turn. Waves around the belt take 10
  // ms, a hundredth of the loading time, and their effect is the square of that.
  CHECK(std::abs(torques[1] - torques[0]) <= 1e-3 * std::abs(torques[0]));
}

TEST_CASE("ANCF belt: a load of rho g per reference length, beside half of the gravity, is the other half") {
  // Weight is not a part of the tangent in either case: results agree except for the rounding of sums. Newton's
  // tolerance of 5e-6 N moves nodes of 4e-3 kg by 1e-6 m/s in a step.
  CHECK(beltdyn::test::weight_less_load<AncfBelt>(small_drive(), small_parameters(), kStep) < 2e-5);
}

TEST_CASE("ANCF belt: started from the nodes of its static equilibrium it has the same motion") {
  const beltdyn::test::StartedPair<AncfBelt> pair(small_drive(), small_parameters(), kStep);
  CHECK(pair.time_of_start == 0.0);
  CHECK(pair.belt.nodes().q == pair.started.nodes().q);
  CHECK(pair.belt.nodes().v == pair.started.nodes().v);
}

// Newton's tolerance of 5e-6 N moves nodes of 4e-3 kg by 1e-6 m/s in a step.
TEST_CASE("ANCF belt: started one element further along itself it goes the same way: contacts begin where it lies") {
  constexpr int kSteps = 20;
  for (const FrictionMode friction : {FrictionMode::paper, FrictionMode::consistent}) {
    CAPTURE(static_cast<int>(friction));
    AncfBelt belt(small_drive(), small_parameters(friction));
    AncfBelt further(small_drive(), small_parameters(friction));
    BeltStepper::Nodes start = belt.nodes();
    for (std::vector<double>* values : {&start.q, &start.v, &start.a}) {
      std::rotate(values->begin(), values->begin() + numerics::kBlock, values->end());
    }
    further.start_from(start);
    advance(belt, kSteps);
    advance(further, kSteps);
    std::vector<double> v = belt.nodes().v;
    std::rotate(v.begin(), v.begin() + numerics::kBlock, v.end());
    double largest = 0.0;
    for (std::size_t i = 0; i < v.size(); ++i) largest = std::max(largest, std::abs(further.nodes().v[i] - v[i]));
    CHECK(largest <= kSteps * 1e-6);
  }
}

// The first pulley runs, the second one is at rest: on all of one of them the belt slips with 0.2 m/s, four times the
// Stribeck velocity, which leaves e⁻¹⁶ of the difference between static and kinetic friction. Without bending, weight,
// thickness and inertia |ln(N₁/N₂)| = μ π at any contact stiffness, since the belt turns by π on each pulley. The
// tolerance comes from the mesh: an element, a 29th of the half turn, at either end.
TEST_CASE("ANCF belt: a belt that slips through has the friction coefficient of the velocity of its slip") {
  constexpr double kKinetic = 0.2;
  BeltDrive drive = small_drive();
  drive.gravity.setZero();
  drive.belt.bending_stiffness = 0.0;
  drive.belt.contact_offset = 0.0;
  drive.contact->friction =
      LuGreConfig{.coefficient = {contact::StribeckCurve::Parameters{
                      .static_coefficient = 2.0 * kKinetic, .kinetic_coefficient = kKinetic, .velocity = 0.05}},
                  .stiffness = 1e4};
  const TimeFunction speed(TimeFunction::CosineRamp{.from = 0.0, .to = 4.0, .start_time = 0.0, .end_time = 0.02});
  drive.pulleys[0].motion = PrescribedMotion{speed};
  drive.pulleys[1].motion = PrescribedMotion{TimeFunction(0.0)};
  AncfParameters parameters = small_parameters();
  parameters.elements = 116;
  parameters.time_integration = TimeIntegration::quasi_static;
  AncfSimulation simulation(drive, parameters);
  for (int i = 0; i < 100; ++i) simulation.advance(kStep);
  const BeltMap belt = simulation.belt();
  const BeltPath path = drive.path();
  const auto force = [&](std::size_t k) { return belt.at(path.spans()[k].start + 0.5 * path.spans()[k].length).force; };
  CAPTURE(force(0));
  CAPTURE(force(1));
  CHECK(close(std::abs(std::log(force(0) / force(1))), kKinetic * std::numbers::pi, {.rel = 2.0 / 29.0}));
}

TEST_CASE("ANCF simulation: waves along the belt that nothing damps are told") {
  BeltDrive drive = small_drive();
  drive.belt.axial_damping = 0.0;
  const auto is_told_with = [&drive](const FrictionLawConfig& friction, TimeIntegration scheme) {
    drive.contact = PulleyContact{.normal = PenaltyContact{.stiffness_per_area = 2e8, .damping_per_area = 1e3},
                                  .friction = friction};
    AncfParameters parameters = small_parameters();
    parameters.time_integration = scheme;
    const std::vector<std::string> warnings = AncfSimulation(drive, parameters).preflight(1.0);
    return std::ranges::any_of(
        warnings, [](const std::string& warning) { return warning.starts_with("waves along the belt are undamped"); });
  };
  const auto is_told = [&is_told_with](double stick_damping, TimeIntegration scheme) {
    return is_told_with(ElastoplasticCoulombConfig{.coefficient = 0.4, .stiffness = 2e8, .damping = stick_damping},
                        scheme);
  };
  CHECK(is_told_with(CoulombConfig{.coefficient = 0.4}, TimeIntegration::trapezoidal));  // rigid stick by a layer
  CHECK(is_told(0.0, TimeIntegration::trapezoidal));
  CHECK_FALSE(is_told(1e3, TimeIntegration::trapezoidal));
  CHECK_FALSE(is_told(0.0, TimeIntegration::generalised_alpha));
  drive.belt.axial_damping = 1.0;
  CHECK_FALSE(is_told(0.0, TimeIntegration::trapezoidal));
}

// √(EI/F) is 0.43 and 0.17 of the radius; without the effect of bending on the length 3724 and 1896 N.
TEST_CASE("ANCF belt: a belt that bends has the force at rest that is asked for") {
  for (const double bending : {1.87, 0.3}) {
    CAPTURE(bending);
    const AncfSimulation simulation(beltdyn::test::bent_belt_drive(bending),
                                    {.elements = 240, .friction = FrictionMode::consistent, .time_step = 1e-4});
    CHECK(close(simulation.history().value("span_force_1"), 1560.0, {.rel = 1e-2}));
  }
}

}  // namespace beltdyn::lagrangian::ancf::ancf_belt_test
