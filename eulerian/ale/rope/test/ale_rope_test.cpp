// SPDX-License-Identifier: MIT
// Ropes with ends in the mixed description, against closed forms.
#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include <Eigen/Core>
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/test/sanitized.hpp"
#include "core/drive/drive.hpp"
#include "core/dynamics/laid_rope.hpp"
#include "core/dynamics/test/elastic_rope_claims.hpp"
#include "core/numerics/close.hpp"
#include "eulerian/ale/ale_options.hpp"
#include "eulerian/ale/rope/test/rope_runs.hpp"
#include "eulerian/ale/test/small_belt.hpp"

namespace beltdyn::eulerian::ale::ale_rope_test {
namespace {

using ale::test::run_of;
using beltdyn::test::advance;
using beltdyn::test::body;
using beltdyn::test::read_rope;
using beltdyn::test::two_weights;
using beltdyn::test::wheel;

constexpr double kGravity = 9.81;

const auto make = [](const RopeDrive& drive, double step) { return run_of(drive, step); };

}  // namespace

TEST_CASE("ALE rope: a rope that hangs is stretched by its weight and its load, and stays there") {
  // Four elements have an error of (1e-3)³, the cube of the change of strain, in the strain of a given length.
  beltdyn::test::check_hanging_rope(make, 1e-6);
}

TEST_CASE("ALE rope: a weight swings on a light rope as on a spring") { beltdyn::test::check_swinging_weight(make); }

TEST_CASE("ALE rope: a weight that is drawn too high for its length falls into the rope, as a spring lets it") {
  beltdyn::test::check_weight_drawn_high(make);
}

TEST_CASE("ALE rope: weights out of balance start as an inextensible rope accelerates them, and do not swing") {
  beltdyn::test::check_start_out_of_balance(make);
}

TEST_CASE("ALE rope: weights that start out of balance go as far with long steps as with short ones") {
  beltdyn::test::check_start_by_steps(make);
}

TEST_CASE("ALE rope: two weights over a wheel fall as friction lets the wheel follow") {
  // Contact begins and ends to a contact point, a third of an element of 0.13 rad, on either side. With μ this is
  // 0.0026 of the friction, and with da/d ln r = 4.9 m/s² at most 0.03 of the acceleration.
  beltdyn::test::check_weights_over_wheel(make, 0.03);
}

TEST_CASE("ALE rope: a brake bears what it can, holds at rest, and lets go") { beltdyn::test::check_brake(make); }

TEST_CASE("ALE rope: a brake stops weights that run, and it is told when and how far" *
          doctest::skip(beltdyn::test::kIsSanitized)) {
  beltdyn::test::check_stop(make);
}

TEST_CASE("ALE rope: a force pulls the rope and what hangs from it over a driven pulley") {
  beltdyn::test::check_pulled_rope(make);
}

// E4: 1000 kg on 10 m of rope that is paid out at 1 m/s; the rope has no weight.
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
    // The rope has 1e-5 of the load, and steps have ωh = 0.01.
    CHECK(close(row.spans[0].length, 15.05519740533, {.rel = 1e-4}));
    CHECK(close(row.ends[1 - at_winch].force, 3679.827022306, {.rel = 1e-2}));
    CHECK(std::abs(rope.energy_defect()) < 1e-4);
  }
}

