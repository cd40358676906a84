// SPDX-License-Identifier: MIT
#include "core/belt/belt_map.hpp"

#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

#include "core/numerics/close.hpp"

namespace beltdyn::belt_map_test {

using contact::ContactState;

namespace {

// Two pulleys of radius 1 with axes at distance 4: arcs of π, spans of 4, L = 2 π + 8.
BeltPath two_pulleys() {
  const std::vector<PathPulley> pulleys{{.center = {0.0, 0.0}, .radius = 1.0}, {.center = {4.0, 0.0}, .radius = 1.0}};
  return {pulleys, LoopDirection::counterclockwise, 0.0};
}

// n evenly spaced particles of a belt that is as long as the path, the first one at σ = shift. Contact has `state` on
// pulley 1 where σ lies in [begin, end), and is free elsewhere.
BeltMap belt(const BeltPath& path, int n, double shift, double begin, double end, ContactState state) {
  std::vector<BeltPoint> points;
  std::vector<ContactPoint> contacts;
  for (int i = 0; i < n; ++i) {
    const double sigma = shift + i * path.length() / n;
    points.push_back({.material = sigma, .position = path.point(sigma).position, .force = std::cos(sigma)});
    const double local = std::remainder(sigma - 0.5 * (begin + end), path.length());
    const bool touches = std::abs(local) < 0.5 * (end - begin);
    contacts.push_back({.material = sigma,
                        .pulley = touches ? 0 : -1,
                        .pressure = touches ? 2.0 : 0.0,
                        .traction = touches ? -1.0 : 0.0,
                        .state = touches ? state : ContactState::free});
  }
  return {path, path.length(), std::move(points), std::move(contacts)};
}

}  // namespace

TEST_CASE("belt map: nearest point of the path, also of positions off it") {
  const BeltPath path = two_pulleys();
  for (int i = 0; i < 100; ++i) {
    const double sigma = (i + 0.5) * path.length() / 100.0;
    const PathPoint point = path.point(sigma);
    for (const double offset : {-0.2, 0.0, 0.3}) {
      const Eigen::Vector2d position = point.position + offset * point.normal;
      CHECK(close(path.nearest(position, sigma + 0.1), sigma, {.abs = 1e-12}));
      // One loop further, with a start value there.
      CHECK(close(path.nearest(position, sigma + path.length() - 0.1), sigma + path.length(), {.abs = 1e-12}));
    }
  }
}

TEST_CASE("belt map: where a crossed belt crosses itself, the expected span counts") {
  const std::vector<PathPulley> pulleys{{.center = {0.0, 0.0}, .radius = 1.0},
                                        {.center = {4.0, 0.0}, .radius = 1.0, .side = PulleySide::outside}};
  const BeltPath path(pulleys, LoopDirection::counterclockwise, 0.0);
  // Wraps of more than half a turn: a position behind the exit by less than the remaining angle belongs to the exit.
  for (int i = 0; i < 100; ++i) {
    const double sigma = (i + 0.5) * path.length() / 100.0;
    CHECK(close(path.nearest(path.point(sigma).position, sigma + 0.05), sigma, {.abs = 1e-12}));
  }
  for (const PathSpan& span : path.spans()) {
    const double middle = span.start + 0.5 * span.length;
    CHECK(close(path.nearest({2.0, 0.0}, middle + 0.3), middle, {.abs = 1e-12}));
    CHECK(close(path.nearest({2.0, 0.01}, middle - 0.3), middle, {.abs = 0.02}));
  }
}

TEST_CASE("belt map: linear between particles, periodic in both coordinates") {
  const BeltPath path = two_pulleys();
  const int n = 500;
  const double h = path.length() / n;
  for (const double shift : {0.0, 3.3, 12.0}) {
    const BeltMap map = belt(path, n, shift, 0.0, 0.0, ContactState::free);
    for (const double sigma : {0.0, 0.017, 2.0, 9.99, path.length() - 1e-9}) {
      // cos is not periodic in L: particles are numbered from the first point, at σ = shift.
      const double s = sigma < shift ? sigma + path.length() : sigma;
      CHECK(close(map.at(sigma).force, std::cos(s), {.abs = h * h / 8.0 + 2.0 * (s > shift + path.length() - h)}));
      CHECK(close(map.at(sigma + 3.0 * path.length()).force, map.at(sigma).force, {.abs = 1e-9}));
      CHECK(close(map.at_particle(sigma - path.length()).force, map.at(sigma).force, {.abs = 1e-9}));
      CHECK(map.at(sigma).sigma == sigma);
      CHECK((map.position(s) - path.point(sigma).position).norm() < h * h / 8.0 * 1.01 + 1e-12);
    }
  }
}

TEST_CASE("belt map: slip zones reach half way to the neighbours, wherever the numbering begins") {
  const BeltPath path = two_pulleys();
  const int n = 1000;
  const double h = path.length() / n;
  for (const double shift : {0.0, 0.4, 2.6, 5.0, 14.0}) {
    CAPTURE(shift);
    const BeltMap map = belt(path, n, shift, 1.0, 3.0, ContactState::slip_forward);
    const std::vector<SlipZone> zones = map.slip_zones();
    REQUIRE(zones.size() == 1);
    CHECK(zones[0].pulley == 0);
    CHECK(zones[0].direction == 1);
    CHECK(close(zones[0].begin, 1.0, {.abs = 0.5 * h + 1e-9}));
    CHECK(close(zones[0].end, 3.0, {.abs = 0.5 * h + 1e-9}));
  }
  CHECK(belt(path, n, 0.4, 1.0, 3.0, ContactState::stick).slip_zones().empty());
}

TEST_CASE("belt map: what touches the first pulley ahead of its entry lies at negative contour points") {
  const BeltPath path = two_pulleys();
  const BeltMap map = belt(path, 1000, 2.0, -0.25, 0.5, ContactState::slip_backward);
  const std::vector<SlipZone> zones = map.slip_zones();
  REQUIRE(zones.size() == 1);
  CHECK(close(zones[0].begin, -0.25, {.abs = 0.01}));
  CHECK(close(zones[0].end, 0.5, {.abs = 0.01}));
  CHECK(zones[0].direction == -1);
}

TEST_CASE("belt map: pressure and traction jump where contact ends") {
  const BeltPath path = two_pulleys();
  const int n = 1000;
  const BeltMap map = belt(path, n, 0.0, 1.0, 2.0, ContactState::stick);
  for (double sigma = 0.9; sigma < 2.1; sigma += 0.003) {
    const ProfilePoint point = map.at(sigma);
    const bool touches = point.contact_state == static_cast<int>(ContactState::stick);
    CHECK(close(point.pressure, touches ? 2.0 : 0.0, {.rel = 1e-15}));
    CHECK(close(point.traction, touches ? -1.0 : 0.0, {.rel = 1e-15}));
    if (sigma > 1.01 && sigma < 1.99) CHECK(touches);
  }
}

TEST_CASE("belt map: where contact is known to end its zone ends, and pressure and traction vanish") {
  const BeltPath path = two_pulleys();
  constexpr int n = 40;
  const double h = path.length() / n;
  // Points 3 to 9 slip on pulley 1; contact begins in the gap before them and ends in the gap behind, at any place
  // there.
  for (const double part : {0.0, 0.2, 0.9, 1.0}) {
    CAPTURE(part);
    for (const int first : {0, 6, 20}) {  // of the numbering, which must not matter
      CAPTURE(first);
      std::vector<BeltPoint> points;
      std::vector<ContactPoint> contacts;
      for (int j = 0; j < n; ++j) {
        const int i = (first + j) % n;
        const double sigma = (first + j) * h;
        points.push_back({.material = sigma, .position = path.point(sigma).position});
        ContactPoint contact{.material = sigma};
        if (i >= 3 && i <= 9) {
          contact = {
              .material = sigma, .pulley = 0, .pressure = 2.0, .traction = -1.0, .state = ContactState::slip_backward};
        }
        if (i == 2 || i == 9) contact.contact_limit = sigma + part * h;
        contacts.push_back(contact);
      }
      const BeltMap map(path, path.length(), std::move(points), std::move(contacts));
      const std::vector<SlipZone> zones = map.slip_zones();
      REQUIRE(zones.size() == 1);
      const double begin = (2.0 + part) * h;
      const double end = (9.0 + part) * h;
      CHECK(close(zones[0].begin, begin, {.abs = 1e-12}));
      CHECK(close(zones[0].end, end, {.abs = 1e-12}));
      const std::vector<double> changes = map.state_changes();
      REQUIRE(changes.size() == 2);
      CHECK(changes[0] >= first * h);
      CHECK(changes[0] < changes[1]);
      CHECK(changes[1] < first * h + path.length());
      CHECK(close(std::remainder(changes[0] + changes[1] - begin - end, path.length()), 0.0, {.abs = 1e-12}));
      for (double sigma = 2.03 * h; sigma < 10.0 * h; sigma += 0.1 * h) {
        const double ahead = part < 1.0 ? (sigma - begin) / (3.0 * h - begin) : 1.0;
        const double left = part > 0.0 ? (end - sigma) / (end - 9.0 * h) : 1.0;
        const double share = sigma > begin && sigma < end ? std::min({1.0, ahead, left}) : 0.0;
        const ProfilePoint point = map.at(sigma);
        CHECK(close(point.pressure, 2.0 * share, {.abs = 1e-12}));
        CHECK(close(point.traction, -1.0 * share, {.abs = 1e-12}));
        CHECK((point.contact_state == -1) == (sigma > begin && sigma < end));
      }
    }
  }
}

TEST_CASE("belt map: slip begins at the front between contact points, and so does its state") {
  const BeltPath path = two_pulleys();
  constexpr int n = 40;
  const double h = path.length() / n;
  const double front = 5.3 * h;  // of a belt on bristles; its traction grows by the factor e over one spacing
  std::vector<BeltPoint> points;
  std::vector<ContactPoint> contacts;
  for (int i = 0; i < n; ++i) {
    points.push_back({.material = i * h, .position = path.point(i * h).position});
    const bool slips = i * h > front;
    const double share = slips ? 1.0 : std::exp((i * h - front) / h);
    ContactPoint contact{.material = i * h};
    if (i < 10) {
      contact = {.material = i * h,
                 .pulley = 0,
                 .pressure = 2.0,
                 .traction = share,
                 .state = slips ? ContactState::slip_forward : ContactState::stick};
    }
    contacts.push_back(contact);
  }
  const BeltMap map(path, path.length(), std::move(points), std::move(contacts));
  const std::vector<SlipZone> zones = map.slip_zones();
  REQUIRE(zones.size() == 1);
  CHECK(close(zones[0].begin, front, {.abs = 1e-12}));
  CHECK(close(zones[0].end, 9.5 * h, {.abs = 1e-12}));
  CHECK(map.at(front - 1e-9).contact_state == static_cast<int>(ContactState::stick));
  CHECK(map.at(front + 1e-9).contact_state == static_cast<int>(ContactState::slip_forward));
}

TEST_CASE("belt map: a slip zone without length stays one, wherever rounding puts its ends") {
  const BeltPath path = two_pulleys();
  constexpr int n = 40;
  const double h = path.length() / n;
  for (int shift = 0; shift < 100; ++shift) {
    CAPTURE(shift);
    const double origin = shift * path.length() / 300.0;
    std::vector<BeltPoint> points;
    std::vector<ContactPoint> contacts;
    for (int i = 0; i < n; ++i) {
      const double sigma = origin + i * h;
      points.push_back({.material = sigma, .position = path.point(i * h).position});
      ContactPoint contact{.material = sigma};
      if (i < 5) {
        // The front of slip is at point 4, where contact ends.
        contact = {.material = sigma,
                   .pulley = 0,
                   .pressure = 2.0,
                   .traction = std::exp(i - 4.0),
                   .state = i < 4 ? ContactState::stick : ContactState::slip_forward};
        if (i == 4) contact.contact_limit = std::nextafter(sigma, 0.0);
      }
      contacts.push_back(contact);
    }
    const BeltMap map(path, path.length(), std::move(points), std::move(contacts));
    for (const SlipZone& zone : map.slip_zones()) CHECK(close(zone.end, zone.begin, {.abs = 1e-9}));
  }
}

}  // namespace beltdyn::belt_map_test
