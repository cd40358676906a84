// SPDX-License-Identifier: MIT
#include "lagrangian/ancf/element/guided_nodes.hpp"

#include <cmath>
#include <utility>

#include "core/dynamics/dry_joints.hpp"

namespace beltdyn::lagrangian::ancf {
namespace {

using numerics::kBlock;
using numerics::kBlockEntries;

// The projection P onto possible motions: 0 for a held node, else along its guide.
Mat2<double> projection(const Vec2<double>& d, bool is_held) {
  if (is_held) return {0.0, 0.0, 0.0, 0.0};
  return {d.x * d.x, d.x * d.y, d.y * d.x, d.y * d.y};
}

}  // namespace

GuidedNodes::GuidedNodes(const BeltModel& model, BeltArrays& arrays) : model_(model), arrays_(arrays) {
  const numerics::CyclicChainLayout& layout = arrays.layout;
  const int n = model.n_nodes;
  for (const GuidedNode& guided : model.guided) {
    State state{.node = layout.at(guided.node, kBlock, 0), .block = layout.at(guided.node, kBlockEntries, 0)};
    const int lane = layout.lane_of(guided.node);
    if (layout.row_of(guided.node) == layout.first_row(lane)) {
      state.halo = layout.index(layout.rows(), (lane + layout.lanes() - 1) % layout.lanes(), kBlock, 0);
    }
    // The row of `lower` at a node couples it to the node behind.
    if (model.is_closed || guided.node + 1 < n) state.to_next = state.block;
    if (model.is_closed || guided.node > 0) state.to_previous = layout.at((guided.node + n - 1) % n, kBlockEntries, 0);
    if (guided.friction) state.joint.emplace(*guided.friction);
    states_.push_back(std::move(state));
  }
}

Vec2<double> GuidedNodes::at(const numerics::AlignedVector& nodes, std::size_t end) const {
  const std::size_t node = states_[end].node;
  return {nodes[node], nodes[node + static_cast<std::size_t>(arrays_.layout.lanes())]};
}

void GuidedNodes::enter(const BeltStep& step, const numerics::AlignedVector& accelerations, bool with_tangent) {
  for (std::size_t i = 0; i < states_.size(); ++i) {
    enter(model_.guided[i], states_[i], step, at(accelerations, i), with_tangent);
  }
}

void GuidedNodes::commit() {
  for (std::size_t i = 0; i < states_.size(); ++i) {
    states_[i].before = position(i);
    if (states_[i].joint) states_[i].joint->accept();
  }
}

double GuidedNodes::friction_force(std::size_t i) const { return response_of(states_[i].joint).force; }

// Adds the part of a node in the halo to its main entry.
void GuidedNodes::complete(const State& state, numerics::AlignedVector& sums) const {
  if (!state.halo) return;
  const auto lanes = static_cast<std::size_t>(arrays_.layout.lanes());
  for (std::size_t c = 0; c < kBlock; ++c) {
    sums[state.node + c * lanes] += sums[*state.halo + c * lanes];
    sums[*state.halo + c * lanes] = 0.0;
  }
}

void GuidedNodes::enter(const GuidedNode& guided, State& state, const BeltStep& step, const Vec2<double>& acceleration,
                        bool with_tangent) {
  const auto lanes = static_cast<std::size_t>(arrays_.layout.lanes());
  complete(state, arrays_.residual);
  if (with_tangent) {
    for (numerics::AlignedVector& column : arrays_.column) complete(state, column);
  }
  double& x = arrays_.residual[state.node];
  double& y = arrays_.residual[state.node + lanes];
  state.force = {x, y};
  const Vec2<double> more =
      guided.mass * (model_.gravity - acceleration) + guided.own_force(step.end) * guided.direction;
  x += more.x;
  y += more.y;
  if (with_tangent) {
    const double inertia = step.rates.acceleration * guided.mass;
    arrays_.matrix.diagonal[state.block] += inertia;
    arrays_.matrix.diagonal[state.block + (kBlock + 1) * lanes] += inertia;
  }
  if (state.joint) add_friction(guided, state, step, with_tangent);
  constrain(guided.direction, are_held_ || guided.is_held(step.end - 0.5 * step.length), state, with_tangent);
}

void GuidedNodes::add_friction(const GuidedNode& guided, State& state, const BeltStep& step, bool with_tangent) {
  const auto lanes = static_cast<std::size_t>(arrays_.layout.lanes());
  const Vec2<double>& d = guided.direction;
  const Vec2<double> displacement = Vec2<double>{arrays_.q[state.node], arrays_.q[state.node + lanes]} - state.before;
  const Vec2<double> speed{arrays_.v[state.node], arrays_.v[state.node + lanes]};
  state.joint->try_step(dot(d, displacement), dot(d, speed), step.is_static() ? INFINITY : step.length);
  const JointResponse& response = state.joint->response();
  arrays_.residual[state.node] += response.force * d.x;
  arrays_.residual[state.node + lanes] += response.force * d.y;
  if (!with_tangent) return;
  const double by_displacement = response.by_turn + step.rates.velocity * response.by_rate;
  double* diagonal = arrays_.matrix.diagonal.data() + state.block;
  diagonal[0] -= by_displacement * d.x * d.x;
  diagonal[lanes] -= by_displacement * d.x * d.y;
  diagonal[kBlock * lanes] -= by_displacement * d.y * d.x;
  diagonal[(kBlock + 1) * lanes] -= by_displacement * d.y * d.y;
}

// Replaces the rows A of the node's position by P A, and adds (I − P), scaled alike, to its diagonal block: so the
// correction stays on the guide.
void GuidedNodes::constrain(const Vec2<double>& direction, bool is_held, const State& state, bool with_tangent) {
  const auto lanes = static_cast<std::size_t>(arrays_.layout.lanes());
  const Mat2<double> P = projection(direction, is_held);
  const auto project = [&P](double& x, double& y) {
    const Vec2<double> moved = P * Vec2<double>{x, y};
    x = moved.x;
    y = moved.y;
  };
  const auto project_node = [&](numerics::AlignedVector& nodes) {
    project(nodes[state.node], nodes[state.node + lanes]);
  };
  project_node(arrays_.residual);
  if (!with_tangent) return;
  for (numerics::AlignedVector& column : arrays_.column) project_node(column);
  double* diagonal = arrays_.matrix.diagonal.data() + state.block;
  const double size = std::abs(diagonal[0]) + std::abs(diagonal[(kBlock + 1) * lanes]);
  const auto project_block = [&](double* block) {
    for (std::size_t j = 0; j < kBlock; ++j) project(block[j * lanes], block[(kBlock + j) * lanes]);
  };
  project_block(diagonal);
  if (state.to_next) project_block(arrays_.matrix.upper.data() + *state.to_next);
  if (state.to_previous) project_block(arrays_.matrix.lower.data() + *state.to_previous);
  diagonal[0] += size * (1.0 - P.xx);
  diagonal[lanes] -= size * P.xy;
  diagonal[kBlock * lanes] -= size * P.yx;
  diagonal[(kBlock + 1) * lanes] += size * (1.0 - P.yy);
}

double GuidedNodes::energy(bool has_inertia) const {
  double energy = 0.0;
  for (std::size_t i = 0; i < states_.size(); ++i) {
    const Vec2<double> v = velocity(i);
    energy -= model_.guided[i].mass * dot(model_.gravity, position(i));
    if (has_inertia) energy += 0.5 * model_.guided[i].mass * dot(v, v);
  }
  return energy;
}

void GuidedNodes::add_flow(double time, PowerFlow& flow) const {
  for (std::size_t i = 0; i < states_.size(); ++i) {
    const GuidedNode& guided = model_.guided[i];
    flow = flow + guided.flow(time, model_.gravity, dot(guided.direction, velocity(i)), friction_force(i));
  }
}

std::size_t GuidedNodes::memory_size() const { return memory().size(); }

std::vector<double> GuidedNodes::memory() const {
  std::vector<double> numbers;
  for (const State& state : states_) {
    numbers.insert(numbers.end(), {state.force.x, state.force.y, state.before.x, state.before.y});
    append_state(state.joint, numbers);
  }
  return numbers;
}

void GuidedNodes::set_memory(std::span<const double> memory) {
  auto from = memory.begin();
  for (State& state : states_) {
    for (double* number : {&state.force.x, &state.force.y, &state.before.x, &state.before.y}) *number = *from++;
    take_state(state.joint, from);
  }
}

}  // namespace beltdyn::lagrangian::ancf
