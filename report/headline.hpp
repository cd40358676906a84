// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/csv_table.hpp"
#include "core/drive/any_drive.hpp"
#include "core/linear/mode_shapes.hpp"
#include "core/run/summary.hpp"
#include "postprocess/error_bars.hpp"
#include "report/html.hpp"

namespace beltdyn::report {

// One of the most important results of a run.
struct HeadlineNumber {
  std::string label;              // with unit: "speed of pulley 2 (fan) [rad/s]"
  double value{};                 // in the unit of the label
  std::optional<double> error{};  // half width of its error bar, ≥ 0; empty if it is unknown
  std::optional<Cell> cell{};     // shown instead of the value
};

// The most important results of a run. Of a belt drive: speeds and torques of its pulleys, span forces, creep of the
// driven pulleys, the smallest margin to gross slip, power lost by slip, and efficiency. Of a rope with ends: how it
// stops, its largest force, its margins, its drift on the pulleys, the travel of its ends and the extremes of its
// loads. Of another drive: the first columns of its history. Creep at the end of a run is given only if the speed of
// the driver is steady.
struct HeadlineNumbers {
  std::string run;
  double begin{};  // start of the evaluated time [s]
  double end{};    // [s]
  bool is_mean{};  // means over that time; otherwise values at its end
  std::vector<HeadlineNumber> numbers{};
};

// Evaluates the rows of a history, and for ropes the conclusions of the run. `from` > 0: means from that time on;
// `from` = 0: values at the end [s].
HeadlineNumbers headline_numbers(const std::string& run, const Drive& drive, const CsvTable& history,
                                 const std::vector<Conclusion>& conclusions,
                                 const std::optional<postprocess::ErrorBars>& errors, double from);

// Puts the results of a linear analysis first: whether a mode grows, then frequency and damping of the lowest
// oscillating modes.
void add_modes(HeadlineNumbers& list, const std::vector<NamedMode>& modes);

// The name of a run on the page.
using RunLabel = std::function<std::string(const std::string& run)>;

// All runs side by side, each with its verdict first; empty without numbers.
std::string html_of(const std::vector<HeadlineNumbers>& runs, const std::vector<Cell>& verdicts, const RunLabel& label,
                    bool all_exact);

}  // namespace beltdyn::report
