// SPDX-License-Identifier: MIT
#pragma once

#include <span>

namespace beltdyn::numerics {

// Are all values finite (neither infinite nor NaN)?
bool are_finite(std::span<const double> values);

}  // namespace beltdyn::numerics
