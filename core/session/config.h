/* config.h - the options of a product: one table of names, kinds, defaults and help.
 *
 * An option is written -name=value. Case, hyphens and underscores in names are ignored. A value with blanks is quoted.
 * A bool without a value means yes. Later words override earlier words, and the environment overrides both. A test
 * compares doc/options.md with the table. */
#pragma once

#include "format/record.h"

#include <stdbool.h>
#include <stdint.h>

/* Each line is X(constant, name, kind, default, restricted, help). Restricted options are ignored in setuid
 * programs. The `default` of a choice lists all its words, of which the first is the default. */
#define QP_OPTIONS(X)                                                                                                  \
    X(DATA_FILE, "data-file", TEXT, "%v.%p.qii", 1,                                                                    \
      "name of the data file: %v program, %p pid, %r rank, %t time, %n number; none = no file")                        \
    X(REPLACE_DATA_FILE, "replace-data-file", BOOL, "no", 1,                                                           \
      "replace the data file of an earlier run instead of using the next free name")                                   \
    X(RECORD_IN, "record-in", TEXT, "", 1, "directory to record in; the file is copied to its destination at the end") \
    X(MAX_DATA_SIZE, "max-data-size", SIZE, "1G", 0, "limit of the data file; new call paths beyond it are merged")    \
    X(LOG_FILE, "log-file", TEXT, "", 1, "file for the summary at the end, same patterns; default: stderr")            \
    X(APPEND_LOGFILE, "append-logfile", BOOL, "no", 1, "append to the log file")                                       \
    X(QUIET, "quiet", BOOL, "no", 0, "no summary at the end")                                                          \
    X(PROGRAM_NAME, "program-name", TEXT, "", 0, "name of the program, for %v and the reports")                        \
    X(MEASURE_TIMED_CALLS, "measure-timed-calls", CHOICE, "elapsed-time|user+system", 0,                               \
      "clock for method times: elapsed or CPU time")                                                                   \
    X(CLOCK, "clock", CHOICE, "plain|ordered|tsc|monotonic", 0,                                                        \
      "ordered = finish the work before each event: exact times of short functions, costlier events; tsc = the time "  \
      "stamp counter even if the kernel avoids it, monotonic = CLOCK_MONOTONIC")                                       \
    X(DEFAULT_SOURCE_PATH, "default-source-path", TEXT, "", 0, "directories with source files, separated by ':'")      \
    X(RECORD_DATA, "record-data", BOOL, "yes", 0, "no = start paused")                                                 \
    X(RECORD_MIN_MAX, "record-min-max", BOOL, "no", 0, "record the shortest and longest call of each call path")       \
    X(RECORD_TIMELINE, "record-timeline", RING, "no", 0,                                                               \
      "log which virtual thread ran where and when: yes, or ring:SIZE for the latest part (ring:16M)")                 \
    X(FOLD_THREAD_NAMES, "fold-thread-names", BOOL, "yes", 0,                                                          \
      "virtual threads whose names differ only in numbers share call trees; no = one tree per name")                   \
    X(SAVE_SIGNAL, "save-signal", SIGNAL, "none", 1, "signal that saves a copy of the data file (USR2)")               \
    X(SAVE_SLOW, "save-slow", TIME, "none", 0,                                                                         \
      "save a copy when a virtual thread lived longer than this (50ms); at most 10 copies")                            \
    X(SAMPLE, "sample", RATE, "no", 0,                                                                                 \
      "samples per second that the client reports instead of calls: yes = 100, at most 10000")                         \
    X(OVERHEAD, "overhead", FACTOR, "2.0", 0,                                                                          \
      "greatest factor by which recording may slow the program down, for clients that throttle short methods; 0 = "    \
      "any")                                                                                                           \
    X(GRANULARITY, "granularity", CHOICE, "function|line|block", 0,                                                    \
      "granularity of the client's reports (libcprof: line by default)")                                               \
    X(ALLOC, "alloc", CHOICE, "no|exact|sample", 0,                                                                    \
      "the client reports allocations: all, or samples from which it estimates them")                                  \
    X(HITS, "hits", BOOL, "no", 0, "the client reports to libcprof what ran, not how often")                           \
    X(FOLLOW_CHILD_PROCESSES, "follow-child-processes", BOOL, "no", 0, "forked children record in their own files")    \
    X(SHUTDOWN_AT_EXIT, "shutdown-at-exit", BOOL, "no", 0,                                                             \
      "the client relies on the end of the process to end the run")                                                    \
    X(RUN_AT_EXIT, "run-at-exit", TEXT, "", 1, "command to run after the end; %f = the data file")

#define QP_CONFIG_FACTOR 1000 /* the factor 1 as a number */

enum qp_option {
#define X(constant, name, kind, value, restricted, help) QP_OPTION_##constant,
    QP_OPTIONS(X)
#undef X
        QP_OPTION_COUNT
};

/* Values of -clock. */
enum { QP_CLOCK_OPTION_PLAIN, QP_CLOCK_OPTION_ORDERED, QP_CLOCK_OPTION_TSC, QP_CLOCK_OPTION_MONOTONIC };

/* Values of -alloc. */
enum { QP_ALLOC_NONE, QP_ALLOC_EXACT, QP_ALLOC_SAMPLE };

struct qp_config {
    char *text[QP_OPTION_COUNT]; /* owned */
    /* The value of the option as a number. A bool is 0 or 1. A size is in bytes, a rate in samples per second, a
     * time in nanoseconds (0 = none), a factor a number of QP_CONFIG_FACTOR (0 = none). A signal is its number, and a
     * choice is the index of the word. A ring is its size, or 0 for "no" and 1 for "yes". */
    uint64_t number[QP_OPTION_COUNT];
    bool given[QP_OPTION_COUNT];
};

/* Set the defaults, then read the options in `initial`, which may be NULL, and then the options in the environment.
 * `trusted` is false in a setuid program: the environment is not read then. For each bad option, print one line and
 * count the misuse. Return 0, or -1 if out of memory. */
int qp_config_init(struct qp_config *config, enum qp_product product, const char *initial, bool trusted);
void qp_config_fini(struct qp_config *config);

/* Return the value of an option in the form in which qprof_get_option returns it. */
void *qp_config_get(const struct qp_config *config, const char *name);
