// SPDX-License-Identifier: MIT
// Ropes with ends in the mixed description, against closed forms.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <Eigen/Core>
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/drive/drive.hpp"
#include "core/dynamics/test/elastic_ropes.hpp"
#include "core/numerics/close.hpp"
#include "eulerian/ale/ale_options.hpp"
#include "eulerian/ale/rope/ale_rope_simulation.hpp"
#include "eulerian/ale/test/small_belt.hpp"

namespace beltdyn::eulerian::ale::ale_rope_test {
namespace {

using test::advance;
using test::body;
using test::read_rope;
using test::two_weights;
using test::wheel;

constexpr double kGravity = 9.81;

AleRopeSimulation run_of(const RopeDrive& drive, double step = 1e-3, const MeshParameters& mesh = {}) {
  AleParameters parameters;
  parameters.mesh = mesh;
  parameters.time_step = step;
  return {drive, parameters};
}

}  // namespace

TEST_CASE("ALE rope: a rope that hangs is stretched by its weight and its load, and stays there") {
  constexpr double kStiffness = 2e4;  // [N]
  constexpr double kMass = 3.0;       // [kg]
  constexpr double kDensity = 0.5;    // [kg/m]
  constexpr double kNatural = 5.0;    // [m]
  const double stretched =
      kNatural * (1.0 + kMass * kGravity / kStiffness) + 0.5 * kDensity * kGravity * kNatural * kNatural / kStiffness;
  // The length comes out, or is given.
  for (const std::string length : {"", R"(, "length": 5)"}) {
    CAPTURE(length);
    AleRopeSimulation rope =
        run_of(read_rope(R"({"type": "fixed", "position": [0, 0]},)" + body(kMass, 0.0, -stretched), "",
                         R"("axial_stiffness": 2e4, "mass_per_length": 0.5)" + length));
    const auto hangs = [&](double tolerance) {
      const RopeRow row = rope.row();
      CHECK(close(row.spans[0].length, stretched, {.rel = tolerance}));
      CHECK(close(row.ends[1].force, kMass * kGravity, {.rel = 10.0 * tolerance}));
      CHECK(close(row.ends[0].force, (kMass + kDensity * kNatural) * kGravity, {.rel = 10.0 * tolerance}));
    };
    // Where the length is given, the four elements are off in the strain by a part of (1e-3)³, the cube of its change.
    const double tolerance = length.empty() ? 1e-7 : 1e-6;
    hangs(tolerance);
    advance(rope, 0.1);
    hangs(tolerance);
    CHECK(std::abs(rope.row().ends[1].speed) < 1e-6);
  }
}

TEST_CASE("ALE rope: a weight swings on a light rope as on a spring") {
  // ω = √(EA/(L m)); a third of the mass of the rope goes along.
  constexpr double kMass = 2.0;
  constexpr double kRope = 0.002 * 4.0;  // [kg]
  const double omega = std::sqrt(1e4 / 4.0 / (kMass + kRope / 3.0));
  const double half_period = std::numbers::pi / omega;
  const double hangs = 4.0 + kGravity * (kMass + 0.5 * kRope) / 1e4 * 4.0;
  AleRopeSimulation rope =
      run_of(read_rope(R"({"type": "fixed", "position": [0, 0]},)" + body(kMass, 0.0, -hangs, R"(, "velocity": -0.1)"),
                       "", R"("axial_stiffness": 1e4, "mass_per_length": 0.002, "length": 4)"),
             half_period / 200.0);
  // It comes back with the opposite speed. Steps of h are off by (ωh)²/12 of the phase; the mass of the rope by its
  // square, and its weight by 0.004 of the load.
  advance(rope, half_period);
  CHECK(close(rope.row().ends[1].speed, 0.1, {.rel = 1e-3}));
  CHECK(std::abs(rope.row().ends[1].position) < 1e-3 * 0.1 / omega);
}

TEST_CASE("ALE rope: weights out of balance start as an inextensible rope accelerates them, and do not swing") {
  const double light = 1.0;
  const double heavy = 1.2;
  const double rim = 0.9 / (0.22 * 0.22);
  const double a = kGravity * (heavy - light) / (heavy + light + rim);
  AleRopeSimulation rope = run_of(read_rope(body(light, -0.22, -2.0) + "," + body(heavy, 0.22, -1.0), wheel(),
                                            R"("axial_stiffness": 1e5, "mass_per_length": 1e-4)", 0.2));
  // Weights that were held before would swing by this difference.
  const double swing = light * a;
  for (int i = 0; i < 100; ++i) {
    CAPTURE(i);
    const RopeRow row = rope.row();
    CHECK(std::abs(row.ends[0].force - light * (kGravity + a)) < 0.05 * swing);
    CHECK(std::abs(row.ends[1].force - heavy * (kGravity - a)) < 0.05 * swing);
    rope.advance(1e-3);
  }
}

TEST_CASE("ALE rope: weights that start out of balance go as far with long steps as with short ones") {
  const auto way = [](double step) {
    AleRopeSimulation rope = run_of(read_rope(body(1.0, -0.22, -2.0) + "," + body(1.2, 0.22, -1.0), wheel(),
                                              R"("axial_stiffness": 1e5, "mass_per_length": 1e-4)", 0.2),
                                    step);
    advance(rope, 0.1);
    return rope.row().ends[0].position;
  };
  // A start without acceleration is short by 0.02 of it in the first step, so by 4e-4 of the way in steps of 1 ms and
  // by four times that in steps of 4 ms.
  CHECK(close(way(4e-3), way(1e-3), {.rel = 2e-4}));
}

TEST_CASE("ALE rope: two weights over a wheel fall as friction lets the wheel follow") {
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
    AleRopeSimulation rope = run_of(two_weights(e.friction));
    advance(rope, 0.05);
    CHECK(rope.row().ends[1].speed == 0.0);
    const double before = rope.row().ends[0].position;
    advance(rope, 0.65);
    // Contact begins and ends to a contact point, a third of an element of 0.13 rad, at either side: with μ that is
    // 0.0026 of friction, and with da/d ln r = 4.9 m/s² a part of 0.03 of the acceleration at most. It swings by its
    // stretch, some 0.1 mm.
    const double off = e.friction == 0.03 ? 0.03 : 0.01;
    CHECK(std::abs(rope.row().ends[0].position - before - 0.18 * e.weights) < off * 0.18 * e.weights + 2e-4);
    CHECK(std::abs(rope.row().pulleys[0].angular_velocity + 0.6 * e.wheel) <= off * 0.6 * e.wheel + 1e-12);
    if (e.friction == 0.03) CHECK(rope.row().pulleys[0].slip_direction == 1);
    CHECK(std::abs(rope.energy_defect()) < rope.energy_tolerance());
  }
}

