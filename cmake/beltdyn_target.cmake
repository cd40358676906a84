# SPDX-License-Identifier: MIT
# Settings of all targets of the project.

# The settings of our own code: language, include root, warnings, sanitizers.
add_library(beltdyn_settings INTERFACE)
target_compile_features(beltdyn_settings INTERFACE cxx_std_20)
target_include_directories(beltdyn_settings INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>)
target_compile_options(
  beltdyn_settings
  INTERFACE -Wall
            -Wextra
            -Wpedantic
            -Wshadow
            -Wconversion
            # GCC 12 reports copies of std::string falsely (GCC bug 105651), in precompiled headers more of them.
            $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict;-Wno-array-bounds;-Wno-stringop-overflow;-Wno-stringop-overread>
            # Room enough never to collect garbage, which takes a tenth of the time with precompiled headers.
            $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=1000000>
            # Lets ccache see which precompiled header a source uses.
            $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>
            # Reproducible bytes, so that ccache recognises a precompiled header.
            $<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>
            # Embedded texts exceed the string length that compilers must support.
            $<$<CXX_COMPILER_ID:Clang>:-Wno-overlength-strings>
            # What the program is made of is also in the Python module, where nothing else calls it.
            -fPIC
            -fvisibility=hidden
            -fvisibility-inlines-hidden
            # Products and sums are rounded one by one, so that results do not depend on the instruction set.
            -ffp-contract=off
            $<$<BOOL:${BELTDYN_WERROR}>:-Werror>)
