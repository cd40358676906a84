// SPDX-License-Identifier: MIT
#pragma once

#include <span>

// How far a result may be from what it tends to as a mesh or a step is refined, after [Roache 1994] and
// [Eça 2014].
namespace beltdyn::numerics {

struct ErrorBar {
  double error{};  // not negative
  double order{};  // that was seen, NaN if none was
};

// The error of results[0] from results that are 1, ratios[0], ratios[0] ratios[1] times as coarse: two or three of
// them, from fine to coarse. Three that converge show an order, which is trusted up to `order`, that of theory; others
// bound the error by the largest of their differences. Shapes: (n), (n − 1).
ErrorBar error_bar(std::span<const double> results, std::span<const double> ratios, double order);

}  // namespace beltdyn::numerics