TEST_CASE("ALE rope: a brake bears what it can, holds at rest, and lets go") {
  // 0.2 g R = 0.43 N m would turn the wheel.
  const std::string closes_and_opens =
      R"(, "motion": {"type": "free"},
          "brake": {"capacity": {"type": "piecewise_linear", "time": [0.2, 0.200001], "value": [0.6, 0]}})";
  AleRopeSimulation rope = run_of(two_weights(0.2, closes_and_opens));
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
  AleRopeSimulation weak = run_of(
      two_weights(0.2, R"(, "motion": {"type": "free"}, "brake": {"capacity": {"type": "constant", "value": 0.2}})"));
  advance(weak, 0.65);
  const double slower = (kGravity * 0.2 - 0.2 / 0.22) / (2.2 + 0.9 / (0.22 * 0.22));
  CHECK(std::abs(weak.row().pulleys[0].angular_velocity + 0.6 * slower / 0.22) < 0.02 * 0.6 * slower / 0.22);
  CHECK(close(weak.row().pulleys[0].brake_torque, 0.2, {.rel = 1e-9}));
  CHECK(close(weak.row().pulleys[0].brake_energy, 0.2 * std::abs(weak.row().pulleys[0].angle), {.rel = 0.02}));
}

TEST_CASE("ALE rope: a force pulls the rope and what hangs from it over a driven pulley") {
  // 20 N at the first end, 1.5 kg at the second one, on a pulley without friction: a = (20 − m g)/m.
  const RopeDrive drive =
      read_rope(R"({"type": "force", "position": [-0.22, -1], "force": {"type": "constant", "value": 20}},)" +
                    body(1.5, 0.22, -2.0),
                wheel(R"(, "motion": {"type": "prescribed", "angular_velocity": {"type": "constant", "value": 1}})"),
                R"("axial_stiffness": 1e5, "mass_per_length": 1e-4)", 0.0);
  AleRopeSimulation rope = run_of(drive);
  const double start = rope.row().ends[1].position;
  advance(rope, 0.5);
  const RopeRow row = rope.row();
  const double a = (20.0 - 1.5 * kGravity) / 1.5;
  CHECK(std::abs(row.ends[1].position - start - 0.125 * a) < 0.005 * 0.125 * a);
  // The rope comes out at the first end: its way is negative there.
  CHECK(std::abs(row.ends[0].position + 0.125 * a) < 0.005 * 0.125 * a);
  CHECK(row.pulleys[0].angular_velocity == 1.0);
}

