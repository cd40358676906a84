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

// A result that readers look for first.
struct HeadlineNumber {
  std::string label;              // with the unit: "speed of pulley 2 (fan) [rad/s]"
  double value{};                 // in the unit of the label
  std::optional<double> error{};  // half width of its error bar, ≥ 0; empty if unknown
  std::optional<Cell> cell{};     // shown instead of the value
  std::string note{};             // shown in small letters below the value
};

// The headline numbers of a run. Belt drive: speeds and torques of pulleys, span forces, creep of driven pulleys, slip
// arcs, the travel of tensioners, extreme forces, smallest margin to gross slip, slip losses and efficiency. Rope with
// ends: how it stops, its extreme forces, its margins, its drift on the pulleys, displacements of the ends, and extreme
// loads of pulleys, drums and brakes. Other drives: the first columns of the history. Creep at the end of a run is
// given only if the speed of the driver is steady.
struct HeadlineNumbers {
  std::string run;
  double begin{};  // of the evaluated time [s]
  double end{};    // [s]
  bool is_mean{};  // means over that time, or values at its end?
  std::vector<HeadlineNumber> numbers{};
};

// Computed from the rows of a history, and how a drive stops from the conclusions of the run. `from` > 0: means from
// that time on; 0: values at the end [s].
HeadlineNumbers headline_numbers(const std::string& run, const Drive& drive, const CsvTable& history,
                                 const std::vector<Conclusion>& conclusions,
                                 const std::optional<postprocess::ErrorBars>& errors, double from);

// Inserts the main results of a linear analysis at the front: whether a mode grows, then frequency and damping of the
// lowest oscillating modes.
void add_modes(HeadlineNumbers& list, const std::vector<NamedMode>& modes);

// The name of a run on the page.
using RunLabel = std::function<std::string(const std::string& run)>;

// All runs side by side, each with its verdict first; empty without numbers.
std::string html_of(const std::vector<HeadlineNumbers>& runs, const std::vector<Cell>& verdicts, const RunLabel& label,
                    bool all_exact);

}  // namespace beltdyn::report
