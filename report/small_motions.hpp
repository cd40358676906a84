// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/linear/order_crossings.hpp"
#include "core/linear/order_peaks.hpp"
#include "report/mode_player.hpp"

namespace beltdyn::report {

// A peak of the response to an order of a pulley.
struct OrderPeakRow {
  std::string quantity;  // "span force 2 (crank to fan)"
  std::string unit;
  std::string order;  // "order 2 of pulley 1 (crank)"
  AmplitudePeak peak{};
};
struct OrderPeaks {
  std::string run;
  std::vector<OrderPeakRow> rows{};
};

// What is known of a mode at the speed of the run.
struct KnownMode {
  std::string name;
  std::optional<double> error{};  // of s by the mesh, as LinearMode has it [1/s]
};
// The speeds at which orders meet modes.
struct NamedCrossings {
  std::string run;
  std::vector<OrderCrossing> rows{};
  std::vector<KnownMode> modes{};  // by their numbers from 1; nothing is known of those behind them
};

// The tables of linear analyses, empty if there is nothing to show: modes, where orders meet them, and the peaks of the
// response to orders.
std::string modes_html(const std::vector<ModePlayer>& runs);
std::string crossings_html(const std::vector<NamedCrossings>& runs);
std::string peaks_html(const std::vector<OrderPeaks>& runs);

}  // namespace beltdyn::report
