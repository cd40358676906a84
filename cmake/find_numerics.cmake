# SPDX-License-Identifier: MIT
# The target BeltDyn::klu: SuiteSparse's KLU (LGPL), for which Debian 12 has no CMake package.
find_path(KLU_INCLUDE_DIR klu.h PATH_SUFFIXES suitesparse REQUIRED)
find_library(KLU_LIBRARY klu REQUIRED)
add_library(BeltDyn::klu INTERFACE IMPORTED GLOBAL)
target_include_directories(BeltDyn::klu SYSTEM INTERFACE ${KLU_INCLUDE_DIR})
target_link_libraries(BeltDyn::klu INTERFACE ${KLU_LIBRARY})

# The target BeltDyn::udunits: UDUNITS-2, which reads its units from libudunits2-data while the program runs.
find_path(UDUNITS_INCLUDE_DIR udunits2.h REQUIRED)
find_library(UDUNITS_LIBRARY udunits2 REQUIRED)
add_library(BeltDyn::udunits INTERFACE IMPORTED GLOBAL)
target_include_directories(BeltDyn::udunits SYSTEM INTERFACE ${UDUNITS_INCLUDE_DIR})
target_link_libraries(BeltDyn::udunits INTERFACE ${UDUNITS_LIBRARY})

# The target BeltDyn::xsimd: the headers of xsimd. Debian's own target also wants xtl, which nothing here needs.
find_path(XSIMD_INCLUDE_DIR xsimd/xsimd.hpp REQUIRED)
add_library(BeltDyn::xsimd INTERFACE IMPORTED GLOBAL)
target_include_directories(BeltDyn::xsimd SYSTEM INTERFACE ${XSIMD_INCLUDE_DIR})

# NetCDF writes tables of sweeps; the program opens its library when it does.
find_path(NETCDF_INCLUDE_DIR netcdf.h REQUIRED)
find_library(NETCDF_LIBRARY netcdf REQUIRED)
