// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "report/content.hpp"

namespace beltdyn::report {

// A fitted parameter.
struct IdentifiedParameter {
  std::string name;
  std::string unit;
  double value{};
  double standard_error{};  // in the unit of the parameter
  double low{};             // lower bound of the 95 % interval
  double high{};            // upper bound of the 95 % interval
  bool is_at_bound{};
};

// The residuals of a measured series.
struct SeriesResiduals {
  std::string column;  // "name [unit]"
  std::size_t n_values{};
  double root_mean_square{};                      // relative to the standard deviation [-]
  std::optional<double> ljung_box_probability{};  // none for very few values
  std::optional<double> runs_probability{};       // none for very few values
};

// A search from one start.
struct IdentificationSearch {
  std::vector<double> start;     // shape (n_parameters)
  std::optional<double> cost{};  // none if it did not converge to a fit
  int iterations{};
  std::string remark{};
};

// The content of the page of `beltdyn identify`. Parameters, correlations and remarks belong to the best fit;
// parameters and correlations are empty if the data do not determine some parameters.
struct IdentificationContent {
  std::string name;  // of the configuration
  std::string command{};
  std::vector<std::string> runs{};  // the measured runs
  std::vector<std::string> parameter_names{};
  std::vector<IdentifiedParameter> parameters{};
  std::vector<std::vector<double>> correlations{};  // shape (n_parameters, n_parameters)
  std::vector<double> singular_values{};            // descending
  std::vector<std::string> untold{};   // one sentence for each combination of parameters that the data do not determine
  std::vector<std::string> remarks{};  // one sentence each
  std::vector<SeriesResiduals> series{};
  std::vector<IdentificationSearch> searches{};
  std::size_t best{};  // index into searches
  std::size_t n_runs{};
  Picture figure{};
  std::string configuration{};  // JSON with the fitted values
};

// Creates the page; the same content gives bit-identical pages.
std::string identification_page(const IdentificationContent& content);

}  // namespace beltdyn::report
