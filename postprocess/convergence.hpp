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

// One kind of error for all members of a study, and its order of convergence.
struct ErrorSeries {
  std::vector<double> errors;  // from coarse to fine
  std::vector<double> orders;  // between neighbours, shape one less; NaN if an error is 0
  double fitted_order{};       // over all errors; NaN for fewer than two
};

// The convergence of one history column.
struct ColumnConvergence {
  std::string column;       // "name [unit]", the unit of the errors
  ErrorSeries maximum;      // max |d|
  ErrorSeries l2;           // √(∫ d² dt/T)
  ErrorSeries final_value;  // |d| at the end of the common time
  // The range of the reference, or the magnitude if it is constant up to rounding, see ColumnDifference::size(). None
  // if there are no errors, or the reference is 0.
  std::optional<double> size{};
  bool is_constant{};       // is the size a magnitude?
  bool is_rounding = true;  // is no error larger than the rounding of solvers?

  // Can the errors be drawn relative to the size?
  bool has_relative_errors() const { return size && !is_rounding; }
};

// The kind of reference of a convergence study.
enum class ReferenceKind { named, exact, finest };

// The members that a study makes from one run, and the reference for their errors.
struct RunConvergence {
  std::string run;        // name in the file
  std::string reference;  // name of a run; if all runs are varied, of the member of this run with the same value
  ReferenceKind kind{};
  std::vector<double> values;        // from coarse to fine, without the reference
  std::vector<std::string> members;  // names of the runs, shape as values
  std::vector<ColumnConvergence> columns;
};

// The result of a convergence study.
struct Convergence {
  std::string parameter;  // JSON pointer
  std::string name;       // "elements"
  bool larger_is_finer{};
  double expected_order{};  // theoretical order; 0: unknown
  std::vector<RunConvergence> runs;
  std::vector<std::string> remarks;  // what could not be measured and why, one sentence each
};

// Measures the errors of a study's members. `histories` are those of the finished runs, with the names of the
// configuration; unfinished runs are omitted with a remark. Errors are computed as in compare_histories(). If the
// finest member, which has an error itself, is the reference, the order p between two members solves
//     e₁/e₂ = (h₁ᵖ − h_fᵖ)/(h₂ᵖ − h_fᵖ),
// and the fitted order is that between the coarsest and the last one. The configuration must have a study. Throws
// IoError if a history has no times or they decrease.
Convergence measure_convergence(const Configuration& configuration, std::span<const RunHistory> histories);

// The texts of convergence.json and convergence.csv, and a table for the console. Values that are not finite are null,
// empty, and "-".
std::string convergence_json(const Convergence& convergence);
std::string convergence_csv(const Convergence& convergence);
std::string convergence_table(const Convergence& convergence);

// Writes both files into the folder. Throws IoError.
void write_convergence(const std::filesystem::path& folder, const Convergence& convergence);

// For example "exact run of the same model".
std::string_view to_string(ReferenceKind kind);

}  // namespace beltdyn::postprocess
