// SPDX-License-Identifier: MIT
#include "core/belt/slip_front.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <doctest/doctest.h>

#include "core/numerics/close.hpp"

namespace beltdyn::slip_front_test {

using contact::ContactState;

namespace {

ContactPoint point(double material, double share, ContactState state, double pressure = 3.0) {
  return {.material = material, .pulley = 1, .pressure = pressure, .traction = share * pressure, .state = state};
}

// A contact point of a belt on bristles. Its traction grows as exp(s/length) up to its limit at the front, 0.4 of a
// pressure that decreases along the belt.
ContactPoint on_bristles(double material, double front, double length) {
  const double share = 0.4 * std::min(1.0, std::exp((material - front) / length));
  return point(material, share, material < front ? ContactState::stick : ContactState::slip_forward,
               3.0 * std::exp(-material));
}

ContactPoint mirrored(ContactPoint contact) {
  contact.material = -contact.material;
  return contact;
}

}  // namespace

TEST_CASE("slip front: exact on a belt on bristles, wherever it is between two points, from either side") {
  const std::array<double, 4> s{0.9, 1.0, 1.3, 1.5};
  for (const double length : {0.01, 0.1, 1.0, 100.0}) {
    CAPTURE(length);
    for (const double front : {1.0001, 1.1, 1.29}) {
      const auto at = [&](std::size_t i) { return on_bristles(s[i], front, length); };
      // The tractions of soft bristles differ by the relative amount h/length; the front follows from their logarithm.
      CHECK(close(front_between(at(0), at(1), at(2), at(3)), front, {.abs = 1e-12}));
      CHECK(close(front_between(mirrored(at(3)), mirrored(at(2)), mirrored(at(1)), mirrored(at(0))), -front,
                  {.abs = 1e-12}));
    }
  }
}

TEST_CASE("slip front: moves continuously to the point that sticks as that reaches the limit") {
  double last = 1.0;
  for (int i = 1; i <= 1000; ++i) {
    const ContactPoint beyond = point(0.0, 0.05, ContactState::stick);
    const ContactPoint sticks = point(1.0, 0.06 + 0.94 * i / 1000.0, ContactState::stick);
    const ContactPoint slips = point(2.0, 1.0, ContactState::slip_forward);
    const double front = front_between(beyond, sticks, slips, slips);
    CHECK(front >= 1.0);
    CHECK(front <= 2.0);
    if (i > 1) CHECK(front <= last);
    last = front;
  }
  CHECK(close(last, 1.0, {.abs = 1e-12}));
}

TEST_CASE("slip front: without information it lies half-way") {
  const ContactPoint slips = point(2.0, 1.0, ContactState::slip_forward);
  const ContactPoint beyond = point(0.0, 0.1, ContactState::stick);
  CHECK(front_between(beyond, point(1.0, 0.0, ContactState::stick), slips, slips) == 1.5);
  CHECK(front_between(beyond, point(1.0, -0.2, ContactState::stick), slips, slips) == 1.5);
  CHECK(front_between(beyond, point(1.0, 0.05, ContactState::stick), slips, slips) == 1.5);
  ContactPoint elsewhere = beyond;
  elsewhere.pulley = 0;
  CHECK(front_between(elsewhere, point(1.0, 0.9, ContactState::stick), slips, slips) == 1.5);
  // A line from -0.5 through 0.5 reaches 1 half a spacing later.
  CHECK(close(front_between(point(0.0, -0.5, ContactState::stick), point(1.0, 0.5, ContactState::stick), slips, slips),
              1.5, {.abs = 1e-15}));
}

TEST_CASE("slip front: between slip forward and backward the traction vanishes") {
  const ContactPoint forward = point(1.0, 0.3, ContactState::slip_forward);
  const ContactPoint backward = point(2.0, -0.1, ContactState::slip_backward);
  CHECK(close(front_between(forward, forward, backward, backward), 1.75, {.abs = 1e-15}));
}

}  // namespace beltdyn::slip_front_test
