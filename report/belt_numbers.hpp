// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/csv_table.hpp"
#include "core/drive/any_drive.hpp"
#include "core/run/summary.hpp"
#include "postprocess/error_bars.hpp"

namespace beltdyn::report {

// Results of a run for the design of a belt drive. Results without a column in the history are empty.
struct PulleyNumbers {
  std::string label;  // "2 (alternator)"
  double wrap{};      // [rad]
  std::optional<ColumnSummary> power{};
  std::optional<ColumnSummary> hub_load{};
  std::optional<ColumnSummary> slip_margin{};
  std::optional<ColumnSummary> slip_arc{};
  std::optional<ColumnSummary> slip_speed{};
  std::optional<ColumnSummary> slip_power{};
  std::optional<ColumnSummary> mount_position{};
  bool is_arm{};
};
// An interval in which a one-way clutch transmits no torque.
struct OpenInterval {
  double begin{};               // time of its first row [s]
  std::optional<double> end{};  // time of the first row with torque behind it [s]; empty if there is none
};
// The results of an accessory.
struct AccessoryNumbers {
  std::string label;  // of its pulley
  ColumnSummary torque;
  bool has_clutch{};
  std::vector<OpenInterval> open{};
};
// The results of a span.
struct SpanNumbers {
  std::string label;  // "1 (crank) to 2 (alternator)"
  ColumnSummary force;
};
// The results of a run of a belt drive.
struct BeltNumbers {
  std::string run;
  double begin{};  // of the evaluated time [s]
  double end{};    // [s]
  std::vector<PulleyNumbers> pulleys{};
  std::vector<SpanNumbers> spans{};
  std::vector<AccessoryNumbers> accessories{};
  std::vector<Conclusion> conclusions{};
  std::optional<postprocess::ErrorBars> errors{};
};

// Evaluates the rows of a history from a time on [s].
BeltNumbers belt_numbers(const std::string& run, const BeltDrive& drive, const CsvTable& history, double from);

// Tables of pulleys and spans, and the conclusions; folded unless is_open. `label` is the name of the run on the page.
std::string html_of(const BeltNumbers& numbers, const std::string& label, bool is_open);

}  // namespace beltdyn::report
