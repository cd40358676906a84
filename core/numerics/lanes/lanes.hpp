// SPDX-License-Identifier: MIT
#pragma once

#include <experimental/simd>

namespace beltdyn::numerics {

// Four doubles processed in parallel; every operation is rounded in each lane as for a single double.
using Lanes = std::experimental::fixed_size_simd<double, 4>;

inline Lanes load(const double* four) { return Lanes(four, std::experimental::element_aligned); }
inline void store(const Lanes& lanes, double* four) { lanes.copy_to(four, std::experimental::element_aligned); }

}  // namespace beltdyn::numerics
