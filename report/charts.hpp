// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/base/csv_table.hpp"
#include "core/drive/any_drive.hpp"

namespace beltdyn::report {

// A quantity over time, of one run and one pulley or span.
struct ChartLine {
  std::size_t run{};            // index
  std::size_t part{};           // index into Chart::parts
  std::vector<double> time{};   // [s]
  std::vector<double> value{};  // shape as time
  std::vector<double> error{};  // half widths ≥ 0, shape as time; empty if they are unknown
};

// Quantities of one kind, to be read off, and enlarged by dragging over them.
struct Chart {
  std::string title;               // with the unit: "Span forces [N]"
  std::vector<std::string> parts;  // pulleys or spans
  std::vector<ChartLine> lines{};
};

// A run to draw.
struct ChartedRun {
  std::string name;
  bool is_exact{};
  const CsvTable* history{};
  const CsvTable* errors{};  // errors.csv; null: they are unknown
};

inline constexpr std::size_t kChartRows = 900;  // about the most of a line

// Of a belt drive the span forces, and speeds and torques of its pulleys; of a rope with ends the motion of the ends,
// span forces, torques that motions need and slip margins; of another drive the first columns of its
// history. Of long histories the rows are kept where a line is least and largest, so that no peak is lost.
std::vector<Chart> make_charts(const Drive& drive, const std::vector<ChartedRun>& runs);

// The charts with their legend and controls. Numbers are rounded to a part in 65 535 of their range.
std::string html_of(const std::vector<Chart>& charts, const std::vector<ChartedRun>& runs);

}  // namespace beltdyn::report
