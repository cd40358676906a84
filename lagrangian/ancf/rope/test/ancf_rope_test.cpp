// SPDX-License-Identifier: MIT
// Ropes with ends as cable elements, against closed forms.
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/test/sanitized.hpp"
#include "core/config/reader.hpp"
#include "core/numerics/close.hpp"
#include "lagrangian/ancf/rope/ancf_rope_simulation.hpp"
#include "lagrangian/ancf/test/small_belt.hpp"

namespace beltdyn::lagrangian::ancf::ancf_rope_test {
namespace {

constexpr double kGravity = 9.81;

RopeDrive read(const std::string& ends, const std::string& pulleys, const std::string& belt, double friction = 0.1,
               const std::string& more = {}) {
  RopeDrive drive;
  const config::JsonDocument document = config::JsonDocument::parse(
      "rope.json", fmt::format(R"({{"ends": [{}], "pulleys": [{}], "belt": {{{}}}, "gravity": [0, -9.81],
                                   "contact": {{"friction": {{"type": "coulomb", "coefficient": {}}}}}{}}})",
                               ends, pulleys, belt, friction, more));
  config::Reader(document).read([&drive](config::FieldVisitor& v) { drive.visit(v); });
  return drive;
}

std::string body(double mass, double x, double y, const std::string& more = {}) {
  return fmt::format(R"({{"type": "body", "mass": {}, "position": [{}, {:.17g}], "direction": [0, 1]{}}})", mass, x, y,
                     more);
}

std::string wheel(const std::string& more = R"(, "motion": {"type": "free"})") {
  return R"({"center": [0, 0], "radius": 0.22, "side": "right", "inertia": 0.9)" + more + "}";
}

AncfRopeSimulation run_of(const RopeDrive& drive, int elements, double step = 1e-3) {
  AncfParameters parameters;
  parameters.elements = elements;
  parameters.time_step = step;
  parameters.time_integration = TimeIntegration::generalised_alpha;
  return {drive, parameters};
}

void advance(Simulation& simulation, double end) {
  while (simulation.time() < end - 0.5 * simulation.time_step()) simulation.advance(simulation.time_step());
}

// Two weights over a wheel of 0.9 kg m², the heavier one held for 0.05 s.
RopeDrive two_weights(double friction, const std::string& of_wheel = R"(, "motion": {"type": "free"})") {
  return read(body(1.0, -0.22, -2.0) + "," + body(1.2, 0.22, -1.0, R"(, "held_until": 0.05)"), wheel(of_wheel),
              R"("axial_stiffness": 1e5, "mass_per_length": 1e-4)", friction);
}

std::string reason_of(const RopeDrive& drive) {
  const std::vector<std::string> sentences = rope_objections(drive, "lagrangian_ancf");
  REQUIRE(sentences.size() == 1);
  return sentences.front();
}

}  // namespace

TEST_CASE("ANCF rope: a rope that hangs is stretched by its weight and its load, and stays there") {
  constexpr double kStiffness = 2e4;  // [N]
  constexpr double kMass = 3.0;       // [kg]
  constexpr double kDensity = 0.5;    // [kg/m]
  constexpr double kNatural = 5.0;    // [m]
  const double stretched =
      kNatural * (1.0 + kMass * kGravity / kStiffness) + 0.5 * kDensity * kGravity * kNatural * kNatural / kStiffness;
  // The length comes out, or is given.
  for (const std::string length : {"", R"(, "length": 5)"}) {
    CAPTURE(length);
    AncfRopeSimulation rope = run_of(read(R"({"type": "fixed", "position": [0, 0]},)" + body(kMass, 0.0, -stretched),
                                          "", R"("axial_stiffness": 2e4, "mass_per_length": 0.5)" + length),
                                     20);
    const auto hangs = [&](double tolerance) {
      const RopeRow row = rope.row();
      CHECK(close(row.spans[0].length, stretched, {.rel = tolerance}));
      CHECK(close(row.ends[1].force, kMass * kGravity, {.rel = 10.0 * tolerance}));
      CHECK(close(row.ends[0].force, (kMass + kDensity * kNatural) * kGravity, {.rel = 10.0 * tolerance}));
    };
    const BeltModel& model = rope.ancf().equations().model();
    // The trapezoidal rule at 4000 places of a stretch that is nearly straight.
    CHECK(close(model.rule.length * model.n_elements(), kNatural, {.rel = 1e-8}));
    hangs(1e-7);
    advance(rope, 0.1);
    hangs(1e-7);
    CHECK(std::abs(rope.row().ends[1].speed) < 1e-6);
  }
}

