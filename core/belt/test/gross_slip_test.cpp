// SPDX-License-Identifier: MIT
#include "core/belt/gross_slip.hpp"

#include <algorithm>

#include <doctest/doctest.h>

#include "core/belt/test/creep_drive.hpp"
#include "core/belt/test/small_belt_drive.hpp"
#include "core/run/gross_slip_record.hpp"

namespace beltdyn::gross_slip_test {

using namespace beltdyn::test;
using contact::ContactState;

namespace {

constexpr double kCoefficient = 0.2;  // of small_belt_drive()
constexpr double kPressure = 1000.0;
constexpr int kPointsOnPulley = 40;

ContactPoint point_on(int pulley, ContactState state, double pressure, double part_of_limit) {
  const double traction = -contact::slip_direction(state) * part_of_limit * kCoefficient * pressure;
  return {.pulley = pulley, .pressure = pressure, .traction = traction, .state = state};
}

// Pulley 1 slips backward everywhere, pulley 2 sticks.
std::vector<ContactPoint> contacts() {
  std::vector<ContactPoint> points;
  for (int i = 0; i < kPointsOnPulley; ++i) points.push_back(point_on(0, ContactState::slip_backward, kPressure, 1.0));
  points.push_back({});  // free
  for (int i = 0; i < kPointsOnPulley; ++i) points.push_back(point_on(1, ContactState::stick, kPressure, 0.0));
  points.push_back({});
  return points;
}

using Directions = std::vector<int>;

}  // namespace

TEST_CASE("gross slip: a whole arc slips in one direction at the friction limit") {
  const BeltDrive drive = small_belt_drive(10.0);
  CHECK(gross_slip(contacts(), drive) == Directions{-1, 0});
  std::vector<ContactPoint> points = contacts();
  SUBCASE("one point that sticks holds the belt") { points[10].state = ContactState::stick; }
  SUBCASE("one point that slips the other way is the end of a slip arc, with stick between") {
    points[10] = point_on(0, ContactState::slip_forward, kPressure, 1.0);
  }
  SUBCASE("creep below the limit holds the belt") {
    points[10] = point_on(0, ContactState::slip_backward, kPressure, 0.9);
  }
  CHECK(gross_slip(points, drive) == Directions{0, 0});
}

TEST_CASE("gross slip: points with negligible pressure at arc ends and new contacts are ignored") {
  const BeltDrive drive = small_belt_drive(10.0);
  std::vector<ContactPoint> points;
  for (int i = 0; i < kPointsOnPulley; ++i) points.push_back(point_on(0, ContactState::slip_backward, kPressure, 1.0));
  for (int i = 0; i < kPointsOnPulley; ++i) points.push_back({});
  points[0] = point_on(0, ContactState::stick, 0.05 * kPressure, 0.0);
  points[1] = point_on(0, ContactState::stick, kPressure, 0.0);
  // The list may begin anywhere on the loop.
  for (const int begin : {0, 1, 20, 50}) {
    CAPTURE(begin);
    std::vector<ContactPoint> loop = points;
    std::rotate(loop.begin(), loop.begin() + begin, loop.end());
    CHECK(gross_slip(loop, drive) == Directions{-1, 0});
  }
  points[2] = points[1];
  CHECK(gross_slip(points, drive) == Directions{0, 0});
}

TEST_CASE("gross slip: neither a pulley without contact nor one without friction") {
  const std::vector<ContactPoint> free(3);
  BeltDrive drive = small_belt_drive(10.0);
  CHECK(gross_slip(free, drive) == Directions{0, 0});
  drive.contact->friction = elastoplastic_coulomb(0.0, 1e8, 1e4);
  CHECK(gross_slip(contacts(), drive) == Directions{0, 0});
}

// Up to the Euler-Eytelwein torque of the whole wrap, the belt sticks at the entry.
TEST_CASE("gross slip: a creeping belt is held while its slip arcs are shorter than the wrap") {
  constexpr int kPoints = 1200;
  const CreepDrive held(creep_test_drive(), 600.0, kPoints);
  CHECK(gross_slip(held.belt().contacts(), held.drive()) == Directions{0, 0});
}

TEST_CASE("gross slip: intervals last from the first row with it to the last") {
  GrossSlipRecord record;
  const std::vector<Directions> rows{{0, 0}, {1, 0}, {1, -1}, {0, -1}, {1, 1}, {1, 0}};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    GrossSlipRecord resumed = record;  // a run may resume at any row
    resumed.add(static_cast<double>(i), rows[i]);
    record = resumed;
  }
  REQUIRE(record.intervals.size() == 4);
  const auto is = [](const GrossSlip& slip, int pulley, int direction, double begin, double end) {
    return slip.pulley == pulley && slip.direction == direction && slip.begin == begin && slip.end == end;
  };
  CHECK(is(record.intervals[0], 0, 1, 1.0, 2.0));
  CHECK(is(record.intervals[1], 1, -1, 2.0, 3.0));
  CHECK(is(record.intervals[2], 0, 1, 4.0, 5.0));
  CHECK(is(record.intervals[3], 1, 1, 4.0, 4.0));
}

}  // namespace beltdyn::gross_slip_test
