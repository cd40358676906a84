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

// An interactive chart of quantities of one kind; its values can be read off, and dragging enlarges a part.
struct Chart {
  std::string title;               // with unit: "Span forces [N]"
  std::vector<std::string> parts;  // pulleys or spans
  std::vector<ChartLine> lines{};
};

// A run for the charts.
struct ChartedRun {
  std::string name;
  bool is_exact{};
  const CsvTable* history{};
  const CsvTable* errors{};  // errors.csv; null: errors are unknown
};

inline constexpr std::size_t kChartRows = 900;  // approximate maximum per line

// Charts of a belt drive: span forces, and speeds and torques of its pulleys. Of a rope with ends: the motion of the
// ends, span forces, torques of prescribed motions, and slip margins. Of another drive: the first columns of its
// history. Long histories keep the rows where a line is smallest and largest, so that no peak is lost.
std::vector<Chart> make_charts(const Drive& drive, const std::vector<ChartedRun>& runs);

// The charts with their legend and controls. Numbers are rounded to 1/65 535 of their range.
std::string html_of(const std::vector<Chart>& charts, const std::vector<ChartedRun>& runs);

}  // namespace beltdyn::report
