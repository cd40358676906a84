// SPDX-License-Identifier: MIT
#include "core/drive/belt/span_load.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/drive/belt/test/conveyor_drive.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::span_load_test {

namespace {

const Eigen::Vector2d kGravity(0.0, -9.81);
constexpr double kBelt = 18.0;
const SpanLoad kCarrying{.from = 2,
                         .load_per_length = 80.0,
                         .idler_mass_per_length = 12.0,
                         .resistance_coefficient = 0.022,
                         .idler_spacing = 1.2};

}  // namespace

TEST_CASE("span load: main resistance of a level run, by hand") {
  // 0.022 x 9.81 x (12 + 18 + 80) = 23.7402
  for (const double direction : {-1.0, 1.0}) {
    const SpanForces forces = kCarrying.forces(kBelt, kGravity, {direction, 0.0});
    CHECK(close(forces.resistance, 23.7402, {.rel = 1e-14}));
    CHECK(forces.load_weight == 0.0);
    CHECK(forces.belt_weight == 0.0);
  }
}

TEST_CASE("span load: on a slope the weight presses less and pulls along") {
  // 3 in 5: 0.022 x 9.81 x (12 + 98 x 0.8) = 19.510128, 80 x 9.81 x 0.6 = 470.88, 18 x 9.81 x 0.6 = 105.948
  const SpanForces up = kCarrying.forces(kBelt, kGravity, {0.8, 0.6});
  CHECK(close(up.resistance, 19.510128, {.rel = 1e-14}));
  CHECK(close(up.load_weight, -470.88, {.rel = 1e-14}));
  CHECK(close(up.belt_weight, -105.948, {.rel = 1e-14}));
  const SpanForces down = kCarrying.forces(kBelt, kGravity, {-0.8, -0.6});
  CHECK(close(down.resistance, up.resistance, {.rel = 1e-15}));
  CHECK(close(down.load_weight, -up.load_weight, {.rel = 1e-15}));
  // On a vertical span, nothing presses on the idlers.
  CHECK(close(kCarrying.forces(kBelt, kGravity, {0.0, -1.0}).resistance, 0.022 * 9.81 * 12.0, {.rel = 1e-14}));
}

// 98 x 9.81 x 1.44/(8 x 34693.88) = 4.98786529497 mm
TEST_CASE("span load: the sag between two idlers is that of the weight across, by hand") {
  const double sag = 0.00498786529497;
  CHECK(close(kCarrying.sag(kBelt, kGravity, {1.0, 0.0}, 34693.88, 0.0), sag, {.rel = 1e-11}));
  CHECK(close(kCarrying.sag(kBelt, kGravity, {-0.8, -0.6}, 34693.88, 0.0), 0.8 * sag, {.rel = 1e-11}));
  CHECK(kCarrying.sag(kBelt, kGravity, {0.0, 1.0}, 34693.88, 0.0) == 0.0);
  // The momentum of belt and load, 98 x 4² N, bears no weight, in either direction.
  for (const double speed : {-4.0, 4.0}) {
    CHECK(close(kCarrying.sag(kBelt, kGravity, {1.0, 0.0}, 34693.88 + 1568.0, speed), sag, {.rel = 1e-11}));
  }
}

TEST_CASE("span load: a slack belt sags by the spacing of the idlers, and no more") {
  const double held = 98.0 * 9.81 * 1.2 / 8.0;  // [N]
  CHECK(close(kCarrying.sag(kBelt, kGravity, {1.0, 0.0}, 2.0 * held, 0.0), 0.6, {.rel = 1e-14}));
  for (const double force : {0.5 * held, 0.0, -1e3}) {
    CHECK(kCarrying.sag(kBelt, kGravity, {1.0, 0.0}, force, 0.0) == 1.2);
  }
}

// lagrangian_ancf and lagrangian_links refuse spans on idlers.
TEST_CASE("span load: what a formulation refuses on a conveyor is not to be tried in one that has no conveyors") {
  BeltDrive drive = test::Conveyor{}.drive();
  drive.pulleys[0].accessory = Accessory{};
  drive.pulleys[0].brake = Brake{};
  std::vector<std::string> sentences;
  const auto object = [&] {
    sentences.clear();
    drive.add_accessory_objection(sentences, 0, "analytic_string_dynamics");
    drive.add_brake_objection(sentences, "analytic_string");
    return fmt::format("{}", fmt::join(sentences, "\n"));
  };
  CHECK(object().find("lagrangian") == std::string::npos);
  CHECK(object().find("eulerian_ale") != std::string::npos);
  drive.spans.clear();
  CHECK(object().find("lagrangian_links") != std::string::npos);
}

}  // namespace beltdyn::span_load_test
