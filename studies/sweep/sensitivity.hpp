// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/settings/sweep.hpp"

namespace beltdyn::studies {

// Parts of a variance: which part of it a parameter makes alone (first order), and with all others (total), each with
// its 95 % confidence interval.
struct SobolIndex {
  double value{};
  double low{};
  double high{};
};

// What a parameter does to a quantity.
struct Effect {
  double per_deviation{};  // how the quantity changes with one standard deviation of the parameter, by regression
  std::optional<SobolIndex> first{};  // of the design saltelli
  std::optional<SobolIndex> total{};
};

// What all parameters do to a quantity over a design that is spread.
struct Sensitivity {
  std::size_t quantity{};         // its index
  std::size_t samples{};          // points that have the quantity
  double mean{};                  // of the quantity
  double deviation{};             // its standard deviation
  double explained{};             // R², the part of the variance that the regression explains
  std::vector<Effect> effects{};  // shape (n_parameters)
};

// Of each quantity that enough members have and that varies. `members` are the numbers of all members in order,
// parameters before quantities, NaN where there is none; shape (n_members) of (n_parameters + n_quantities). Empty for
// designs that are not spread.
//
// The indices are those of [Sobol 2001], estimated from samples j of points A_j, B_j and A_j with parameter i of B_j by
//   S_i = Σ_j f(B_j) (f(AB_ij) − f(A_j)) / (n V)        [Saltelli 2010], table 2 (b)
//   T_i = Σ_j (f(A_j) − f(AB_ij))² / (2 n V)            [Saltelli 2010], table 2 (f)
// with the mean taken off f; the intervals are those of a bootstrap over samples.
std::vector<Sensitivity> sensitivities(const Sweep& sweep, const std::vector<std::vector<double>>& members);

// The table sensitivity.csv, a row for each quantity and parameter. `columns` are the headers "name [unit]" of
// parameters, then of quantities.
std::string sensitivity_text(const std::vector<Sensitivity>& all, const std::vector<std::string>& columns);

}  // namespace beltdyn::studies
