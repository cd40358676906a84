// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "report/content.hpp"

namespace beltdyn::report {

// Where the papers, their codes and their data say different things, leave something out or err; in the order of the
// papers. From data/*.json.
const std::vector<Discrepancy>& discrepancies();

}  // namespace beltdyn::report
