// SPDX-License-Identifier: MIT
#pragma once

#include "core/config/field_visitor.hpp"

namespace beltdyn {

// The range of positions and radii of pulleys in which a belt path is accurate in double precision [m].
inline constexpr config::Range kPlace{.low = -1e6, .high = 1e6};
inline constexpr config::Range kRadius{.low = 1e-9, .high = 1e6};

}  // namespace beltdyn
