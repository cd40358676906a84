// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "verification/verification_case.hpp"

namespace beltdyn::verification {

// All cases, sorted by id.
const std::vector<VerificationCase>& all_cases();

// The cases named by the ids; an id that ends in '/' or is a prefix selects all below it; no ids select all.
// Throws UsageError for an id that selects nothing.
std::vector<const VerificationCase*> select_cases(const std::vector<std::string>& ids, bool quick);

}  // namespace beltdyn::verification