TEST_CASE("ANCF rope: a weight swings on a light rope as on a spring") {
  // ω = √(EA/(L m)); a third of the mass of the rope goes along.
  constexpr double kMass = 2.0;
  constexpr double kRope = 0.002 * 4.0;  // [kg]
  const double omega = std::sqrt(1e4 / 4.0 / (kMass + kRope / 3.0));
  const double half_period = std::numbers::pi / omega;
  const double hangs = 4.0 + kGravity * (kMass + 0.5 * kRope) / 1e4 * 4.0;
  AncfRopeSimulation rope =
      run_of(read(R"({"type": "fixed", "position": [0, 0]},)" + body(kMass, 0.0, -hangs, R"(, "velocity": -0.1)"), "",
                  R"("axial_stiffness": 1e4, "mass_per_length": 0.002, "length": 4)"),
             8, half_period / 200.0);
  // It comes back with the opposite speed. Steps of h are off by (ωh)²/12 of the phase; the mass of the rope by its
  // square, and its weight by 0.004 of the load.
  advance(rope, half_period);
  CHECK(close(rope.row().ends[1].speed, 0.1, {.rel = 1e-3}));
  CHECK(std::abs(rope.row().ends[1].position) < 1e-3 * 0.1 / omega);
}

TEST_CASE("ANCF rope: a weight that is drawn too high for its length falls into the rope, as a spring lets it") {
  // z = z₀ + c (1 − cos ωt), c the way to where it hangs
  constexpr double kMass = 2.0;
  constexpr double kRope = 0.002 * 4.0;  // [kg]
  constexpr double kHigh = 2e-3;         // [m]
  const double omega = std::sqrt(1e4 / 4.0 / (kMass + kRope / 3.0));
  const double hangs = 4.0 + kGravity * (kMass + 0.5 * kRope) / 1e4 * 4.0;
  const double half_period = std::numbers::pi / omega;
  AncfRopeSimulation rope =
      run_of(read(R"({"type": "fixed", "position": [0, 0]},)" + body(kMass, 0.0, -(hangs - kHigh)), "",
                  R"("axial_stiffness": 1e4, "mass_per_length": 0.002, "length": 4)"),
             8, half_period / 200.0);
  // The rope has the force that its length gives it.
  CHECK(close(rope.row().ends[1].force, kMass * kGravity - 1e4 / 4.0 * kHigh, {.rel = 2e-3}));
  advance(rope, half_period);
  CHECK(close(rope.row().ends[1].position, -2.0 * kHigh, {.rel = 2e-3}));
}

TEST_CASE("ANCF rope: weights out of balance start as an inextensible rope accelerates them, and do not swing") {
  const double light = 1.0;
  const double heavy = 1.2;
  const double rim = 0.9 / (0.22 * 0.22);
  const double a = kGravity * (heavy - light) / (heavy + light + rim);
  AncfRopeSimulation rope = run_of(read(body(light, -0.22, -2.0) + "," + body(heavy, 0.22, -1.0), wheel(),
                                        R"("axial_stiffness": 1e5, "mass_per_length": 1e-4)", 0.2),
                                   60);
  // Weights that were held before would swing by these differences.
  const double swing = light * a;
  for (int i = 0; i < 100; ++i) {
    CAPTURE(i);
    const RopeRow row = rope.row();
    // The rope is 1e-4 of the mass.
    CHECK(std::abs(row.ends[0].force - light * (kGravity + a)) < 0.05 * swing);
    CHECK(std::abs(row.ends[1].force - heavy * (kGravity - a)) < 0.05 * swing);
    rope.advance(1e-3);
  }
}

