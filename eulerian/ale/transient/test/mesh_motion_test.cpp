// SPDX-License-Identifier: MIT
#include "eulerian/ale/transient/mesh_motion.hpp"

#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "core/numerics/close.hpp"
#include "eulerian/ale/element/ale_element.hpp"
#include "eulerian/ale/test/small_belt.hpp"

namespace beltdyn::eulerian::ale::mesh_motion_test {
namespace {

using Vector = Eigen::Vector2d;

// The outside pulley of the serpentine drive may move anywhere.
BeltDrive moving_drive() {
  BeltDrive drive = serpentine_drive();
  drive.pulleys[2].mount = MovedMount{.x = TimeFunction(0.0), .y = TimeFunction(0.0)};
  return drive;
}

// The mesh at a time, for an even acceleration of the pulley.
AleMesh mesh_at(const BeltDrive& drive, AleMesh mesh, double t) {
  const PulleyMounts mounts(drive);
  MeshMotion motion(drive, mounts, 1.0);
  std::vector<MeshMotion::Axis> axes = motion.axes();
  const Vector v(0.3, -0.2);
  const Vector a(2.0, 5.0);
  axes[2].place += t * v + 0.5 * t * t * a;
  axes[2].velocity = v + t * a;
  axes[2].acceleration = a;
  motion.restore(axes);
  motion.move(mesh);
  return mesh;
}

}  // namespace

TEST_CASE("ALE mesh motion: rates of rails and lengths agree with finite differences") {
  for (const LoopDirection direction : {LoopDirection::counterclockwise, LoopDirection::clockwise}) {
    BeltDrive drive = moving_drive();
    drive.direction = direction;
    if (direction == LoopDirection::clockwise) std::swap(drive.pulleys[0].center, drive.pulleys[1].center);
    const AleMesh still =
        make_mesh(drive.path(), {.elements_per_pulley = 4, .elements_per_span = 3, .touching_refinement = 1});
    // At time 0 nothing has moved except by rounding.
    const AleMesh at = mesh_at(drive, still, 0.0);
    // Truncation h²/6 and h²/12 of derivatives of the order of v³/r² and (v/r)⁴ r, some 10 and 1e3 in SI units;
    // rounding 1e-16/h and 4e-16/h².
    constexpr double h = 1e-4;
    constexpr double kRate = 1e-6;
    constexpr double kAcceleration = 1e-4;
    const AleMesh before = mesh_at(drive, still, -h);
    const AleMesh after = mesh_at(drive, still, h);
    double fastest = 0.0;
    for (std::size_t i = 0; i < still.nodes.size(); ++i) {
      CAPTURE(i);
      CHECK(close(at.nodes[i].place.x, still.nodes[i].place.x, {.abs = 1e-14}));
      CHECK(close(at.spread[i].length, still.lengths[i], {.abs = 1e-14}));
      const auto check = [&](double left, double middle, double right, double rate, double acceleration) {
        CHECK(close(rate, (right - left) / (2.0 * h), {.abs = kRate}));
        CHECK(close(acceleration, (right - 2.0 * middle + left) / (h * h), {.abs = kAcceleration}));
      };
      const RailMotion& m = at.motion[i];
      check(before.nodes[i].place.x, at.nodes[i].place.x, after.nodes[i].place.x, m.velocity.x, m.acceleration.x);
      check(before.nodes[i].place.y, at.nodes[i].place.y, after.nodes[i].place.y, m.velocity.y, m.acceleration.y);
      check(before.spread[i].length, at.spread[i].length, after.spread[i].length, at.spread[i].rate,
            at.spread[i].acceleration);
      const auto angle = [](const MeshNode& node) { return std::atan2(node.tangent.y, node.tangent.x); };
      // Angles are far from ±π, except at some nodes, which the cosine excludes.
      if (std::cos(angle(at.nodes[i])) > -0.99) {
        check(angle(before.nodes[i]), angle(at.nodes[i]), angle(after.nodes[i]), m.turning, m.turning_rate);
      }
      fastest = std::max(fastest, std::hypot(m.velocity.x, m.velocity.y));
    }
    CHECK(fastest > 0.3);
  }
}

TEST_CASE("ALE mesh motion: rates of fields on a moving mesh agree with finite differences") {
  const BeltDrive drive = moving_drive();
  const AleMesh still = make_mesh(drive.path(), {.elements_per_pulley = 4, .elements_per_span = 3});
  constexpr double h = 1e-4;
  const ElementVector<double> q{0.01, 0.1, 0.3, 1.1, -0.02, 0.05, 0.4, 0.9};
  const ElementVector<double> v{0.3, -0.4, -0.9, 0.2, 0.25, 0.1, -0.8, -0.3};
  const ElementVector<double> a{1.0, -2.0, 3.0, 0.5, -1.5, 2.0, 1.0, -0.5};
  const auto geometry_at = [](const AleMesh& mesh, std::size_t e) {
    const MeshNode& first = mesh.nodes[e];
    const MeshNode& second = mesh.nodes[(e + 1) % mesh.nodes.size()];
    return ElementGeometry<double>{.length = mesh.lengths[e],
                                   .spread = mesh.spread[e].length,
                                   .curvature = mesh.spread[e].curvature,
                                   .place = {first.place, second.place},
                                   .tangent = {first.tangent, second.tangent},
                                   .normal = {first.normal, second.normal},
                                   .rail = {first.rail, second.rail}};
  };
  for (std::size_t e = 0; e < still.nodes.size(); ++e) {
    CAPTURE(e);
    const auto fields_at = [&](double t) {
      ElementVector<double> moved = q;
      for (std::size_t i = 0; i < moved.size(); ++i) moved[i] += t * v[i] + 0.5 * t * t * a[i];
      return fields_of<double>(geometry_at(mesh_at(drive, still, t), e), moved, v, a);
    };
    const AleMesh mesh = mesh_at(drive, still, 0.0);
    const RailMotion& first = mesh.motion[e];
    const RailMotion& second = mesh.motion[(e + 1) % mesh.motion.size()];
    ElementFields<double> f = fields_at(0.0);
    add_mesh_motion<double>(geometry_at(mesh, e),
                            {.velocity = {first.velocity, second.velocity},
                             .acceleration = {first.acceleration, second.acceleration},
                             .turning = {first.turning, second.turning},
                             .turning_rate = {first.turning_rate, second.turning_rate},
                             .spread_rate = mesh.spread[e].rate,
                             .spread_acceleration = mesh.spread[e].acceleration},
                            q, v, f);
    const ElementFields<double> before = fields_at(-h);
    const ElementFields<double> after = fields_at(h);
    // Truncation and rounding as for places and lengths, by which fields are multiplied with numbers of the order of 1.
    const auto check = [&](double left, double middle, double right, double rate, double acceleration) {
      CHECK(close(rate, (right - left) / (2.0 * h), {.abs = 1e-6}));
      CHECK(close(acceleration, (right - 2.0 * middle + left) / (h * h), {.abs = 1e-4}));
    };
    for (std::size_t i = 0; i < 4; ++i) {
      CAPTURE(i);
      check(before.r[i].x, f.r[i].x, after.r[i].x, f.r_t[i].x, f.r_tt[i].x);
      check(before.r[i].y, f.r[i].y, after.r[i].y, f.r_t[i].y, f.r_tt[i].y);
      check(before.s[i], f.s[i], after.s[i], f.s_t[i], f.s_tt[i]);
    }
  }
}

TEST_CASE("ALE mesh motion: the mesh catches up with a pulley that moves evenly, and stays with it") {
  BeltDrive drive = moving_drive();
  std::get<MovedMount>(drive.pulleys[2].mount).x =
      TimeFunction(TimeFunction::PiecewiseLinear{.time = {0.0, 1.0}, .value = {0.0, 0.05}});
  PulleyMounts mounts(drive);
  constexpr double h = 1e-3;
  MeshMotion motion(drive, mounts, h);
  const numerics::StepScheme scheme = numerics::StepScheme::trapezoidal();
  for (int i = 1; i <= 300; ++i) {
    mounts.predict(scheme, h, i * h);
    motion.go_on(scheme, h, mesh_targets(mounts));
    motion.accept();
    mounts.finish_step(scheme);
  }
  // The lag decays like exp(−0.3) per step, times a cube: to 1e-32, so that only rounding is left.
  CHECK((motion.axes()[2].place - mounts.axis(2).place).norm() <= 1e-14);
  CHECK(close(motion.axes()[2].velocity.x(), 0.05, {.rel = 1e-10}));
}

// Targets after each step of a motion c, whose second and third derivatives the mesh does not get.
TEST_CASE("ALE mesh motion: the mesh stays with a pulley that accelerates evenly, and lags by 4 d³c/dt³/ω³ otherwise") {
  const BeltDrive drive = moving_drive();
  const PulleyMounts mounts(drive);
  constexpr double h = 1e-3;
  constexpr double kAcceleration = 2.0;
  constexpr int kSteps = 300;
  const numerics::StepScheme scheme = numerics::StepScheme::trapezoidal();
  const auto lag = [&](double jerk) {
    MeshMotion motion(drive, mounts, h);
    const Vector start = motion.axes()[2].place;
    std::vector<MeshMotion::Target> targets(motion.axes().size());
    const auto x = [&](double t) { return t * t * (0.5 * kAcceleration + jerk * t / 6.0); };
    for (int i = 0; i < kSteps; ++i) {
      const double t = i * h;
      targets[2] = {.place = start + Vector(x(t), 0.0), .velocity = {t * (kAcceleration + 0.5 * jerk * t), 0.0}};
      motion.go_on(scheme, h, targets);
      motion.accept();
    }
    return x(kSteps * h) - (motion.axes()[2].place - start).x();
  };
  // For places of 0.1 m, after the decay of the initial lag.
  CHECK(std::abs(lag(0.0)) <= 1e-13);
  // ω h = 0.3. Targets are those at the begin of a step, which changes 4/ω³ by some 3 ω h/2 of the next order.
  constexpr double kJerk = 5.0;
  CHECK(close(lag(kJerk), 4.0 * kJerk * std::pow(h / 0.3, 3), {.rel = 0.45}));
}

}  // namespace beltdyn::eulerian::ale::mesh_motion_test
