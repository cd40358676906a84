// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

// The order p with which errors fall as C hᵖ while a mesh or a step is refined.
//
// `values` is the parameter from coarse to fine, all positive and different: falling, if it is a size such as a time
// step, or growing, if it counts parts. An order is positive if the errors fall along the series, and NaN where an
// error is not a positive number.
namespace beltdyn::numerics {

// Between neighbours: pᵢ = ln(eᵢ/eᵢ₊₁)/|ln(vᵢ/vᵢ₊₁)|. Shapes: (n), (n) → (n − 1).
std::vector<double> observed_orders(std::span<const double> values, std::span<const double> errors);

// The same of errors that are differences from one more member of the series, the finest one with the value v_f, whose
// own error is C h_fᵖ: pᵢ solves eᵢ/eᵢ₊₁ = (hᵢᵖ − h_fᵖ)/(hᵢ₊₁ᵖ − h_fᵖ). NaN where no order within ±20 does.
std::vector<double> orders_from_finest(std::span<const double> values, std::span<const double> errors, double finest);

// Of all of them: the least-squares slope of ln e, where the errors are positive numbers. NaN if less than two are.
double fitted_order(std::span<const double> values, std::span<const double> errors);

}  // namespace beltdyn::numerics