// E4: 1000 kg on 10 m of rope that is paid out at 1 m/s, without weight of the rope.
TEST_CASE("ALE rope: a load swings on a rope that a winch pays out, in any direction") {
  constexpr double kStretched = 10.0 * (1.0 + 1000.0 * kGravity / 1e6);
  const std::string winch = R"({"type": "winch", "position": [0, 0], "rate": {"type": "constant", "value": 1}})";
  const std::string rope_data = R"("axial_stiffness": 1e6, "mass_per_length": 1e-3)";
  for (const bool winch_first : {true, false}) {
    CAPTURE(winch_first);
    const std::string load = body(1000.0, 0.0, -kStretched);
    AleRopeSimulation rope =
        run_of(read_rope(winch_first ? winch + "," + load : load + "," + winch, "", rope_data), 1e-3);
    advance(rope, 5.0);
    const std::size_t at_winch = winch_first ? 0 : 1;
    const RopeRow row = rope.row();
    CHECK(close(row.ends[at_winch].position, 5.0, {.rel = 1e-12}));
    CHECK(row.ends[at_winch].speed == 1.0);
    // A rope of 1e-5 of the load, and steps of ωh = 0.01.
    CHECK(close(row.spans[0].length, 15.05519740533, {.rel = 1e-4}));
    CHECK(close(row.ends[1 - at_winch].force, 3679.827022306, {.rel = 1e-2}));
    CHECK(std::abs(rope.energy_defect()) < 1e-4);
  }
}

// Central differences of forces of up to 1e9 N/m are off by 1e-7 of them. Rows of a particle that is given, and of an
// end that is held, are those of the identity, of some size.
TEST_CASE("ALE rope: the tangent with its ends is the derivative of the residual") {
  const RopeDrive drive = read_rope(R"({"type": "fixed", "position": [0, 0]},)" + body(3.0, 0.0, -5.0), "",
                                    R"("axial_stiffness": 2e4, "mass_per_length": 0.5, "bending_stiffness": 0.1)");
  AleParameters parameters;
  parameters.time_step = 1e-3;
  AleEquations equations(lay_rope(drive, parameters.mesh.elements_per_span), parameters);
  AleArrays& arrays = equations.arrays();
  const numerics::CyclicChainLayout& layout = arrays.layout;
  const BeltStep step{.length = 1e-3, .end = 1e-3, .rates = parameters.scheme().rates(1e-3)};
  const auto close_all = [&] {
    arrays.close_positions();
    for (numerics::AlignedVector* rate : {&arrays.v, &arrays.a}) numerics::copy_first_nodes(layout, *rate);
  };
  for (std::size_t i = 0; i < arrays.q.size(); ++i) {
    arrays.q[i] += 1e-3 * std::sin(static_cast<double>(i));
    arrays.v[i] += 0.1 * std::cos(static_cast<double>(3 * i));
    arrays.a[i] += std::sin(static_cast<double>(5 * i));
  }
  close_all();
  const int n = layout.n_nodes() * numerics::kBlock;
  Eigen::MatrixXd tangent = Eigen::MatrixXd::Zero(n, n);
  equations.evaluate(step, true);
  equations.for_each_entry([&tangent](int i, int r, int j, int c, double value) {
    tangent(numerics::kBlock * i + r, numerics::kBlock * j + c) += value;
  });
  const auto residual = [&](int at, double way) {
    const std::size_t to = layout.at(at / numerics::kBlock, numerics::kBlock, at % numerics::kBlock);
    const auto go = [&](double d) {
      arrays.q[to] += d;
      arrays.v[to] += step.rates.velocity * d;
      arrays.a[to] += step.rates.acceleration * d;
      close_all();
    };
    go(way);
    equations.evaluate(step, false);
    Eigen::VectorXd values(n);
    for (int row = 0; row < n; ++row) {
      values[row] = arrays.with_halo(arrays.residual, row / numerics::kBlock, row % numerics::kBlock);
    }
    go(-way);
    return values;
  };
  const int last = n - numerics::kBlock;
  const std::vector<int> fixed{kAcross, kMaterial, last + kMaterial};
  for (int column = 0; column < n; ++column) {
    constexpr double kWay = 1e-7;
    const Eigen::VectorXd by = (residual(column, -kWay) - residual(column, kWay)) / (2.0 * kWay);
    const double size = tangent.col(column).cwiseAbs().maxCoeff();
    for (int row = 0; row < n; ++row) {
      CAPTURE(row);
      CAPTURE(column);
      if (std::ranges::find(fixed, row) == fixed.end()) {
        CHECK(close(tangent(row, column), by[row], {.abs = 1e-6 * size}));
      } else if (row != column) {
        CHECK(tangent(row, column) == 0.0);
      } else {
        CHECK(tangent(row, column) > 0.0);
        CHECK(by[row] == 0.0);
      }
    }
  }
}