TEST_CASE("ANCF rope: two weights over a wheel fall as friction lets the wheel follow") {
  struct Expected {
    double friction;
    double weights;  // acceleration [m/s²]
    double wheel;    // [rad/s²]
  };
  const double light = 1.0;
  const double heavy = 1.2;
  const double rim = 0.9 / (0.22 * 0.22);
  const double ratio = std::exp(0.03 * std::numbers::pi);
  const double slips = kGravity * (heavy - ratio * light) / (heavy + ratio * light);
  const double sticks = kGravity * (heavy - light) / (heavy + light + rim);
  for (const Expected& e :
       {Expected{0.0, kGravity * (heavy - light) / (heavy + light), 0.0},
        Expected{0.03, slips, (heavy * (kGravity - slips) - light * (kGravity + slips)) * 0.22 / 0.9},
        Expected{0.2, sticks, sticks / 0.22}}) {
    CAPTURE(e.friction);
    AncfRopeSimulation rope = run_of(two_weights(e.friction), 60);
    advance(rope, 0.05);
    CHECK(rope.row().ends[1].speed == 0.0);
    const double before = rope.row().ends[0].position;
    advance(rope, 0.65);
    // Where the rope slips the arc is known to a contact segment of 0.07 rad, which is 0.022 of friction and with
    // da/d ln r = 4.9 m/s² a part of 0.024 of the acceleration; it swings by its stretch, some 0.1 mm.
    const double off = e.friction == 0.03 ? 0.024 : 0.01;
    CHECK(std::abs(rope.row().ends[0].position - before - 0.18 * e.weights) < off * 0.18 * e.weights + 2e-4);
    CHECK(std::abs(rope.row().pulleys[0].angular_velocity + 0.6 * e.wheel) <= off * 0.6 * e.wheel + 1e-12);
    if (e.friction == 0.03) CHECK(rope.row().pulleys[0].slip_direction == 1);
    CHECK(std::abs(rope.energy_defect()) < rope.energy_tolerance());
  }
}

TEST_CASE("ANCF rope: a brake bears what it can, holds at rest, and lets go") {
  // 0.2 g R = 0.43 N m would turn the wheel.
  const std::string closes_and_opens =
      R"(, "motion": {"type": "free"},
          "brake": {"capacity": {"type": "piecewise_linear", "time": [0.2, 0.200001], "value": [0.6, 0]}})";
  AncfRopeSimulation rope = run_of(two_weights(0.2, closes_and_opens), 60);
  advance(rope, 0.1);
  const double held_at = rope.row().ends[1].position;
  advance(rope, 0.2);
  // What sticks does not creep: the rope swings, the mean stays.
  CHECK(std::abs(rope.row().ends[1].position - held_at) < 1e-4);
  CHECK(std::abs(rope.row().pulleys[0].angular_velocity) < 1e-2);
  advance(rope, 0.6);
  const double sticks = kGravity * 0.2 / (2.2 + 0.9 / (0.22 * 0.22));
  CHECK(std::abs(rope.row().pulleys[0].angular_velocity + 0.4 * sticks / 0.22) < 0.02 * 0.4 * sticks / 0.22);
  // A weaker one lets the wheel turn with what it does not bear.
  AncfRopeSimulation weak = run_of(
      two_weights(0.2, R"(, "motion": {"type": "free"}, "brake": {"capacity": {"type": "constant", "value": 0.2}})"),
      60);
  advance(weak, 0.65);
  const double slower = (kGravity * 0.2 - 0.2 / 0.22) / (2.2 + 0.9 / (0.22 * 0.22));
  CHECK(std::abs(weak.row().pulleys[0].angular_velocity + 0.6 * slower / 0.22) < 0.02 * 0.6 * slower / 0.22);
  CHECK(close(weak.row().pulleys[0].brake_torque, 0.2, {.rel = 1e-9}));
  CHECK(close(weak.row().pulleys[0].brake_energy, 0.2 * std::abs(weak.row().pulleys[0].angle), {.rel = 0.02}));
}

TEST_CASE("ANCF rope: a force pulls the rope and what hangs from it over a driven pulley") {
  // 20 N at the first end, 1.5 kg at the second one, on a pulley without friction: a = (20 − m g)/m.
  const RopeDrive drive =
      read(R"({"type": "force", "position": [-0.22, -1], "force": {"type": "constant", "value": 20}},)" +
               body(1.5, 0.22, -2.0),
           wheel(R"(, "motion": {"type": "prescribed", "angular_velocity": {"type": "constant", "value": 1}})"),
           R"("axial_stiffness": 1e5, "mass_per_length": 1e-4)", 0.0);
  AncfRopeSimulation rope = run_of(drive, 60);
  const double start = rope.row().ends[1].position;
  advance(rope, 0.5);
  const RopeRow row = rope.row();
  const double a = (20.0 - 1.5 * kGravity) / 1.5;
  CHECK(std::abs(row.ends[1].position - start - 0.125 * a) < 0.005 * 0.125 * a);
  // The rope comes out at the first end: its way is negative there.
  CHECK(std::abs(row.ends[0].position + 0.125 * a) < 0.005 * 0.125 * a);
  CHECK(row.pulleys[0].angular_velocity == 1.0);
}

