// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace beltdyn {

struct Configuration;

// Warnings about a configuration before its runs, one sentence each: keys given by their former names, values of the
// drive that are allowed but most likely mistakes, and output intervals longer than the run.
std::vector<std::string> near_misses(const Configuration& configuration);

}  // namespace beltdyn
