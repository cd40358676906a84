# SPDX-License-Identifier: MIT
# What belongs to the program besides itself, the component program: manual pages and completion, which are made from what
# `beltdyn help --json` says, the schema, examples, documentation and gnuplot scripts.
include(GNUInstallDirs)
if(NOT BELTDYN_PYTHON)
  return()
endif()

set(documents ${CMAKE_INSTALL_DATAROOTDIR}/doc/beltdyn)
set(shared ${PROJECT_BINARY_DIR}/share)
# Debian's zsh looks for what packages bring in a folder of their own.
set(zsh_folder site-functions)
if(EXISTS /etc/debian_version AND CMAKE_INSTALL_PREFIX STREQUAL "/usr")
  set(zsh_folder vendor-completions)
endif()
add_custom_command(
  OUTPUT ${shared}/beltdyn/beltdyn.schema.json
  COMMAND ${BELTDYN_PYTHON} ${PROJECT_SOURCE_DIR}/packaging/command_pages.py $<TARGET_FILE:beltdyn> ${shared} --zsh
          ${zsh_folder}
  DEPENDS beltdyn ${PROJECT_SOURCE_DIR}/packaging/command_pages.py
  VERBATIM)
add_custom_target(beltdyn_command_pages ALL DEPENDS ${shared}/beltdyn/beltdyn.schema.json)

install(
  DIRECTORY ${shared}/
  DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}
  COMPONENT program
  OPTIONAL)
install(
  DIRECTORY ${PROJECT_SOURCE_DIR}/configs
  DESTINATION ${documents}/examples
  COMPONENT program)
install(
  DIRECTORY ${PROJECT_SOURCE_DIR}/plots/
  DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/beltdyn/plots
  COMPONENT program
  FILES_MATCHING
  PATTERN "*.gp"
  PATTERN README.md
  PATTERN test EXCLUDE)
install(
  DIRECTORY ${PROJECT_SOURCE_DIR}/docs
  DESTINATION ${documents}
  COMPONENT program
  FILES_MATCHING
  PATTERN "*.md"
  PATTERN "*.svg"
  PATTERN "*.png"
  PATTERN site EXCLUDE
  PATTERN test EXCLUDE)
install(
  FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/CITATION.cff
  DESTINATION ${documents}
  COMPONENT program)
install(
  DIRECTORY ${PROJECT_SOURCE_DIR}/examples/
  DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/python3-beltdyn/examples
  COMPONENT python
  FILES_MATCHING
  PATTERN "*.ipynb"
  PATTERN .ipynb_checkpoints EXCLUDE)
set(examples ${CMAKE_INSTALL_DATAROOTDIR}/doc/libbeltdyn-dev/examples)
install(
  DIRECTORY ${PROJECT_SOURCE_DIR}/library/test/consumer/
  DESTINATION ${examples}/simulation
  COMPONENT simulation)
install(
  DIRECTORY ${PROJECT_SOURCE_DIR}/core/contact/test/consumer/
  DESTINATION ${examples}/contact
  COMPONENT simulation)

if(BELTDYN_TESTS)
  set(tests ${PROJECT_SOURCE_DIR}/packaging/test)
  add_test(NAME "package: manual pages and completion" COMMAND ${BELTDYN_PYTHON} ${tests}/command_pages_test.py
                                                               $<TARGET_FILE:beltdyn> ${shared})
  add_test(NAME "package: manual pages and completion of every shell"
           COMMAND ${BELTDYN_PYTHON} ${tests}/command_pages_test.py $<TARGET_FILE:beltdyn> ${shared} --every-shell)
  add_test(NAME "package: bootstrap, path and image" COMMAND ${BELTDYN_PYTHON} ${tests}/scripts_test.py)
  add_test(NAME "package: workflows, issue forms and hooks" COMMAND ${BELTDYN_PYTHON} ${tests}/workflows_test.py)
  add_test(NAME "package: plain cmake, subprojects and joined sources" COMMAND ${BELTDYN_PYTHON} ${tests}/build_test.py)
  add_test(NAME "package: subprojects and sources in another order, whole builds" COMMAND ${BELTDYN_PYTHON}
                                                                                      ${tests}/build_test.py --slow)
  add_test(NAME "package: a bare Debian" COMMAND ${BELTDYN_PYTHON} ${tests}/debian_test.py)
  set_tests_properties("package: manual pages and completion" "package: bootstrap, path and image"
                       "package: plain cmake, subprojects and joined sources" PROPERTIES LABELS package TIMEOUT 120)
  set_tests_properties("package: manual pages and completion of every shell" "package: a bare Debian"
                       "package: subprojects and sources in another order, whole builds"
                       PROPERTIES LABELS "package;slow" TIMEOUT 3600 SKIP_RETURN_CODE 77)
endif()
