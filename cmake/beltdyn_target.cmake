# SPDX-License-Identifier: MIT
# One place for what every target of the project has in common.

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
            # GCC 12 reports std::string operator+ falsely (GCC bug 105651).
            $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
            # Products and sums are rounded one by one, so that results do not depend on the instruction set.
            -ffp-contract=off
            $<$<BOOL:${BELTDYN_WERROR}>:-Werror>)
if(BELTDYN_SANITIZE)
  # The checks of every access to an object treble the time GCC takes for templates of Eigen; what they find,
  # AddressSanitizer or the processor find as well.
  target_compile_options(
    beltdyn_settings INTERFACE -fsanitize=address,undefined -fno-sanitize=null,alignment,object-size,vptr
                               -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(beltdyn_settings INTERFACE -fsanitize=address,undefined)
endif()

# beltdyn_add_module(core SOURCES a.cpp ... LINK lib ...): the static library beltdyn_core.
function(beltdyn_add_module module)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_library(beltdyn_${module} STATIC ${ARG_SOURCES})
  add_library(BeltDyn::${module} ALIAS beltdyn_${module})
  target_link_libraries(beltdyn_${module} PUBLIC beltdyn_settings ${ARG_LINK})
endfunction()

# beltdyn_add_unit_test(core SOURCES test/a_test.cpp ...): the program core_test, its cases found by ctest.
function(beltdyn_add_unit_test module)
  if(NOT BELTDYN_TESTS)
    return()
  endif()
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_executable(${module}_test ${PROJECT_SOURCE_DIR}/cmake/test_main.cpp ${ARG_SOURCES})
  target_link_libraries(${module}_test PRIVATE BeltDyn::${module} doctest::doctest ${ARG_LINK})
  # What only calls the code under test compiles in half of the time with little optimisation or none.
  target_compile_options(${module}_test PRIVATE $<IF:$<BOOL:${BELTDYN_SANITIZE}>,-O0,-O1>)
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
  set_source_files_properties(${file}_avx2.cpp PROPERTIES COMPILE_OPTIONS "-mavx2;-mfma;-ffp-contract=fast")
  # GCC 12 takes the placeholders in its own AVX-512 header for uninitialised variables (GCC bug 105593).
  set_source_files_properties(
    ${file}_avx512.cpp
    PROPERTIES COMPILE_OPTIONS
               "-mavx512f;-mavx512cd;-mavx512bw;-mavx512dq;-mavx512vl;-mfma;-ffp-contract=fast;-Wno-uninitialized;-Wno-maybe-uninitialized")
endfunction()
