// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/settings/configuration.hpp"
#include "postprocess/comparison.hpp"

namespace beltdyn::postprocess {

// An error of the members of a study, and how fast it falls.
struct ErrorSeries {
  std::vector<double> errors;  // from coarse to fine
  std::vector<double> orders;  // between neighbours, shape one less; NaN where an error is 0
  double fitted_order{};       // of all of them; NaN if there are less than two
};

// How one history column settles.
struct ColumnConvergence {
  std::string column;             // "name [unit]", the unit of the errors
  ErrorSeries maximum;            // max |d|
  ErrorSeries l2;                 // √(∫ d² dt/T)
  ErrorSeries final_value;        // |d| at the end of the common time
  std::optional<double> range{};  // of the reference; none if it is constant but for rounding
};

enum class ReferenceKind { named, exact, finest };

// The members that a study makes from one run, and what they are measured from.
struct RunConvergence {
  std::string run;        // as the file has it
  std::string reference;  // a run; where all runs are varied, the member of this run with the same value
  ReferenceKind kind{};
  std::vector<double> values;        // from coarse to fine, without the reference
  std::vector<std::string> members;  // names of the runs, shape as values
  std::vector<ColumnConvergence> columns;
};

struct Convergence {
  std::string parameter;  // JSON pointer
  std::string name;       // "elements"
  bool larger_is_finer{};
  double expected_order{};  // theoretical, 0: unknown
  std::vector<RunConvergence> runs;
  std::vector<std::string> remarks;  // what could not be measured and why, a sentence each
};

// Measures the members of a study. `histories` are those of the runs that finished, by the names of the
// configuration; others are omitted, with a remark. Errors are taken as compare_histories() does. With the finest
// member as reference, which has an error itself, the order p between two members solves
//     e₁/e₂ = (h₁ᵖ − h_fᵖ)/(h₂ᵖ − h_fᵖ),
// and the fitted order is that of the coarsest and the last one. The configuration has a study.
// Throws IoError if a history has no times or they decrease.
Convergence measure_convergence(const Configuration& configuration, std::span<const RunHistory> histories);

// The texts of convergence.json and convergence.csv, and a table for the console. What is no number is null, empty,
// "-".
std::string convergence_json(const Convergence& convergence);
std::string convergence_csv(const Convergence& convergence);
std::string convergence_table(const Convergence& convergence);

// Writes both files into the folder. Throws IoError.
void write_convergence(const std::filesystem::path& folder, const Convergence& convergence);

// "exact run of the same model"
std::string_view to_string(ReferenceKind kind);

}  // namespace beltdyn::postprocess