// Central differences of forces of up to 1e9 N/m have a relative error of 1e-7. Rows of a given particle and of a held
// end are scaled rows of the identity.
void check_tangent(const std::string& ends, const std::function<std::vector<int>(int last)>& given) {
  const RopeDrive drive =
      read_rope(ends, "", R"("axial_stiffness": 2e4, "mass_per_length": 0.5, "bending_stiffness": 0.1)");
  AleParameters parameters;
  parameters.time_step = 1e-3;
  AleEquations equations(lay_rope(drive, parameters.mesh.elements_per_span), parameters);
  AleArrays& arrays = equations.arrays();
  const numerics::CyclicChainLayout& layout = arrays.layout;
  const BeltStep step{.length = 1e-3, .end = 1e-3, .rates = parameters.scheme().rates(1e-3)};
  equations.ends()->pay_out(parameters.scheme(), step.length, step.end);
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
  const auto residual = [&](int at, double increment) {
    const std::size_t to = layout.at(at / numerics::kBlock, numerics::kBlock, at % numerics::kBlock);
    const auto go = [&](double d) {
      arrays.q[to] += d;
      arrays.v[to] += step.rates.velocity * d;
      arrays.a[to] += step.rates.acceleration * d;
      close_all();
    };
    go(increment);
    equations.evaluate(step, false);
    Eigen::VectorXd values(n);
    for (int row = 0; row < n; ++row) {
      values[row] = arrays.with_halo(arrays.residual, row / numerics::kBlock, row % numerics::kBlock);
    }
    go(-increment);
    return values;
  };
  const int last = n - numerics::kBlock;
  const std::vector<int> fixed = given(last);
  for (int column = 0; column < n; ++column) {
    constexpr double kIncrement = 1e-7;
    const Eigen::VectorXd by = (residual(column, -kIncrement) - residual(column, kIncrement)) / (2.0 * kIncrement);
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

TEST_CASE("ALE rope: the tangent with its ends is the derivative of the residual") {
  const std::string load = body(3.0, 0.0, -5.0);
  check_tangent(R"({"type": "fixed", "position": [0, 0]},)" + load, [](int last) {
    return std::vector<int>{kAcross, kMaterial, last + kMaterial};
  });
  const std::string drum = R"({"type": "winch", "position": [0, 0], "radius": 0.2, "inertia": 2, "bearing_damping": 3,
                               "motion": {"type": "free"}})";
  check_tangent(drum + "," + load, [](int last) { return std::vector<int>{kAcross, last + kMaterial}; });
  check_tangent(load + "," + drum, [](int last) { return std::vector<int>{kMaterial, last + kAcross}; });
}

TEST_CASE("ALE rope: a run that was saved resumes with the same bytes, while a body is held and a brake slips") {
  beltdyn::test::check_resumed_rope(make);
}

TEST_CASE("ALE rope: an end that reaches a pulley ends the run, which says so") {
  beltdyn::test::check_end_at_pulley(make);
}

TEST_CASE("ALE rope: steps that are left out follow from the ends of a rope without pulleys too") {
  const Drive drive(read_rope(R"({"type": "fixed", "position": [0, 0]},)" + body(1.0, 0.0, -1.0), "",
                              R"("axial_stiffness": 1e5, "mass_per_length": 1e-2)"));
  AleOptions run;
  const config::JsonDocument document = config::JsonDocument::parse("run.json", "{}");
  config::Reader(document).read([&run](config::FieldVisitor& v) { run.visit(v); });
  run.choose_left_out(drive, 1.0, 0.0);
  CHECK(run.objections(drive).empty());
  CHECK(run.create(drive, 1.0)->time_step() == 2e-3);
}

TEST_CASE("ALE rope: one that goes slack over a pulley ends the run, which says where") {
  beltdyn::test::check_slack_rope(make);
}

TEST_CASE("ALE rope: one without pulleys that pushes is told") { beltdyn::test::check_pushing_rope(make); }

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
  CHECK(
      only(rope, R"(, "analysis": "steady")") ==
      "a rope with ends has no steady motion, as its spans get longer and shorter, so that the analysis steady is not "
      "supported; use \"analysis\": \"transient\", or \"linear\" for its modes");
  CHECK(only(rope, R"(, "time_integration": "quasi_static")") ==
        "ropes with ends move by their inertia, which quasi_static leaves out; use generalised_alpha");
  const auto block = [](const std::string& direction) {
    return wheel(R"(, "motion": {"type": "free"}, "mount": {"type": "slider", "mass": 1, "force": 40, "direction": )" +
                 direction + "}");
  };
  CHECK(objections(read_rope(ends, block("[0, 1]"), elastic), "").empty());
  const std::vector<std::string> turning = objections(read_rope(ends, block("[1, 1]"), elastic), "");
  REQUIRE(turning.size() == 2);
  CHECK(turning[1] ==
        "end 2 goes along its span, which turns as pulley 1 moves, and eulerian_ale does not support that; let the "
        "axis of that pulley move along the span, or use analytic_string_dynamics");
  CHECK(only(read_rope(R"({"type": "fixed", "position": [0, 0]},)" + body(1.0, 0.0, -1.0), "", elastic),
             R"(, "step_tolerance": 1e-6)") ==
        "step_tolerance is relative to the smallest radius, and there is no pulley; set it to 0");
}

}  // namespace beltdyn::eulerian::ale::ale_rope_test
