// SPDX-License-Identifier: MIT
#pragma once

#include <span>

// Error estimates of a result with respect to its limit as a mesh or a step is refined, after [Roache 1994] and [Eça
// 2014].
namespace beltdyn::numerics {

// An error estimate of a result.
struct ErrorBar {
  double error{};  // ≥ 0, in the unit of the result
  double order{};  // observed order of convergence [-], NaN if none was observed
};

// The error of results[0], from two or three results in the order from fine to coarse, with mesh sizes in the ratios 1,
// ratios[0], ratios[0] ratios[1]. Three results that converge show an order; it is used up to the theoretical `order`.
// Otherwise the largest difference bounds the error. Shapes: (n), (n − 1).
ErrorBar error_bar(std::span<const double> results, std::span<const double> ratios, double order);

}  // namespace beltdyn::numerics
