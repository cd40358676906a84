// SPDX-License-Identifier: MIT
#include "core/drive/rope/rope_drive.hpp"

#include <array>
#include <numbers>
#include <string>

#include <doctest/doctest.h>

#include "core/base/error.hpp"
#include "core/config/reader.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::rope_drive_test {

using std::numbers::pi;

namespace {

RopeDrive read(const std::string& ends, const std::string& pulleys) {
  RopeDrive drive;
  const config::JsonDocument document =
      config::JsonDocument::parse("rope.json", R"({"ends": [)" + ends + R"(], "pulleys": [)" + pulleys +
                                                   R"(], "belt": {"inextensible": true, "mass_per_length": 2},
                          "contact": {"friction": {"type": "coulomb", "coefficient": 0.1}}, "gravity": [0, -10]})");
  config::Reader(document).read([&drive](config::FieldVisitor& v) { drive.visit(v); });
  return drive;
}

const std::string kEnds = R"({"type": "fixed", "position": [-0.5, -2]},
                             {"type": "body", "mass": 3, "position": [0.5, -3], "direction": [0, 2]})";

std::string sheave(const std::string& side, const std::string& more = {}) {
  return R"({"center": [0, 0], "radius": 0.5, "inertia": 1, "motion": {"type": "free"}, "side": ")" + side + "\"" +
         more + "}";
}

std::string path_error(const Eigen::Vector2d& first, const std::vector<PathPulley>& pulleys,
                       const Eigen::Vector2d& second, int blamed) {
  try {
    RopePath(first, pulleys, second);
  } catch (const PathError& error) {
    CHECK(error.pulley() == blamed);
    return error.what();
  }
  return "none";
}

}  // namespace

TEST_CASE("rope drive: a rope over a sheave has two spans and half a turn, on either side") {
  const RopePath path = read(kEnds, sheave("right")).path();
  REQUIRE(path.spans().size() == 2);
  CHECK(close(path.spans()[0].length, 2.0, {.rel = 1e-15}));
  CHECK(close(path.spans()[1].length, 3.0, {.rel = 1e-15}));
  CHECK(close(path.arcs()[0].wrap, pi, {.rel = 1e-15}));
  CHECK(path.arcs()[0].turn == -1.0);
  CHECK(close(path.length(), 5.0 + 0.5 * pi, {.rel = 1e-15}));
  // Seen from the other end, the same sheave is on the left; the path is the same.
  const std::array<PathPulley, 1> circle{{{.center = {0.0, 0.0}, .radius = 0.5, .side = PulleySide::inside}}};
  const RopePath back({0.5, -3.0}, circle, {-0.5, -2.0});
  for (const double sigma : {0.0, 1.3, 2.0, 2.7, 4.0, path.length()}) {
    CAPTURE(sigma);
    const PathPoint there = path.point(sigma);
    const PathPoint here = back.point(path.length() - sigma);
    CHECK((there.position - here.position).norm() < 1e-14);
    CHECK((there.tangent + here.tangent).norm() < 1e-14);
  }
  CHECK(path.locate(2.5).pulley == 0);
  CHECK(path.locate(1.0).span == 0);
  CHECK(path.locate(99.0).span == 1);
}

TEST_CASE("rope drive: a straight rope has no pulleys") {
  const RopePath path({0.0, 0.0}, {}, {3.0, 4.0});
  CHECK(path.length() == 5.0);
  CHECK(close(path.point(2.5).position.x(), 1.5, {.rel = 1e-15}));
}

TEST_CASE("rope drive: a path that does not exist is told where") {
  const PathPulley at_origin{.center = {0.0, 0.0}, .radius = 0.5, .side = PulleySide::outside};
  const PathPulley beside{.center = {0.8, 0.0}, .radius = 0.5, .side = PulleySide::outside};
  CHECK(path_error({0.0, 0.3}, {at_origin}, {1.0, -2.0}, 1) ==
        "the first end lies on pulley 1: it is 0.3 m from its center, and the radius is 0.5 m; move it away");
  CHECK(path_error({-0.5, -2.0}, {at_origin}, {0.0, 0.3}, 2) ==
        "the second end lies on pulley 1: it is 0.3 m from its center, and the radius is 0.5 m; move it away");
  CHECK(
      path_error({-0.5, -2.0}, {at_origin, beside}, {2.0, -2.0}, 1) ==
      "pulleys 1 and 2 overlap: their centers are 0.8 m apart, their radii add up to 1 m; move them apart or reduce a "
      "radius");
  // The straight line between the ends passes above the sheave without touching it.
  CHECK(path_error({-2.0, 1.0}, {at_origin}, {2.0, 1.0}, 0) ==
        "between the first end and the second end the rope does not touch pulley 1 on its right; check the center of "
        "pulley 1, its side, and its place in the order");
  const PathPulley far{.center = {6.0, 0.0}, .radius = 0.5, .side = PulleySide::outside};
  const PathPulley between{.center = {3.0, 0.4}, .radius = 0.5, .side = PulleySide::outside};
  CHECK(path_error({-0.5, -2.0}, {at_origin, far, between}, {-3.0, 4.0}, 2)
            .starts_with("the span from pulley 1 to pulley 2 runs through pulley 3, "));
  CHECK(path_error({1.0, 1.0}, {}, {1.0, 1.0}, 1) == "both ends of the rope are at the same place; move one of them");
}

TEST_CASE("rope drive: a file gives ends, pulleys and a brake") {
  const RopeDrive drive =
      read(R"({"type": "winch", "position": [-0.5, -2], "rate": {"type": "constant", "value": 2}},
              {"type": "body", "mass": 3, "position": [0.5, -3], "direction": [0, 2], "velocity": -4,
               "force": {"type": "constant", "value": 5}})",
           sheave("right", R"(, "name": "top", "brake": {"capacity": {"type": "constant", "value": 6}})"));
  CHECK(std::get<WinchEnd>(drive.ends[0].form).rate.value(0.0) == 2.0);
  const auto& body = std::get<BodyEnd>(drive.ends[1].form);
  CHECK(body.mass == 3.0);
  CHECK(body.velocity == -4.0);
  CHECK(body.force->value(1.0) == 5.0);
  CHECK(body.unit_direction() == Eigen::Vector2d(0.0, 1.0));
  CHECK(drive.ends[1].position() == Eigen::Vector2d(0.5, -3.0));
  CHECK(drive.pulleys[0].brake->capacity.value(0.0) == 6.0);
  CHECK(drive.pulley_label(0) == "1 (top)");
  CHECK(drive.contact_of(0).kinetic_coefficient() == 0.1);
  CHECK(drive.rope.mass_per_length == 2.0);
  CHECK(drive.rope.is_inextensible);
}

}  // namespace beltdyn::rope_drive_test
