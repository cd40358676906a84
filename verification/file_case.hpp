// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "verification/verification_case.hpp"

namespace beltdyn::verification {

// The case that a JSON file describes: a configuration, and for columns of its runs at some times the value that they
// should have, with a tolerance and its reason (docs/howto/new_verification_case.md). Its id is "files/NAME" of
// NAME.json. Throws UsageError, with file and place, if the file is no such description.
VerificationCase file_case(const std::string& file, std::string_view text);

// Those of the folder verification/cases, each of whose files is one.
void add_file_cases(std::vector<VerificationCase>& cases);

}  // namespace beltdyn::verification
