// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "plots/figures.hpp"
#include "report/content.hpp"

namespace beltdyn::report {

// The errors of the runs of a result from its exact solutions and published curves.
//
// `quantities` are prefixes of column names, e.g. "angular_velocity_2". A quantity that begins with "profile " names a
// column of the profiles; its difference is taken over the belt at each common instant, or with "last profile " at the
// last instant of the reference. A run is compared with the exact runs of its own model, or with all exact runs if none
// has its model; a published curve is compared with the run to which it belongs. Columns missing in a published curve
// are omitted.
// Throws IoError if a table is broken.
std::vector<ErrorLine> errors_of(const plots::Result& result, std::span<const std::string> quantities);

// A run and its reference.
struct ErrorPair {
  const plots::Run* run;
  const plots::Run* reference;
};
std::vector<ErrorPair> error_pairs(const plots::Result& result);

// The error |run − reference| along an axis, over the range of the reference.
struct ErrorCurve {
  std::vector<double> at;     // time [s], or position along the belt [m]
  std::vector<double> error;  // shape as `at` [-]
};

// The error of one quantity in the sense of errors_of(): of a history, the column with the largest error; of profiles,
// the last instant. Empty if there is nothing to compare. Throws IoError.
ErrorCurve error_curve(const ErrorPair& pair, const std::string& quantity);

}  // namespace beltdyn::report