TEST_CASE("ANCF rope: bodies go along their guides only, in any direction") {
  // The span from (0, 0) leads down at 30° to the horizontal; the body is pulled by the rope and its weight.
  const double c = std::cos(std::numbers::pi / 6.0);
  const std::string ends = fmt::format(
      R"({{"type": "fixed", "position": [0, 0]}},
         {{"type": "body", "mass": 2, "position": [{:.17g}, -1], "direction": [{:.17g}, -0.5], "velocity": 0.05}})",
      2.0 * c, c);
  AncfRopeSimulation rope =
      run_of(read(ends, "", R"("axial_stiffness": 1e4, "mass_per_length": 0.01, "bending_stiffness": 1e-3)"), 20);
  for (const double time : {0.02, 0.05, 0.1}) {
    advance(rope, time);
    const Vec2<double> place = rope.ancf().equations().guided().position(1);
    CHECK(std::abs(place.x * -0.5 - place.y * c) < 1e-12);
    CHECK(std::abs(rope.row().ends[1].position) > 1e-4);
  }
}

TEST_CASE("ANCF rope: a run that was saved resumes with the same bytes, while a body is held and a brake slips") {
  const std::string brake =
      R"(, "motion": {"type": "free"}, "brake": {"capacity": {"type": "constant", "value": 0.2}})";
  for (const double saved_at : {0.02, 0.05, 0.09}) {
    CAPTURE(saved_at);
    AncfRopeSimulation whole = run_of(two_weights(0.05, brake), 40);
    advance(whole, saved_at);
    AncfRopeSimulation other = run_of(two_weights(0.05, brake), 40);
    restore_from(bytes_of(whole), other);
    CHECK(other.row().ends[1].force == whole.row().ends[1].force);
    advance(whole, 0.12);
    advance(other, 0.12);
    CHECK(bytes_of(other) == bytes_of(whole));
    CHECK(other.row().pulleys[0].brake_energy == whole.row().pulleys[0].brake_energy);
  }
}

TEST_CASE("ANCF rope: an end that reaches a pulley ends the run, which says so" *
          doctest::skip(beltdyn::test::kIsSanitized)) {
  const RopeDrive drive =
      read(R"({"type": "force", "position": [-0.22, -1], "force": {"type": "constant", "value": 20}},)" +
               body(1.0, 0.22, -0.1),
           wheel(), R"("axial_stiffness": 1e5, "mass_per_length": 1e-3)", 0.0);
  AncfRopeSimulation rope = run_of(drive, 60);
  std::string reason;
  try {
    advance(rope, 1.0);
  } catch (const SolverError& error) {
    reason = error.what();
  }
  CAPTURE(reason);
  CHECK(reason.find("the second end of the rope reached pulley 1") != std::string::npos);
}

TEST_CASE("ANCF rope: each drive that is no rope of elements is refused with a sentence") {
  const std::string ends = body(1.0, -0.22, -2.0) + "," + body(1.1, 0.22, -1.0);
  const std::string elastic = R"("axial_stiffness": 1e5, "mass_per_length": 1e-4)";
  CHECK(rope_objections(read(ends, wheel(), elastic), "lagrangian_ancf").empty());
  CHECK(
      reason_of(read(ends, wheel(), R"("inextensible": true, "mass_per_length": 0.1)")) ==
      "the rope is inextensible, but lagrangian_ancf is made of elastic elements; give an axial_stiffness instead, or "
      "use analytic_string_dynamics");
  CHECK(reason_of(read(ends, wheel(), R"("axial_stiffness": 1e5, "mass_per_length": 0)")) ==
        "the rope has no mass, but the elements of lagrangian_ancf need one to move; give a mass_per_length > 0");
  CHECK(reason_of(read(body(1.0, -0.22, -2.0) +
                           R"(, {"type": "winch", "position": [0.22, -1], "rate": {"type": "constant", "value": 1}})",
                       wheel(), elastic)) ==
        "end 2 is a winch, which is not supported by lagrangian_ancf; use analytic_string_dynamics, or a pulley of "
        "prescribed motion over which the rope runs");
  CHECK(reason_of(read(
            ends, R"({"center": [0, 0], "radius": 0.22, "side": "right", "inertia": 0, "motion": {"type": "free"}})",
            elastic)) == "pulley 1 is free and has no inertia, which lagrangian_ancf does not support; give it one");
  CHECK(reason_of(read(ends, wheel(R"(, "motion": {"type": "free"}, "contact": {"friction":
                               {"type": "elastoplastic_coulomb", "coefficient": 0.1, "stiffness_per_area": 1e8}})"),
                       elastic)) ==
        "the contact of pulley 1 has a stiffness, but a rope has no width to which it belongs; lagrangian_ancf has "
        "rigid contact of ropes: leave out \"normal\", and use \"friction\": {\"type\": \"coulomb\", ...}");
}

}  // namespace beltdyn::lagrangian::ancf::ancf_rope_test
