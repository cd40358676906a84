// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

namespace beltdyn::numerics {

// The root of a continuous function in [low, high], to the last digits, by TOMS algorithm 748 [Alefeld 1995]. The signs
// of the function at the two ends must differ, or one of them be 0; else throws std::domain_error.
double find_root(const std::function<double(double)>& function, double low, double high);

}  // namespace beltdyn::numerics
