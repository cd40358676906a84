// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/settings/sweep.hpp"

namespace beltdyn::studies {

// A fraction of a variance: the part caused by a parameter alone (first order), or with all its interactions (total),
// with its 95 % confidence interval.
struct SobolIndex {
  double value{};
  double low{};
  double high{};
};

// The effect of a parameter on a quantity.
struct Effect {
  double per_deviation{};  // change of the quantity by one standard deviation of the parameter, by regression
  std::optional<SobolIndex> first{};  // for the design saltelli
  std::optional<SobolIndex> total{};
};

// The effects of all parameters on a quantity, in a spread design.
struct Sensitivity {
  std::size_t quantity{};         // its index
  std::size_t samples{};          // points that have the quantity
  double mean{};                  // of the quantity
  double deviation{};             // its standard deviation
  double explained{};             // R², fraction of the variance that the regression explains [-]
  std::vector<Effect> effects{};  // shape (n_parameters)
};

// The sensitivities of each quantity that varies and that enough members have. `members`: numbers of all members in
// order, parameters before quantities, NaN where there is none; shape (n_members) of (n_parameters + n_quantities).
// Empty for designs that are not spread.
//
// The indices are those of [Sobol 2001], estimated from samples j with the points A_j, B_j, and A_j with parameter i of
// B_j, by
//   S_i = Σ_j f(B_j) (f(AB_ij) − f(A_j)) / (n V)        [Saltelli 2010], table 2 (b)
//   T_i = Σ_j (f(A_j) − f(AB_ij))² / (2 n V)            [Saltelli 2010], table 2 (f)
// after subtraction of the mean of f; the intervals come from a bootstrap over samples.
std::vector<Sensitivity> sensitivities(const Sweep& sweep, const std::vector<std::vector<double>>& members);

// The table sensitivity.csv, with a row for each quantity and parameter. `columns`: headers "name [unit]" of
// parameters, then of quantities.
std::string sensitivity_text(const std::vector<Sensitivity>& all, const std::vector<std::string>& columns);

}  // namespace beltdyn::studies
