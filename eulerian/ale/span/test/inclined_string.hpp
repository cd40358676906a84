// SPDX-License-Identifier: MIT
#pragma once

#include "eulerian/ale/span/open_span.hpp"

namespace beltdyn::eulerian::ale::test {

// A taut string with a slope of 3 in 4; its stretch in the span is 1.
struct InclinedString {
  static constexpr double kLength = 2.0;    // L [m]
  static constexpr double kTension = 10.0;  // T [N]
  static constexpr double kMass = 0.5;      // ρ [kg/m]
  static constexpr int kElements = 16;

  static OpenSpan::Parameters parameters(double speed, double gravity) {
    constexpr double kStiffness = 1000.0;
    return {.section = {.axial_stiffness = kStiffness,
                        .mass_per_length = kMass,
                        .natural_stretch = 1.0 - kTension / kStiffness,
                        .gravity = {0.0, -gravity}},
            .from = {0.3, -0.2},
            .to = {0.3 + 0.8 * kLength, -0.2 + 0.6 * kLength},
            .reference_length = kLength,
            .flux = speed,
            .elements = kElements};
  }
};

}  // namespace beltdyn::eulerian::ale::test
