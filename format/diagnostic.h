/* diagnostic.h - the kinds of misuse and loss that are counted, with the names that reports show.
 *
 * profile/query/problem.h selects the kinds that reports show for a run. QP_DIAGNOSTIC_KINDS lists X(constant, name for
 * scripts, text for people); the order is part of the format. */
#pragma once

#include "format/record.h"

#define QP_DIAGNOSTIC_KINDS(X)                                                                                         \
    X(NULL_NAME, "null-name", "a NULL name")                                                                           \
    X(BAD_METHOD_ID, "bad-method-id",                                                                                  \
      "a method id of 0, or of a predefined method where only the client's own are allowed")                           \
    X(BAD_STACK_ID, "bad-stack-id",                                                                                    \
      "a stack id of 0 for a method that is not predefined, or the stack id of a lower frame whose exit is missing")   \
    X(BAD_LINE_TABLE, "bad-line-table", "a line table that is NULL, of negative size or not sorted")                   \
    X(METHOD_CHANGED, "method-changed", "a method registered again with different content")                            \
    X(EMPTY_STACK, "empty-stack", "an event that needs a method on an empty stack")                                    \
    X(UNMATCHED_EXIT, "unmatched-exit", "an exit to a stack id that was never entered")                                \
    X(WRONG_METHOD, "wrong-method", "a verified exit from a method that is not on top")                                \
    X(BAD_BLOCK, "bad-block", "a block number beyond the line table")                                                  \
    X(WRONG_FLAVOUR, "wrong-flavour", "a call for virtual threads in a run without them, or the reverse")              \
    X(VTHREAD_TWICE, "vthread-twice", "a virtual thread on two system threads at once")                                \
    X(BAD_VTHREAD, "bad-vthread",                                                                                      \
      "a virtual thread that does not exist, or that runs without a resume after another one ended")                   \
    X(NOT_RUNNING, "not-running", "a call before initialize or after shutdown")                                        \
    X(NESTED_EVENT, "nested-event", "an event in a signal handler during another event, dropped")                      \
    X(CLOCK_BACKWARDS, "clock-backwards", "a backward step of the clock, counted as 0")                                \
    X(NO_ROOM, "no-room", "a record without space (data limit, disk or memory)")                                       \
    X(THREAD_LOST, "thread-lost", "a thread that could not be recorded for lack of space")                             \
    X(BAD_OPTION, "bad-option", "an option that is unknown or has a bad value")                                        \
    X(SECOND_FILE, "second-file", "a data file named while another one is open")                                       \
    X(BAD_ARGUMENT, "bad-argument", "an argument out of range")                                                        \
    X(UNKNOWN_METHOD, "unknown-method", "a call with an unregistered method")                                          \
    X(BAD_HANDLE, "bad-handle", "a handle that does not exist")                                                        \
    X(OTHER_DEFINITION, "other-definition", "a name or handle defined again with different content")                   \
    X(UNPAIRED, "unpaired", "an end without a begin, or of another kind than its begin")                               \
    X(OPEN_STATE, "open-state", "a state still open at the end of its thread or of the run")                           \
    X(NOT_MEMBER, "not-member", "a counter value from a thread or process outside the counter's target")               \
    X(LOST_EVENT, "lost-event", "an event without space in the event log")                                             \
    X(NO_LOCATION, "no-location", "a source location that could not be stored")                                        \
    X(LEFT_FRAME, "left-frame",                                                                                        \
      "an exit that pops no frame, because it names the frame on top: name the frame that continues, by a unique id")  \
    X(SHARED_STACK_ID, "shared-stack-id",                                                                              \
      "a second exit in a row that pops no frame: frames share a stack id, so calls look like tail calls")             \
    X(UNREPORTED_WAIT, "untold-wait",                                                                                  \
      "a virtual thread that stops without qprof_vthread_suspend, so that its waiting counts as runnable")             \
    X(NOT_SAMPLED, "not-sampled", "a sample in a run without -sample")                                                 \
    X(LEFT_OUT, "left-out",                                                                                            \
      "a method that could not be recorded: if it ran, its callers have its time; qii info lists up to 100")

enum qp_diagnostic_kind {
#define X(constant, name, text) QP_DIAGNOSTIC_##constant,
    QP_DIAGNOSTIC_KINDS(X)
#undef X
        QP_DIAGNOSTIC_COUNT
};

/* qp_diagnostic_name returns a kind's name for scripts, qp_diagnostic_words its text for people. For an unknown
 * kind, qp_diagnostic_name writes the kind's number into `room` and returns `room`. */
#define QP_DIAGNOSTIC_NAME 32
const char *qp_diagnostic_name(unsigned kind, char room[QP_DIAGNOSTIC_NAME]);
const char *qp_diagnostic_words(unsigned kind);

_Static_assert(QP_DIAGNOSTIC_COUNT <= QP_DIAGNOSTICS, "the header has space for every kind");
