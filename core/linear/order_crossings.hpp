// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "core/base/csv_table.hpp"

namespace beltdyn {

// A speed at which an order has the frequency of a mode.
struct OrderCrossing {
  double order{};          // [-]
  double speed{};          // of the pulley of the diagram [rad/s]
  int mode{};              // number of the mode in the diagram
  double frequency{};      // [Hz]
  double damping_ratio{};  // of the mode there [-]
};

// The crossings of a campbell.csv, in ascending order of order and speed. Frequencies are linear between neighbouring
// speeds of the diagram. Throws CsvError.
std::vector<OrderCrossing> order_crossings(const CsvTable& campbell);

}  // namespace beltdyn
