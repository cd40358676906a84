// SPDX-License-Identifier: MIT
#pragma once

namespace beltdyn::test {

// Is this the build with sanitizers? Tests that would take minutes in it run in other builds only.
#ifdef BELTDYN_SANITIZED
inline constexpr bool kIsSanitized = true;
#else
inline constexpr bool kIsSanitized = false;
#endif

}  // namespace beltdyn::test
