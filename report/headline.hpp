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

// A result that a reader looks for first.
struct HeadlineNumber {
  std::string label;  // with the unit: "speed of pulley 2 (fan) [rad/s]"
  double value{};
  std::optional<double> error{};  // half width of its error bar, ≥ 0; empty if it is unknown
  std::optional<Cell> cell{};     // what is shown in the place of the value
};

// Those of a run: of a belt drive the speeds and torques of its pulleys, span forces, creep of the driven pulleys, the
// smallest margin to gross slip, power lost by slip and efficiency; of a rope with ends how it stops, its largest
// force, its margins, how far it drifts on its pulleys, their ways and the extremes of its loads; of another drive the
// first columns of its history. At the end of a run there is creep only where the speed of the driver is steady.
struct HeadlineNumbers {
  std::string run;
  double begin{};  // of the time that counts [s]
  double end{};    // [s]
  bool is_mean{};  // means over that time, or the values at its end?
  std::vector<HeadlineNumber> numbers{};
};

// From the rows of a history, and of ropes from the conclusions of the run. `from` > 0: means from that time on; 0:
// values at the end [s].
HeadlineNumbers headline_numbers(const std::string& run, const Drive& drive, const CsvTable& history,
                                 const std::vector<Conclusion>& conclusions,
                                 const std::optional<postprocess::ErrorBars>& errors, double from);

// Puts what a linear analysis is made for first: whether a mode grows, then the frequency and damping of the lowest
// modes that oscillate.
void add_modes(HeadlineNumbers& list, const std::vector<NamedMode>& modes);

// What the page calls a run.
using RunLabel = std::function<std::string(const std::string& run)>;

// All runs side by side, the verdict of each first; empty without numbers.
std::string html_of(const std::vector<HeadlineNumbers>& runs, const std::vector<Cell>& verdicts, const RunLabel& label,
                    bool all_exact);

}  // namespace beltdyn::report
