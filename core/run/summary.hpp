// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/run/state_archive.hpp"

namespace beltdyn {

struct HistoryColumn;

// Statistics of one history column over the rows that count.
struct ColumnSummary {
  double first{};
  double last{};
  double least{};
  double time_of_least{};  // [s]
  double largest{};
  double time_of_largest{};  // [s]
  double mean{};             // over time, by the trapezoidal rule between rows
  double rms{};              // root of the mean square, computed like `mean`
  // Where the belt has the extremes, if the column has one for its place (place_column()) [m].
  std::optional<double> place_of_least{};
  std::optional<double> place_of_largest{};
};

// A number that follows from the columns of a whole run.
struct Conclusion {
  std::string name;
  std::string unit;
  double value{};  // NaN if a run has none; `meaning` says why
  std::string meaning;
  std::string message{};     // a sentence for the messages of the run; may be empty
  bool is_doubtful = false;  // is the message a doubt about the drive?
};

// The sums of a Summary so far, from which a run resumes.
struct SummaryState {
  std::int64_t rows = 0;
  double begin{};                                         // time of the first row that counts [s]
  double end{};                                           // time of the last row that counts [s]
  std::vector<double> numbers{};                          // sums of all columns
  std::vector<std::map<std::int64_t, double>> in_bins{};  // for each column with a bin width, time in each bin [s]

  void save(StateWriter& writer) const;
  // Throws IoError if the checkpoint does not match these columns.
  static SummaryState read(const StateReader& reader, std::span<const HistoryColumn> columns);
};

// Statistics of the rows of a history from some time on, accumulated while the rows are written. For columns with a bin
// width it sums the time in each bin; the time between two rows counts half for each of them.
class Summary {
 public:
  // The columns must outlive the summary. Rows before `from` do not count [s].
  Summary(std::span<const HistoryColumn> columns, double from, std::optional<SummaryState> state = {});

  // Values in the order of the columns, shape (n_columns).
  void add(double time, std::span<const double> values);

  const SummaryState& state() const { return state_; }
  // The statistics of a column; none if no row counts or the column does not exist.
  std::optional<ColumnSummary> of(std::string_view column) const;

  // All statistics and the conclusions as the text of summary.json.
  std::string to_json(std::span<const Conclusion> conclusions) const;

 private:
  ColumnSummary column(std::size_t index) const;
  void count_bins(double h, std::span<const double> values);

  std::span<const HistoryColumn> columns_;
  double from_;                                       // [s]
  std::vector<std::size_t> binned_;                   // columns with a bin width
  std::vector<std::optional<std::size_t>> place_of_;  // for each column that of its place
  SummaryState state_;
};

}  // namespace beltdyn
