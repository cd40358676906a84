// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "core/base/csv_table.hpp"
#include "core/run/history.hpp"
#include "core/run/summary.hpp"

namespace beltdyn::report {

// The summary of a history that was read from a file.
class SummedHistory {
 public:
  // Evaluates the rows from a time on [s].
  SummedHistory(const CsvTable& history, double from);
  SummedHistory(const SummedHistory&) = delete;  // the summary refers to the columns
  SummedHistory& operator=(const SummedHistory&) = delete;

  const Summary& summary() const { return summary_; }

 private:
  std::vector<HistoryColumn> columns_;
  Summary summary_;
};

}  // namespace beltdyn::report
