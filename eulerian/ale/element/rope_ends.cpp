// SPDX-License-Identifier: MIT
#include "eulerian/ale/element/rope_ends.hpp"

#include <cmath>

#include "core/belt/belt_balances.hpp"
#include "core/dynamics/laid_rope.hpp"

namespace beltdyn::eulerian::ale {
namespace {

using numerics::kBlock;
using numerics::kBlockEntries;

// Power of the drive and brake of a drum, and of the rope on it.
PowerFlow drum_flow(const WinchDrum& drum, double time, double force) {
  const double speed = drum.angle().v;
  const double by_rope = force * drum.drum().radius;
  PowerFlow flow = pulley_flow(drum.drum(), time, speed, by_rope, 0.0);
  flow.supplied += by_rope * speed;
  flow.lost -= drum.brake_moment() * speed;
  return flow;
}

}  // namespace

RopeEnds::RopeEnds(const LaidRope& rope, const AleModel& model, AleArrays& arrays)
    : model_(model), arrays_(arrays), guided_(rope.ends), winches_(rope.winches) {
  const numerics::CyclicChainLayout& layout = arrays.layout;
  for (std::size_t i = 0; i < size(); ++i) {
    const int at = i == 0 ? 0 : layout.n_nodes() - 1;
    State& state = states_[i];
    state.node = layout.at(at, kBlock, 0);
    state.block = layout.at(at, kBlockEntries, 0);
    // The row of `lower` at a node couples it to the node behind.
    state.coupling = i == 0 ? state.block : layout.at(at - 1, kBlockEntries, 0);
    const int lane = layout.lane_of(at);
    if (layout.row_of(at) == layout.first_row(lane)) {
      state.halo = layout.index(layout.rows(), (lane + layout.lanes() - 1) % layout.lanes(), kBlock, 0);
    }
    state.sense = dot(guided_[i].direction, tangent(i)) < 0.0 ? -1.0 : 1.0;
    state.start = i == 0 ? 0.0 : rope.rope.natural_length();
    if (!rope.drums[i]) continue;
    const double at_end = rope.rope.at_path(i == 0 ? 0.0 : rope.path.length()).stretch;
    drums_[i].emplace(*rope.drums[i], model.section.axial_stiffness, at_end, rope.drum_speeds[i]);
  }
}

double RopeEnds::at(const numerics::AlignedVector& nodes, std::size_t end, int component) const {
  return nodes[states_[end].node + static_cast<std::size_t>(component * arrays_.layout.lanes())];
}

const RailMotion* RopeEnds::motion(std::size_t end) const {
  const std::vector<RailMotion>& motion = model_.mesh.motion;
  if (motion.empty()) return nullptr;
  return end == 0 ? &motion.front() : &motion.back();
}

Vec2<double> RopeEnds::position(std::size_t end) const {
  return numerics::multiply_add(at(arrays_.q, end, kAcross), node(end).rail, node(end).place);
}

double RopeEnds::speed(std::size_t end) const {
  const RailMotion* moves = motion(end);
  return at(arrays_.v, end, kAcross) + (moves == nullptr ? 0.0 : dot(moves->velocity, tangent(end)));
}

double RopeEnds::acceleration(std::size_t end) const {
  const RailMotion* moves = motion(end);
  return at(arrays_.a, end, kAcross) + (moves == nullptr ? 0.0 : dot(moves->acceleration, tangent(end)));
}

double RopeEnds::paid_out(std::size_t end, double time) const {
  if (drums_[end]) return drums_[end]->paid_out();
  return winches_[end] ? winches_[end]->integral(0.0, time) : 0.0;
}

double RopeEnds::pay_rate(std::size_t end, double time) const {
  if (drums_[end]) return drums_[end]->rate();
  return winches_[end] ? winches_[end]->value(time) : 0.0;
}

double RopeEnds::length_defect(double time) const {
  const double expected = states_[1].start + paid_out(0, time) + paid_out(1, time);
  return (at(arrays_.q, 1, kMaterial) - at(arrays_.q, 0, kMaterial)) / expected - 1.0;
}

// Behind the last node there is no other, so that its copy of the first node is unused.
void RopeEnds::put_particle(std::size_t end, double paid_out, double rate, double acceleration) {
  const double outwards = end == 0 ? -1.0 : 1.0;
  const State& state = states_[end];
  const auto put = [&](std::size_t node) {
    const std::size_t s = node + kMaterial * static_cast<std::size_t>(arrays_.layout.lanes());
    arrays_.q[s] = state.start + outwards * paid_out;
    arrays_.v[s] = outwards * rate;
    arrays_.a[s] = outwards * acceleration;
  };
  put(state.node);
  if (end == 1 && state.halo) put(*state.halo);
}

void RopeEnds::put_drum(std::size_t end) {
  const WinchDrum& drum = *drums_[end];
  put_particle(end, drum.paid_out(), drum.rate(), drum.acceleration());
}

void RopeEnds::pay_out(double time) {
  for (std::size_t i = 0; i < size(); ++i) {
    if (drums_[i]) put_drum(i);
    if (winches_[i]) put_particle(i, paid_out(i, time), pay_rate(i, time), winches_[i]->derivative(time));
  }
}

void RopeEnds::pay_out(const numerics::StepScheme& scheme, double h, double time) {
  for (std::optional<WinchDrum>& drum : drums_) {
    if (drum) drum->predict(scheme, h, time);
  }
  pay_out(time);
}

// The change of the particles since put_particle() is taken from their accelerations: in very short steps the particles
// themselves lose it by rounding.
void RopeEnds::turn_drums(const numerics::StepRates& rates) {
  for (std::size_t i = 0; i < size(); ++i) {
    if (!drums_[i] || drums_[i]->drum().is_prescribed()) continue;
    const double outwards = i == 0 ? -1.0 : 1.0;
    drums_[i]->follow((outwards * at(arrays_.a, i, kMaterial) - drums_[i]->acceleration()) / rates.acceleration);
    put_drum(i);
  }
}

void RopeEnds::begin_drums() {
  for (std::size_t i = 0; i < size(); ++i) {
    if (drums_[i]) drums_[i]->begin(stretch(i), tension(i));
  }
}

void RopeEnds::commit() {
  for (std::size_t i = 0; i < size(); ++i) {
    if (drums_[i]) drums_[i]->accept(stretch(i));
  }
}

void RopeEnds::revert() {
  for (std::optional<WinchDrum>& drum : drums_) {
    if (drum) drum->revert();
  }
}

// Adds the part of a node in the halo to its main entry.
void RopeEnds::complete(const State& state, numerics::AlignedVector& sums) const {
  if (!state.halo) return;
  const auto lanes = static_cast<std::size_t>(arrays_.layout.lanes());
  for (std::size_t c = 0; c < kBlock; ++c) {
    sums[state.node + c * lanes] += sums[*state.halo + c * lanes];
    sums[*state.halo + c * lanes] = 0.0;
  }
}

double RopeEnds::pull(std::size_t end, double time) const {
  const GuidedNode& guided = guided_[end];
  return guided.mass * dot(model_.section.gravity, tangent(end)) + states_[end].sense * guided.own_force(time);
}

void RopeEnds::enter(const BeltStep& step, bool with_tangent) {
  for (std::size_t i = 0; i < size(); ++i) enter(i, step, with_tangent);
}

void RopeEnds::enter(std::size_t i, const BeltStep& step, bool with_tangent) {
  const auto lanes = static_cast<std::size_t>(arrays_.layout.lanes());
  const GuidedNode& guided = guided_[i];
  State& state = states_[i];
  complete(state, arrays_.residual);
  if (with_tangent) {
    for (numerics::AlignedVector& column : arrays_.column) complete(state, column);
  }
  double& along = arrays_.residual[state.node + kAcross * lanes];
  state.force = along;
  state.on_material = arrays_.residual[state.node + kMaterial * lanes];
  along += pull(i, step.end);
  along -= guided.mass * (step.rates.acceleration != 0.0 ? acceleration(i) : given_acceleration_);
  if (with_tangent) {
    arrays_.matrix.diagonal[state.block + (kAcross * kBlock + kAcross) * lanes] +=
        step.rates.acceleration * guided.mass;
  }
  const bool turns = drums_[i] && !drums_[i]->drum().is_prescribed() && step.rates.acceleration != 0.0;
  if (turns) {
    enter_drum(i, with_tangent);
  } else {
    fix(i, kMaterial, with_tangent);
  }
  if (are_held_ || guided.is_held(step.end - 0.5 * step.length)) fix(i, kAcross, with_tangent);
}

// Replaces the row of the particle by the equation of the drum over its radius; the rope pulls with its force in the
// row of w.
void RopeEnds::enter_drum(std::size_t end, bool with_tangent) {
  const auto lanes = static_cast<std::size_t>(arrays_.layout.lanes());
  const WinchDrum& drum = *drums_[end];
  const State& state = states_[end];
  const std::size_t from = kAcross * lanes;
  const std::size_t to = kMaterial * lanes;
  const double outwards = end == 0 ? -1.0 : 1.0;
  const double radius = drum.drum().radius;
  arrays_.residual[state.node + to] = outwards * drum.moment() / radius - arrays_.residual[state.node + from];
  if (!with_tangent) return;
  for (numerics::AlignedVector& column : arrays_.column) column[state.node + to] = -column[state.node + from];
  numerics::AlignedVector& coupling = end == 0 ? arrays_.matrix.upper : arrays_.matrix.lower;
  for (std::size_t j = 0; j < kBlock; ++j) {
    for (numerics::AlignedVector* block : {&arrays_.matrix.diagonal, &coupling}) {
      const std::size_t start = (block == &coupling ? state.coupling : state.block) + j * lanes;
      (*block)[start + to * kBlock] = -(*block)[start + from * kBlock];
    }
  }
  arrays_.matrix.diagonal[state.block + to * kBlock + to] += drum.stiffness() * drum.stretch() / (radius * radius);
}

// Replaces the row of the component by a row of the identity, scaled like its neighbours.
void RopeEnds::fix(std::size_t end, int component, bool with_tangent) {
  const auto lanes = static_cast<std::size_t>(arrays_.layout.lanes());
  const State& state = states_[end];
  const std::size_t row = static_cast<std::size_t>(component) * lanes;
  arrays_.residual[state.node + row] = 0.0;
  if (!with_tangent) return;
  for (numerics::AlignedVector& column : arrays_.column) column[state.node + row] = 0.0;
  numerics::AlignedVector& coupling = end == 0 ? arrays_.matrix.upper : arrays_.matrix.lower;
  for (std::size_t j = 0; j < kBlock; ++j) {
    arrays_.matrix.diagonal[state.block + row * kBlock + j * lanes] = 0.0;
    coupling[state.coupling + row * kBlock + j * lanes] = 0.0;
  }
  const std::vector<ElementSpread>& spread = model_.mesh.spread;
  const double length = end == 0 ? spread.front().length : spread[spread.size() - 2].length;
  arrays_.matrix.diagonal[state.block + row * kBlock + row] = model_.section.axial_stiffness / length;
}

double RopeEnds::energy() const {
  double energy = 0.0;
  for (std::size_t i = 0; i < size(); ++i) {
    const double v = speed(i);
    energy += guided_[i].mass * (0.5 * v * v - dot(model_.section.gravity, position(i)));
    if (drums_[i]) energy += pulley_energy(drums_[i]->drum(), drums_[i]->angle().v);
  }
  return energy;
}

// The power from a winch to the rope is the work on its particle: energy of the rope paid out minus the pull of the
// rope.
void RopeEnds::add_flow(double time, PowerFlow& flow) const {
  for (std::size_t i = 0; i < size(); ++i) {
    const double v = speed(i);
    const double own = states_[i].sense * guided_[i].own_force(time);
    const double winch = -states_[i].on_material * at(arrays_.v, i, kMaterial);
    flow.supplied += own * v + winch;
    if (drums_[i]) flow = flow + drum_flow(*drums_[i], time, tension(i));
    flow.exchanged += std::abs((guided_[i].mass * dot(model_.section.gravity, tangent(i)) + own) * v) + std::abs(winch);
  }
}

std::vector<double> RopeEnds::memory() const {
  std::vector<double> numbers;
  for (const State& state : states_) numbers.insert(numbers.end(), {state.force, state.on_material});
  for (const std::optional<WinchDrum>& drum : drums_) {
    if (!drum) continue;
    const std::vector<double> of_drum = drum->numbers();
    numbers.push_back(static_cast<double>(of_drum.size()));
    numbers.insert(numbers.end(), of_drum.begin(), of_drum.end());
  }
  return numbers;
}

bool RopeEnds::set_memory(std::span<const double> memory) {
  if (memory.size() < kMemory) return false;
  for (std::size_t i = 0; i < size(); ++i) {
    states_[i].force = memory[2 * i];
    states_[i].on_material = memory[2 * i + 1];
  }
  memory = memory.subspan(kMemory);
  for (std::optional<WinchDrum>& drum : drums_) {
    if (!drum) continue;
    if (memory.empty() || !(memory[0] >= 0.0 && memory[0] < static_cast<double>(memory.size()))) return false;
    const auto n = static_cast<std::size_t>(memory[0]);
    if (!drum->take(memory.subspan(1, n))) return false;
    memory = memory.subspan(1 + n);
  }
  return memory.empty();
}

}  // namespace beltdyn::eulerian::ale
