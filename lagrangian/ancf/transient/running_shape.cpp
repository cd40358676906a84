// SPDX-License-Identifier: MIT
#include "lagrangian/ancf/transient/running_shape.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace beltdyn::lagrangian::ancf {

using numerics::AlignedVector;
using numerics::kBlock;

namespace {

// Smallest travel of the belt in a step, relative to an element, for a prediction by shape [-]. A slower belt mainly
// vibrates, and is predicted better particle by particle.
constexpr double kLeastDistance = 0.05;

// The mean of u·r'/|r'|² for vectors u of the nodes.
double mean_along(const BeltArrays& arrays, const AlignedVector& q, const AlignedVector& u) {
  const auto lanes = static_cast<std::size_t>(arrays.layout.lanes());
  double along = 0.0;
  double slope = 0.0;
  for (const std::size_t at : arrays.node_start) {
    const double x = q[at + 2 * lanes];
    const double y = q[at + 3 * lanes];
    along += u[at] * x + u[at + lanes] * y;
    slope += x * x + y * y;
  }
  return along / slope;
}

}  // namespace

RunningShape::RunningShape(const BeltModel& model, const BeltArrays& arrays)
    : change_(arrays.q.size()), is_guided_(static_cast<std::size_t>(model.n_nodes)) {
  for (const GuidedNode& guided : model.guided) is_guided_[static_cast<std::size_t>(guided.node)] = true;
}

void RunningShape::predict(const BeltStep& step, const NodesBefore& before, double element_length, BeltArrays& arrays) {
  const auto& [q, v, a] = before;
  const std::vector<std::size_t>& nodes = arrays.node_start;
  const auto lanes = static_cast<std::size_t>(arrays.layout.lanes());
  const double h = step.length;
  const double c = mean_along(arrays, q, v);
  const double elements = h * (c + 0.5 * h * mean_along(arrays, q, a)) / element_length;
  if (!std::isfinite(elements) || std::abs(elements) < kLeastDistance) return;
  const double whole = std::floor(elements);
  const double xi = elements - whole;
  const Shape value = position_shape(xi, element_length);
  const Shape slope = slope_shape(xi, element_length);
  const Shape curving = curving_shape(xi, element_length);
  const auto n = static_cast<std::ptrdiff_t>(nodes.size());
  const auto ahead = static_cast<std::ptrdiff_t>(std::fmod(whole, static_cast<double>(n)) + static_cast<double>(n));
  std::fill(change_.begin(), change_.end(), 0.0);
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    const double place = static_cast<double>(i) + whole;
    if (is_guided_[static_cast<std::size_t>(i)]) continue;
    if (!arrays.is_closed && !(place >= 0.0 && place + 1.0 < static_cast<double>(n))) continue;
    const std::size_t to = nodes[static_cast<std::size_t>(i)];
    const std::size_t first = nodes[static_cast<std::size_t>((i + ahead) % n)];
    const std::size_t second = nodes[static_cast<std::size_t>((i + ahead + 1) % n)];
    for (std::size_t xy = 0; xy < 2; ++xy) {
      const std::size_t r = xy * lanes;
      const std::size_t dr = (2 + xy) * lanes;
      const std::array<std::size_t, 4> at{first + r, first + dr, second + r, second + dr};
      double position = 0.0;
      double tangent = 0.0;
      for (std::size_t k = 0; k < 4; ++k) {
        const double moved = q[at[k]] + h * v[at[k]];
        position += value[k] * moved - h * c * slope[k] * q[at[k]];
        tangent += slope[k] * moved - h * c * curving[k] * q[at[k]];
      }
      change_[to + r] = position - arrays.q[to + r];
      change_[to + dr] = tangent - arrays.q[to + dr];
    }
  }
  numerics::copy_first_nodes(arrays.layout, change_);
  move_nodes(view_of(arrays), step.rates, 1.0, change_);
}

}  // namespace beltdyn::lagrangian::ancf
