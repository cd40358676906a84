// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "core/base/json.hpp"
#include "report/variant_table.hpp"

namespace beltdyn::app {

// A resolved configuration in which the run, if it uses a variant of the drive, is a plain run of that drive.
Json with_variant(Json configuration, const std::string& run);

// The differences between the variants of a resolved configuration: each value in which two variants differ; the whole
// value if its structure differs.
report::VariantTable variant_table(const Json& configuration);

}  // namespace beltdyn::app
