// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analytic/belt/waves/string_waves.hpp"

namespace beltdyn {
struct BeltDrive;
}

namespace beltdyn::analytic {

// The string of a drive, at rest with the forces of a belt that is laid without friction, or in steady motion. The
// drive must outlive the result. Throws SolverError if there is no such motion.
StringWavesDrive string_waves_of(const BeltDrive& drive);
// The number of elements in the span that waves pass last for a tolerance ε: √(10⁻³/ε), so that errors of second order
// are proportional to ε.
int wave_elements(double tolerance);
// Messages about features that these strings do not support.
std::vector<std::string> string_waves_objections(const BeltDrive& drive, std::string_view name);

}  // namespace beltdyn::analytic
