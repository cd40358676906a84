// SPDX-License-Identifier: MIT
#pragma once

#include "verification/report.hpp"

namespace beltdyn::verification {

// Runs a case. It is skipped if the data lack a file it needs; it has failed if it breaks off with an exception, and if
// it measures nothing.
CaseResult judge(const VerificationCase& item, const PublishedData& data);

}  // namespace beltdyn::verification
