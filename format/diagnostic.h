/* diagnostic.h - the kinds of misuse and loss that are counted, with the names that reports show. problem.h says which
 * of them a run is told of.
 *
 * QP_DIAGNOSTIC_KINDS lists X(constant, name for scripts, text for people); the order is part of the format. */
#ifndef QP_FORMAT_DIAGNOSTIC_H
#define QP_FORMAT_DIAGNOSTIC_H

#include "format/record.h"

#define QP_DIAGNOSTIC_KINDS(X)                                                                                         \
    X(NULL_NAME, "null-name", "a NULL name")                                                                           \
    X(BAD_METHOD_ID, "bad-method-id", "a method id of 0 or a predefined one where a client's own is due")              \
    X(BAD_STACK_ID, "bad-stack-id",                                                                                    \
      "a stack id of 0 for a method that is not predefined, or of a frame below, whose exit was forgotten")            \
    X(BAD_LINE_TABLE, "bad-line-table", "a line table that is NULL, of negative size or not sorted")                   \
    X(METHOD_CHANGED, "method-changed", "a method registered again with other content")                                \
    X(EMPTY_STACK, "empty-stack", "an event that needs a method on an empty stack")                                    \
    X(UNMATCHED_EXIT, "unmatched-exit", "an exit to a stack id that was never entered")                                \
    X(WRONG_METHOD, "wrong-method", "a verified exit from a method that is not on top")                                \
    X(BAD_BLOCK, "bad-block", "a block number past the line table")                                                    \
    X(WRONG_FLAVOUR, "wrong-flavour", "a call for virtual threads without them, or the reverse")                       \
    X(VTHREAD_TWICE, "vthread-twice", "a virtual thread on two system threads at once")                                \
    X(BAD_VTHREAD, "bad-vthread",                                                                                      \
      "a virtual thread that does not exist, or that goes on without a word after another one ended")                  \
    X(NOT_RUNNING, "not-running", "a call before initialize or after shutdown")                                        \
    X(NESTED_EVENT, "nested-event", "an event from a signal handler in the middle of another, dropped")                \
    X(CLOCK_BACKWARDS, "clock-backwards", "a negative step of the clock, taken as none")                               \
    X(NO_ROOM, "no-room", "a record that found no room (data limit, disk or memory)")                                  \
    X(THREAD_LOST, "thread-lost", "a thread that could not be recorded for lack of room")                              \
    X(BAD_OPTION, "bad-option", "an option that is unknown or has a bad value")                                        \
    X(SECOND_FILE, "second-file", "a data file named after one was open")                                              \
    X(BAD_ARGUMENT, "bad-argument", "an argument out of range")                                                        \
    X(UNKNOWN_METHOD, "unknown-method", "a call about a method that is not registered")                                \
    X(BAD_HANDLE, "bad-handle", "a handle that was never given out")                                                   \
    X(OTHER_DEFINITION, "other-definition", "a name or handle defined again with other content")                       \
    X(UNPAIRED, "unpaired", "an end without a begin, or of another kind than the begin")                               \
    X(OPEN_STATE, "open-state", "a state that was still open at the end of its thread or of the run")                  \
    X(NOT_MEMBER, "not-member", "a counter's value from a thread or process that is no member of its target")          \
    X(LOST_EVENT, "lost-event", "an event of the trace that found no room")                                            \
    X(NO_LOCATION, "no-location", "a source location that could not be kept")                                          \
    X(LEFT_FRAME, "left-frame",                                                                                        \
      "an exit that leaves no frame: it names the one on top; name the one that goes on, each by an id of its own")    \
    X(SHARED_STACK_ID, "shared-stack-id",                                                                              \
      "an exit that leaves no frame, again: frames share a stack id, and calls are taken for tail calls")              \
    X(UNTOLD_WAIT, "untold-wait",                                                                                      \
      "a virtual thread that stops without a word, runnable as it seems: qprof_vthread_suspend says that it waits")    \
    X(NOT_SAMPLED, "not-sampled", "a sample in a run that is not sampled (-sample)")                                   \
    X(LEFT_OUT, "left-out",                                                                                            \
      "a method that could not be recorded: if it ran, its time is that of its callers; qii info names up to 100")

enum qp_diagnostic_kind {
#define X(constant, name, text) QP_DIAGNOSTIC_##constant,
    QP_DIAGNOSTIC_KINDS(X)
#undef X
        QP_DIAGNOSTIC_COUNT
};

/* Its name for scripts, and its text for people; kinds past the known ones have a number, written into room. */
#define QP_DIAGNOSTIC_NAME 32
const char *qp_diagnostic_name(unsigned kind, char room[QP_DIAGNOSTIC_NAME]);
const char *qp_diagnostic_words(unsigned kind);

_Static_assert(QP_DIAGNOSTIC_COUNT <= QP_DIAGNOSTICS, "the header has room for every kind");

#endif
