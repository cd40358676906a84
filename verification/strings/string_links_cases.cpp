// SPDX-License-Identifier: MIT
// The string in time, analytic_string_dynamics, compared with chains of links.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "verification/cases.hpp"
#include "verification/largest.hpp"
#include "verification/linear/accessory_ripple.hpp"

namespace beltdyn::verification {
namespace {

// Passing joints excite the forces of a chain. Means over the time in which one of the longest links passes at 8 m/s
// remove this; of links half and a quarter as long, two and four pass in that time.
constexpr int kFewestLinks = 200;
constexpr double kPassage = 0.888e-3;  // [s]
constexpr int kPassages = 135;
constexpr int kLooksPerPassage = 32;

// The creeping drive with slip arcs of many links, three times as long as with its coefficient of 0.9. Everything that
// a string does not have falls with the square of the link length: the mass, with m v² from 1.3 N down to 0.08 N; the
// damping that calms the chain, from 0.03 N down to 0.002 N; the compliance of contact; and with it the time steps. So
// bristles carry the belt force over 0.43 of a link.
struct Chain {
  AccessoryDrive drive;
  std::string run;
  double stiffness;
};

Chain chain_of(int links) {
  const double finer = static_cast<double>(links) / kFewestLinks;
  const double part = 1.0 / (finer * finer);
  AccessoryDrive drive = creeping_drive(kPassages * kLooksPerPassage);
  drive.interval = kPassage / kLooksPerPassage;
  drive.mass = 0.02 * part;
  drive.normal_factor = 1.0;
  drive.edits.insert(drive.edits.end(), {"/drive/contact/friction/coefficient=0.3",
                                         fmt::format("/drive/belt/axial_damping={}", 0.1 * part)});
  return {.drive = drive,
          .run = fmt::format(
              R"("formulation": "lagrangian_links", "time_integration": "runge_kutta_4", "links": {}, "time_step": {})",
              links, 2.6e-6 * part),
          .stiffness = 3.2e11 / part};
}

AccessorySignals means_over_passages(const AccessorySignals& signals) {
  AccessorySignals means;
  for (std::size_t i = 0; i < signals.size(); ++i) {
    for (auto from = signals[i].begin(); from != signals[i].end(); from += kLooksPerPassage) {
      means[i].push_back(std::accumulate(from, from + kLooksPerPassage, 0.0) / kLooksPerPassage);
    }
  }
  return means;
}

AccessorySignals means_of(int links) {
  const Chain chain = chain_of(links);
  return means_over_passages(accessory_signals(chain.drive, chain.run, chain.stiffness));
}

// The largest difference between a column and the column of the string.
double largest_difference(const std::vector<double>& found, const std::vector<double>& exact) {
  double largest = 0.0;
  for (std::size_t k = 0; k < exact.size(); ++k) largest = larger(largest, std::abs(found[k] - exact[k]));
  return largest;
}

// Extrapolation that removes the error in proportion to the square of the link length; fine links are half as long as
// coarse ones.
std::vector<double> extrapolated(const std::vector<double>& coarse, const std::vector<double>& fine) {
  std::vector<double> limit;
  for (std::size_t k = 0; k < fine.size(); ++k) limit.push_back((4.0 * fine[k] - coarse[k]) / 3.0);
  return limit;
}

// Joints protrude by ℓ²/(8 R), which lengthens the path and turns the arm. Bristles lengthen each span by twice the
// length over which they carry the force.
void accessory_drive_of_links(Record& record) {
  AccessoryDrive drive = chain_of(kFewestLinks).drive;
  // In the limit of short links the chains have no mass. With the mass of the longest links the string would have a
  // centrifugal force.
  drive.mass = 0.0;
  const AccessorySignals exact = means_over_passages(accessory_signals(
      drive, fmt::format(R"("formulation": "analytic_string_dynamics", "time_step": {:.17g})", drive.interval), 1e12));
  const std::vector<int> links{kFewestLinks, 2 * kFewestLinks, 4 * kFewestLinks};
  std::vector<AccessorySignals> chains;
  for (const int n : links) chains.push_back(means_of(n));
  for (std::size_t i = 0; i < exact.size(); ++i) {
    const std::string column = kAccessoryColumns[i];
    const auto [low, high] = std::ranges::minmax_element(exact[i]);
    const double range = *high - *low;
    Series series{.title = column,
                  .parameter = "links",
                  .error = "largest difference, of the range",
                  .values = {},
                  .errors = {},
                  .expected_order = 2.0};
    for (std::size_t k = 0; k < links.size(); ++k) {
      series.values.push_back(links[k]);
      series.errors.push_back(largest_difference(chains[k][i], exact[i]) / range);
    }
    const double ratio = series.errors[1] / series.errors[2];
    if (column == "mount_position_4") {
      record.absolute("largest difference of 400 links over that of 800, " + column, ratio, 4.0, 0.6,
                      Record::Rank::detail,
                      "the square of the length of links, by which joints protrude; bristles add a tenth of it");
    } else {
      record.absolute("largest difference of 400 links over that of 800, " + column, ratio, 3.0, 1.0,
                      Record::Rank::detail,
                      "between the length of links (bristles) and its square (joints that protrude, mass)");
    }
    record.at_most(
        "largest difference in the limit of short links, of the range of " + column,
        largest_difference(extrapolated(chains[1][i], chains[2][i]), exact[i]) / range, 0.015,
        i == 0 ? Record::Rank::headline : Record::Rank::detail,
        "two thirds of what bristles do: twice 0.76 mm over spans of about 200 mm are 0.75 %, amplified a few "
        "times near resonance");
    record.series(std::move(series));
  }
}

}  // namespace

void add_string_links_cases(std::vector<VerificationCase>& cases) {
  cases.push_back(
      {.id = "string-dynamics/accessory-drive-links",
       .claim = "the motion of an accessory drive with an arm, a rubbing tensioner and a crank ripple, as a "
                "chain of links, converges to that of its string with shorter links",
       .reference = "analytic_string_dynamics",
       .slow = true,
       .run = accessory_drive_of_links,
       .tolerances = "means over the passage of a link; the mass and the compliance of contact fall with the "
                     "square of the length of links, and so does what joints protrude"});
}

}  // namespace beltdyn::verification
