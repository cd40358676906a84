// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "plots/figures.hpp"

namespace beltdyn::plots {

inline constexpr std::string_view kSensitivityFigure = "sensitivity";

// What the parameters of a sweep do to one of its quantities.
struct SensitivityPanel {
  struct Bar {
    std::string parameter;
    double per_deviation{};  // change of the quantity with a standard deviation of the parameter
    // Sobol indices with the ends of their confidence intervals, NaN if there are none.
    double first{};
    double first_low{};
    double first_high{};
    double total{};
    double total_low{};
    double total_high{};
  };

  std::string quantity;  // "name [unit]"
  double explained{};    // R² of the regression
  std::vector<Bar> bars{};
};

// The script and the data of a figure with a tornado of each quantity, the parameter that does most at its top, and
// beside it the indices of the same parameters, if there are any.
FigureFiles sensitivity_figure(const std::vector<SensitivityPanel>& panels);

}  // namespace beltdyn::plots
