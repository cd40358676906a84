// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "verification/verification_case.hpp"

namespace beltdyn::verification {

// The verification case that a JSON file describes. The file contains a configuration and expected values: for a column
// of a run at a time, the value with its tolerance and the reason of the tolerance
// (docs/howto/new_verification_case.md). The id of NAME.json is "files/NAME". Throws UsageError with file and place if
// the file is not a valid description.
VerificationCase file_case(const std::string& file, std::string_view text);

// Adds a case for each file in verification/cases.
void add_file_cases(std::vector<VerificationCase>& cases);

}  // namespace beltdyn::verification
