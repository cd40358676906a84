// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "plots/figures.hpp"

namespace beltdyn::plots {

inline constexpr std::string_view kSensitivityFigure = "sensitivity";

// The effects of the parameters of a sweep on one of its quantities.
struct SensitivityPanel {
  struct Bar {
    std::string parameter;
    double per_deviation{};  // change of the quantity by one standard deviation of the parameter
    // Sobol indices with the ends of their confidence intervals, NaN if there are none.
    double first{};
    double first_low{};
    double first_high{};
    double total{};
    double total_low{};
    double total_high{};
  };

  std::string quantity;  // "name [unit]"
  double explained{};    // R² of the regression [-]
  std::vector<Bar> bars{};
};

// The script and data of a figure with a tornado chart for each quantity, the parameter with the largest effect on top,
// and beside it the Sobol indices of the same parameters, if there are any.
FigureFiles sensitivity_figure(const std::vector<SensitivityPanel>& panels);

}  // namespace beltdyn::plots
