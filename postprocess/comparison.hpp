// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/csv_table.hpp"
#include "core/run/summary.hpp"

namespace beltdyn::postprocess {

// The history of a run with the data that comparisons need.
struct RunHistory {
  std::string name;
  std::string model;        // the continuous model to which the run converges
  bool is_reference{};      // an exact or semi-analytic solution, with which the other runs are compared
  const CsvTable* history;  // has a column "time [s]" that does not decrease
  // errors.csv of the run. Null: its errors are unknown, or 0 if the run is a reference.
  const CsvTable* errors = nullptr;
  double begin = 0.0;                     // rows from this time on are compared, or all if there are none [s]
  bool is_complete = true;                // has the run reached the end time?
  std::vector<Conclusion> conclusions{};  // of summary.json, those with a value
  // For a drive with variants: the run of the file, and the variant; otherwise empty.
  std::string member_of{};
  std::string variant{};
};

// The difference d(t) = run − reference of one history column over the common time T.
struct ColumnDifference {
  std::string column;        // "name [unit]", the unit of absolute values
  double maximum{};          // max |d|
  double time_of_maximum{};  // [s]
  double l2{};               // √(∫ d² dt/T), trapezoidal rule
  // maximum/(range of the reference on T, or of the run if the reference is steady, the run is not, and its range is
  // larger); none if the range is less than 2 % of the scale of forces, torques and slip arcs, 1e-4 of that of speeds,
  // or a millionth of another scale, and so counts as constant
  std::optional<double> maximum_relative;
  std::optional<double> l2_relative;
  double magnitude{};  // max |reference| on T
  double scale{};      // largest magnitude of the columns of the same kind: of all torques for torque_1
  // The largest |d|/(sum of the errors of both runs), if both are known; up to 1 the errors explain the difference.
  std::optional<double> of_errors{};

  // The largest difference, relative to the range of the reference; relative to its scale if the reference counts as
  // constant. None if the scale is 0.
  std::optional<double> relative() const;
  // What relative() divides by; none if the difference is 0.
  std::optional<double> size() const;
  // Is it no larger than the rounding of solvers?
  bool is_rounding() const;
  // Is the difference within the errors of both runs, or if these are unknown, at most a tenth of the range?
  bool is_explained() const;
  // Is it explained and at most a tenth of the range? Larger error bars would explain the difference but prove little.
  bool agrees() const;
};

// The comparison of a run with its reference.
struct PairComparison {
  std::string run;
  std::string reference;
  std::string run_model;
  std::string reference_model;
  // Do both runs have the same model and the same variant of the drive? If not, the difference includes that of the
  // models and does not converge to 0.
  bool same_model{};
  double begin_time{};  // the common time interval [s]
  double end_time{};    // [s]
  // Did the run, or its reference, end before the end time?
  bool run_ended_early{};
  bool reference_ended_early{};
  std::vector<ColumnDifference> columns;
};

// Compares each pair of runs in each column that both have. A run marked as reference is the reference of the pair; if
// both or neither are marked, the first one is. The difference is taken in the common time interval of the compared
// rows, at the times of the run with fewer rows. The other run is interpolated linearly there, or for directions and
// states, which cannot be averaged, read from its nearest row. Balances ("length_error", "balance_...",
// "eytelwein_...") are errors of each run and are not compared. Pairs without a common time, and pairs that differ in
// both run and variant, are omitted. Throws IoError if a history has no times or they decrease.
std::vector<PairComparison> compare_histories(std::span<const RunHistory> runs);

// The columns by which runs of a belt drive are compared first. Slip arcs and margins hardly vary, so that every
// difference is large relative to their range; they are not among these columns.
bool is_main_column(std::string_view column);

// The difference between runs of the same model that is least explained, by the errors if they are known, otherwise
// relative to the range. Main columns take precedence. Null if there is none.
struct WorstDifference {
  const PairComparison* pair{};
  const ColumnDifference* column{};
};
WorstDifference worst_difference(std::span<const PairComparison> pairs);

// Does a run of this model follow no transients, but compute the steady motion of each instant?
bool is_steady_model(std::string_view model);
// Is a run such a one beside others that follow transients? Then it is exact only where the drive is steady.
template <class Run>
bool is_steady_only(const Run& run, const std::vector<Run>& runs) {
  return is_steady_model(run.model) && !std::ranges::all_of(runs, is_steady_model, &Run::model);
}

// The difference of a speed, torque, span force or creep between a steady and a transient run that is largest relative
// to the errors of both, if these do not explain it. Null if there is none.
WorstDifference neglected_transient(std::span<const PairComparison> pairs);

// Is a column a quantity that can be compared between runs, that is no time, state or error of its own run?
bool is_quantity(std::string_view column);

// The times of a history. Throws IoError if there are none or they decrease.
std::span<const double> times_of(const RunHistory& run);

// The texts of comparison.json and comparison.csv. A missing relative value is null in JSON and empty in CSV.
std::string comparison_json(std::span<const PairComparison> pairs);
std::string comparison_csv(std::span<const PairComparison> pairs);

// Writes both into the folder. Throws IoError.
void write_comparison(const std::filesystem::path& folder, std::span<const PairComparison> pairs);

// The value of a history column at the given ascending times, which must lie within those of the table: interpolated
// linearly, or from the nearest row. Shape of the result: (n_times).
enum class Between { linear, nearest };
std::vector<double> sample(std::span<const double> time, std::span<const double> value,
                           std::span<const double> at_times, Between between);

}  // namespace beltdyn::postprocess
