# SPDX-License-Identifier: MIT
# The contact and friction laws as a package of their own: `cmake --install DIR --component contact`, and
# find_package(BeltDyn) offers BeltDyn::contact; with the component simulation BeltDyn::simulation as well.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/BeltDyn)
set_target_properties(beltdyn_contact PROPERTIES EXPORT_NAME contact)
install(
  TARGETS beltdyn_contact
  EXPORT BeltDynTargets
  ARCHIVE COMPONENT contact
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/beltdyn)
install(
  EXPORT BeltDynTargets
  NAMESPACE BeltDyn::
  DESTINATION ${package_folder}
  COMPONENT contact)

# Below its own folder, so that sources include "core/contact/..." as in the tree.
install(
  DIRECTORY ${PROJECT_SOURCE_DIR}/core/contact
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/beltdyn/core
  COMPONENT contact
  FILES_MATCHING
  PATTERN "*.hpp"
  PATTERN test EXCLUDE)
install(
  FILES ${PROJECT_SOURCE_DIR}/core/numerics/dual.hpp ${PROJECT_SOURCE_DIR}/core/numerics/scalar_math.hpp
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/beltdyn/core/numerics
  COMPONENT contact)
install(
  FILES ${PROJECT_SOURCE_DIR}/core/error.hpp
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/beltdyn/core
  COMPONENT contact)

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/BeltDynConfig.cmake.in
                              ${PROJECT_BINARY_DIR}/BeltDynConfig.cmake INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/BeltDynConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(
  FILES ${PROJECT_BINARY_DIR}/BeltDynConfig.cmake ${PROJECT_BINARY_DIR}/BeltDynConfigVersion.cmake
  DESTINATION ${package_folder}
  COMPONENT contact)
