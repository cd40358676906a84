// SPDX-License-Identifier: MIT
#include "verification/cases.hpp"

namespace beltdyn::verification {

void add_linear_motion_cases(std::vector<VerificationCase>&) {}

}  // namespace beltdyn::verification
