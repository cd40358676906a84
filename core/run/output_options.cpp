// SPDX-License-Identifier: MIT
#include "core/run/output_options.hpp"

#include <algorithm>
#include <functional>

namespace beltdyn {
namespace {

using config::FieldVisitor;
using config::Presence;

constexpr int kMostProfilePoints = 1'000'000;

}  // namespace

void OutputOptions::visit(FieldVisitor& v) {
  using config::kNonNegative;
  v.number({"history_interval", "s", "the time between rows of history.csv; 0 for every step"}, history_interval,
           kNonNegative, Presence::optional);
  config::visit_choice(v,
                       {"history_rows", "-",
                        "at_times: rows are at the multiples of history_interval, interpolated between steps, so that "
                        "those of all runs have the same times; after_steps: at the first step after them"},
                       history_rows, kRowTimesNames, Presence::optional);
  v.number({"profile_interval", "s", "the time between profiles; 0 for end_time/50"}, profile_interval, kNonNegative,
           Presence::optional);
  v.numbers({"profile_times", "s", "the times of the profiles, instead of profile_interval"}, profile_times,
            kNonNegative, {}, Presence::optional);
  v.integer({"profile_points", "-", "the number of equidistant contour points of a profile; 0 for the mesh points"},
            profile_points, {.low = 0, .high = kMostProfilePoints}, Presence::optional);
  v.number(
      {"summary_from", "s", "the time from which history rows count in summary.json and are compared with other runs"},
      summary_from, kNonNegative, Presence::optional);
  v.number({"checkpoint_interval", "s",
            "the simulated time between checkpoints; 0 for one every few seconds of computing time"},
           checkpoint_interval, kNonNegative, Presence::optional);
  config::visit_optional(v,
                         {"order_tracking", "-",
                          "the amplitudes of history columns at orders of the revolutions of a pulley, or of a period"},
                         order_tracking);
  v.check(
      "history_rows", [this] { return history_rows == RowTimes::after_steps || history_interval > 0.0; },
      "at_times needs the times: give a history_interval, or omit this key");
  v.check(
      "profile_times",
      [this] {
        return std::adjacent_find(profile_times.begin(), profile_times.end(), std::greater_equal<>()) ==
               profile_times.end();
      },
      "the times must increase; sort them and give each once");
}

bool OutputOptions::requests_profiles() const {
  return profile_interval != 0.0 || !profile_times.empty() || profile_points != kDefaultProfilePoints;
}

}  // namespace beltdyn
