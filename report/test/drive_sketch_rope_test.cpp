// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdlib>
#include <string>

#include <doctest/doctest.h>

#include "report/drive_sketch_parts.hpp"

namespace beltdyn::drive_sketch_rope_test {

using namespace beltdyn::report;

namespace {

// Two weights that hang at a depth `height` from sheaves of 0.3 m at the distance `apart` [m].
std::string lift(double height, double apart) {
  RopeDrive drive;
  drive.pulleys.resize(2);
  for (Pulley& pulley : drive.pulleys) {
    pulley.radius = 0.3;
    pulley.side = PulleySide::outside;
  }
  drive.pulleys[1].center = {apart, 0.0};
  drive.ends[0].form = BodyEnd{.mass = 7.0, .position = {-0.3, -height}};
  drive.ends[1].form = BodyEnd{.mass = 8.0, .position = {apart + 0.3, -height}};
  return rope_sketch(drive, 1.0);
}

int count(const std::string& text, const std::string& part) {
  int n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

// The position of a text [px].
double text_x(const std::string& sketch, const std::string& words) {
  const std::size_t end = sketch.find(">" + words + "<");
  REQUIRE(end != std::string::npos);
  return std::strtod(sketch.c_str() + sketch.rfind("<text x=\"", end) + 9, nullptr);
}

// The largest radius of a circle [px].
double largest_radius(const std::string& sketch) {
  double largest = 0.0;
  for (std::size_t at = sketch.find(" r=\""); at != std::string::npos; at = sketch.find(" r=\"", at + 1)) {
    largest = std::max(largest, std::strtod(sketch.c_str() + at + 4, nullptr));
  }
  return largest;
}

}  // namespace

TEST_CASE("drive sketch: pulleys that are seen have no inset") {
  const std::string sketch = lift(4.0, 1.5);
  CHECK(count(sketch, "<clipPath") == 0);
  CHECK(sketch.find(">1</text>") != std::string::npos);
}

TEST_CASE("drive sketch: what is at an end stands beside the rope and is not over that of the other end") {
  // The spans are side by side; both ends are at the same height and at most 40 px apart.
  for (const double height : {3.0, 30.0}) {
    CAPTURE(height);
    const std::string sketch = lift(height, 1.0);
    constexpr double kWidth = 27.0;  // of "7 kg" [px]
    const double apart = std::abs(text_x(sketch, "7 kg") - text_x(sketch, "8 kg"));
    CHECK(apart > kWidth);
  }
}

// Four falls beside each other: above the fixed end is the ring around the top pulleys, right of it is the rope.
TEST_CASE("drive sketch: the label of an end is beside the ring around pulleys, not in it") {
  RopeDrive drive;
  drive.pulleys.resize(4);
  for (std::size_t k = 0; k < 4; ++k) {
    drive.pulleys[k].radius = 0.2;
    drive.pulleys[k].center = {0.2 + 0.4 * static_cast<double>(k), k % 2 == 0 ? 1.0 : 8.0};
    drive.pulleys[k].side = k % 2 == 0 ? PulleySide::inside : PulleySide::outside;
  }
  drive.ends[0] = {.form = FixedEnd{.position = {0.0, 8.0}}, .name = "dead-end"};
  drive.ends[1] = {.form = FixedEnd{.position = {1.6, 0.0}}, .name = "drum"};
  const std::string sketch = rope_sketch(drive, 1.0);
  const std::size_t label = sketch.find(">dead-end, fixed<");
  REQUIRE(label != std::string::npos);
  CHECK(sketch.rfind("text-anchor=\"end\"", label) > sketch.rfind("<text ", label));
}

TEST_CASE("drive sketch: an end has its name") {
  RopeDrive drive;
  drive.ends[0] = {.form = BodyEnd{.mass = 7.0, .position = {0.0, 0.0}}, .name = "car"};
  drive.ends[1].form = FixedEnd{.position = {0.0, 3.0}};
  CHECK(count(rope_sketch(drive, 1.0), ">car, 7 kg<") == 1);
}

TEST_CASE("drive sketch: the pulleys of a long lift are seen in an inset, or in one for each if they are far apart") {
  const std::string near_each_other = lift(60.0, 1.5);
  CHECK(count(near_each_other, "<clipPath") == 1);
  CHECK(largest_radius(near_each_other) > 30.0);
  // The numbers of the pulleys are in the insets only.
  CHECK(count(near_each_other, ">2</text>") == 1);
  const std::string far_apart = lift(60.0, 30.0);
  CHECK(count(far_apart, "<clipPath") == 2);
  CHECK(count(far_apart, ">2</text>") == 1);
}

}  // namespace beltdyn::drive_sketch_rope_test
