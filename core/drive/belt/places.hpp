// SPDX-License-Identifier: MIT
#pragma once

#include "core/config/field_visitor.hpp"

namespace beltdyn {

// The places and radii of pulleys for which a belt path keeps its digits [m].
inline constexpr config::Range kPlace{.low = -1e6, .high = 1e6};
inline constexpr config::Range kRadius{.low = 1e-9, .high = 1e6};

}  // namespace beltdyn
