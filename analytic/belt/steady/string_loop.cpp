// SPDX-License-Identifier: MIT
#include "analytic/belt/steady/string_loop.hpp"

namespace beltdyn::analytic {

BeltPath loop_path(const StringLoop& loop, std::span<const double> mounts) {
  std::vector<PathPulley> places;
  for (const StringLoopPulley& pulley : loop.pulleys) places.push_back(pulley.place);
  for (std::size_t m = 0; m < mounts.size(); ++m) places[loop.mounts[m].pulley].center = loop.mounts[m].axis(mounts[m]);
  return {places, loop.direction, loop.offset};
}

SpanSource StringLoop::span_source(const BeltPath& path, std::size_t i) const {
  if (runs.empty()) return {};
  return analytic::span_source(runs[i], runs[i].forces(mass_per_length, gravity, path.spans()[i].tangent));
}

Eigen::Vector2d force_on_axis(const BeltPath& path, double before, double behind, std::size_t i) {
  const std::size_t n = path.spans().size();
  return behind * path.spans()[i].tangent - before * path.spans()[(i + n - 1) % n].tangent;
}

Eigen::Vector2d force_on_axis(const BeltPath& path, std::span<const double> T, std::size_t i) {
  return force_on_axis(path, T[(i + T.size() - 1) % T.size()], T[i], i);
}

}  // namespace beltdyn::analytic
