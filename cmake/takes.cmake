# takes.cmake - the tests that each build runs, as variables for the CMakeLists.txt of tests.
#
#   release  all
#   asan     all tests that run our code; QP_SMALL makes tables so small that they grow in every test
#   small    the tests in tests/fail, whose allocators do not work with a sanitizer; also with QP_SMALL
#   tsan     tests with several threads or with a signal handler that records, because other tests have no races
#   clang    as release, but only with scripts/test --long
#
# Tests with the same result in every build (documents, headers, the package) run in release only.
set(QP_TAKES_WITHOUT_RECORDER TRUE)
set(QP_TAKES_ONE_THREAD TRUE)
set(QP_TAKES_SAME_IN_ALL TRUE)
set(QP_TAKES_FAIL_ALONE FALSE)
if(QP_SANITIZE OR QP_SMALL OR CMAKE_C_COMPILER_ID MATCHES Clang)
  set(QP_TAKES_SAME_IN_ALL FALSE)
endif()
if(QP_SMALL AND NOT QP_SANITIZE)
  set(QP_TAKES_FAIL_ALONE TRUE)
  set(QP_TAKES_WITHOUT_RECORDER FALSE)
endif()
if(QP_SANITIZE STREQUAL "thread")
  set(QP_TAKES_WITHOUT_RECORDER FALSE)
  set(QP_TAKES_ONE_THREAD FALSE)
endif()

# qp_long(TEST ...): make scripts/test skip these tests without --long. For each of them, a shorter test covers the same
# code.
function(qp_long)
  if(ARGV)
    set_tests_properties(${ARGV} PROPERTIES LABELS long)
  endif()
endfunction()

# qp_long_matching(REGEX): like qp_long, for the tests of this folder whose names match.
function(qp_long_matching regex)
  get_property(tests DIRECTORY PROPERTY TESTS)
  list(FILTER tests INCLUDE REGEX "${regex}")
  qp_long(${tests})
endfunction()

# qp_long_under_sanitizers(TEST ...): like qp_long in builds with a sanitizer, for tests that are short in release.
function(qp_long_under_sanitizers)
  if(QP_SANITIZE)
    qp_long(${ARGV})
  endif()
endfunction()

# qp_quick([REGEX]): make scripts/test --quick run the tests of this folder whose names match, except long ones. By
# default, all names match.
function(qp_quick)
  get_property(tests DIRECTORY PROPERTY TESTS)
  list(APPEND ARGV ".")
  list(GET ARGV 0 regex)
  list(FILTER tests INCLUDE REGEX "${regex}")
  foreach(test ${tests})
    get_test_property(${test} LABELS labels)
    if(NOT labels)
      set_tests_properties(${test} PROPERTIES LABELS quick)
    endif()
  endforeach()
endfunction()

# qp_needed(NAME): report in the summary that tests are missing because NAME is not installed. The report is a test that
# is counted as skipped.
function(qp_needed name)
  if(QP_TAKES_SAME_IN_ALL)
    add_test(NAME needed.${name} COMMAND ${CMAKE_COMMAND} -E echo "${name} is not installed")
    set_tests_properties(needed.${name} PROPERTIES SKIP_REGULAR_EXPRESSION "not installed")
  endif()
endfunction()

# qp_find_test_program(VARIABLE NAME): find a program that only tests need. If it is missing, report that.
function(qp_find_test_program variable name)
  find_program(${variable} ${name})
  if(NOT ${variable})
    qp_needed(${name})
  endif()
endfunction()
