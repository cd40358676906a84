// SPDX-License-Identifier: MIT
#include "eulerian/ale/transient/running_belt.hpp"

#include <algorithm>

#include <doctest/doctest.h>

#include "eulerian/ale/test/small_belt.hpp"

namespace beltdyn::eulerian::ale::running_belt_test {

TEST_CASE("Running belt: the shape goes on from element to element and through the end of the loop") {
  const BeltDrive drive = loaded_drive(small_drive(), 10.0, -0.1);
  const double length = drive.reference_length();
  const RunningBelt running = running_belt(drive, length / 60.0);
  constexpr int kSteps = 4'000;
  const double step = 3.0 * length / kSteps;
  int kinks = 0;
  constexpr double kFound = 1e-12;
  double longest = 0.0;  // distance over difference of s, which is 1 except for the strain
  for (int i = 0; i < kSteps; ++i) {
    double low = -length + i * step;
    double high = low + step;
    const auto look = [&](double s) {
      // Places in elements are located to 1.5e-11 of them.
      const double moved = (running.point(s).place - running.point(low).place).norm() - kFound;
      longest = std::max(longest, moved / std::max(s - low, kFound));
    };
    look(high);
    // The curvature jumps between elements: rounding decides the side.
    const Eigen::Vector2d before = running.point(low).curving;
    const Eigen::Vector2d behind = running.point(high).curving;
    if ((behind - before).norm() < 0.02 / drive.pulleys[0].radius) continue;
    ++kinks;
    for (double middle = 0.5 * (low + high); low < middle && middle < high; middle = 0.5 * (low + high)) {
      look(middle);
      const Eigen::Vector2d here = running.point(middle).curving;
      ((here - before).norm() < (here - behind).norm() ? low : high) = middle;
    }
  }
  CHECK(kinks > 20);
  CHECK(longest < 1.1);
}

}  // namespace beltdyn::eulerian::ale::running_belt_test
