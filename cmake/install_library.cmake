# SPDX-License-Identifier: MIT
# Installs the libraries for other projects: their headers below beltdyn/, and their targets if these were built.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(beltdyn_package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/BeltDyn)

# beltdyn_public_headers(target COMPONENT name FILES core/base/error.hpp ...): the public headers of a library. Other
# projects include them as <beltdyn/base/error.hpp>, both from the build and from an installation. The headers include
# each other by these paths, so that no folder of this project is in the include path of other projects.
function(beltdyn_public_headers target)
  cmake_parse_arguments(ARG "" "COMPONENT" "FILES" ${ARGN})
  foreach(file ${ARG_FILES})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${file})
    string(REGEX REPLACE "^(core|api/cpp/beltdyn)/" "beltdyn/" public ${file})
    file(READ ${PROJECT_SOURCE_DIR}/${file} text)
    string(REGEX REPLACE "#include \"(core|api/cpp/beltdyn)/" "#include \"beltdyn/" text "${text}")
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/include/${public} CONTENT "${text}" @ONLY)
    cmake_path(GET public PARENT_PATH folder)
    install(
      FILES ${PROJECT_BINARY_DIR}/include/${public}
      DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/${folder}
      COMPONENT ${ARG_COMPONENT})
  endforeach()
  target_include_directories(${target} INTERFACE $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
                                                 $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
endfunction()

# beltdyn_install_if_built(target): skips the installation rules below this line in this folder if the target was not
# built, so that `cmake --install` installs whatever exists.
function(beltdyn_install_if_built target)
  install(
    CODE "if(NOT EXISTS \"$<TARGET_FILE:${target}>\")
  message(STATUS \"Not built, not installed: ${target}\")
  return()
endif()"
    ALL_COMPONENTS)
endfunction()
