// SPDX-License-Identifier: MIT
#pragma once

#include <span>

namespace beltdyn::numerics {

// Is none of them infinite or NaN?
bool are_finite(std::span<const double> values);

}  // namespace beltdyn::numerics
