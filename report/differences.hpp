// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>

#include "postprocess/comparison.hpp"
#include "report/headline.hpp"

namespace beltdyn::report {

// The differences of each pair of runs; the columns on which the verdict depends come first. Collapsed if there are
// many pairs.
std::string html_of(std::span<const postprocess::PairComparison> pairs, const RunLabel& label);

}  // namespace beltdyn::report
