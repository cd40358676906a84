# SPDX-License-Identifier: MIT
# `cpack` in a build folder makes the packages beltdyn, libbeltdyn-dev and python3-beltdyn. scripts/package does so with
# a separate build, which uses the folders of Debian.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME beltdyn)
set(CPACK_PACKAGE_VENDOR "The BeltDyn developers")
set(CPACK_PACKAGE_CONTACT "The BeltDyn developers <beltdyn@users.noreply.github.com>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_COMPONENTS_ALL program contact simulation)
if(TARGET beltdyn_python)
  list(APPEND CPACK_COMPONENTS_ALL python)
endif()
set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
set(CPACK_COMPONENT_PROGRAM_GROUP program)
set(CPACK_COMPONENT_CONTACT_GROUP development)
set(CPACK_COMPONENT_SIMULATION_GROUP development)
set(CPACK_COMPONENT_PYTHON_GROUP python)
foreach(permission OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
  list(APPEND CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS ${permission})
endforeach()

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME beltdyn)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PROGRAM_DESCRIPTION
    "The program: it computes how a belt or rope moves over pulleys with dry
friction, in several Eulerian and Lagrangian formulations of the same drive,
and shows how far they agree with each other and with exact solutions.")
# dpkg-shlibdeps does not see libraries that the program opens at run time.
set(CPACK_DEBIAN_PROGRAM_PACKAGE_DEPENDS libnetcdf19)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "gnuplot-nox | gnuplot, librsvg2-bin")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "python3-beltdyn, fonts-dejavu-core")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libbeltdyn-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION
    "The C++ library: configurations and their runs in every formulation
(BeltDyn::simulation), and the contact and friction laws alone
(BeltDyn::contact), for CMake and pkg-config.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libeigen3-dev, libfmt-dev, libsuitesparse-dev, libudunits2-dev")

set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-beltdyn)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_DESCRIPTION
    "The Python package: it runs configurations, gives their histories as arrays,
and steps a drive for control loops and co-simulation.")
if(TARGET beltdyn_python)
  math(EXPR next_minor "${BELTDYN_PYTHON_MINOR} + 1")
endif()
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
    "python3 (>= 3.${BELTDYN_PYTHON_MINOR}~), python3 (<< 3.${next_minor}), python3-numpy, beltdyn (= ${PROJECT_VERSION}-1)")
set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS python3-matplotlib)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "python3-pandas, python3-xarray")
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA "${PROJECT_SOURCE_DIR}/packaging/debian/postinst"
                                              "${PROJECT_SOURCE_DIR}/packaging/debian/prerm")

# Files that Debian requires in the documentation of every package.
find_program(GZIP gzip)
if(NOT GZIP)
  return()
endif()
set(changelog ${PROJECT_BINARY_DIR}/debian/changelog.Debian.gz)
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/debian)
execute_process(COMMAND ${GZIP} -9nc ${PROJECT_SOURCE_DIR}/packaging/debian/changelog OUTPUT_FILE ${changelog}
                        COMMAND_ERROR_IS_FATAL ANY)
foreach(pair program=beltdyn simulation=libbeltdyn-dev python=python3-beltdyn)
  string(REPLACE "=" ";" pair ${pair})
  list(GET pair 0 component)
  list(GET pair 1 package)
  install(
    FILES ${PROJECT_SOURCE_DIR}/packaging/debian/copyright ${changelog}
    DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/${package}
    COMPONENT ${component}
    EXCLUDE_FROM_ALL)
endforeach()
include(CPack)
