// SPDX-License-Identifier: MIT
#include "analytic/rope_drive/moving_axes.hpp"

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "analytic/rope_drive/elastic_rope_of.hpp"
#include "analytic/rope_drive/elastic_rope_simulation.hpp"
#include "core/base/error.hpp"
#include "core/drive/rope/test/read_rope_drive.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::moving_axes_test {

using namespace beltdyn::analytic;
using rope_drive_test::read_rope_drive;

namespace {

constexpr double kGravity = 10.0;
constexpr double kTight = 1e-12;

std::string sheave(double x, double y, const std::string& side, const std::string& more) {
  return R"({"center": [)" + std::to_string(x) + ", " + std::to_string(y) +
         R"(], "radius": 0.3, "inertia": 1, "motion": {"type": "free"}, "side": ")" + side + "\"" + more + "}";
}

std::string fixed_at(double x, double y) {
  return R"({"type": "fixed", "position": [)" + std::to_string(x) + ", " + std::to_string(y) + "]}";
}

const std::string kSlider = R"(, "mount": {"type": "slider", "direction": [0, 2], "mass": 50})";

// A block in slanting falls below two fixed ends.
RopeDrive slanting() {
  return read_rope_drive(fixed_at(-2.0, 3.0) + ", " + fixed_at(2.0, 3.0), sheave(0.0, 0.0, "left", kSlider));
}

// A block, an arm, a pulley that moves with the block, and a body guided along its span at the start.
RopeDrive many_axes() {
  const std::string arm = R"(, "mount": {"type": "arm", "pivot": [1.5, 5], "inertia": 3, "damping": 2,
                             "spring": {"stiffness": 100, "free_angle": 0.3}})";
  return read_rope_drive(
      fixed_at(-0.9, 3.0) + R"(, {"type": "body", "mass": 40, "position": [5.3, -2], "direction": [0, 1]})",
      sheave(-0.2, 0.0, "left", kSlider) + "," + sheave(1.2, 4.0, "right", arm) + "," +
          sheave(2.5, -0.5, "left", R"(, "moves_with": 1)") + "," + sheave(5.0, 4.0, "right", ""));
}

RopeGeometry geometry_at(const RopeDrive& drive, const std::vector<double>& displacements) {
  const std::size_t n = drive.pulleys.size();
  RopeGeometry geometry;
  geometry.length.assign(n + 1, 0.0);
  geometry.length_by.assign(displacements.size() * (n + 1), 0.0);
  geometry.side_by.assign(displacements.size() * n * 2, 0.0);
  moving_geometry(drive)(displacements, geometry);
  return geometry;
}

RopePath path_at(const RopeDrive& drive, const std::vector<double>& displacements) {
  const std::vector<double> mounts(displacements.begin() + 2, displacements.end());
  std::vector<Eigen::Vector2d> moved;
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) moved.push_back(axis_moved(drive, k, mounts));
  const Eigen::Vector2d away{0.0, -1.0};
  return drive.path_between(drive.ends[0].position(), drive.ends[1].position() + displacements[1] * away, moved);
}

}  // namespace

TEST_CASE("moving axes: spans and the sides of arcs go as the path does") {
  const RopeDrive drive = many_axes();
  const std::vector<double> displacements{0.0, 0.2, 0.1, -0.05};
  const std::size_t n = drive.pulleys.size();
  const RopeGeometry geometry = geometry_at(drive, displacements);
  const RopePath path = path_at(drive, displacements);
  for (std::size_t j = 0; j <= n; ++j) CHECK(close(geometry.length[j], path.spans()[j].length, {.rel = 1e-14}));
  // Central differences: second order, here 1e-10, and rounding, 1e-16 over the step.
  constexpr double kStep = 1e-5;
  for (std::size_t b = 1; b < displacements.size(); ++b) {
    CAPTURE(b);
    std::vector<double> up = displacements, down = displacements;
    up[b] += kStep;
    down[b] -= kStep;
    const RopePath above = path_at(drive, up), below = path_at(drive, down);
    for (std::size_t j = 0; j <= n; ++j) {
      const double by = (above.spans()[j].length - below.spans()[j].length) / (2.0 * kStep);
      CHECK(close(geometry.length_by[b * (n + 1) + j], by, {.abs = 1e-8}));
    }
    for (std::size_t k = 0; k < n; ++k) {
      const double wrap_by = (above.arcs()[k].wrap - below.arcs()[k].wrap) / (2.0 * kStep);
      const double* side_by = geometry.side_by.data() + (b * n + k) * 2;
      CHECK(close(side_by[1] - side_by[0], wrap_by, {.abs = 1e-8}));
      // The rope turns left by dθ around a sheave on its left; this is towards the second end.
      const Eigen::Vector2d first = above.spans()[k].tangent - below.spans()[k].tangent;
      const Eigen::Vector2d tangent = path.spans()[k].tangent;
      const double turned = (tangent.x() * first.y() - tangent.y() * first.x()) / (2.0 * kStep);
      CHECK(close(side_by[0], path.arcs()[k].turn * turned, {.abs = 1e-8}));
    }
  }
}

