// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analytic/rope_drive/elastic_rope_drive.hpp"
#include "core/drive/rope/rope_drive.hpp"

namespace beltdyn::analytic {

// Why a rope drive has no motion with a massless elastic rope, one sentence each; `name` is that of the formulation.
std::vector<std::string> elastic_rope_objections(const RopeDrive& drive, std::string_view name);

// A rope drive without such objections as an ElasticRopeDrive, which must not outlive it. The forces of the spans at
// the start are StartForces.
ElasticRopeDrive elastic_rope_of(const RopeDrive& drive);

}  // namespace beltdyn::analytic
