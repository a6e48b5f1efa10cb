/* record_merge.h - what only a file has that several runs were merged into: the runs, and what their sums need beside
 * the records of a run. A part of record.h.
 *
 * In such a file a tick is a nanosecond, whatever the clock of the runs, and moments count from the start of the run
 * that they are of. A node's flags tell how its time counts: methods may be flagged in one run and not in another. */
#ifndef QP_FORMAT_RECORD_MERGE_H
#define QP_FORMAT_RECORD_MERGE_H

#include "format/record_file.h"

/* A run that was merged. The first five numbers behind published tell it from all others. */
struct qp_run_record {
    uint32_t published;
    uint32_t pid;
    uint64_t process_start;
    uint64_t start_realtime_ns;
    uint64_t start_tick; /* of its own clock */
    uint32_t rank;
    uint32_t ranks;
    uint64_t duration_ns;
    uint32_t program; /* references of strings, as in the header */
    uint32_t directory;
    uint32_t options[QP_PRODUCTS];
    uint32_t flags;    /* QP_RUN_* */
    uint32_t products; /* as in the header */
    uint32_t clock_kind;
    uint64_t calls[QP_PRODUCTS];
    struct qp_own_cost own_cost[QP_PRODUCTS]; /* in 1/256 nanosecond */
};

#define QP_RUN_WENT_ON     1u /* it still ran when it was merged */
#define QP_RUN_KILLED      2u
#define QP_RUN_SAVED_COPY  4u
#define QP_RUN_NO_SHUTDOWN 8u
#define QP_RUN_LOG         16u /* it had a log of events, or counters: these are not merged */
#define QP_RUN_DAMAGED     32u

/* What the recorder's own cost is of a node's self time, as each run measured it. */
struct qp_own_record {
    uint32_t node; /* reference, published last */
    uint32_t unused;
    uint64_t ticks;
};

/* How many virtual threads of a root's lives lived at the end of their run: their times are in the sums. */
struct qp_living_record {
    uint32_t root; /* reference, published last */
    uint32_t unused;
    uint64_t count;
};

_Static_assert(sizeof(struct qp_run_record) == 200, "a run has no hidden padding");

#endif
