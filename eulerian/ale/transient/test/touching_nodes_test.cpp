// SPDX-License-Identifier: MIT
#include "eulerian/ale/transient/touching_nodes.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "core/numerics/close.hpp"
#include "eulerian/ale/test/small_belt.hpp"
#include "eulerian/ale/transient/mesh_motion.hpp"

namespace beltdyn::eulerian::ale::touching_nodes_test {
namespace {

using numerics::kBlock;

constexpr std::size_t kMoved = 2;  // the pulley that moves

// After a step of this length the pulley has moved by (0.6, −0.4) mm.
constexpr double kStep = 1e-3;  // [s]
BeltDrive moving_drive() {
  const auto grows_to = [](double value) {
    return TimeFunction(TimeFunction::PiecewiseLinear{.time = {0.0, kStep}, .value = {0.0, value}});
  };
  BeltDrive drive = serpentine_drive();
  drive.pulleys[kMoved].mount = MovedMount{.x = grows_to(6e-4), .y = grows_to(-4e-4)};
  return drive;
}

// A belt that touches all pulleys on their whole arcs, with a wavy shape.
void touch(AleEquations& equations) {
  AleArrays& a = equations.arrays();
  for (int e = 0; e < equations.model().mesh.size(); ++e) {
    const bool is_on_arc = equations.model().mesh.nodes[static_cast<std::size_t>(e)].piece % 2 == 0;
    for (std::size_t p = 0; p < kContactPoints; ++p) {
      a.contacts[a.contact_at(e, p, ContactField::pressure)] = is_on_arc ? 1.0 : 0.0;
    }
    a.q[a.layout.at(e, kBlock, kAcross)] = 1e-5 * std::sin(e);
    a.q[a.layout.at(e, kBlock, kSlope)] = 1e-3 * std::cos(e);
  }
  a.close_positions();
}

// A node seen from the centre of the moved pulley.
struct Seen {
  double distance{};  // [m]
  double angle{};     // of the belt to the radius [rad]
};
Seen seen(const AleEquations& equations, int node) {
  const AleArrays& a = equations.arrays();
  const MeshNode& at = equations.model().mesh.nodes[static_cast<std::size_t>(node)];
  const Eigen::Vector2d c = equations.circle_motion(kMoved).center;
  const Vec2<double> d = at.place + a.q[a.layout.at(node, kBlock, kAcross)] * at.rail - Vec2<double>{c.x(), c.y()};
  const Vec2<double> u = at.tangent + a.q[a.layout.at(node, kBlock, kSlope)] * at.normal;
  return {.distance = std::sqrt(dot(d, d)), .angle = std::acos(dot(u, d) / std::sqrt(dot(u, u) * dot(d, d)))};
}

}  // namespace

TEST_CASE("ALE touching nodes: on a moving pulley they are predicted as they were, seen from its centre") {
  const BeltDrive drive = moving_drive();
  AleEquations equations(drive, {.mesh = {.elements_per_pulley = 6, .elements_per_span = 3}});
  AleArrays& a = equations.arrays();
  touch(equations);
  const int n = equations.model().mesh.size();
  std::vector<Seen> before;
  for (int node = 0; node < n; ++node) before.push_back(seen(equations, node));
  const numerics::AlignedVector q = a.q;
  const numerics::AlignedVector v = a.v;

  const TouchingNodes touching(equations, a.q);
  equations.mounts().predict(numerics::StepScheme::implicit_euler(), kStep, kStep);
  MeshMotion motion(equations.drive(), equations.mounts(), kStep);
  std::vector<MeshMotion::Axis> axes = motion.axes();
  axes[kMoved].place += Eigen::Vector2d(-1e-4, 2e-4);  // the mesh does not follow exactly
  motion.restore(axes);
  equations.move_mesh([&](AleMesh& mesh) { motion.move(mesh); });
  const numerics::StepRates rates{.velocity = 3.0, .acceleration = 5.0};
  touching.put(equations, rates);

  int n_put = 0;
  for (int node = 0; node < n; ++node) {
    CAPTURE(node);
    const std::size_t at = a.layout.at(node, kBlock, kAcross);
    const MeshNode& mesh_node = equations.model().mesh.nodes[static_cast<std::size_t>(node)];
    const bool is_inside = mesh_node.piece == 2 * static_cast<int>(kMoved) && mesh_node.part > 0.0;
    if (!is_inside) {
      CHECK(a.q[at] == q[at]);
      continue;
    }
    ++n_put;
    // Lengths and angles of the order of 0.1 and 1, with a rounding error of 1e-16 each.
    const auto i = static_cast<std::size_t>(node);
    CHECK(close(seen(equations, node).distance, before[i].distance, {.abs = 1e-15}));
    CHECK(close(seen(equations, node).angle, before[i].angle, {.abs = 1e-14}));
    CHECK(close(a.v[at] - v[at], rates.velocity * (a.q[at] - q[at]), {.rel = 1e-12}));
    CHECK(std::abs(a.q[at] - q[at]) > 1e-5);
  }
  CHECK(n_put == 5);
  // The copies in the halo agree with the nodes.
  numerics::AlignedVector copied = a.v;
  numerics::copy_first_nodes(a.layout, copied);
  CHECK(copied == a.v);
}

}  // namespace beltdyn::eulerian::ale::touching_nodes_test
