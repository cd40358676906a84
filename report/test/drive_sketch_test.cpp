// SPDX-License-Identifier: MIT
#include "report/drive_sketch.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/belt/test/small_belt_drive.hpp"
#include "core/drive/drive.hpp"

namespace beltdyn::drive_sketch_test {

using namespace beltdyn::report;

namespace {

bool has(const std::string& page, const std::string& part) { return page.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("drive sketch: each pulley has its radius, the degrees of its wrap, and its inertia") {
  BeltDrive drive;
  drive.pulleys.resize(2);
  drive.pulleys[0].radius = 0.1;
  drive.pulleys[0].inertia = 0.031;
  drive.pulleys[1].radius = 0.2;
  drive.pulleys[1].inertia = 0.047;
  drive.pulleys[1].center = {1.0, 0.0};
  const std::string sketch = drive_sketch(drive, 1.0);
  CAPTURE(sketch);
  std::size_t at = sketch.find("<td");
  for (const char* value : {">0.1<", ">168.5<", ">0.031<", ">0.2<", ">191.5<", ">0.047<"}) {
    CAPTURE(value);
    at = sketch.find(value, at);
    REQUIRE(at != std::string::npos);
  }
}

TEST_CASE("drive sketch: an accessory stands with its pulley") {
  BeltDrive drive = beltdyn::test::small_belt_drive(2.0);
  drive.pulleys[1].accessory = Accessory{.inertia = 0.003,
                                         .torques = {PulleyTorque{.form = AppliedTorque{.moment = TimeFunction(-4.0)}}},
                                         .spring = AccessorySpring{.stiffness = 20.0},
                                         .driving_direction = TurnSense::counterclockwise};
  CHECK(has(drive_sketch(drive, 1.0),
            "accessory of 0.003 kg m² by a spring of 20 N m/rad and a one-way clutch: torque -4 N m"));
}

TEST_CASE("drive sketch: in the table of a contour drive all columns but that of the speeds are numbers") {
  const ContourDrive drive{.contour_length = 4.0,
                           .contact_length = {1.0, 1.0},
                           .axial_stiffness = 1.0,
                           .friction_force = {1.0, 1.0},
                           .surface_speed = {TimeFunction(2.0), TimeFunction(1.5)}};
  const std::string sketch = drive_sketch(drive, 1.0);
  for (const char* title : {"pulley", "contact length [m]", "friction limit [N/m]"}) {
    CAPTURE(title);
    CHECK(has(sketch, std::string("<th scope=\"col\" class=\"number\">") + title));
  }
  CHECK(has(sketch, "<th scope=\"col\">surface speed"));
}

TEST_CASE("drive sketch: the spring of a rig is tied to the middle of its block, with evenly spaced corners") {
  FrictionRigDrive rig;
  rig.motion = PulledMass{};
  const std::string sketch = drive_sketch(rig, 1.0);
  double x = 0.0;
  double y = 0.0;
  double width = 0.0;
  double height = 0.0;
  const std::size_t block = sketch.find("<rect x=");
  REQUIRE(block != std::string::npos);
  REQUIRE(std::sscanf(sketch.c_str() + block, "<rect x=\"%lf\" y=\"%lf\" width=\"%lf\" height=\"%lf\"", &x, &y, &width,
                      &height) == 4);
  std::size_t at = sketch.find("d=\"M", block);
  REQUIRE(at != std::string::npos);
  double first = 0.0;
  double middle = 0.0;
  REQUIRE(std::sscanf(sketch.c_str() + at, "d=\"M%lf %lf", &first, &middle) == 2);
  // Positions are written to tenths of a pixel.
  CHECK(first == doctest::Approx(x + width).epsilon(1e-3));
  CHECK(middle == doctest::Approx(y + 0.5 * height).epsilon(1e-3));
  std::vector<double> corners{first};
  const std::size_t end = sketch.find('"', at + 4);
  for (at = sketch.find('L', at); at < end; at = sketch.find('L', at + 1)) {
    corners.push_back(std::strtod(sketch.c_str() + at + 1, nullptr));
  }
  REQUIRE(corners.size() > 5);
  const double step = (corners.back() - first) / static_cast<double>(corners.size() - 1);
  for (std::size_t i = 1; i < corners.size(); ++i) CHECK(std::abs(corners[i] - corners[i - 1] - step) < 0.2);
}

TEST_CASE("drive sketch: a drive of ten times the size has the same picture") {
  BeltDrive drive;
  drive.pulleys.resize(2);
  drive.pulleys[0].radius = 0.1;
  drive.pulleys[1].radius = 0.2;
  drive.pulleys[1].center = {1.0, 0.0};
  BeltDrive large = drive;
  for (Pulley& pulley : large.pulleys) {
    pulley.radius *= 10.0;
    pulley.center *= 10.0;
  }
  const auto picture = [](const BeltDrive& of) {
    const std::string sketch = drive_sketch(of, 1.0);
    return sketch.substr(0, sketch.find("</svg>"));
  };
  CHECK(picture(large) == picture(drive));
}

TEST_CASE("drive sketch: what a quantity passes through until the end time") {
  CHECK(range_text(TimeFunction(12.0), 1.0, "rad/s") == "12 rad/s");
  const TimeFunction ramp(TimeFunction::PiecewiseLinear{.time = {0.0, 2.0}, .value = {0.0, 60.0}});
  CHECK(range_text(ramp, 1.0, "m/s") == "0 to 30 m/s");
}

}  // namespace beltdyn::drive_sketch_test
