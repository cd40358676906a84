// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "plots/figures.hpp"
#include "report/content.hpp"

namespace beltdyn::report {

// The errors of the runs of a result with respect to its exact solutions and published curves.
//
// `quantities` are prefixes of history columns, "angular_velocity_2". With "profile " in front, the name is a column of
// the profiles; its difference is taken along the belt at each instant that both have, with "last profile " at the last
// instant of the reference. A run is compared with the exact runs of its own model, or with all exact runs if none has
// its model; a published curve is compared with the run it belongs to. Columns missing in a published curve are
// omitted. Throws IoError if a table is damaged.
std::vector<ErrorLine> errors_of(const plots::Result& result, std::span<const std::string> quantities);

// A run and its reference.
struct ErrorPair {
  const plots::Run* run;
  const plots::Run* reference;
};
std::vector<ErrorPair> error_pairs(const plots::Result& result);

// |run − reference| along an axis, over the range of the reference.
struct ErrorCurve {
  std::vector<double> at;     // time [s], or place along the belt [m]
  std::vector<double> error;  // shape as `at` [-]
};

// The errors of one quantity as in errors_of(): of the column with the largest error, and of profiles at the last
// instant. Empty if there is nothing to compare. Throws IoError.
ErrorCurve error_curve(const ErrorPair& pair, const std::string& quantity);

}  // namespace beltdyn::report
