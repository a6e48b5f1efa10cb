# takes.cmake - which tests a build takes.
#
#   release  all
#   asan     all that run our code, with QP_SMALL: tables so short that they grow in every test
#   small    those of tests/fail, whose allocators stand where a sanitizer's would, with QP_SMALL
#   tsan     those whose process has several threads, or a signal handler that records: a process with one
#            thread has no race
#
# What is the same in every build (documents, headers, the package) is tested in release alone.
set(QP_TAKES_WITHOUT_RECORDER TRUE)
set(QP_TAKES_ONE_THREAD TRUE)
set(QP_TAKES_SAME_IN_ALL TRUE)
set(QP_TAKES_FAIL_ALONE FALSE)
if(QP_SANITIZE OR QP_SMALL)
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

# qp_long(TEST ...): tests that scripts/test leaves to scripts/test --long. What each shows is seen in short by another one.
function(qp_long)
  set_tests_properties(${ARGV} PROPERTIES LABELS long)
endfunction()

# qp_long_under_sanitizers(TEST ...): the same, of tests that are short in release.
function(qp_long_under_sanitizers)
  if(QP_SANITIZE)
    qp_long(${ARGV})
  endif()
endfunction()

# qp_quick([REGEX]): this folder's tests, or those whose names match, are what each change needs (scripts/test --quick),
# but for long ones.
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
