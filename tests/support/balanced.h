/* balanced.h - a small run whose times add up, and the same run with one wrong number.
 *
 * All numbers are ticks. Phase 0 lasts from 0 to 2,000, and is paused from 1,000 to 1,100. Phase 1 begins at 2,000. The
 * last event of the carriers is at 3,000. Thread 1 runs main. The virtual threads of main's group "worker" run on
 * threads 1 and 2:
 *
 *   0xa   from 500 to 2,500: in phase 0 running 600, blocked 500, waiting 200, runnable 100; in phase 1 running 300,
 *         runnable 200
 *   0xb   from 1,500: in phase 0 running 500; in phase 1, until 2,700, running 400, runnable 103, blocked 100,
 *         waiting 50, uncounted 40, callbacks 7; suspended since 2,700
 *   0xc   from 2,100: running on thread 2 */
#pragma once

#include "tests/support/builder.h"

/* References of the run's records. */
struct balanced {
    struct builder builder;
    uint32_t own[2];       /* root nodes of thread 1 in phases 0 and 1 */
    uint32_t other;        /* record of thread 2 */
    uint32_t own_of_other; /* root node of thread 2 in phase 1 */
    uint32_t main;         /* node of main */
    uint32_t worker[2];    /* nodes of "worker" in thread 1's trees of the group */
    uint32_t extra[2];     /* extra data of the worker nodes */
    uint32_t counts;       /* node called by the second worker node; its method counts cycles */
    uint32_t lives[2];     /* records with the sums of ended virtual threads: one for each worker node, at the root
                            * of its tree */
    uint32_t kept[2];      /* records (qp_kept_record) of 0xa, which has ended, one for each phase */
    uint32_t parked;       /* context of 0xb, which is parked */
    uint32_t mounted;      /* context of 0xc, which is mounted */
    uint32_t rare;
    uint32_t group;
};

void balanced_build(struct balanced *balanced);

/* All mistakes that can be planted. The last entry has a NULL name. */
struct balanced_wrong {
    const char *name;
    void (*plant)(struct balanced *balanced);
    const char *message; /* part of the message of the check that finds the mistake */
};
extern const struct balanced_wrong balanced_wrongs[];
