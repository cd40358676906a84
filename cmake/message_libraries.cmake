# SPDX-License-Identifier: MIT
# The targets BeltDyn::fmt and BeltDyn::spdlog: these two libraries, compiled from their headers into the project's own.
# Shared libraries, with the C++ library that they require, would take longer to load than `beltdyn info` takes.
# Releases other than those of Debian 12 have other parts and are linked as provided.
function(beltdyn_message_library name source version)
  if(${name}_VERSION VERSION_GREATER_EQUAL ${version})
    add_library(BeltDyn::${name} ALIAS ${name}::${name})
    return()
  endif()
  add_library(beltdyn_${name} STATIC EXCLUDE_FROM_ALL ${CMAKE_CURRENT_LIST_DIR}/${source})
  add_library(BeltDyn::${name} ALIAS beltdyn_${name})
  target_compile_features(beltdyn_${name} PUBLIC cxx_std_20)
  target_compile_options(beltdyn_${name} PRIVATE -fPIC ${beltdyn_options_brief})
  set_target_properties(beltdyn_${name} PROPERTIES CXX_CLANG_TIDY "")
endfunction()

beltdyn_message_library(fmt fmt_library.cpp 10)
if(BELTDYN_PROGRAM)
  beltdyn_message_library(spdlog spdlog_library.cpp 1.11)
endif()
if(TARGET beltdyn_spdlog)
  target_compile_definitions(beltdyn_spdlog PUBLIC SPDLOG_COMPILED_LIB SPDLOG_FMT_EXTERNAL)
  target_link_libraries(beltdyn_spdlog PUBLIC BeltDyn::fmt)
endif()
