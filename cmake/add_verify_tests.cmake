# SPDX-License-Identifier: MIT
# Read by ctest: adds a test for each case of `beltdyn verify`. Cases that --quick skips have the label slow. The cases
# keys/... are one test because they share their runs.
cmake_policy(VERSION 3.25)
if(EXISTS "${beltdyn}")
  execute_process(COMMAND "${beltdyn}" verify --list OUTPUT_VARIABLE ids RESULT_VARIABLE listed)
  execute_process(COMMAND "${beltdyn}" verify --list --quick OUTPUT_VARIABLE quick_ids RESULT_VARIABLE quick_listed)
  string(REGEX MATCHALL "[^\n]+" ids "${ids}")
  string(REGEX MATCHALL "[^\n]+" quick_ids "${quick_ids}")
  # A lower bound of the number of cases, because nothing else would notice that cases are missing from the list.
  set(least_cases 240)
  set(least_quick_cases 150)
  list(LENGTH ids n_cases)
  list(LENGTH quick_ids n_quick_cases)
  add_test("verify: the list of cases" "${beltdyn}" verify --list)
  if(NOT listed EQUAL 0
     OR NOT quick_listed EQUAL 0
     OR n_cases LESS least_cases
     OR n_quick_cases LESS least_quick_cases)
    message("verify: ${n_cases} cases, ${n_quick_cases} of them quick; ${least_cases} and ${least_quick_cases} are expected")
    # A pattern that never occurs: the test fails whatever the program prints or returns.
    set_tests_properties("verify: the list of cases" PROPERTIES PASS_REGULAR_EXPRESSION "^no list is too short$")
  endif()
  set_tests_properties("verify: the list of cases" PROPERTIES LABELS verify)
  add_test("verify: keys" "${beltdyn}" verify keys --quick --jobs 1)
  # This test takes longest, so it starts first.
  set_tests_properties("verify: keys" PROPERTIES LABELS verify TIMEOUT 1200 COST 100)
  foreach(id ${ids})
    if(id IN_LIST quick_ids AND id MATCHES "^keys/")
      continue()
    endif()
    if(id IN_LIST quick_ids)
      # --quick leaves out slow cases whose ids begin like this one.
      add_test("verify: ${id}" "${beltdyn}" verify "${id}" --quick)
      set_tests_properties("verify: ${id}" PROPERTIES LABELS verify TIMEOUT 600)
    else()
      add_test("verify: ${id}" "${beltdyn}" verify "${id}")
      set_tests_properties("verify: ${id}" PROPERTIES LABELS "verify;slow" TIMEOUT 1200)
    endif()
    set_tests_properties("verify: ${id}" PROPERTIES SKIP_REGULAR_EXPRESSION "SKIP ${id} ")
  endforeach()
endif()
