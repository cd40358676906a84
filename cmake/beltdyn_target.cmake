# SPDX-License-Identifier: MIT
# Settings of all targets of the project.

# The settings of our own code: language, include root, warnings, sanitizers.
add_library(beltdyn_settings INTERFACE)
target_compile_features(beltdyn_settings INTERFACE cxx_std_20)
target_include_directories(beltdyn_settings INTERFACE ${PROJECT_SOURCE_DIR})
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
            $<$<NOT:$<PLATFORM_ID:Emscripten>>:-fPIC>
            -fvisibility=hidden
            -fvisibility-inlines-hidden
            # Products and sums are rounded one by one, so that results do not depend on the instruction set.
            -ffp-contract=off
            $<$<BOOL:${BELTDYN_WERROR}>:-Werror>)
if(BELTDYN_SANITIZE STREQUAL "thread")
  target_compile_definitions(beltdyn_settings INTERFACE BELTDYN_SANITIZED)
  target_compile_options(beltdyn_settings INTERFACE -fsanitize=thread -fno-omit-frame-pointer)
  target_link_options(beltdyn_settings INTERFACE -fsanitize=thread)
elseif(BELTDYN_SANITIZE)
  # Tests that would take minutes under the sanitizers leave themselves out.
  target_compile_definitions(beltdyn_settings INTERFACE BELTDYN_SANITIZED)
  # The checks of every access to an object treble the time GCC takes for templates of Eigen; what they find,
  # AddressSanitizer or the processor find as well.
  target_compile_options(
    beltdyn_settings INTERFACE -fsanitize=address,undefined -fno-sanitize=null,alignment,object-size,vptr
                               -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(beltdyn_settings INTERFACE -fsanitize=address,undefined)
endif()

# What most sources include of other libraries is compiled once for each way of compiling them:
#   fast   as the build type says: what computes
#   brief  with little optimisation, under the sanitizers with none, which compiles in two thirds of the time: what reads,
#          writes and calls
#   small  for size, what writes and draws on a page
#   test   with none, which takes GCC two thirds of the time that a little takes
# Headers of the project are not among them, so that a change of one compiles no more than what includes it.
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
if(BELTDYN_SANITIZE STREQUAL "ON" AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # What reads tells the fuzzers of tests/fuzz/ which way it goes.
  list(APPEND beltdyn_options_brief -fsanitize=fuzzer-no-link)
endif()
set(beltdyn_options_test -O0)
# For a page, what writes and draws is small rather than quick to compile.
set(beltdyn_options_small -Os)
set(beltdyn_way_of_texts brief)
if(EMSCRIPTEN)
  set(beltdyn_way_of_texts small)
  # For size, Emscripten forbids the compiler to inline functions, which makes text three times as slow and no smaller.
  set(beltdyn_options_small -Oz -finline-functions)
endif()
foreach(way fast brief small test)
  add_library(beltdyn_precompiled_${way} OBJECT EXCLUDE_FROM_ALL ${CMAKE_CURRENT_LIST_DIR}/precompiled.cpp)
  target_link_libraries(beltdyn_precompiled_${way} PRIVATE beltdyn_settings Eigen3::Eigen)
  target_compile_options(beltdyn_precompiled_${way} PRIVATE ${beltdyn_options_${way}})
  target_precompile_headers(
    beltdyn_precompiled_${way}
    PRIVATE <algorithm> <array> <cmath> <filesystem> <functional> <map> <memory> <numbers> <optional> <span> <sstream>
            <string> <string_view> <utility> <variant> <vector> <Eigen/Core> <fmt/format.h> <fmt/ranges.h>)
endforeach()
if(BELTDYN_TESTS)
  target_link_libraries(beltdyn_precompiled_test PRIVATE doctest::doctest)
  target_precompile_headers(beltdyn_precompiled_test PRIVATE <doctest/doctest.h>)
  # The main program of all tests.
  add_library(beltdyn_test_main OBJECT ${CMAKE_CURRENT_LIST_DIR}/test_main.cpp)
  target_link_libraries(beltdyn_test_main PUBLIC beltdyn_settings doctest::doctest)
endif()

# beltdyn_compile(target way): how the sources of a target are compiled.
function(beltdyn_compile target way)
  target_compile_options(${target} PRIVATE ${beltdyn_options_${way}})
  target_precompile_headers(${target} REUSE_FROM beltdyn_precompiled_${way})
  beltdyn_join(${target})
endfunction()

# beltdyn_add_module(core SOURCES a.cpp ... BRIEF b.cpp ... LINK lib ...): the static library beltdyn_core. SOURCES are
# optimised, BRIEF are not.
function(beltdyn_add_module module)
  cmake_parse_arguments(ARG "" "" "SOURCES;BRIEF;LINK" ${ARGN})
  if(ARG_SOURCES)
    add_library(beltdyn_${module} STATIC ${ARG_SOURCES})
    beltdyn_compile(beltdyn_${module} fast)
  else()
    add_library(beltdyn_${module} STATIC ${ARG_BRIEF})
    beltdyn_compile(beltdyn_${module} ${beltdyn_way_of_texts})
  endif()
  add_library(BeltDyn::${module} ALIAS beltdyn_${module})
  target_link_libraries(beltdyn_${module} PUBLIC beltdyn_settings ${ARG_LINK})
  if(ARG_SOURCES AND ARG_BRIEF)
    add_library(beltdyn_${module}_brief OBJECT ${ARG_BRIEF})
    target_link_libraries(beltdyn_${module}_brief PRIVATE beltdyn_settings ${ARG_LINK})
    beltdyn_compile(beltdyn_${module}_brief brief)
    target_sources(beltdyn_${module} PRIVATE $<TARGET_OBJECTS:beltdyn_${module}_brief>)
  endif()
endfunction()

# beltdyn_add_unit_test(core SOURCES test/a_test.cpp ... OPTIMISED test/b_test.cpp ...): the program core_test, its cases
# found by ctest. OPTIMISED are sources that compute for long themselves.
function(beltdyn_add_unit_test module)
  if(NOT BELTDYN_TESTS)
    return()
  endif()
  cmake_parse_arguments(ARG "" "" "SOURCES;OPTIMISED;LINK" ${ARGN})
  add_executable(${module}_test ${ARG_SOURCES} ${ARG_OPTIMISED})
  if(ARG_OPTIMISED)
    set_source_files_properties(${ARG_OPTIMISED} PROPERTIES COMPILE_OPTIONS -O1 SKIP_PRECOMPILE_HEADERS ON)
  endif()
  target_link_libraries(${module}_test PRIVATE beltdyn_test_main BeltDyn::${module} ${ARG_LINK})
  beltdyn_compile(${module}_test test)
  if(NOT TARGET unit_tests)
    add_custom_target(unit_tests)
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
