// SPDX-License-Identifier: MIT
#pragma once

#include "verification/report.hpp"

namespace beltdyn::verification {

// Runs a case. It is skipped if a needed data file is missing; it fails if it throws an exception or has no
// measurements.
CaseResult judge(const VerificationCase& item, const PublishedData& data);

}  // namespace beltdyn::verification
