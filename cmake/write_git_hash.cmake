# SPDX-License-Identifier: MIT
# cmake -DSOURCE_DIR=... -DOUTPUT=... -P write_git_hash.cmake: writes a header with the hash of the checkout. It touches
# the header only when the hash has changed, so that nothing is rebuilt unnecessarily.
cmake_minimum_required(VERSION 3.25)
set(hash "unknown")
execute_process(COMMAND git describe --always --dirty --abbrev=12 --exclude=* WORKING_DIRECTORY ${SOURCE_DIR}
                OUTPUT_VARIABLE output OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE result)
if(result EQUAL 0 AND output)
  set(hash "${output}")
endif()
set(content "// Generated at build time.\n#pragma once\n\ninline constexpr const char* kGitHash = \"${hash}\";\n")
set(previous "")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} previous)
endif()
if(NOT previous STREQUAL content)
  file(WRITE ${OUTPUT} "${content}")
endif()
