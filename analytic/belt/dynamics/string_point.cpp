// SPDX-License-Identifier: MIT
#include "analytic/belt/dynamics/string_point.hpp"

namespace beltdyn::analytic {

BeltPoint belt_point(const StringPoint& point, const BeltPath& path, double sigma, double material) {
  return {.material = material,
          .position = path.point(sigma).position,
          .strain = point.stretch - 1.0,
          .force = point.force,
          .speed = point.speed};
}

ContactPoint contact_point(const StringPoint& point, const BeltPath& path, double sigma, double material) {
  return {.material = material,
          .pulley = path.locate(sigma).pulley,
          .pressure = point.pressure,
          .traction = point.traction,
          .state = point.state};
}

}  // namespace beltdyn::analytic
