// SPDX-License-Identifier: MIT
#include "analytic/contour/delay_midpoint.hpp"

#include <algorithm>
#include <limits>

namespace beltdyn::analytic {

std::vector<DelayMidpoint::Node>::const_iterator DelayMidpoint::node_after(double time) const {
  return std::upper_bound(nodes_.begin(), nodes_.end(), time, [](double t, const Node& node) { return t < node.time; });
}

HistoryPoint DelayMidpoint::history(std::size_t span, double time) const {
  if (time <= 0.0 || nodes_.size() < 2) return {};
  const auto right = std::clamp(node_after(time), nodes_.begin() + 1, nodes_.end() - 1);
  const auto left = right - 1;
  const double rate = (right->levels[span] - left->levels[span]) / (right->time - left->time);
  return {.level = left->levels[span] + rate * (time - left->time), .rate = rate};
}

double DelayMidpoint::next_knot(double time) const {
  const auto node = node_after(time);
  return node == nodes_.end() ? std::numeric_limits<double>::infinity() : node->time;
}

std::array<double, 2> DelayMidpoint::slip_lengths_at(double time, const Levels& levels) const {
  std::array<double, 2> result{};
  for (std::size_t k = 0; k < 2; ++k) {
    result[k] = equations().slip_length(k, time, levels[k], slip_lengths()[k],
                                        [this, k](double t) { return history(1 - k, t); });
  }
  equations().require_stick_zone(time, result);
  return result;
}

void DelayMidpoint::advance(double dt) {
  const std::size_t known = nodes_.size();
  const double middle_time = time() + 0.5 * dt;
  const double end_time = time() + dt;
  Levels middle{};
  Levels end{};
  std::array<double, 2> slip{};
  try {
    const Levels first_rates = equations().rates(levels(), slip_lengths());
    equations().require_stick_at_entry(time(), first_rates);
    for (std::size_t k = 0; k < 2; ++k) middle[k] = levels()[k] + 0.5 * dt * first_rates[k];
    nodes_.push_back({middle_time, middle});
    const Levels middle_rates = equations().rates(middle, slip_lengths_at(middle_time, middle));
    for (std::size_t k = 0; k < 2; ++k) end[k] = levels()[k] + dt * middle_rates[k];
    nodes_.push_back({end_time, end});
    slip = slip_lengths_at(end_time, end);
  } catch (...) {
    nodes_.resize(known);
    throw;
  }
  set_state(end_time, end, slip);
  ++steps_;
  forget();
}

void DelayMidpoint::forget() {
  // One node before the oldest time stays for interpolation; erasing half at once keeps the cost per step constant.
  const auto needed = std::max(node_after(oldest_time()) - nodes_.begin() - 1, std::ptrdiff_t{0});
  if (2 * needed > static_cast<std::ptrdiff_t>(nodes_.size())) nodes_.erase(nodes_.begin(), nodes_.begin() + needed);
}

void DelayMidpoint::save(StateWriter& writer) const {
  DelaySolution::save(writer);
  std::vector<double> numbers;
  for (const Node& node : nodes_) numbers.insert(numbers.end(), {node.time, node.levels[0], node.levels[1]});
  writer.numbers("delay/nodes", numbers);
  writer.integer("delay/steps", steps_);
}

void DelayMidpoint::restore(StateReader& reader) {
  DelaySolution::restore(reader);
  const std::vector<double>& numbers = reader.numbers("delay/nodes");
  require_sound_checkpoint(numbers.size() % 3 == 0);
  nodes_.clear();
  for (std::size_t i = 0; i + 2 < numbers.size(); i += 3) {
    nodes_.push_back({numbers[i], {numbers[i + 1], numbers[i + 2]}});
  }
  require_sound_checkpoint(std::ranges::is_sorted(nodes_, std::less_equal(), &Node::time));
  steps_ = reader.count("delay/steps");
}

}  // namespace beltdyn::analytic
