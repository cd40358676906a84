// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>

#include "postprocess/comparison.hpp"
#include "report/headline.hpp"

namespace beltdyn::report {

// Tables of the differences of each pair of runs, main columns first; folded if there are many pairs.
std::string html_of(std::span<const postprocess::PairComparison> pairs, const RunLabel& label);

}  // namespace beltdyn::report
