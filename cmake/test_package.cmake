# SPDX-License-Identifier: MIT
# cmake -DBUILD=... -DCONSUMER=... -DWORK=... -DGENERATOR=... -DCOMPILER=... -P test_package.cmake: installs the contact
# package into WORK, then configures, builds and runs the project CONSUMER against it. Fails if a command fails.
cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE ${WORK})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/installed --component contact
                        COMMAND_ERROR_IS_FATAL ANY)
# Without the CMAKE_PREFIX_PATH of the build, and with warnings as errors: the headers must be clean in other projects
# too.
execute_process(
  COMMAND ${CMAKE_COMMAND} -S ${CONSUMER} -B ${WORK}/build -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${COMPILER}
          -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH=${WORK}/installed
          "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror" COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${WORK}/build COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${WORK}/build/consumer COMMAND_ERROR_IS_FATAL ANY)
