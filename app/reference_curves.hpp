// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "plots/figures.hpp"
#include "verification/published_data.hpp"

namespace beltdyn::app {

// A published curve or one of another code, as a run of the figures with the columns of result files; missing values
// are NaN.
//
//   "ntarladima-2023/n240"     data of the authors: history, and the last profile, for n60, n120, n240, n480
//   "kubas-2021/figures_6_14"  another code with the same parameters: speeds and the tagged link; also figures_15_23
//   "friction/lugre"           another code: the pulled mass; also bristle
//
// None if it is missing in the published data. Throws std::out_of_range for an unknown id, IoError if a file is
// damaged.
std::optional<plots::Run> reference_curve(const std::string& id, const verification::PublishedData& data);

}  // namespace beltdyn::app
