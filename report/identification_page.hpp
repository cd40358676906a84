// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "report/content.hpp"

namespace beltdyn::report {

// A parameter that was fitted.
struct IdentifiedParameter {
  std::string name;
  std::string unit;
  double value{};
  double standard_error{};
  double low{};  // of the 95 % interval
  double high{};
  bool is_at_bound{};
};

// What is left of a measured series.
struct SeriesResiduals {
  std::string column;  // "name [unit]"
  std::size_t n_values{};
  double root_mean_square{};                      // in standard deviations
  std::optional<double> ljung_box_probability{};  // none of very few values
  std::optional<double> runs_probability{};
};

// A search from one of the starts.
struct IdentificationSearch {
  std::vector<double> start;     // shape (n_parameters)
  std::optional<double> cost{};  // none if it did not lead to a fit
  int iterations{};
  std::string remark{};
};

// The content of the page of `beltdyn identify`. Parameters, correlations and remarks are those of the best fit;
// parameters and correlations are empty if the data do not determine some of them.
struct IdentificationContent {
  std::string name;  // of the configuration
  std::string command{};
  std::vector<std::string> runs{};  // that were measured
  std::vector<std::string> parameter_names{};
  std::vector<IdentifiedParameter> parameters{};
  std::vector<std::vector<double>> correlations{};  // shape (n_parameters, n_parameters)
  std::vector<double> singular_values{};            // descending
  std::vector<std::string> untold{};                // a sentence for each combination that the data do not determine
  std::vector<std::string> remarks{};               // a sentence each
  std::vector<SeriesResiduals> series{};
  std::vector<IdentificationSearch> searches{};
  std::size_t best{};  // index into searches
  std::size_t n_runs{};
  Picture figure{};
  std::string configuration{};  // with the fitted values, JSON
};

// The page; the same bytes for the same content.
std::string identification_page(const IdentificationContent& content);

}  // namespace beltdyn::report
