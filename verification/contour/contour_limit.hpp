// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "core/drive/any_drive.hpp"

namespace beltdyn::verification {

// The drive of [Oborin 2018] (62) as a plane belt drive. With a pretension of 10 EA, the friction per length of a
// string is constant, μ N/r = f, up to 5e-5, and the strains that change the force are small against the pretension. No
// configuration may specify such a belt.
BeltDrive contour_limit_drive();

// Changes of the strains of the spans of this belt since the start [-].
struct SpanStrains {
  double tight{};
  double slack{};
};
// The strain changes at ascending times [s], which must be multiples of the time step, computed by quasi-static
// eulerian_ale.
std::vector<SpanStrains> ale_in_contour_limit(double time_step, const std::vector<double>& times,
                                              int elements_per_pulley = 60);

}  // namespace beltdyn::verification
