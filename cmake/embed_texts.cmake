# SPDX-License-Identifier: MIT
# beltdyn_embed_texts(TARGET target FUNCTION name FILES a.csv ...): compiles files into the target. The function
#  std::string_view beltdyn::embedded::NAME(std::string_view file_name)
# returns their text, so that the program needs no data folder.

# beltdyn_read_text(FILE variable): the text as it is compiled in, without the licence line, which belongs to the source
# and not to the output of the program.
macro(beltdyn_read_text file variable)
  file(READ ${file} ${variable})
  string(REGEX REPLACE "^[^\n]*SPDX-License-Identifier: MIT[^\n]*\n" "" ${variable} "${${variable}}")
endmacro()

if(CMAKE_SCRIPT_MODE_FILE)
  cmake_minimum_required(VERSION 3.25)
  set(code "// Generated at build time.\n#include <stdexcept>\n#include <string>\n#include <string_view>\n\n")
  string(APPEND code "namespace beltdyn::embedded {\n\nstd::string_view ${FUNCTION}(std::string_view file_name);\n\n")
  string(APPEND code "std::string_view ${FUNCTION}(std::string_view file_name) {\n")
  string(REPLACE "|" ";" FILES "${FILES}")
  foreach(file ${FILES})
    get_filename_component(name ${file} NAME)
    beltdyn_read_text(${file} text)
    string(APPEND code "  if (file_name == \"${name}\") return R\"embedded(${text})embedded\";\n")
  endforeach()
  string(APPEND code "  throw std::out_of_range(\"no embedded text \" + std::string(file_name));\n}\n\n")
  string(APPEND code "}  // namespace beltdyn::embedded\n")
  file(WRITE ${OUTPUT} "${code}")
  return()
endif()

function(beltdyn_embed_texts)
  cmake_parse_arguments(ARG "" "TARGET;FUNCTION" "FILES" ${ARGN})
  set(output ${CMAKE_CURRENT_BINARY_DIR}/generated/${ARG_FUNCTION}.cpp)
  list(TRANSFORM ARG_FILES PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
  string(REPLACE ";" "|" files "${ARG_FILES}")
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DFUNCTION=${ARG_FUNCTION} "-DFILES=${files}" -DOUTPUT=${output} -P
            ${PROJECT_SOURCE_DIR}/cmake/embed_texts.cmake
    DEPENDS ${ARG_FILES} ${PROJECT_SOURCE_DIR}/cmake/embed_texts.cmake
    VERBATIM)
  target_sources(${ARG_TARGET} PRIVATE ${output})
  set_source_files_properties(${output} PROPERTIES SKIP_LINTING ON)
endfunction()
