// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace beltdyn {

struct Configuration;

// What a user should hear of a configuration before its runs, a sentence each: keys given by their former names, what
// of its drive is allowed but most often a slip of the pen, and times of the output beyond the end of the run.
std::vector<std::string> near_misses(const Configuration& configuration);

}  // namespace beltdyn
