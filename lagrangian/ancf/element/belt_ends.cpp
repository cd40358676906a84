// SPDX-License-Identifier: MIT
#include "lagrangian/ancf/element/belt_ends.hpp"

#include <cmath>

namespace beltdyn::lagrangian::ancf {
namespace {

using numerics::kBlock;
using numerics::kBlockEntries;

// The projection P on what may move: nothing of an end that is held, else the line of its guide.
Mat2<double> projection(const Vec2<double>& d, bool is_held) {
  if (is_held) return {0.0, 0.0, 0.0, 0.0};
  return {d.x * d.x, d.x * d.y, d.y * d.x, d.y * d.y};
}

}  // namespace

BeltEnds::BeltEnds(const BeltModel& model, BeltArrays& arrays) : model_(model), arrays_(arrays) {
  if (model.is_closed()) return;
  const numerics::CyclicChainLayout& layout = arrays.layout;
  const int last = model.n_nodes - 1;
  // The row of `lower` of a node couples the one below it.
  states_ = {{.node = layout.at(0, kBlock, 0),
              .block = layout.at(0, kBlockEntries, 0),
              .coupling = layout.at(0, kBlockEntries, 0),
              .is_first = true},
             {.node = layout.at(last, kBlock, 0),
              .block = layout.at(last, kBlockEntries, 0),
              .coupling = layout.at(last - 1, kBlockEntries, 0),
              .is_first = false}};
}

Vec2<double> BeltEnds::at(const numerics::AlignedVector& nodes, std::size_t end) const {
  const std::size_t node = states_[end].node;
  return {nodes[node], nodes[node + static_cast<std::size_t>(arrays_.layout.lanes())]};
}

void BeltEnds::enter(const BeltStep& step, bool with_tangent) {
  for (std::size_t i = 0; i < states_.size(); ++i) enter(model_.ends[i], states_[i], step, with_tangent);
}

void BeltEnds::enter(const BeltEnd& end, State& state, const BeltStep& step, bool with_tangent) {
  const auto lanes = static_cast<std::size_t>(arrays_.layout.lanes());
  double& x = arrays_.residual[state.node];
  double& y = arrays_.residual[state.node + lanes];
  state.force = {x, y};
  const double own = end.force ? end.force(step.end) : 0.0;
  Vec2<double> more = end.mass * model_.gravity + own * end.direction;
  if (step.rates.acceleration != 0.0) {
    more = more - end.mass * Vec2<double>{arrays_.a[state.node], arrays_.a[state.node + lanes]};
  }
  x += more.x;
  y += more.y;
  if (with_tangent) {
    const double inertia = step.rates.acceleration * end.mass;
    arrays_.matrix.diagonal[state.block] += inertia;
    arrays_.matrix.diagonal[state.block + (kBlock + 1) * lanes] += inertia;
  }
  constrain(end.direction, are_held_ || end.is_held(step.end - 0.5 * step.length), state, with_tangent);
}

// Rows A of the node's position become P A, and (I − P) of a size like theirs is added to its diagonal block, so that
// the correction stays on the guide.
void BeltEnds::constrain(const Vec2<double>& direction, bool is_held, const State& state, bool with_tangent) {
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
  double* coupling = (state.is_first ? arrays_.matrix.upper : arrays_.matrix.lower).data() + state.coupling;
  for (std::size_t j = 0; j < kBlock; ++j) {
    project(diagonal[j * lanes], diagonal[(kBlock + j) * lanes]);
    project(coupling[j * lanes], coupling[(kBlock + j) * lanes]);
  }
  diagonal[0] += size * (1.0 - P.xx);
  diagonal[lanes] -= size * P.xy;
  diagonal[kBlock * lanes] -= size * P.yx;
  diagonal[(kBlock + 1) * lanes] += size * (1.0 - P.yy);
}

double BeltEnds::energy(bool has_inertia) const {
  double energy = 0.0;
  for (std::size_t i = 0; i < states_.size(); ++i) {
    const Vec2<double> v = velocity(i);
    energy -= model_.ends[i].mass * dot(model_.gravity, position(i));
    if (has_inertia) energy += 0.5 * model_.ends[i].mass * dot(v, v);
  }
  return energy;
}

double BeltEnds::power(double time) const {
  double power = 0.0;
  for (std::size_t i = 0; i < states_.size(); ++i) {
    const BeltEnd& end = model_.ends[i];
    if (end.force) power += end.force(time) * dot(end.direction, velocity(i));
  }
  return power;
}

double BeltEnds::exchanged(double time) const {
  double sum = 0.0;
  for (std::size_t i = 0; i < states_.size(); ++i) {
    const BeltEnd& end = model_.ends[i];
    const double own = end.force ? end.force(time) : 0.0;
    sum += std::abs(dot(end.mass * model_.gravity + own * end.direction, velocity(i)));
  }
  return sum;
}

std::vector<double> BeltEnds::forces() const {
  std::vector<double> numbers;
  for (const State& state : states_) numbers.insert(numbers.end(), {state.force.x, state.force.y});
  return numbers;
}

void BeltEnds::set_forces(std::span<const double> forces) {
  for (std::size_t i = 0; i < states_.size(); ++i) states_[i].force = {forces[2 * i], forces[2 * i + 1]};
}

}  // namespace beltdyn::lagrangian::ancf
