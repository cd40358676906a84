// SPDX-License-Identifier: MIT
#include "core/dynamics/guided_body.hpp"

namespace beltdyn {

GuidedNode guided_node_of(const BeltBody& body, const BeltPath& path) {
  const Eigen::Vector2d& tangent = path.spans()[body.span()].tangent;
  GuidedNode guided{.direction = {tangent.x(), tangent.y()}, .mass = body.mass, .friction = body.friction};
  if (body.force) guided.force = [force = *body.force](double t) { return force.value(t); };
  if (body.held_until > 0.0) guided.held_until = body.held_until;
  return guided;
}

}  // namespace beltdyn
