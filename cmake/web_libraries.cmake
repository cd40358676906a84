# SPDX-License-Identifier: MIT
# The libraries of the web build, which replace those of the system: their headers from Debian packages, in a folder
# without the headers of the system's C library, and KLU compiled from its sources.
if(NOT EMSCRIPTEN)
  message(FATAL_ERROR "BELTDYN_WEB needs Emscripten: emcmake cmake -S . -B build/web -DBELTDYN_WEB=ON")
endif()

# The header folders of Debian.
set(BELTDYN_WEB_HEADERS /usr/include CACHE PATH "The folder with the headers of Boost, CLI11, Eigen, fmt, nlohmann_json, spdlog and xsimd")
set(web_headers ${PROJECT_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${web_headers})
foreach(folder boost eigen3/Eigen eigen3/unsupported fmt nlohmann spdlog xsimd)
  if(NOT IS_DIRECTORY ${BELTDYN_WEB_HEADERS}/${folder})
    message(FATAL_ERROR "${BELTDYN_WEB_HEADERS} has no ${folder}; name the folder by -DBELTDYN_WEB_HEADERS=...")
  endif()
  get_filename_component(name ${folder} NAME)
  file(CREATE_LINK ${BELTDYN_WEB_HEADERS}/${folder} ${web_headers}/${name} SYMBOLIC)
endforeach()

# beltdyn_web_headers(target): gives the target these headers.
function(beltdyn_web_headers target)
  add_library(${target} INTERFACE IMPORTED GLOBAL)
  target_include_directories(${target} SYSTEM INTERFACE ${web_headers})
endfunction()
beltdyn_web_headers(Eigen3::Eigen)
beltdyn_web_headers(Boost::headers)
beltdyn_web_headers(nlohmann_json::nlohmann_json)
beltdyn_web_headers(BeltDyn::xsimd)

# For size, Emscripten forbids the compiler to inline functions, which makes text three times as slow and no smaller.
set(beltdyn_options_of_size -Oz -finline-functions)

# fmt and spdlog are compiled from their headers.
function(beltdyn_web_library name)
  add_library(beltdyn_${name} STATIC ${PROJECT_SOURCE_DIR}/cmake/${name}_library.cpp)
  add_library(BeltDyn::${name} ALIAS beltdyn_${name})
  target_compile_features(beltdyn_${name} PUBLIC cxx_std_20)
  target_compile_options(beltdyn_${name} PRIVATE ${beltdyn_options_of_size})
  target_include_directories(beltdyn_${name} SYSTEM PUBLIC ${web_headers})
endfunction()
beltdyn_web_library(fmt)
beltdyn_web_library(spdlog)
target_compile_definitions(beltdyn_spdlog PUBLIC SPDLOG_COMPILED_LIB SPDLOG_FMT_EXTERNAL)
target_link_libraries(beltdyn_spdlog PUBLIC BeltDyn::fmt)

# The sources of SuiteSparse, from `apt-get source suitesparse`.
file(GLOB found ${PROJECT_BINARY_DIR}/../suitesparse-*)
set(BELTDYN_SUITESPARSE "${found}" CACHE PATH "The sources of SuiteSparse (apt-get source suitesparse)")
if(NOT EXISTS ${BELTDYN_SUITESPARSE}/KLU/Source/klu.c)
  message(FATAL_ERROR "BELTDYN_SUITESPARSE is \"${BELTDYN_SUITESPARSE}\", which has no sources of KLU; get them by `apt-get source suitesparse`")
endif()
enable_language(C)
file(GLOB klu_sources ${BELTDYN_SUITESPARSE}/KLU/Source/*.c ${BELTDYN_SUITESPARSE}/BTF/Source/*.c)
set(ordering_sources
    ${BELTDYN_SUITESPARSE}/SuiteSparse_config/SuiteSparse_config.c ${BELTDYN_SUITESPARSE}/COLAMD/Source/colamd.c)
foreach(part 1 2 aat control defaults dump global info order post_tree postorder preprocess valid)
  list(APPEND ordering_sources ${BELTDYN_SUITESPARSE}/AMD/Source/amd_${part}.c)
endforeach()
set(klu_headers ${BELTDYN_SUITESPARSE}/SuiteSparse_config)
foreach(part KLU AMD COLAMD BTF)
  list(APPEND klu_headers ${BELTDYN_SUITESPARSE}/${part}/Include)
endforeach()
set_source_files_properties(${ordering_sources} PROPERTIES COMPILE_OPTIONS -Oz)
# The same sources are compiled once for real and once for complex numbers.
add_library(beltdyn_klu STATIC ${klu_sources} ${ordering_sources})
add_library(beltdyn_klu_complex STATIC ${klu_sources})
foreach(target beltdyn_klu beltdyn_klu_complex)
  target_include_directories(${target} SYSTEM PUBLIC ${klu_headers})
  target_compile_definitions(${target} PRIVATE NTIMER)
  target_compile_options(${target} PRIVATE -w -ffp-contract=off)
endforeach()
target_compile_definitions(beltdyn_klu_complex PRIVATE COMPLEX)
add_library(KLU::KLU INTERFACE IMPORTED GLOBAL)
target_link_libraries(KLU::KLU INTERFACE beltdyn_klu_complex beltdyn_klu)

# Features that libc++ 13 lacks; exceptions and vector instructions as in browsers since 2021.
set(CMAKE_CXX_SCAN_FOR_MODULES OFF)
include_directories(BEFORE ${PROJECT_SOURCE_DIR}/web/shims)
# Eigen uses x86 assembler in its SSE2 vectors for GCC before 6.3 (10 times the first version number plus the second),
# and for GCC from 6 on (the first number). This version number selects neither.
add_compile_options(-fwasm-exceptions -msimd128 -msse2 -fgnuc-version=5.99 -Wno-gnu-include-next)
add_link_options(-fwasm-exceptions)
