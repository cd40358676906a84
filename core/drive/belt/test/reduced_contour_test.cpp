// SPDX-License-Identifier: MIT
#include "core/drive/belt/reduced_contour.hpp"

#include <cmath>
#include <numbers>

#include <doctest/doctest.h>

#include "core/drive/belt/test/test_belt_drives.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::reduced_contour_test {

using namespace beltdyn::test;
using std::numbers::pi;

namespace {

// A prescribed motion of the driven pulley.
constexpr const char* kPrescribed =
    R"(/pulleys/1/motion={"type": "prescribed", "angular_velocity": {"type": "constant", "value": 11.3}})";

ContourDrive contour_of(std::vector<std::string> edits) {
  edits.insert(edits.begin(), kPrescribed);
  return std::get<ContourDrive>(reduced_contour(edited_drive(edits)));
}

std::string objection(std::vector<std::string> edits) {
  edits.insert(edits.begin(), kPrescribed);
  return std::get<std::string>(reduced_contour(edited_drive(edits)));
}

}  // namespace

TEST_CASE("reduced contour drive: that of [Ntarladima 2023] by hand") {
  const ContourDrive contour = contour_of({});
  CHECK(close(contour.contour_length, 0.4 * pi, {.rel = 1e-15}));
  CHECK(close(contour.contact_length[0], 0.1 * pi, {.rel = 1e-15}));
  CHECK(close(contour.contact_length[1], 0.1 * pi, {.rel = 1e-15}));
  CHECK(close(contour.span_length(), 0.1 * pi, {.rel = 1e-14}));
  CHECK(close(contour.axial_stiffness, 8000.0, {.rel = 1e-15}));
  // 0.5 x 400 N/0.1 m on the surface, which is 0.05 mm inside the centre line
  CHECK(close(contour.friction_force[0], 2000.0 * 0.09995 / 0.1, {.rel = 1e-13}));
  CHECK(close(contour.friction_force[1], 2000.0 * 0.09995 / 0.1, {.rel = 1e-13}));
  CHECK(close(contour.surface_speed[0].value(1.0), 1.2, {.rel = 1e-15}));
  CHECK(close(contour.surface_speed[0].value(0.325), 0.6, {.rel = 1e-14}));
  CHECK(close(contour.surface_speed[1].value(0.0), 1.13, {.rel = 1e-15}));
}

TEST_CASE("reduced contour drive: pulleys of their own radius, friction and sense of rotation") {
  const ContourDrive contour =
      contour_of({"/pulleys/1/center/0=0.4", "/pulleys/1/radius=0.04995", R"(/pulleys/1/side="outside")",
                  "/belt/axial_stiffness=5000", "/pulleys/1/motion/angular_velocity/value=-20"});
  // a crossed belt: sin(beta) = (0.1 + 0.05)/0.4
  const double wrap = pi + 2.0 * std::asin(0.375);
  CHECK(close(contour.contact_length[0], 0.1 * wrap, {.rel = 1e-14}));
  CHECK(close(contour.contact_length[1], 0.05 * wrap, {.rel = 1e-14}));
  CHECK(close(contour.friction_force[0], 0.5 * 250.0 / 0.1 * 0.09995 / 0.1, {.rel = 1e-13}));
  CHECK(close(contour.friction_force[1], 0.5 * 250.0 / 0.05 * 0.04995 / 0.05, {.rel = 1e-13}));
  CHECK(close(contour.surface_speed[1].value(0.0), 1.0, {.rel = 1e-14}));
}

TEST_CASE("reduced contour drive: its strain counts from the pretensioned state") {
  // lambda = (1 + e) lambda0, so that a small strain e changes N = EA (lambda - 1) by EA lambda0 e.
  const ContourDrive contour =
      contour_of({R"(/belt/pretension={"type": "stress_free_length", "length": 1.193805208364123})"});
  CHECK(close(contour.axial_stiffness, 8000.0 / 0.95, {.rel = 1e-14}));
}

TEST_CASE("reduced contour drive: what a contour drive cannot represent is reported in a sentence") {
  CHECK(std::get<std::string>(reduced_contour(read_drive(kNtarladimaDrive))) ==
        "a contour drive has prescribed speeds, but the motion of pulley 2 is not prescribed; prescribe its angular "
        "velocity");
  CHECK(objection({R"(/pulleys/-={"center": [0.15, -0.15], "radius": 0.02, "side": "inside", "inertia": 1,
                                   "motion": {"type": "free"}})",
                   "/pulleys/1/center=[0.15, -0.15]", "/pulleys/1/radius=0.02", "/pulleys/2/center=[0.314, 0]",
                   "/pulleys/2/radius=0.1"}) ==
        "a contour drive has two pulleys, but this drive has 3; use another formulation");
  CHECK(objection({"/belt/pretension/strain=0.01"}) ==
        "friction in a contour drive requires a positive pretension, which is -80 N here; tighten the belt");
  CHECK(objection({"/pulleys/1/eccentricity=0.001"}) ==
        "a contour drive has a fixed contour, but pulley 2 is eccentric; remove the eccentricity");
  CHECK(objection({R"(/initial_state="running")"}) ==
        "a contour drive starts with a uniformly stretched belt, but initial_state is running; set it to rest");
  CHECK(objection({"/contact/friction/coefficient=0"}) ==
        "a contour drive requires friction on both pulleys, but pulley 1 has none; give a coefficient > 0");
  CHECK(objection({R"(/direction="clockwise")"}) ==
        "the belt of a contour drive moves forward, but the speed of pulley 1 falls to -1.2 m/s; reverse the direction "
        "of the belt or the angular velocity");
}

TEST_CASE("reduced contour: a drive with runs has none, and says what has") {
  CHECK(objection({R"(/spans=[{"from": 1, "load_per_length": 3}])"}) ==
        "a contour drive has nothing along its spans, but this drive has \"spans\"; use analytic_string or "
        "eulerian_ale, or remove them");
}

TEST_CASE("reduced contour: a drive with bodies on its belt has none, and says what has") {
  CHECK(objection({R"(/bodies=[{"from": 1, "distance": 0.1, "mass": 1}])"}) ==
        "a contour drive has no bodies on its belt, but this drive has \"bodies\"; use lagrangian_ancf or "
        "eulerian_ale, or remove them");
}

TEST_CASE("reduced contour: a friction law that is not Coulomb's has none, and says so") {
  const auto reduced = reduced_contour(
      edited_drive({kPrescribed, R"(/contact/friction={"type": "dahl", "stiffness": 1, "coefficient": 0.6})"}));
  REQUIRE(std::holds_alternative<std::string>(reduced));
  CHECK(std::get<std::string>(reduced) ==
        "a contour drive uses Coulomb friction, but the law of pulley 1 is dahl; use coulomb, or another "
        "formulation");
}

}  // namespace beltdyn::reduced_contour_test
