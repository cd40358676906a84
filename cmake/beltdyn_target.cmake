# SPDX-License-Identifier: MIT
# Settings of all targets of the project.

# Settings of the project's own code: language, include root, warnings, sanitizers.
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
            # GCC 12 issues false warnings about copies of std::string (GCC bug 105651), more of them with precompiled
            # headers.
            $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict;-Wno-array-bounds;-Wno-stringop-overflow;-Wno-stringop-overread>
            # A heap so large that the compiler never collects garbage, which takes a tenth of the time with precompiled
            # headers.
            $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=1000000>
            # With this ccache sees which precompiled header a source uses.
            $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>
            # Makes precompiled headers reproducible, so that ccache recognises them.
            $<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>
            # Embedded texts exceed the string length that compilers must support.
            $<$<CXX_COMPILER_ID:Clang>:-Wno-overlength-strings>
            # The libraries of the program are also part of the Python module, outside of which nothing calls them.
            $<$<NOT:$<PLATFORM_ID:Emscripten>>:-fPIC>
            -fvisibility=hidden
            -fvisibility-inlines-hidden
            # Products and sums are rounded separately, so that results do not depend on the instruction set.
            -ffp-contract=off
            $<$<BOOL:${BELTDYN_WERROR}>:-Werror>)
if(BELTDYN_SANITIZE STREQUAL "thread")
  target_compile_definitions(beltdyn_settings INTERFACE BELTDYN_SANITIZED)
  target_compile_options(beltdyn_settings INTERFACE -fsanitize=thread -fno-omit-frame-pointer)
  target_link_options(beltdyn_settings INTERFACE -fsanitize=thread)
elseif(BELTDYN_SANITIZE)
  # Tests that would take minutes with sanitizers are compiled out.
  target_compile_definitions(beltdyn_settings INTERFACE BELTDYN_SANITIZED)
  # Checks of every access to an object treble the compile time of Eigen templates in GCC. AddressSanitizer or the
  # processor also detects the errors that they find.
  target_compile_options(
    beltdyn_settings INTERFACE -fsanitize=address,undefined -fno-sanitize=null,alignment,object-size,vptr
                               -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(beltdyn_settings INTERFACE -fsanitize=address,undefined)
endif()

# Headers of other libraries that most sources include are precompiled, once for each way of compilation:
#   fast   by the build type: sources that compute
#   brief  with little optimisation, with sanitizers with none; takes two thirds of the compile time: sources that read,
#          write and call others
#   small  for size: sources that write and draw on a web page
#   test   without optimisation; takes GCC two thirds of the time of "brief"
# Headers of the project are not precompiled, so that a change of one recompiles only the sources that include it.
set(beltdyn_options_fast "")
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64" AND NOT CMAKE_CXX_CLANG_TIDY)
  # GCC copies and clears objects of some hundred bytes, such as vectors of lanes, by string instructions. Starting
  # these takes a third of the time of the kernels. clang-tidy does not know these options.
  set(beltdyn_options_fast -mmemset-strategy=vector_loop:-1:align -mmemcpy-strategy=vector_loop:-1:align)
endif()
set(beltdyn_options_brief "")
if(BELTDYN_BRIEF)
  set(beltdyn_options_brief $<IF:$<BOOL:${BELTDYN_SANITIZE}>,-O0,$<$<CONFIG:Release>:-O1>>)
  if(EMSCRIPTEN)
    # A page is loaded before it runs.
    set(beltdyn_options_brief ${beltdyn_options_of_size})
  endif()
endif()
if(BELTDYN_SANITIZE STREQUAL "ON" AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # Readers report their branches to the fuzzers of tests/fuzz/.
  list(APPEND beltdyn_options_brief -fsanitize=fuzzer-no-link)
endif()
set(beltdyn_options_test -O0)
# For the web page, sources that write and draw are compiled for size instead of compile time.
set(beltdyn_options_small -Os)
set(beltdyn_way_of_texts brief)
if(EMSCRIPTEN)
  set(beltdyn_way_of_texts small)
  set(beltdyn_options_small ${beltdyn_options_of_size})
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

# beltdyn_compile(target way): sets the way in which the sources of a target are compiled.
function(beltdyn_compile target way)
  target_compile_options(${target} PRIVATE ${beltdyn_options_${way}})
  target_precompile_headers(${target} REUSE_FROM beltdyn_precompiled_${way})
  beltdyn_join(${target})
endfunction()

# beltdyn_add_module(core SOURCES a.cpp ... BRIEF b.cpp ... LINK lib ...): adds the static library beltdyn_core. SOURCES
# are optimised, BRIEF are not.
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

# beltdyn_add_unit_test(core SOURCES test/a_test.cpp ... OPTIMISED test/b_test.cpp ...): adds the program core_test,
# whose cases ctest discovers. OPTIMISED are test sources that themselves compute for a long time.
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

# beltdyn_add_kernels(lagrangian ancf/belt_kernel): adds the files ancf/belt_kernel_avx2.cpp and ..._avx512.cpp, each
# compiled for its instruction set if the processor family may have it. The program selects one at run time.
function(beltdyn_add_kernels module file)
  if(NOT BELTDYN_VECTOR_KERNELS)
    return()
  endif()
  target_sources(beltdyn_${module} PRIVATE ${file}_avx2.cpp ${file}_avx512.cpp)
  set_source_files_properties(${file}_avx2.cpp ${file}_avx512.cpp PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
  set_source_files_properties(${file}_avx2.cpp PROPERTIES COMPILE_OPTIONS "-mavx2;-mfma;-ffp-contract=fast")
  # GCC 12 mistakes the placeholders in its own AVX-512 header for uninitialised variables (GCC bug 105593).
  set_source_files_properties(
    ${file}_avx512.cpp
    PROPERTIES COMPILE_OPTIONS
               "-mavx512f;-mavx512cd;-mavx512bw;-mavx512dq;-mavx512vl;-mfma;-ffp-contract=fast;-Wno-uninitialized;$<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>")
endfunction()
