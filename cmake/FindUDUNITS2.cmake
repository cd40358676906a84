# SPDX-License-Identifier: MIT
# The target UDUNITS2::UDUNITS2. The library reads its units from libudunits2-data at run time.
include(FindPackageHandleStandardArgs)
find_path(UDUNITS2_INCLUDE_DIR udunits2.h)
find_library(UDUNITS2_LIBRARY udunits2)
mark_as_advanced(UDUNITS2_INCLUDE_DIR UDUNITS2_LIBRARY)
find_package_handle_standard_args(UDUNITS2 REQUIRED_VARS UDUNITS2_LIBRARY UDUNITS2_INCLUDE_DIR)
if(UDUNITS2_FOUND AND NOT TARGET UDUNITS2::UDUNITS2)
  add_library(UDUNITS2::UDUNITS2 INTERFACE IMPORTED GLOBAL)
  target_include_directories(UDUNITS2::UDUNITS2 SYSTEM INTERFACE ${UDUNITS2_INCLUDE_DIR})
  target_link_libraries(UDUNITS2::UDUNITS2 INTERFACE ${UDUNITS2_LIBRARY})
endif()
