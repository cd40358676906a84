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
#include "core/dynamics/laid_rope.hpp"
#include "core/dynamics/test/elastic_rope_claims.hpp"
#include "core/numerics/close.hpp"
#include "lagrangian/ancf/rope/ancf_rope_simulation.hpp"
#include "lagrangian/ancf/test/small_belt.hpp"

namespace beltdyn::lagrangian::ancf::ancf_rope_test {
namespace {

using beltdyn::test::advance;
using beltdyn::test::body;
using beltdyn::test::read_rope;
using beltdyn::test::two_weights;
using beltdyn::test::wheel;

constexpr double kGravity = 9.81;

AncfRopeSimulation run_of(const RopeDrive& drive, int elements, double step = 1e-3) {
  AncfParameters parameters;
  parameters.elements = elements;
  parameters.time_step = step;
  parameters.time_integration = TimeIntegration::generalised_alpha;
  return {drive, parameters};
}

auto of_elements(int count) {
  return [count](const RopeDrive& drive, double step) { return run_of(drive, count, step); };
}

std::string reason_of(const RopeDrive& drive) {
  std::vector<std::string> sentences = rope_objections(drive, "lagrangian_ancf");
  for (const std::string& sentence : winch_objections(drive, "lagrangian_ancf")) sentences.push_back(sentence);
  REQUIRE(sentences.size() == 1);
  return sentences.front();
}

}  // namespace

TEST_CASE("ANCF rope: a rope that hangs is stretched by its weight and its load, and stays there") {
  beltdyn::test::check_hanging_rope(of_elements(20), 1e-7);
}

TEST_CASE("ANCF rope: its elements have the natural length of a rope that hangs, be it given or not") {
  // 3 kg on 5 m of 0.5 kg/m.
  constexpr double kNatural = 5.0;  // [m]
  const double stretched = kNatural * (1.0 + (3.0 + 0.25 * kNatural) * kGravity / 2e4);
  for (const std::string length : {"", R"(, "length": 5)"}) {
    CAPTURE(length);
    const AncfRopeSimulation rope =
        run_of(read_rope(R"({"type": "fixed", "position": [0, 0]},)" + body(3.0, 0.0, -stretched), "",
                         R"("axial_stiffness": 2e4, "mass_per_length": 0.5)" + length),
               20);
    const BeltModel& model = rope.ancf().equations().model();
    // The trapezoidal rule at 4000 places, for a stretch that is almost linear.
    CHECK(close(model.rule.length * model.n_elements(), kNatural, {.rel = 1e-8}));
  }
}

TEST_CASE("ANCF rope: a weight swings on a light rope as on a spring") {
  beltdyn::test::check_swinging_weight(of_elements(8));
}

TEST_CASE("ANCF rope: a weight that is drawn too high for its length falls into the rope, as a spring lets it") {
  beltdyn::test::check_weight_drawn_high(of_elements(8));
}

TEST_CASE("ANCF rope: weights out of balance start as an inextensible rope accelerates them, and do not swing") {
  beltdyn::test::check_start_out_of_balance(of_elements(60));
}

TEST_CASE("ANCF rope: weights that start out of balance go as far with long steps as with short ones") {
  beltdyn::test::check_start_by_steps(of_elements(60));
}

TEST_CASE("ANCF rope: two weights over a wheel fall as friction lets the wheel follow") {
  // The arc is known to a contact segment of 0.07 rad, which is 0.022 of the friction; with da/d ln r = 4.9 m/s² this
  // is 0.024 of the acceleration.
  beltdyn::test::check_weights_over_wheel(of_elements(60), 0.024);
}

TEST_CASE("ANCF rope: a brake bears what it can, holds at rest, and lets go") {
  beltdyn::test::check_brake(of_elements(60));
}

TEST_CASE("ANCF rope: a brake stops weights that run, and it is told when and how far") {
  beltdyn::test::check_stop(of_elements(60));
}

TEST_CASE("ANCF rope: a force pulls the rope and what hangs from it over a driven pulley" *
          doctest::skip(beltdyn::test::kIsSanitized)) {
  beltdyn::test::check_pulled_rope(of_elements(60));
}

TEST_CASE("ANCF rope: bodies go along their guides only, in any direction") {
  // The span from (0, 0) leads downwards at 30° to the horizontal; rope and weight pull at the body.
  const double c = std::cos(std::numbers::pi / 6.0);
  const std::string ends = fmt::format(
      R"({{"type": "fixed", "position": [0, 0]}},
         {{"type": "body", "mass": 2, "position": [{:.17g}, -1], "direction": [{:.17g}, -0.5], "velocity": 0.05}})",
      2.0 * c, c);
  AncfRopeSimulation rope =
      run_of(read_rope(ends, "", R"("axial_stiffness": 1e4, "mass_per_length": 0.01, "bending_stiffness": 1e-3)"), 20);
  for (const double time : {0.02, 0.05, 0.1}) {
    advance(rope, time);
    const Vec2<double> place = rope.ancf().equations().guided().position(1);
    CHECK(std::abs(place.x * -0.5 - place.y * c) < 1e-12);
    CHECK(std::abs(rope.row().ends[1].position) > 1e-4);
  }
}

