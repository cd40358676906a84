// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "core/drive/any_drive.hpp"

namespace beltdyn::verification {

// The drive of [Oborin 2018] (62) in the plane: with a pretension of 10 EA the friction of a string is even, μ N/r = f
// but for 5e-5, and its force follows strains that are small against it. No configuration may ask for such a belt.
BeltDrive contour_limit_drive();

// The strains that the spans of this belt gain from its start.
struct SpanStrains {
  double tight{};
  double slack{};
};
// At ascending times [s], which are multiples of the time step, in quasi-static eulerian_ale of 60 elements on a
// pulley.
std::vector<SpanStrains> ale_in_contour_limit(double time_step, const std::vector<double>& times,
                                              int elements_per_pulley = 60);

}  // namespace beltdyn::verification
