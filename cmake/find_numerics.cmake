# SPDX-License-Identifier: MIT
list(APPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR})
find_package(KLU REQUIRED)
find_package(UDUNITS2 REQUIRED)

# The target BeltDyn::xsimd: the headers of xsimd. Debian's own target also requires xtl, which is not needed here.
find_path(XSIMD_INCLUDE_DIR xsimd/xsimd.hpp REQUIRED)
add_library(BeltDyn::xsimd INTERFACE IMPORTED GLOBAL)
target_include_directories(BeltDyn::xsimd SYSTEM INTERFACE ${XSIMD_INCLUDE_DIR})
