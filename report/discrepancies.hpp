// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "report/content.hpp"

namespace beltdyn::report {

// Inconsistencies, omissions and errors in the papers, their codes and their data, in the order of the papers; read
// from data/*.json.
const std::vector<Discrepancy>& discrepancies();

}  // namespace beltdyn::report
