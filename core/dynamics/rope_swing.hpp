// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace beltdyn {

struct RopeDrive;
class RopePath;

// The fastest oscillation of a body or a block on a rope that sticks to its pulleys: bodies, blocks, pulleys and drums
// that turn are masses, and spans, each with half of the arcs beside it, are springs EA/L with a third of their mass at
// both ends. Oscillations in which bodies and blocks have less than a tenth of the kinetic energy are those of pulleys
// alone, and do not count.
struct RopeSwing {
  double angular_frequency{};  // 0: nothing swings [rad/s]
  std::string body{};          // the label of the body or block that moves most
};
RopeSwing rope_swing(const RopeDrive& drive, const RopePath& path);

}  // namespace beltdyn
