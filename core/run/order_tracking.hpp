// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/csv_table.hpp"
#include "core/config/field_visitor.hpp"

namespace beltdyn {

// A history column by its name without unit.
struct TrackedColumn {
  std::string column;

  void visit(config::FieldVisitor& visitor);
};

// The key "order_tracking" of the output: how history columns oscillate over the revolutions of a pulley, or over a
// given period. In a window of whole revolutions of the angle θ, x = mean + Σ |a_n| cos(n θ + arg a_n).
struct OrderTracking {
  std::vector<TrackedColumn> columns{};
  int pulley{};                  // from 1, that of θ = ∫ω dt; 0: θ = 2π t/period
  double period{};               // [s], 0 with a pulley
  std::vector<double> orders{};  // n > 0, increasing [-]
  int revolutions = 1;           // of a window
  double from{};                 // the time from which on there are windows [s]

  void visit(config::FieldVisitor& visitor);
};

// A window of an order tracking.
struct TrackedWindow {
  double begin{};                                           // [s]
  double end{};                                             // [s]
  std::vector<std::vector<std::complex<double>>> values{};  // a_n, shape (n_columns)(n_orders)
};

// The windows that fit into a history one after the other. The rows are interpolated at even angles (rational functions
// of Floater and Hormann, of the order 3), and a fast Fourier transform is taken of these. Empty if
// there are too few rows.
std::vector<TrackedWindow> tracked_windows(const OrderTracking& options, const CsvTable& history);

// A sentence for each column that a history of these names, without units, does not have.
std::vector<std::string> tracking_objections(const OrderTracking& options, const std::vector<std::string>& names);

// Reads history.csv of a folder and writes order_tracking.csv: time [s] and end_time [s] of a window, order [-],
// frequency [Hz], the mean one, and of each column k_magnitude [its unit] and k_phase [rad] in (−π, π]. Throws IoError.
void write_order_tracking(const OrderTracking& options, const std::filesystem::path& folder);

inline constexpr const char* kOrderTrackingFile = "order_tracking.csv";

}  // namespace beltdyn
