// SPDX-License-Identifier: MIT
#include "analytic/belt/steady/string_loop.hpp"

namespace beltdyn::analytic {

BeltPath loop_path(const StringLoop& loop, std::span<const double> mounts) {
  std::vector<PathPulley> places;
  for (const StringLoopPulley& pulley : loop.pulleys) places.push_back(pulley.place);
  for (std::size_t m = 0; m < mounts.size(); ++m) places[loop.mounts[m].pulley].center = loop.mounts[m].axis(mounts[m]);
  return {places, loop.direction, loop.offset};
}

Eigen::Vector2d force_on_axis(const BeltPath& path, std::span<const double> T, std::size_t i) {
  const std::size_t before = (i + T.size() - 1) % T.size();
  return T[i] * path.spans()[i].tangent - T[before] * path.spans()[before].tangent;
}

}  // namespace beltdyn::analytic
