// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/base/csv_table.hpp"
#include "core/config/field_visitor.hpp"
#include "core/run/simulation.hpp"

namespace beltdyn {

// A history column, named without its unit.
struct TrackedColumn {
  std::string column;

  void visit(config::FieldVisitor& visitor);
};

// The key "order_tracking" of the output: oscillations of history columns over the revolutions of a pulley, or over a
// given period. In a window of whole revolutions of the angle θ, x = mean + Σ |a_n| cos(n θ + arg a_n).
struct OrderTracking {
  std::vector<TrackedColumn> columns{};
  int pulley{};  // number of the pulley with θ = ∫ω dt, from 1; found from the name if that is given; 0: θ = 2π
                 // t/period
  std::string pulley_name{};     // name of this pulley; empty if its number is given
  double period{};               // [s]; 0 with a pulley
  std::vector<double> orders{};  // n > 0, ascending [-]
  int revolutions = 1;           // per window
  double from{};                 // windows begin at this time or later [s]

  void visit(config::FieldVisitor& visitor);
};

// The Fourier coefficients of one window.
struct TrackedWindow {
  double begin{};                                           // [s]
  double end{};                                             // [s]
  std::vector<std::vector<std::complex<double>>> values{};  // a_n, shape (n_columns)(n_orders)
};

// The consecutive windows of a history. The rows are interpolated at evenly spaced angles (rational functions of
// Floater and Hormann, order 3) and transformed by a fast Fourier transform. Empty if there are too few rows.
std::vector<TrackedWindow> tracked_windows(const OrderTracking& options, const CsvTable& history);

// Throws UsageError, with a line for each tracked column that is not among `headers`, the columns of a history.
void require_tracked_columns(const OrderTracking& options, const std::vector<std::string>& headers);

// Reads history.csv of a folder and writes order_tracking.csv: time [s] and end_time [s] of a window, order [-], the
// mean frequency [Hz], and for each column k_magnitude [its unit] and k_phase [rad] in (−π, π]. Says so if there is no
// window. Throws IoError.
std::optional<Finding> write_order_tracking(const OrderTracking& options, const std::filesystem::path& folder);

inline constexpr const char* kOrderTrackingFile = "order_tracking.csv";

}  // namespace beltdyn
