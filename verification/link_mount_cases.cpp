// SPDX-License-Identifier: MIT
// Pulleys that move, in lagrangian_links: against exact solutions of the string.
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/drive/mount_rest.hpp"
#include "verification/belt_support.hpp"
#include "verification/cases.hpp"
#include "verification/largest.hpp"
#include "verification/mount_runs.hpp"
#include "verification/string_loops.hpp"

namespace beltdyn::verification {
namespace {

using LinkRank = Record::Rank;

// Steps of links are proportional to their length and to the root of their mass, which has no part in statics.
std::string chain(int links, double step_of_200) {
  return fmt::format(R"("formulation": "lagrangian_links", "links": {}, "time_step": {})", links,
                     step_of_200 * 200.0 / links);
}

// Links touch with their middles and stand out at their joints, so that the path is longer by Σ α ℓ²/(12 R), α the
// wraps. The arm gives way to that: an error of second order, which two chains tell of the exact place.
void record_chains(Record& record, const std::string& quantity, const std::vector<std::pair<int, double>>& found,
                   double exact, double tolerance, bool is_relative, LinkRank rank) {
  const double scale = is_relative ? std::abs(exact) : 1.0;
  Series series{
      .title = quantity, .parameter = "links", .error = "error", .values = {}, .errors = {}, .expected_order = 2.0};
  for (const auto& [links, value] : found) {
    series.values.push_back(links);
    series.errors.push_back(std::abs(value - exact) / scale);
  }
  const double fine = found.back().second;
  const double coarse = found[found.size() - 2].second;
  const double limit = fine + (fine - coarse) / 3.0;
  if (is_relative) {
    record.relative(quantity + ", extrapolated", limit, exact, tolerance, rank);
  } else {
    record.absolute(quantity + ", extrapolated", limit, exact, tolerance, rank);
  }
  const double order = std::log2((coarse - exact) / (fine - exact));
  record.absolute(quantity + ", order in links [-]", order, 2.0, 0.5);
  record.series(std::move(series));
}

void chains_at_rest(Record& record) {
  std::vector<std::pair<int, double>> angle;
  std::vector<std::pair<int, double>> force;
  analytic::StringLoopMotion exact;
  for (const int links : {200, 400, 800}) {
    const BeltRun run(tensioner_text(), {only_run(chain(links, 6e-6)), "/drive/belt/mass_per_length=0.1"});
    angle.emplace_back(links, run["mount_position_4"]);
    force.emplace_back(links, run["span_force_1"]);
    // A driver that hardly moves stands for rest.
    exact = analytic::steady_loop_motion(loop_of(run.simulation().drive()), 1e-6);
  }
  record_chains(record, "angle of the arm [rad]", angle, exact.mount_coordinate[0], 5e-4, false, LinkRank::headline);
  record_chains(record, "force of the first span [N]", force, exact.force[0], 5e-4, true, LinkRank::detail);
}

}  // namespace

void add_link_mount_cases(std::vector<VerificationCase>& cases) {
  cases.push_back({.id = "mounts/tensioner/links-at-rest",
                   .claim = "where the arm of an accessory drive at rest stands, by lagrangian_links",
                   .reference = "exact: the string on five pulleys and an arm",
                   .slow = true,
                   .run = chains_at_rest,
                   .tolerances = "what is asked for; 200, 400 and 800 links show the second order of their polygon"});
}

}  // namespace beltdyn::verification
