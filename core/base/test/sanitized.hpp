// SPDX-License-Identifier: MIT
#pragma once

namespace beltdyn::test {

// Is this the build under the sanitizers? What would take minutes there is left to the others.
#ifdef BELTDYN_SANITIZED
inline constexpr bool kIsSanitized = true;
#else
inline constexpr bool kIsSanitized = false;
#endif

}  // namespace beltdyn::test
