// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/base/csv_table.hpp"
#include "core/drive/any_drive.hpp"

namespace beltdyn::report {

// A quantity over time, for one run and one pulley or span.
struct ChartLine {
  std::size_t run{};            // index
  std::size_t part{};           // index into Chart::parts
  std::vector<double> time{};   // [s]
  std::vector<double> value{};  // shape as time
  std::vector<double> error{};  // half widths ≥ 0, shape as time; empty if unknown
};

// Quantities of one kind in one diagram; values can be read off, and a part can be enlarged by dragging.
struct Chart {
  std::string title;               // with the unit: "Span forces [N]"
  std::vector<std::string> parts;  // pulleys or spans
  std::vector<ChartLine> lines{};
};

// A run to be drawn.
struct ChartedRun {
  std::string name;
  bool is_exact{};
  bool is_steady_only{};  // is it exact for steady motions only, beside transient runs?
  const CsvTable* history{};
  const CsvTable* errors{};  // errors.csv; null if unknown
};

inline constexpr std::size_t kChartRows = 900;  // approximate limit for a line

// The charts of a drive. Belt drive: span forces, and speeds and torques of pulleys. Rope with ends: motion of the
// ends, span forces, torques that maintain motions, slip margins. Other drives: the first columns of the history. Long
// histories are thinned to the rows where a line is smallest or largest, so that no peak is lost.
std::vector<Chart> make_charts(const Drive& drive, const std::vector<ChartedRun>& runs);

// The charts with legend and controls. Numbers are rounded to 1/65 535 of their range.
std::string html_of(const std::vector<Chart>& charts, const std::vector<ChartedRun>& runs);

}  // namespace beltdyn::report
