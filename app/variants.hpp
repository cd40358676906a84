// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "core/base/json.hpp"
#include "report/variant_table.hpp"

namespace beltdyn::app {

// A resolved configuration in which the run, if it has a variant of the drive, is a plain run of that drive.
Json with_variant(Json configuration, const std::string& run);

// What the variants of a resolved configuration differ in. A value is shown where two of them differ, whole if one has
// another form there.
report::VariantTable variant_table(const Json& configuration);

}  // namespace beltdyn::app
