// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "core/config/field_visitor.hpp"
#include "core/run/order_tracking.hpp"

namespace beltdyn {

// What a run writes, and how often.
struct OutputOptions {
  static constexpr int kDefaultProfilePoints = 240;

  double history_interval = 0.0;        // time between rows of history.csv, 0: every step [s]
  double profile_interval = 0.0;        // time between profiles, 0: end_time/50 [s]
  std::vector<double> profile_times{};  // instants of profiles instead of the interval [s]
  int profile_points =
      kDefaultProfilePoints;         // contour points of a profile, evenly spaced; 0: those of the formulation
  double summary_from = 0.0;         // time from which on rows count in summary.json [s]
  double checkpoint_interval = 0.0;  // simulated time between checkpoints, 0: every few seconds of work [s]
  std::optional<OrderTracking> order_tracking{};

  // Does anything here differ from the defaults?
  bool requests_profiles() const;

  void visit(config::FieldVisitor& visitor);
};

}  // namespace beltdyn