TEST_CASE("moving axes: a block hangs still in slanting falls, 2 N sin β = m g") {
  const RopeDrive drive = slanting();
  // For the falls, above the horizontal, with the distance D and the length l to the tangent point: (h l + a R)/D².
  const double distance = std::hypot(2.0, 3.0);
  const double length = std::sqrt(distance * distance - 0.09);
  const double sine = (3.0 * length + 2.0 * 0.3) / (distance * distance);
  const ElasticRopeDrive rope = elastic_rope_of(drive);
  CHECK(close(rope.force[0], 50.0 * kGravity / (2.0 * sine), {.rel = 1e-14}));
  CHECK(rope.force[0] == rope.force[1]);
  ElasticRopeSimulation simulation(drive, 1.0, kTight);
  simulation.advance(5.0);
  CHECK(std::abs(simulation.row().pulleys[0].mount_position) < 1e-12);
  // The displacement times the stiffness of the falls, some 1e5 N/m.
  CHECK(close(simulation.row().pulleys[0].mount_force, 50.0 * kGravity, {.rel = 1e-9}));
}

// Without friction the force is uniform in the rope, whose path becomes longer with each angle or displacement.
TEST_CASE("moving axes: a rope that is not in equilibrium starts as if without friction it had long run") {
  const RopeDrive drive = many_axes();
  const ElasticRopeDrive rope = elastic_rope_of(drive);
  const std::vector<double> displacements(4, 0.0);
  constexpr double kStep = 1e-5;
  double sum = 0.0, pull = 0.0;
  const std::vector<double> mass{0.0, 40.0, 50.0, 3.0};
  const std::vector<double> force{
      0.0, 40.0 * kGravity, -50.0 * kGravity,
      suspension_force(drive.pulleys[1].mount, drive.gravity, 0.0, std::atan2(-1.0, -0.3), 0.0).force};
  for (std::size_t b = 1; b < displacements.size(); ++b) {
    std::vector<double> up = displacements, down = displacements;
    up[b] += kStep;
    down[b] -= kStep;
    const double by = (path_at(drive, up).length() - path_at(drive, down).length()) / (2.0 * kStep);
    sum += by * by / mass[b];
    pull += by * force[b] / mass[b];
  }
  for (const double n : rope.force) CHECK(close(n, pull / sum, {.rel = 1e-8}));
}

// Two blocks on one rope over a driven pulley at rest: each side has the force that its block needs.
TEST_CASE("moving axes: what is held on both sides of a pulley keeps its own force") {
  const std::string held = R"(, "motion": {"type": "prescribed", "angular_velocity": 0})";
  const std::string driver = R"({"center": [1.2, 4], "radius": 0.3, "inertia": 1, "side": "right")" + held + "}";
  const RopeDrive drive = read_rope_drive(
      fixed_at(0.3, 4.0) + ", " + fixed_at(2.1, 4.0),
      sheave(0.6, 0.0, "left", R"(, "mount": {"type": "slider", "direction": [0, 1], "mass": 60})") + "," + driver +
          "," + sheave(1.8, 0.0, "left", R"(, "mount": {"type": "slider", "direction": [0, 1], "mass": 80})"));
  const std::vector<double> force = elastic_rope_of(drive).force;
  CHECK(close(force[0], 300.0, {.rel = 1e-14}));
  CHECK(close(force[1], 300.0, {.rel = 1e-14}));
  CHECK(close(force[2], 400.0, {.rel = 1e-14}));
  CHECK(close(force[3], 400.0, {.rel = 1e-14}));
  ElasticRopeSimulation simulation(drive, 1.0, kTight);
  simulation.advance(2.0);
  CHECK(std::abs(simulation.row().pulleys[0].mount_position) < 1e-12);
}

