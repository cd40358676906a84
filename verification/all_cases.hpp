// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "verification/verification_case.hpp"

namespace beltdyn::verification {

// All cases, sorted by id.
const std::vector<VerificationCase>& all_cases();

// The cases that the ids select, all cases if there are no ids. An id that is a prefix, for example one that ends in
// '/', selects every case below it. `quick` selects quick cases only. Throws UsageError for an id that selects no case.
std::vector<const VerificationCase*> select_cases(const std::vector<std::string>& ids, bool quick);

}  // namespace beltdyn::verification
