# takes.cmake - which tests a build takes.
#
#   release  all
#   asan     all that run our code
#   small    those that go through the recorder or read what it wrote: QP_SMALL shrinks its tables, and nothing else
#            (but lua.hard.overflow, which stress.deep stands in for)
#   tsan     those whose process has several threads, or a signal handler that records: a process with one
#            thread has no race
#
# What is the same in every build (documents, headers, the package) is tested in release alone.
set(QP_TAKES_WITHOUT_RECORDER TRUE)
set(QP_TAKES_ONE_THREAD TRUE)
set(QP_TAKES_SAME_IN_ALL TRUE)
if(QP_SANITIZE OR QP_SMALL)
  set(QP_TAKES_SAME_IN_ALL FALSE)
endif()
if(QP_SMALL OR QP_SANITIZE STREQUAL "thread")
  set(QP_TAKES_WITHOUT_RECORDER FALSE)
endif()
if(QP_SANITIZE STREQUAL "thread")
  set(QP_TAKES_ONE_THREAD FALSE)
endif()
