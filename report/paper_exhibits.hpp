// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "report/content.hpp"
#include "report/exhibit_list.hpp"

// The exhibits of each paper. First the parts of planned_exhibits(), in the order of the figures of a paper, omitted
// figures at their place.
namespace beltdyn::report {

std::vector<PlannedExhibit> oborin_exhibits();
std::vector<PlannedExhibit> ntarladima_exhibits();
std::vector<PlannedExhibit> konyukhov_exhibits();
std::vector<PlannedExhibit> kubas_exhibits();

// The parts of discrepancies().
std::vector<Discrepancy> oborin_discrepancies();
std::vector<Discrepancy> ntarladima_discrepancies();
std::vector<Discrepancy> konyukhov_discrepancies();
std::vector<Discrepancy> kubas_discrepancies();

}  // namespace beltdyn::report
