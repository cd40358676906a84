// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "core/config/field_visitor.hpp"
#include "core/run/order_tracking.hpp"

namespace beltdyn {

// The row of the history for a time of its interval: the first state after that time, or a row interpolated linearly
// between two states.
enum class RowTimes { after_steps, at_times };
inline constexpr std::array<std::string_view, 2> kRowTimesNames{"after_steps", "at_times"};

// What a run writes, and how often.
struct OutputOptions {
  static constexpr int kDefaultProfilePoints = 240;

  double history_interval = 0.0;  // time between rows of history.csv; 0: every step [s]
  RowTimes history_rows = RowTimes::after_steps;
  double profile_interval = 0.0;        // time between profiles; 0: end_time/50 [s]
  std::vector<double> profile_times{};  // times of profiles, instead of the interval [s]
  int profile_points =
      kDefaultProfilePoints;         // contour points of a profile, evenly spaced; 0: those of the formulation
  double summary_from = 0.0;         // rows from this time on count in summary.json [s]
  double checkpoint_interval = 0.0;  // simulated time between checkpoints; 0: every few seconds of wall time [s]
  std::optional<OrderTracking> order_tracking{};

  // Does an option of profiles differ from its default?
  bool requests_profiles() const;

  void visit(config::FieldVisitor& visitor);
};

}  // namespace beltdyn
