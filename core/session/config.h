/* config.h - the options of a product: one table of names, kinds, defaults and help.
 *
 * An option is written -name=value; a name's case, hyphens and underscores do not matter, quotes keep blanks together,
 * a bool alone means yes. Later words win, and the environment comes last. doc/options.md is checked against the table.
 */
#ifndef QP_SESSION_CONFIG_H
#define QP_SESSION_CONFIG_H

#include "base/attribute.h"
#include "format/record.h"

#include <stdbool.h>
#include <stdint.h>

/* X(constant, name, kind, default, restricted, help); restricted ones are not obeyed in setuid programs. For a choice
 * the default is the first word of the list. */
#define QP_OPTIONS(X)                                                                                                  \
    X(DATA_FILE, "data-file", TEXT, "%v.%p.qii", 1,                                                                    \
      "name of the data file: %v program, %p pid, %r rank, %t time, %n number; none = keep nothing")                   \
    X(REPLACE_DATA_FILE, "replace-data-file", BOOL, "no", 1,                                                           \
      "replace the data file of an earlier run, in place of taking the next free name")                                \
    X(RECORD_IN, "record-in", TEXT, "", 1, "directory to record in; the file is copied to its place at the end")       \
    X(MAX_DATA_SIZE, "max-data-size", SIZE, "1G", 0, "bound of the data file; new call paths beyond it are folded")    \
    X(LOG_FILE, "log-file", TEXT, "", 1, "file for the summary at the end, same patterns; default is stderr")          \
    X(APPEND_LOGFILE, "append-logfile", BOOL, "no", 1, "append to the log file")                                       \
    X(QUIET, "quiet", BOOL, "no", 0, "no summary at the end")                                                          \
    X(PROGRAM_NAME, "program-name", TEXT, "", 0, "name of the program, for %v and the reports")                        \
    X(MEASURE_TIMED_CALLS, "measure-timed-calls", CHOICE, "elapsed-time|user+system", 0,                               \
      "what a method's time is: elapsed, or on the CPU")                                                               \
    X(CLOCK, "clock", CHOICE, "plain|ordered", 0,                                                                      \
      "ordered = wait for the work before each event: short functions are timed truly, events cost more")              \
    X(DEFAULT_SOURCE_PATH, "default-source-path", TEXT, "", 0, "directories for source files, ':' between them")       \
    X(RECORD_DATA, "record-data", BOOL, "yes", 0, "no = start paused")                                                 \
    X(RECORD_MIN_MAX, "record-min-max", BOOL, "no", 0, "shortest and longest call of each call path")                  \
    X(RECORD_TIMELINE, "record-timeline", RING, "no", 0,                                                               \
      "log when which virtual thread ran where: yes, or ring:SIZE for the last of it, as in ring:16M")                 \
    X(FOLD_THREAD_NAMES, "fold-thread-names", BOOL, "yes", 0,                                                          \
      "virtual threads whose names differ by numbers share call trees; no = each name has its own")                    \
    X(SAVE_SIGNAL, "save-signal", SIGNAL, "none", 1, "signal that saves a copy of the data file, as in USR2")          \
    X(SAVE_SLOW, "save-slow", TIME, "none", 0,                                                                         \
      "save a copy when a virtual thread lived longer than this, as in 50ms; 10 copies at most")                       \
    X(SAMPLE, "sample", RATE, "no", 0,                                                                                 \
      "samples a second of CPU time that the client is asked for, in place of each call: yes = 100, at most 10000")    \
    X(GRANULARITY, "granularity", CHOICE, "function|line|block", 0,                                                    \
      "what the client is asked to report (libcprof: line by default)")                                                \
    X(HITS, "hits", BOOL, "no", 0, "the client tells libcprof what ran, not how often")                                \
    X(FOLLOW_CHILD_PROCESSES, "follow-child-processes", BOOL, "no", 0, "forked children record in files of their own") \
    X(RUN_AT_EXIT, "run-at-exit", TEXT, "", 1, "command to run after the end; %f is the data file")

enum qp_option {
#define X(constant, name, kind, value, restricted, help) QP_OPTION_##constant,
    QP_OPTIONS(X)
#undef X
        QP_OPTION_COUNT
};

struct qp_config {
    char *text[QP_OPTION_COUNT];      /* owned; of texts and choices */
    uint64_t number[QP_OPTION_COUNT]; /* of bools, sizes, signals, rates and times (ns; 0 = none); of a choice its index
                                         in the list, of a ring its size or a bool */
    bool given[QP_OPTION_COUNT];
};

/* Set the defaults, then read initial (may be NULL), then the environment; trusted = false in setuid programs. What is
 * wrong is told in one line each and counted. Returns 0, or -1 without memory. */
int qp_config_init(struct qp_config *config, enum qp_product product, const char *initial, bool trusted);
void qp_config_fini(struct qp_config *config);

/* The value as qprof_get_option gives it. */
void *qp_config_get(const struct qp_config *config, const char *name);

#endif
