# SPDX-License-Identifier: MIT
# The target KLU::KLU, KLU of SuiteSparse (LGPL), for which Debian 12 has no CMake package.
include(FindPackageHandleStandardArgs)
find_path(KLU_INCLUDE_DIR klu.h PATH_SUFFIXES suitesparse)
find_library(KLU_LIBRARY klu)
mark_as_advanced(KLU_INCLUDE_DIR KLU_LIBRARY)
find_package_handle_standard_args(KLU REQUIRED_VARS KLU_LIBRARY KLU_INCLUDE_DIR)
if(KLU_FOUND AND NOT TARGET KLU::KLU)
  add_library(KLU::KLU INTERFACE IMPORTED GLOBAL)
  target_include_directories(KLU::KLU SYSTEM INTERFACE ${KLU_INCLUDE_DIR})
  target_link_libraries(KLU::KLU INTERFACE ${KLU_LIBRARY})
endif()
