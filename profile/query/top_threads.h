/* top_threads.h - virtual threads with the highest values, of all in the file.
 *
 * The file has all living virtual threads, and the top-k that ended. A virtual thread that lived in several phases is
 * one row: the sum over those chosen phases in which it was a top-k thread. So if one phase is chosen, the first
 * QP_KEPT virtual threads of a group are exact for each value that the file has a top-k list for. */
#pragma once

#include "profile/query/groups.h"
#include "profile/source/pattern.h"

enum qp_top_by {
    QP_TOP_BY_RUNNING,
    QP_TOP_BY_SUSPENDED, /* blocked and waiting */
    QP_TOP_BY_RUNNABLE,
    QP_TOP_BY_MIGRATIONS,
    QP_TOP_BY_LONGEST, /* longest time on a carrier without leaving it */
    QP_TOP_BY_LIFE
};

struct qp_top_thread {
    uint32_t thread; /* index of the living thread, or of its entry in one phase */
    uint64_t value;  /* the value by which the threads are sorted */
    struct qp_totals totals;
    uint64_t longest;
    uint64_t migrations;
};

struct qp_top_threads {
    struct qp_top_thread *items; /* sorted by descending value; threads of equal value by age, oldest first */
    uint32_t count;
    uint32_t listed; /* number of listed threads that pass the filter */
};

/* Choose at most `most` threads (QP_NONE = all). Their names, or their groups' names, must pass the filter (NULL =
 * all), and they must have been in a chosen phase. Return false if out of memory; then nothing needs to be closed. */
bool qp_top_threads_open(struct qp_top_threads *top, const struct qp_query *query, const struct qp_filter *filter,
                         enum qp_top_by by, uint32_t most);
void qp_top_threads_close(struct qp_top_threads *top);