TEST_CASE("ANCF rope: a run that was saved resumes with the same bytes, while a body is held and a brake slips") {
  beltdyn::test::check_resumed_rope(of_elements(40));
}

TEST_CASE("ANCF rope: an end that reaches a pulley ends the run, which says so" *
          doctest::skip(beltdyn::test::kIsSanitized)) {
  beltdyn::test::check_end_at_pulley(of_elements(60));
}

TEST_CASE("ANCF rope: one that goes slack over a pulley ends the run, which says where") {
  beltdyn::test::check_slack_rope(of_elements(60));
}

TEST_CASE("ANCF rope: each drive that is no rope of elements is refused with a sentence") {
  const std::string ends = body(1.0, -0.22, -2.0) + "," + body(1.1, 0.22, -1.0);
  const std::string elastic = R"("axial_stiffness": 1e5, "mass_per_length": 1e-4)";
  CHECK(rope_objections(read_rope(ends, wheel(), elastic), "lagrangian_ancf").empty());
  CHECK(
      reason_of(read_rope(ends, wheel(), R"("inextensible": true, "mass_per_length": 0.1)")) ==
      "the rope is inextensible, but lagrangian_ancf is made of elastic elements; give an axial_stiffness instead, or "
      "use analytic_string_dynamics");
  CHECK(reason_of(read_rope(ends, wheel(), R"("axial_stiffness": 1e5, "mass_per_length": 0)")) ==
        "the rope has no mass, but the elements of lagrangian_ancf need one to move; give a mass_per_length > 0");
  CHECK(reason_of(
            read_rope(body(1.0, -0.22, -2.0) +
                          R"(, {"type": "winch", "position": [0.22, -1], "rate": {"type": "constant", "value": 1}})",
                      wheel(), elastic)) ==
        "end 2 is a winch, which is not supported by lagrangian_ancf; use analytic_string_dynamics or eulerian_ale, or "
        "a pulley of prescribed motion over which the rope runs");
  CHECK(reason_of(read_rope(
            ends, R"({"center": [0, 0], "radius": 0.22, "side": "right", "inertia": 0, "motion": {"type": "free"}})",
            elastic)) == "pulley 1 is free and has no inertia, which lagrangian_ancf does not support; give it one");
  CHECK(reason_of(read_rope(ends, wheel(R"(, "motion": {"type": "free"}, "contact": {"friction":
                               {"type": "elastoplastic_coulomb", "coefficient": 0.1, "stiffness_per_area": 1e8}})"),
                            elastic)) ==
        "the contact of pulley 1 has a stiffness, but a rope has no width to which it belongs; lagrangian_ancf has "
        "rigid contact of ropes: leave out \"normal\", and use \"friction\": {\"type\": \"coulomb\", ...}");
}

}  // namespace beltdyn::lagrangian::ancf::ancf_rope_test
