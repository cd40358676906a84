// SPDX-License-Identifier: MIT
#include "eulerian/ale/transient/touching_nodes.hpp"

#include <algorithm>
#include <cmath>

#include "core/drive/belt/belt_drive.hpp"

namespace beltdyn::eulerian::ale {
namespace {

using numerics::kBlock;

// The centre of a pulley at the start of a step.
Vec2<double> center_before(const AleEquations& equations, std::size_t pulley) {
  const PulleyAngles& angles = equations.angles();
  const double angle = angles[pulley].q - angles.turn(pulley);
  return numerics::plane(equations.mounts().axis_before(pulley).place +
                         equations.drive().pulleys[pulley].center_from_axis(angle));
}

bool touches(const AleArrays& arrays, int element) {
  for (std::size_t p = 0; p < kContactPoints; ++p) {
    if (arrays.contacts[arrays.contact_at(element, p, ContactField::pressure)] > 0.0) return true;
  }
  return false;
}

}  // namespace

TouchingNodes::TouchingNodes(const AleEquations& equations, const numerics::AlignedVector& q) {
  const AleArrays& arrays = equations.arrays();
  const AleMesh& mesh = equations.model().mesh;
  if (equations.drive().pulleys.empty()) return;
  for (int i = 0; i < mesh.size(); ++i) {
    const int element_before = (i + mesh.size() - 1) % mesh.size();
    const auto pulley = static_cast<std::size_t>(mesh.owners[static_cast<std::size_t>(i)]);
    if (!moves(equations.drive().pulleys[pulley].mount)) continue;
    if (!touches(arrays, element_before) || !touches(arrays, i)) continue;
    const MeshNode& node = mesh.nodes[static_cast<std::size_t>(i)];
    const Vec2<double> d =
        node.place + q[arrays.layout.at(i, kBlock, kAcross)] * node.rail - center_before(equations, pulley);
    const Vec2<double> u = node.tangent + q[arrays.layout.at(i, kBlock, kSlope)] * node.normal;
    touches_.push_back({.node = i,
                        .pulley = pulley,
                        .distance = std::sqrt(dot(d, d)),
                        .incline = dot(u, d) / dot(u, numerics::perpendicular(d))});
  }
}

// |d + dw a| = ϱ along the rail a, with b = d·a: dw = (ϱ² − d²)/(b ± √(b² + ϱ² − d²)) with the sign of b. The incline s
// is u·n = s u·e with u = T + φ N, n along d and e = n turned by +90°.
void TouchingNodes::put(AleEquations& equations, const numerics::StepRates& rates) const {
  if (touches_.empty()) return;
  const AleArrays& arrays = equations.arrays();
  numerics::AlignedVector change(arrays.q.size());
  for (const Touch& touch : touches_) {
    const MeshNode& node = equations.model().mesh.nodes[static_cast<std::size_t>(touch.node)];
    const std::size_t w = arrays.layout.at(touch.node, kBlock, kAcross);
    const std::size_t slope = arrays.layout.at(touch.node, kBlock, kSlope);
    const Vec2<double> d =
        node.place + arrays.q[w] * node.rail - numerics::plane(equations.circle_motion(touch.pulley).center);
    const double distance = std::sqrt(dot(d, d));
    const double b = dot(d, node.rail);
    const double missing = (touch.distance - distance) * (touch.distance + distance);
    const double dw = missing / (b + std::copysign(std::sqrt(std::max(0.0, b * b + missing)), b));
    const Vec2<double> placed = d + dw * node.rail;
    const Vec2<double> off = placed - touch.incline * numerics::perpendicular(placed);
    change[w] = dw;
    change[slope] = -dot(node.tangent, off) / dot(node.normal, off) - arrays.q[slope];
  }
  numerics::copy_first_nodes(arrays.layout, change);
  move_nodes(equations.arrays_view(), rates, 1.0, change);
  // The loop is exactly its reference length again, without the rounding of the extrapolation.
  equations.arrays().close_positions();
}

}  // namespace beltdyn::eulerian::ale
