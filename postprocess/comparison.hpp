// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/csv_table.hpp"

namespace beltdyn::postprocess {

// The history of a run with the data for comparisons.
struct RunHistory {
  std::string name;
  std::string model;        // the exact model the run converges to
  bool is_reference{};      // an exact or semi-analytic solution: the other runs are measured against it
  const CsvTable* history;  // with a column "time [s]" that does not decrease
  // errors.csv of the run; null: its errors are unknown, unless it is a reference, which has none.
  const CsvTable* errors = nullptr;
  bool is_complete = true;  // has it come to the end time?
  // With variants of the drive: the run of the file, and the variant; empty without.
  std::string member_of{};
  std::string variant{};
};

// The difference d(t) = run − reference of one history column over the common time T.
struct ColumnDifference {
  std::string column;                      // "name [unit]", the unit of the absolute values
  double maximum{};                        // max |d|
  double time_of_maximum{};                // [s]
  double l2{};                             // √(∫ d² dt/T), trapezoidal
  std::optional<double> maximum_relative;  // maximum/(range of the reference on T); none if that is but what solvers
                                           // leave of their residuals, less than a millionth of the scale
  std::optional<double> l2_relative;
  double magnitude{};  // max of the reference on T, without its sign
  double scale{};      // the largest magnitude of the columns of this kind: of torques for torque_1
  // The largest |d|/(sum of the errors of both runs), if both are known: up to 1 the errors explain the difference.
  std::optional<double> of_errors{};

  // The largest difference, relative to the range of the reference, or to its scale if it is constant, or a torque that
  // is small beside others; none if that is 0.
  std::optional<double> relative() const;
  // Is it within the errors of the two runs, or, if these are unknown, no more than a tenth of the range?
  bool is_explained() const;
  // The same, and no more than a tenth of the range: error bars of that size explain much and tell little.
  bool agrees() const;
};

struct PairComparison {
  std::string run;
  std::string reference;
  std::string run_model;
  std::string reference_model;
  // One exact model of one variant of the drive? If not, the difference contains that of the models and does not tend
  // to 0.
  bool same_model{};
  double begin_time{};  // the common time interval [s]
  double end_time{};
  // Has the run, or its reference, ended early?
  bool run_ended_early{};
  bool reference_ended_early{};
  std::vector<ColumnDifference> columns;
};

// Compares each pair of runs in each column that both have. A run marked as reference is the reference of the pair;
// if both or neither are, the first one. The difference is taken at the times of the run with fewer rows
// in the common interval, the other one is interpolated linearly there; directions and states, which are no quantities
// to average, are taken from its nearest row. Balances ("length_error", "balance_...", "eytelwein_...") are each run's
// own errors and not compared. Pairs without a common time are omitted, and those of different runs with different
// variants. Throws IoError if a history has no times or
// they decrease.
std::vector<PairComparison> compare_histories(std::span<const RunHistory> runs);

// The columns by which runs of a belt drive are judged. Slip arcs and margins hardly vary: of their range everything is
// much.
bool is_main_column(std::string_view column);

// The difference between runs of one model that is farthest from being explained, of main columns where there are any:
// by the errors where they are known, else by the range. Null if there is none.
struct WorstDifference {
  const PairComparison* pair{};
  const ColumnDifference* column{};
};
WorstDifference worst_difference(std::span<const PairComparison> pairs);

// Is a column a quantity comparable between runs, and not a time, a state or an error of its own run?
bool is_quantity(std::string_view column);

// The times of a history. Throws IoError if there are none or they decrease.
std::span<const double> times_of(const RunHistory& run);

// The texts of comparison.json and comparison.csv. A relative value that does not exist is null there, empty here.
std::string comparison_json(std::span<const PairComparison> pairs);
std::string comparison_csv(std::span<const PairComparison> pairs);

// Writes both into the folder. Throws IoError.
void write_comparison(const std::filesystem::path& folder, std::span<const PairComparison> pairs);

// The value of a history column at the given ascending times within the table's: linear between rows, or from the
// nearest row. Shape of the result: (n_times).
enum class Between { linear, nearest };
std::vector<double> sample(std::span<const double> time, std::span<const double> value,
                           std::span<const double> at_times, Between between);

}  // namespace beltdyn::postprocess
