// SPDX-License-Identifier: MIT
// Access of the other parts of the equations to the arrays of the kernel.
#include "eulerian/ale/element/ale_equations.hpp"

namespace beltdyn::eulerian::ale {

using numerics::kBlock;

void AleEquations::add(int element, const ElementSystem<double>& system, bool with_tangent) {
  AleArrays& a = arrays();
  const auto stride = static_cast<std::size_t>(a.layout.lanes());
  const int next = (element + 1) % model_.mesh.size();
  constexpr std::size_t kNode = kBlock;
  for (std::size_t i = 0; i < kElementUnknowns; ++i) {
    const int node = i < kNode ? element : next;
    a.residual[a.node_start[static_cast<std::size_t>(node)] + i % kNode * stride] -= system.residual[i];
    for (std::size_t j = 0; with_tangent && j < kElementUnknowns; ++j) {
      const bool is_behind = j >= kNode;
      numerics::AlignedVector& block = (i < kNode) == !is_behind ? a.matrix.diagonal
                                       : is_behind               ? a.matrix.upper
                                                                 : a.matrix.lower;
      const int of = (i < kNode) == !is_behind ? node : element;
      const int entry = static_cast<int>(i % kNode * kNode + j % kNode);
      block[a.layout.at(of, numerics::kBlockEntries, entry)] += system.tangent[i][j];
    }
  }
}

ElementState element_state(const AleEquations& equations, int element, const StepRates& rates) {
  const AleMesh& mesh = equations.model().mesh;
  const AleArrays& arrays = equations.arrays();
  const int next = (element + 1) % mesh.size();
  const auto i = static_cast<std::size_t>(element);
  const auto j = static_cast<std::size_t>(next);
  ElementState state;
  state.geometry = {.length = mesh.lengths[i],
                    .spread = mesh.spread[i].length,
                    .curvature = mesh.spread[i].curvature,
                    .place = {mesh.nodes[i].place, mesh.nodes[j].place},
                    .tangent = {mesh.nodes[i].tangent, mesh.nodes[j].tangent},
                    .normal = {mesh.nodes[i].normal, mesh.nodes[j].normal},
                    .rail = {mesh.nodes[i].rail, mesh.nodes[j].rail}};
  ElementVector<double> q{};
  ElementVector<double> v{};
  ElementVector<double> a{};
  const std::size_t at_first = arrays.node_start[i];
  const std::size_t at_second = arrays.node_start[j];
  const auto stride = static_cast<std::size_t>(arrays.layout.lanes());
  for (std::size_t c = 0; c < 4; ++c) {
    q[c] = arrays.q[at_first + c * stride];
    q[4 + c] = arrays.q[at_second + c * stride];
    v[c] = arrays.v[at_first + c * stride];
    v[4 + c] = arrays.v[at_second + c * stride];
    a[c] = arrays.a[at_first + c * stride];
    a[4 + c] = arrays.a[at_second + c * stride];
  }
  if (next == 0) q[6] += equations.model().reference_length;
  state.fields = fields_of(state.geometry, q, v, a, rates);
  if (!mesh.motion.empty()) {
    const RailMotion& first = mesh.motion[i];
    const RailMotion& second = mesh.motion[j];
    add_mesh_motion<double>(state.geometry,
                            {.velocity = {first.velocity, second.velocity},
                             .acceleration = {first.acceleration, second.acceleration},
                             .turning = {first.turning, second.turning},
                             .turning_rate = {first.turning_rate, second.turning_rate},
                             .spread_rate = mesh.spread[i].rate,
                             .spread_acceleration = mesh.spread[i].acceleration},
                            q, v, state.fields);
  }
  return state;
}

}  // namespace beltdyn::eulerian::ale
