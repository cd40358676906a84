// SPDX-License-Identifier: MIT
#include "core/dynamics/guided_node.hpp"

#include <algorithm>
#include <cmath>

namespace beltdyn {
namespace {

// Times closer than this part of a step count as equal.
constexpr double kSameTime = 1e-9;

}  // namespace

PowerFlow GuidedNode::flow(double time, const numerics::Vec2<double>& gravity, double speed,
                           double friction_force) const {
  const double own = own_force(time);
  return {.supplied = own * speed,
          .lost = -friction_force * speed,
          .exchanged = std::abs((mass * dot(gravity, direction) + own) * speed)};
}

ForceJumps::ForceJumps(const std::vector<GuidedNode>& guided, double time_step) : same_(kSameTime * time_step) {
  if (guided.empty()) return;
  times_.push_back(0.0);
  for (const GuidedNode& node : guided) {
    if (std::isfinite(node.held_until)) times_.push_back(node.held_until);
  }
  std::ranges::sort(times_);
}

double ForceJumps::next(double time) const {
  const auto after = std::ranges::find_if(times_, [&](double jump) { return jump > time + same_; });
  return after == times_.end() ? INFINITY : *after;
}

bool ForceJumps::is_at(double time) const {
  return std::ranges::any_of(times_, [&](double jump) { return std::abs(time - jump) <= same_; });
}

}  // namespace beltdyn
