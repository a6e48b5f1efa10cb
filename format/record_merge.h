/* record_merge.h - the records that only merged files have. Part of record.h.
 *
 * These records describe the merged runs, and hold values that reports need to compute totals over several runs. In a
 * merged file, a tick is a nanosecond, whatever clock the runs used, and a time is relative to the start of its run.
 * The flags of a node, instead of those of its method, determine the state to which its time belongs, because a method
 * may have different flags in different runs. */
#pragma once

#include "format/record_file.h"

/* A merged run. The first five numbers after `published` identify the run. */
struct qp_run_record {
    uint32_t published;
    uint32_t pid;
    uint64_t process_start;
    uint64_t start_realtime_ns;
    uint64_t start_tick; /* start on its own clock */
    uint32_t rank;
    uint32_t ranks;
    uint64_t duration_ns;
    uint32_t program; /* reference of a string. This field and the next two are as in the header */
    uint32_t directory;
    uint32_t options[QP_PRODUCTS];
    uint32_t flags;    /* QP_RUN_* */
    uint32_t products; /* as in the header */
    uint32_t clock_kind;
    uint64_t calls[QP_PRODUCTS];
    struct qp_own_cost own_cost[QP_PRODUCTS]; /* in 1/256 nanosecond */
};

#define QP_RUN_WENT_ON     1u /* still running when it was merged */
#define QP_RUN_KILLED      2u
#define QP_RUN_SAVED_COPY  4u
#define QP_RUN_NO_SHUTDOWN 8u
#define QP_RUN_LOG         16u /* the run had an event log or counters, which are not merged */
#define QP_RUN_DAMAGED     32u

/* Overhead in a node's self time, summed over the merged runs. Each run measured its own overhead. */
struct qp_own_record {
    uint32_t node; /* reference of the node, published last */
    uint32_t unused;
    uint64_t ticks;
};

/* Number of a root's virtual threads that were alive at the end of their run. Their times are included in the
 * totals. */
struct qp_living_record {
    uint32_t root; /* reference of the root, published last */
    uint32_t unused;
    uint64_t count;
};

_Static_assert(sizeof(struct qp_run_record) == 200, "a run has no hidden padding");
