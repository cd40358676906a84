# SPDX-License-Identifier: MIT
# The component program besides the program itself: manual pages and shell completion, which are generated from `beltdyn
# help --json`, the schema, examples, documentation and gnuplot scripts.
include(GNUInstallDirs)
if(NOT BELTDYN_PYTHON)
  return()
endif()

set(documents ${CMAKE_INSTALL_DATAROOTDIR}/doc/beltdyn)
set(shared ${PROJECT_BINARY_DIR}/share)
# The zsh of Debian looks for completions of packages in a separate folder.
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
  DIRECTORY ${PROJECT_SOURCE_DIR}/api/cpp/test/consumer/
  DESTINATION ${examples}/simulation
  COMPONENT simulation)
install(
  DIRECTORY ${PROJECT_SOURCE_DIR}/core/contact/test/consumer/
  DESTINATION ${examples}/contact
  COMPONENT simulation)
