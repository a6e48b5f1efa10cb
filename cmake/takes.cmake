# takes.cmake - the tests that each build runs.
#
#   release  all
#   asan     all that run our code, with QP_SMALL: small tables, which grow in every test
#   small    tests/fail, whose allocators a sanitizer would conflict with, with QP_SMALL
#   tsan     tests with several threads, or a signal handler that records: one thread alone has no race
#   clang    the quick tests of release (scripts/test)
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

# qp_long(TEST ...): tests that scripts/test skips without --long. A shorter test covers the same.
function(qp_long)
  set_tests_properties(${ARGV} PROPERTIES LABELS long)
endfunction()

# qp_long_under_sanitizers(TEST ...): same, for tests that are short in release.
function(qp_long_under_sanitizers)
  if(QP_SANITIZE)
    qp_long(${ARGV})
  endif()
endfunction()

# qp_quick([REGEX]): this folder's tests, or those with matching names, are needed for each change (scripts/test
# --quick), except long ones.
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

# qp_needed(NAME): add a skipped test to the summary for tests that are missing because NAME is not installed.
function(qp_needed name)
  if(QP_TAKES_SAME_IN_ALL)
    add_test(NAME needed.${name} COMMAND ${CMAKE_COMMAND} -E echo "${name} is not installed")
    set_tests_properties(needed.${name} PROPERTIES SKIP_REGULAR_EXPRESSION "not installed")
  endif()
endfunction()

# qp_find_test_program(VARIABLE NAME): find a program that only tests need.
function(qp_find_test_program variable name)
  find_program(${variable} ${name})
  if(NOT ${variable})
    qp_needed(${name})
  endif()
endfunction()
