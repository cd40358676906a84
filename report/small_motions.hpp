// SPDX-License-Identifier: MIT
#pragma once

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

// The speeds at which orders meet modes.
struct NamedCrossings {
  std::string run;
  std::vector<OrderCrossing> rows{};
  std::vector<NamedMode> modes{};  // at the speed of the run, by their numbers from 1; modes behind them are unknown
};

// The tables of linear analyses, empty if there is nothing to show: modes, where orders meet them, and the peaks of the
// response to orders.
std::string modes_html(const std::vector<ModePlayer>& runs);
std::string crossings_html(const std::vector<NamedCrossings>& runs);
std::string peaks_html(const std::vector<OrderPeaks>& runs);

}  // namespace beltdyn::report
