// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "core/base/csv_table.hpp"

namespace beltdyn {

// The frequency of an order in the rows of a campbell.csv.
struct OrderLine {
  double order{};                       // [-]
  std::span<const double> frequency{};  // shape (n_rows) [Hz]
};

// The lines of a campbell.csv, which has to outlive them. Throws CsvError if a column of orders has no number.
std::vector<OrderLine> order_lines(const CsvTable& campbell);

// A speed at which an order has the frequency of a mode.
struct OrderCrossing {
  double order{};          // [-]
  double speed{};          // of the pulley of the diagram [rad/s]
  int mode{};              // number of the mode in the diagram
  double frequency{};      // [Hz]
  double damping_ratio{};  // of the mode there [-]
  double slope{};          // of the frequency of the mode less that of the order, over the speed [Hz s/rad]
};

// The crossings of a campbell.csv, in ascending order of order and speed. Frequencies are linear between neighbouring
// speeds of the diagram. Throws CsvError.
std::vector<OrderCrossing> order_crossings(const CsvTable& campbell);

}  // namespace beltdyn