if(BELTDYN_SANITIZE)
  # Tests that would take minutes under the sanitizers leave themselves out.
  target_compile_definitions(beltdyn_settings INTERFACE BELTDYN_SANITIZED)
  # The checks of every access to an object treble the time GCC takes for templates of Eigen; what they find,
  # AddressSanitizer or the processor find as well.
  target_compile_options(
    beltdyn_settings INTERFACE -fsanitize=address,undefined -fno-sanitize=null,alignment,object-size,vptr
                               -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(beltdyn_settings INTERFACE -fsanitize=address,undefined)
endif()

# What most sources include is compiled once for each way of compiling them:
#   fast   as the build type says: what computes
#   brief  with little optimisation, under the sanitizers with none, which compiles in two thirds of the time: what reads,
#          writes and calls
#   test   as brief
set(beltdyn_options_fast "")
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  # GCC copies and clears objects of some hundred bytes, as vectors of lanes are, by string instructions, which take a
  # third of the time of the kernels to start.
  set(beltdyn_options_fast -mmemset-strategy=vector_loop:-1:align -mmemcpy-strategy=vector_loop:-1:align)
endif()
set(beltdyn_options_brief "")
if(BELTDYN_BRIEF)
  set(beltdyn_options_brief $<IF:$<BOOL:${BELTDYN_SANITIZE}>,-O0,$<$<CONFIG:Release>:-O1>>)
endif()
if(BELTDYN_SANITIZE AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # What reads tells the fuzzers of fuzz/ which way it goes.
  list(APPEND beltdyn_options_brief -fsanitize=fuzzer-no-link)
endif()
set(beltdyn_options_test $<IF:$<BOOL:${BELTDYN_SANITIZE}>,-O0,-O1>)
foreach(way fast brief test)
  add_library(beltdyn_precompiled_${way} OBJECT EXCLUDE_FROM_ALL ${CMAKE_CURRENT_LIST_DIR}/precompiled.cpp)
  target_link_libraries(beltdyn_precompiled_${way} PRIVATE beltdyn_settings Eigen3::Eigen)
  target_compile_options(beltdyn_precompiled_${way} PRIVATE ${beltdyn_options_${way}})
  target_precompile_headers(
    beltdyn_precompiled_${way}
    PRIVATE <algorithm> <array> <cmath> <filesystem> <functional> <map> <memory> <numbers> <optional> <span> <sstream>
            <string> <string_view> <utility> <variant> <vector> <Eigen/Core> <Eigen/LU> <fmt/format.h> <fmt/ranges.h>
            # By their path from the include root, so that ccache recognises them in another clone.
            <core/drive/belt_drive.hpp> <core/simulation/formulation.hpp>)
endforeach()
if(BELTDYN_TESTS)
  target_link_libraries(beltdyn_precompiled_test PRIVATE doctest::doctest)
  target_precompile_headers(beltdyn_precompiled_test PRIVATE <doctest/doctest.h>)
  # Compilers do not warn of what is in precompiled headers. So that they do of ours, they are compiled once without.
  add_library(beltdyn_warnings OBJECT ${CMAKE_CURRENT_LIST_DIR}/warnings.cpp)
  target_link_libraries(beltdyn_warnings PRIVATE beltdyn_settings Eigen3::Eigen)
  target_compile_options(beltdyn_warnings PRIVATE -O0)
  # The main program of all tests.
  add_library(beltdyn_test_main OBJECT ${CMAKE_CURRENT_LIST_DIR}/test_main.cpp)
  target_link_libraries(beltdyn_test_main PUBLIC beltdyn_settings doctest::doctest)
endif()

# beltdyn_compile(target way): how the sources of a target are compiled.
function(beltdyn_compile target way)
  target_compile_options(${target} PRIVATE ${beltdyn_options_${way}})
  target_precompile_headers(${target} REUSE_FROM beltdyn_precompiled_${way})
endfunction()

# beltdyn_join(target n): its sources are compiled n at a time, which spares a third of the time and more, but for those
# with options of their own. clang-tidy sees each source by itself. Unity builds of CMake include sources by absolute
# paths, by which ccache would not recognise them in another clone.
function(beltdyn_join target n)
  if(NOT CMAKE_CXX_CLANG_TIDY)
    # When all options of sources are known; the arguments as they are now.
    cmake_language(EVAL CODE "cmake_language(DEFER CALL beltdyn_join_now ${target} ${n})")
  endif()
endfunction()

function(beltdyn_join_now target n)
  get_target_property(sources ${target} SOURCES)
  set(kept "")
  set(batch "")
  set(number 0)
  foreach(source ${sources} END)
    list(LENGTH batch size)
    if(size EQUAL n OR (source STREQUAL "END" AND size GREATER 0))
      set(joined ${CMAKE_CURRENT_BINARY_DIR}/joined/${target}_${number}.cpp)
      list(TRANSFORM batch REPLACE "(.+)" "#include \"\\1\"\n")
      list(JOIN batch "" text)
      file(CONFIGURE OUTPUT ${joined} CONTENT "${text}" @ONLY)
      list(APPEND kept ${joined})
      math(EXPR number "${number} + 1")
      set(batch "")
    endif()
    beltdyn_is_joined(is_joined ${source})
    if(source STREQUAL "END")
      continue()
    elseif(is_joined)
      cmake_path(ABSOLUTE_PATH source NORMALIZE OUTPUT_VARIABLE path)
      cmake_path(RELATIVE_PATH path BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
      list(APPEND batch ${path})
    else()
      list(APPEND kept ${source})
    endif()
  endforeach()
  set_target_properties(${target} PROPERTIES SOURCES "${kept}")
endfunction()

# Is this source one of ours without options of its own?
function(beltdyn_is_joined result source)
  set(${result} NO PARENT_SCOPE)
  if(source MATCHES "^\\$<" OR IS_ABSOLUTE "${source}" OR NOT source MATCHES "\\.cpp$")
    return()
  endif()
  foreach(property BELTDYN_ALONE COMPILE_OPTIONS COMPILE_DEFINITIONS)
    get_source_file_property(value ${source} ${property})
    if(value)
      return()
    endif()
  endforeach()
  set(${result} YES PARENT_SCOPE)
endfunction()

# beltdyn_add_module(core SOURCES a.cpp ... BRIEF b.cpp ... ALONE c.cpp ... LINK lib ...): the static library beltdyn_core.
# SOURCES are optimised, BRIEF are not. They are joined six at a time, or JOIN n, but for those that are named again under
# ALONE, whose local names others have too.
function(beltdyn_add_module module)
  cmake_parse_arguments(ARG "" "JOIN" "SOURCES;BRIEF;ALONE;LINK" ${ARGN})
  if(NOT ARG_JOIN)
    set(ARG_JOIN 6)
  endif()
  set(targets beltdyn_${module})
  if(ARG_SOURCES)
    add_library(beltdyn_${module} STATIC ${ARG_SOURCES})
    beltdyn_compile(beltdyn_${module} fast)
  else()
    add_library(beltdyn_${module} STATIC ${ARG_BRIEF})
    beltdyn_compile(beltdyn_${module} brief)
  endif()
  add_library(BeltDyn::${module} ALIAS beltdyn_${module})
  target_link_libraries(beltdyn_${module} PUBLIC beltdyn_settings ${ARG_LINK})
  if(ARG_SOURCES AND ARG_BRIEF)
    add_library(beltdyn_${module}_brief OBJECT ${ARG_BRIEF})
    target_link_libraries(beltdyn_${module}_brief PRIVATE beltdyn_settings ${ARG_LINK})
    beltdyn_compile(beltdyn_${module}_brief brief)
    target_sources(beltdyn_${module} PRIVATE $<TARGET_OBJECTS:beltdyn_${module}_brief>)
    list(APPEND targets beltdyn_${module}_brief)
  endif()
  if(BELTDYN_JOIN)
    foreach(target ${targets})
      beltdyn_join(${target} ${ARG_JOIN})
    endforeach()
  endif()
  if(ARG_ALONE)
    set_source_files_properties(${ARG_ALONE} PROPERTIES BELTDYN_ALONE ON)
  endif()
endfunction()

# beltdyn_add_unit_test(core SOURCES test/a_test.cpp ...): the program core_test, its cases found by ctest. The names of
# each source are in a namespace called after it, so that sources can be joined.
function(beltdyn_add_unit_test module)
  if(NOT BELTDYN_TESTS)
    return()
  endif()
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_executable(${module}_test ${ARG_SOURCES})
  target_link_libraries(${module}_test PRIVATE beltdyn_test_main BeltDyn::${module} ${ARG_LINK})
  beltdyn_compile(${module}_test test)
  beltdyn_join(${module}_test 8)
  if(NOT TARGET unit_tests)
    add_custom_target(unit_tests)
    add_dependencies(unit_tests beltdyn_warnings)
  endif()
  add_dependencies(unit_tests ${module}_test)
  doctest_discover_tests(${module}_test TEST_PREFIX "${module}: " PROPERTIES LABELS unit)
endfunction()

# beltdyn_add_kernels(lagrangian ancf/belt_kernel): the files ancf/belt_kernel_avx2.cpp and ..._avx512.cpp, each compiled
# for its instruction set where the processor may have it; the program chooses when it runs.
function(beltdyn_add_kernels module file)
  if(NOT BELTDYN_VECTOR_KERNELS)
    return()
  endif()
  target_sources(beltdyn_${module} PRIVATE ${file}_avx2.cpp ${file}_avx512.cpp)
  set_source_files_properties(${file}_avx2.cpp ${file}_avx512.cpp PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
  set_source_files_properties(${file}_avx2.cpp PROPERTIES COMPILE_OPTIONS "-mavx2;-mfma;-ffp-contract=fast")
  # GCC 12 takes the placeholders in its own AVX-512 header for uninitialised variables (GCC bug 105593).
  set_source_files_properties(
    ${file}_avx512.cpp
    PROPERTIES COMPILE_OPTIONS
               "-mavx512f;-mavx512cd;-mavx512bw;-mavx512dq;-mavx512vl;-mfma;-ffp-contract=fast;-Wno-uninitialized;$<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>")
endfunction()
