// SPDX-License-Identifier: MIT
// Elastic ropes whose wraps change.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include "analytic/rope_drive/elastic_rope.hpp"
#include "analytic/rope_drive/test/rope_drives.hpp"
#include "core/base/error.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::elastic_rope_test {

using namespace beltdyn::analytic;

namespace {

constexpr double kTight = 1e-12;
constexpr double kRadius = 0.4;

// A sheave in the falls from two points at (∓a, 0), which moves down from its place h below them.
struct Falls {
  double a = 2.0, h = 3.0;

  double centre_distance(double displacement) const { return std::hypot(a, h + displacement); }
  double length(double displacement) const {
    const double d = centre_distance(displacement);
    return std::sqrt(d * d - kRadius * kRadius);
  }
  // For a fall, above the horizontal: sin β = (h l + a R)/D²
  double sine(double displacement) const {
    const double d = centre_distance(displacement);
    return ((h + displacement) * length(displacement) + a * kRadius) / (d * d);
  }
  double wrap(double displacement) const { return 2.0 * std::asin(sine(displacement)); }
  void set(double displacement, RopeGeometry& g) const {
    const double d = centre_distance(displacement);
    const double l = length(displacement);
    g.length = {l, l};
    std::ranges::fill(g.length_by, 0.0);
    std::ranges::fill(g.side_by, 0.0);
    g.length_by[4] = g.length_by[5] = (h + displacement) / l;
    const double by = a / (d * d) - kRadius * (h + displacement) / (d * d * l);
    g.side_by[4] = -by;
    g.side_by[5] = by;
  }
};

ElasticRopeDrive hung_sheave(double mass, double force) {
  const Falls falls;
  ElasticRopeDrive drive;
  drive.axial_stiffness = 1e5;
  drive.blocks = {{.label = "block",
                   .mass = mass,
                   .force = [mass](double, double, double) { return mass * kGravity; },
                   .take_up = {}}};
  drive.sheaves = {sheave(kRadius, 0.15, 2.0, falls.wrap(0.0))};
  drive.length = {falls.length(0.0), falls.length(0.0)};
  drive.force = {force, force};
  drive.geometry = [falls](std::span<const double> displacements, RopeGeometry& g) { falls.set(displacements[2], g); };
  return drive;
}

}  // namespace

TEST_CASE("elastic rope: a block hangs still in slanting falls that carry it, 2 N sin β = m g") {
  constexpr double kMass = 100.0;
  ElasticRope rope(hung_sheave(kMass, kMass * kGravity / (2.0 * Falls().sine(0.0))), kTight);
  rope.advance_to(5.0);
  CHECK(std::abs(rope.block_displacement(0)) < 1e-12);
  CHECK(std::abs(rope.block_speed(0)) < 1e-11);
}

// Between its falls, which come in and go out at both sides of the sheave.
TEST_CASE("elastic rope: a block that falls into its rope keeps the energy but for what slip takes") {
  ElasticRopeDrive drive = hung_sheave(100.0, 50.0);
  drive.sheaves[0].torque = [](double t, double) { return 40.0 * std::sin(7.0 * t); };
  ElasticRope rope(drive, kTight);
  const RopeEnergy start = rope.energy();
  const double natural = rope.natural_length();
  double most = 0.0;
  for (int i = 1; i <= 20; ++i) {
    rope.advance_to(0.05 * i);
    const RopeEnergy now = rope.energy();
    const double missing =
        now.kinetic + now.elastic - start.kinetic - start.elastic - now.by_ends - now.by_drives + now.lost_in_slip;
    most = std::max(most, now.kinetic + now.elastic + now.lost_in_slip);
    CHECK(std::abs(missing) < 1e-9 * most);
    CHECK(close(rope.natural_length(), natural, {.rel = 1e-11}));
    const double path =
        2.0 * Falls().length(rope.block_displacement(0)) + kRadius * Falls().wrap(rope.block_displacement(0));
    CHECK(close(rope.path_length(), path, {.rel = 1e-11}));
  }
  CHECK(rope.lost_in_slip(0) > 0.0);
  CHECK(rope.block_displacement(0) > 0.0);
}

// The whole rope slips, with N₁ = N₀ exp(μφ) while φ changes.
TEST_CASE("elastic rope: a rope drawn over a sheave that does not turn slips on a wrap that changes") {
  ElasticRopeDrive drive = hung_sheave(100.0, 100.0 * kGravity / (2.0 * Falls().sine(0.0)));
  drive.sheaves[0] = driver(kRadius, 0.15, [](double) { return 0.0; });
  drive.sheaves[0].wrap = Falls().wrap(0.0);
  drive.ends[1] = {.kind = RopeEnd::Kind::winch, .label = "winch", .paid_out = [](double t) { return 0.3 * t; }};
  ElasticRope rope(drive, kTight);
  const RopeEnergy start = rope.energy();
  rope.advance_to(2.0);
  CHECK(rope.block_displacement(0) > 0.2);
  REQUIRE(rope.arc(0).is_whole);
  CHECK(close(rope.force(0), rope.force(1) * std::exp(0.15 * Falls().wrap(rope.block_displacement(0))), {.rel = 1e-9}));
  const RopeEnergy now = rope.energy();
  const double missing = now.kinetic + now.elastic - start.kinetic - start.elastic - now.by_ends + now.lost_in_slip;
  CHECK(std::abs(missing) < 1e-9 * (now.elastic + now.lost_in_slip));
}

TEST_CASE("elastic rope: a rope that lifts off its sheave ends the run") {
  ElasticRopeDrive drive;
  drive.axial_stiffness = 1e5;
  drive.ends[1] = weight(10.0, 1.0);
  drive.sheaves = {sheave(0.2, 0.1, 1.0, 0.5)};
  drive.length = {30.0, 30.0};
  drive.force = {10.0 * kGravity, 10.0 * kGravity};
  drive.geometry = [](std::span<const double> displacements, RopeGeometry& g) {
    g.length = {30.0, 30.0 + displacements[1]};
    g.length_by = {0.0, 0.0, 0.0, 1.0};
    g.side_by = {0.0, 0.0, 0.0, -2.5};
  };
  ElasticRope rope(drive, 1e-9);
  CHECK_THROWS_WITH_AS(rope.advance_to(1.0), doctest::Contains("lifts off sheave 1"), SolverError);
}

}  // namespace beltdyn::elastic_rope_test
