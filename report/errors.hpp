// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "plots/figures.hpp"
#include "report/content.hpp"

namespace beltdyn::report {

// How far the runs of a result are from its exact solutions and published curves.
//
// `quantities` are prefixes of columns, "angular_velocity_2"; one that begins with "profile " names a column of the
// profiles, whose difference is taken over the belt at each instant that both have, or with "last profile " at the last
// one of the reference. A run is compared with the exact runs of its own model, or against all exact ones if none is of
// its model, and a published curve against the run it belongs to. Columns missing in a published curve are omitted.
// Throws IoError if a table is broken.
std::vector<ErrorLine> errors_of(const plots::Result& result, std::span<const std::string> quantities);

// A run and its reference.
struct ErrorPair {
  const plots::Run* run;
  const plots::Run* reference;
};
std::vector<ErrorPair> error_pairs(const plots::Result& result);

// |run − reference| along an axis, over the range of the reference.
struct ErrorCurve {
  std::vector<double> at;     // time [s], or the place along the belt [m]
  std::vector<double> error;  // shape as `at` [-]
};

// The errors of one quantity, as errors_of() takes it: of its column with the largest one, and of profiles at the last
// instant. Empty if there is nothing to compare. Throws IoError.
ErrorCurve error_curve(const ErrorPair& pair, const std::string& quantity);

}  // namespace beltdyn::report
