/* top_threads.h - virtual threads with the highest values, among all threads in the file.
 *
 * The file has all living virtual threads. Of the virtual threads that ended, it has those in a top-k list of their
 * group and phase. A virtual thread that lived in several phases is one row, which adds up the chosen phases in which
 * it was in a list. So the first QP_KEPT threads of a group are exact if one phase is chosen and the file has a list
 * for the value. */
#pragma once

#include "profile/query/groups.h"
#include "profile/source/pattern.h"

enum qp_top_by {
    QP_TOP_BY_RUNNING,
    QP_TOP_BY_SUSPENDED, /* blocked and waiting */
    QP_TOP_BY_BLOCKED,
    QP_TOP_BY_WAITING,
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
    uint32_t listed; /* number of threads that pass the filter and were in a chosen phase, whether or not they are
                      * items */
};

/* Choose at most `most` threads (QP_NONE = all). Their names, or their groups' names, must pass the filter (NULL =
 * all), and they must have been in a chosen phase. Return false if out of memory; then nothing needs to be closed. */
bool qp_top_threads_open(struct qp_top_threads *top, const struct qp_query *query, const struct qp_filter *filter,
                         enum qp_top_by by, uint32_t most);
void qp_top_threads_close(struct qp_top_threads *top);