// Four falls carry the block, whose path becomes longer by four times its displacement; without friction it is a weight
// on a spring, k = 16 EA/L.
TEST_CASE("moving axes: a hook block of two pulleys swings as one weight on four falls") {
  constexpr double kMass = 100.0, kPull = 200.0, kStart = 0.1;
  const std::string smooth = R"(, "contact": {"friction": {"type": "coulomb", "coefficient": 0}})";
  const std::string block = R"(, "name": "hook", "mount": {"type": "slider", "direction": [0, -1], "mass": 100,
      "force": {"type": "piecewise_linear", "time": [0.1, 0.1000000001], "value": [0, 200]}})";
  const RopeDrive drive = read_rope_drive(
      fixed_at(0.0, 5.0) + ", " + fixed_at(2.4, 1.0),
      sheave(0.3, 0.0, "left", block + smooth) + "," + sheave(0.9, 4.0, "right", smooth) + "," +
          sheave(1.5, 0.0, "left", smooth + R"(, "moves_with": "hook")") + "," + sheave(2.1, 4.0, "right", smooth));
  const double stretched = drive.path().length();
  const double natural = stretched / (1.0 + kMass * kGravity / 4.0 / 1e5);
  const double stiffness = 16.0 * 1e5 / natural;
  const double omega = std::sqrt(stiffness / kMass);
  ElasticRopeSimulation simulation(drive, 1.0, kTight);
  for (const double t : {0.4, 1.3, 5.0}) {
    CAPTURE(t);
    simulation.advance(t - simulation.time());
    const RopeRow row = simulation.row();
    // The pull begins within 1e-10 s.
    const double displacement = kPull / stiffness * (1.0 - std::cos(omega * (t - kStart)));
    CHECK(close(row.pulleys[0].mount_position, displacement, {.abs = 1e-9 * kPull / stiffness * omega}));
    CHECK(close(row.spans[4].force, (kMass * kGravity + stiffness * displacement) / 4.0, {.rel = 1e-8}));
    CHECK(row.pulleys[2].moved == row.pulleys[0].moved);
    // A particle keeps its fraction of the uniformly stretched path, which becomes longer by 4 v. In span 2 it moves up
    // by the excess of this over 2 v, by which span 1 becomes longer and the block moves down.
    const RopePath path = simulation.path_now();
    const double v = kPull / stiffness * omega * std::sin(omega * (t - kStart));
    const double middle = path.spans()[1].start + 0.5 * path.spans()[1].length;
    CHECK(
        close(row.spans[1].speed, (4.0 * middle / path.length() - 2.0) * v, {.abs = 1e-8 * kPull / stiffness * omega}));
    CHECK(simulation.rope_points(std::vector<double>{0.0}).front().force == row.spans[0].force);
  }
  CHECK(std::abs(simulation.energy_defect()) < 1e-9);
}

TEST_CASE("moving axes: mounts that a rope cannot move are told") {
  const auto objections = [](const std::string& mount) {
    const std::vector<std::string> told = elastic_rope_objections(
        read_rope_drive(fixed_at(-2.0, 3.0) + ", " + fixed_at(2.0, 3.0), sheave(0.0, 0.0, "left", mount)), "it");
    REQUIRE(told.size() == 1);
    return told.front();
  };
  CHECK(objections(R"(, "mount": {"type": "moved", "x": 0, "y": 1})").find("is prescribed") != std::string::npos);
  CHECK(objections(R"(, "mount": {"type": "arm", "pivot": [1, 0], "inertia": 1, "spring": {"stiffness": 1}})")
            .find("free position") != std::string::npos);
  CHECK(objections(R"(, "mount": {"type": "slider", "direction": [0, 1], "mass": 1, "friction": {"normal_force": 1,
                       "law": {"type": "elastoplastic_coulomb", "coefficient": 0.2, "stiffness": 1e6}}})")
            .find("dry friction") != std::string::npos);
}

}  // namespace beltdyn::moving_axes_test