TEST_CASE("ALE rope: a run that was saved resumes with the same bytes, while a body is held and a brake slips") {
  const std::string brake =
      R"(, "motion": {"type": "free"}, "brake": {"capacity": {"type": "constant", "value": 0.2}})";
  for (const double saved_at : {0.02, 0.05, 0.09}) {
    CAPTURE(saved_at);
    AleRopeSimulation whole = run_of(two_weights(0.05, brake));
    advance(whole, saved_at);
    AleRopeSimulation other = run_of(two_weights(0.05, brake));
    restore_from(bytes_of(whole), other);
    CHECK(other.row().ends[1].force == whole.row().ends[1].force);
    advance(whole, 0.12);
    advance(other, 0.12);
    CHECK(bytes_of(other) == bytes_of(whole));
    CHECK(other.row().pulleys[0].brake_energy == whole.row().pulleys[0].brake_energy);
  }
}

TEST_CASE("ALE rope: an end that reaches a pulley ends the run, which says so") {
  const RopeDrive drive =
      read_rope(R"({"type": "force", "position": [-0.22, -1], "force": {"type": "constant", "value": 20}},)" +
                    body(1.0, 0.22, -0.1),
                wheel(), R"("axial_stiffness": 1e5, "mass_per_length": 1e-3)", 0.0);
  AleRopeSimulation rope = run_of(drive);
  std::string reason;
  try {
    advance(rope, 1.0);
  } catch (const SolverError& error) {
    reason = error.what();
  }
  CAPTURE(reason);
  CHECK(reason.find("the second end of the rope reached pulley 1") != std::string::npos);
}

TEST_CASE("ALE rope: what is not supported is refused with a sentence") {
  const std::string ends = body(1.0, -0.22, -2.0) + "," + body(1.1, 0.22, -1.0);
  const std::string elastic = R"("axial_stiffness": 1e5, "mass_per_length": 1e-4)";
  const auto objections = [](const RopeDrive& drive, const std::string& options) {
    AleOptions run;
    const config::JsonDocument document =
        config::JsonDocument::parse("run.json", "{\"time_step\": 1e-3" + options + "}");
    config::Reader(document).read([&run](config::FieldVisitor& v) { run.visit(v); });
    return run.objections(Drive(drive));
  };
  const auto only = [&](const RopeDrive& drive, const std::string& options) {
    const std::vector<std::string> sentences = objections(drive, options);
    REQUIRE(sentences.size() == 1);
    return sentences.front();
  };
  const RopeDrive rope = read_rope(ends, wheel(), elastic);
  CHECK(objections(rope, "").empty());
  CHECK(objections(read_rope(body(1.0, -0.22, -2.0) + R"(, {"type": "winch", "position": [0.22, -1], "rate": 1})",
                             wheel(), elastic),
                   "")
            .empty());
  CHECK(only(rope, R"(, "analysis": "steady")") ==
        "the analysis steady is not supported by eulerian_ale for ropes with ends; use \"analysis\": \"transient\"");
  CHECK(only(rope, R"(, "time_integration": "quasi_static")") ==
        "ropes with ends move by their inertia, which quasi_static leaves out; use generalised_alpha");
  CHECK(only(read_rope(ends, wheel(R"(, "motion": {"type": "free"}, "mount": {"type": "slider", "direction": [0, 1],
                                                                            "mass": 1})"),
                       elastic),
             "") ==
        "pulley 1 is on a mount that moves, which eulerian_ale does not support for ropes with ends; keep its axis "
        "fixed, "
        "or use analytic_string_dynamics");
  CHECK(only(read_rope(R"({"type": "fixed", "position": [0, 0]},)" + body(1.0, 0.0, -1.0), "", elastic),
             R"(, "step_tolerance": 1e-6)") ==
        "step_tolerance is relative to the smallest radius, and there is no pulley; set it to 0");
}

}  // namespace beltdyn::eulerian::ale::ale_rope_test
