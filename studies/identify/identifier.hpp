// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <Eigen/Core>

#include "studies/identify/fit.hpp"
#include "studies/identify/fit_statistics.hpp"
#include "studies/identify/fitted_run.hpp"

namespace beltdyn::studies {

// A search from one of the start points.
struct Search {
  std::vector<double> start{};          // values of the variables
  std::optional<FitOutcome> outcome{};  // none if the search failed
  int n_iterations{};                   // with all differences
  std::string failure{};                // reason, if the search failed
};

// A measured series and the best fit.
struct FittedSeries {
  std::string column;               // "name [unit]", with several settings followed by "(run, conditions)"
  std::vector<double> time{};       // [s]
  std::vector<double> measured{};   // shape as time
  std::vector<double> deviation{};  // shape as time; 1 if unknown
  std::vector<double> fitted{};     // shape as time
  std::vector<double> residual{};   // (fitted − measured)/deviation, shape as time
  std::optional<Whiteness> whiteness{};
};

// The outcome of an identification. Values of variables are in SI units, unless said otherwise.
struct FitReport {
  std::vector<FitVariable> variables{};
  std::vector<Search> searches{};
  std::size_t best{};  // index into searches
  std::vector<double> values{};
  FitStatistics statistics{};
  bool are_deviations_known{};
  double sum_of_squares{};  // of the residuals
  Eigen::Index degrees_of_freedom{};
  // Of the values; empty if the data do not determine some of them.
  std::vector<double> standard_errors{};
  std::vector<double> interval_low{};  // 95 %
  std::vector<double> interval_high{};
  std::vector<FittedSeries> series{};
  std::size_t n_runs{};
  std::string fitted_configuration{};  // JSON

  bool is_at_bound(std::size_t variable) const;
  // σ of data with unknown standard deviations, estimated from the residuals.
  double residual_deviation() const;
};

// Searches from every start point and computes the statistics of the best fit. The result does not depend on the number
// of threads. Calls on_search(number of searches, number of runs) after each search. Throws SolverError with the
// reasons if no start leads to a fit, and Interrupted.
FitReport identify(FittedRun& run, const std::function<void(std::size_t searches, std::size_t runs)>& on_search);

// "a by +0.43 % and b by -1 %": changes of the variables, relative to their values, that together leave the curves
// unchanged; the largest is 1 %.
std::string unidentifiable_text(const FitReport& report, const UntoldDirection& direction);

// The data on which the results of an identification depend, apart from the program version: checksums.
struct FitIdentity {
  std::string configuration{};
  std::string data{};
};

// The texts of identification.json and residuals.csv.
std::string report_json(const FitReport& report, const Identification& identification, const FitIdentity& identity);
std::string residuals_csv(const FitReport& report);
// Is the text an identification.json of this identity and version?
bool is_of(std::string_view report, const FitIdentity& identity);
// Does the text of report_json() contain parameters that the data determine?
bool is_identifiable(std::string_view report);
// The first line of the journal of this identity.
std::string journal_identity(const FitIdentity& identity);

}  // namespace beltdyn::studies
