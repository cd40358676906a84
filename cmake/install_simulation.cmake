# SPDX-License-Identifier: MIT
# `cmake --install DIR --component simulation`, beside the component contact: libbeltdyn, beltdyn/simulation.hpp, what
# find_package(BeltDyn) needs for BeltDyn::simulation, and beltdyn.pc.
include(GNUInstallDirs)
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/BeltDyn)
install(
  TARGETS beltdyn_simulation
  EXPORT BeltDynSimulationTargets
  ARCHIVE COMPONENT simulation
  LIBRARY COMPONENT simulation
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(
  EXPORT BeltDynSimulationTargets
  NAMESPACE BeltDyn::
  DESTINATION ${package_folder}
  COMPONENT simulation)
install(
  FILES ${PROJECT_SOURCE_DIR}/cmake/FindKLU.cmake ${PROJECT_SOURCE_DIR}/cmake/FindUDUNITS2.cmake
  DESTINATION ${package_folder}
  COMPONENT simulation)
# It includes core/error.hpp, which lies beside it as the component contact installs that.
install(
  FILES ${CMAKE_CURRENT_SOURCE_DIR}/beltdyn/simulation.hpp
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/beltdyn
  COMPONENT simulation)

# Folders from where beltdyn.pc lies; who links an archive links what it needs.
file(RELATIVE_PATH pkgconfig_prefix ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
set(pkgconfig_libraries "-lbeltdyn")
if(NOT BUILD_SHARED_LIBS)
  string(APPEND pkgconfig_libraries " -lbeltdyn_contact -lklu -ludunits2 -lfmt")
endif()
configure_file(${PROJECT_SOURCE_DIR}/cmake/beltdyn.pc.in ${PROJECT_BINARY_DIR}/beltdyn.pc @ONLY)
install(
  FILES ${PROJECT_BINARY_DIR}/beltdyn.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
  COMPONENT simulation)
