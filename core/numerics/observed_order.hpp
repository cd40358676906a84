// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

// The order p of errors C hᵖ as a mesh or a step is refined.
//
// `values` is the refined parameter from coarse to fine, all positive and different: decreasing for a size such as a
// time step, increasing for a number of parts. An order is positive if the errors decrease along the series, and NaN if
// an error is not a positive number.
namespace beltdyn::numerics {

// Orders between neighbours: pᵢ = ln(eᵢ/eᵢ₊₁)/|ln(vᵢ/vᵢ₊₁)|. Shapes: (n), (n) → (n − 1).
std::vector<double> observed_orders(std::span<const double> values, std::span<const double> errors);

// The same for errors measured as differences from the finest result, with the parameter `finest` (size h_f), whose own
// error is C h_fᵖ: pᵢ solves eᵢ/eᵢ₊₁ = (hᵢᵖ − h_fᵖ)/(hᵢ₊₁ᵖ − h_fᵖ). NaN if no order within ±20 does.
std::vector<double> orders_from_finest(std::span<const double> values, std::span<const double> errors, double finest);

// The order of the whole series: the least-squares slope of ln e over all positive errors. NaN for fewer than two.
double fitted_order(std::span<const double> values, std::span<const double> errors);

}  // namespace beltdyn::numerics
