/* top_threads.h - the virtual threads that had the most of something, of those that are told one by one: all that live,
 * and of those that ended the ones that were kept.
 *
 * A virtual thread of several phases is one row, with the sum of the phases that are chosen and in which it was kept.
 * So the top QP_KEPT of a group by what they are kept by are the true ones where one phase is looked at. */
#ifndef QP_QUERY_TOP_THREADS_H
#define QP_QUERY_TOP_THREADS_H

#include "profile/query/groups.h"
#include "profile/source/pattern.h"

enum qp_top_by {
    QP_TOP_BY_RUNNING,
    QP_TOP_BY_SUSPENDED, /* blocked and waiting */
    QP_TOP_BY_RUNNABLE,
    QP_TOP_BY_MIGRATIONS,
    QP_TOP_BY_LONGEST, /* on a carrier without leaving it */
    QP_TOP_BY_LIFE
};

struct qp_top_thread {
    uint32_t thread; /* index: as it lives, or one of its phases */
    uint64_t value;  /* what it is chosen by */
    struct qp_totals totals;
    uint64_t longest;
    uint64_t migrations;
};

struct qp_top_threads {
    struct qp_top_thread *items; /* most first; of equal ones the older first */
    uint32_t count;
    uint32_t told; /* how many of those that pass are told one by one */
};

/* At most so many (QP_NONE = all) of those whose name, or their group's, passes the filter; NULL = of all. Those that
 * were in no chosen phase are left out. Returns false without memory; nothing is to be closed then. */
bool qp_top_threads_open(struct qp_top_threads *top, const struct qp_query *query, const struct qp_filter *filter,
                         enum qp_top_by by, uint32_t most);
void qp_top_threads_close(struct qp_top_threads *top);

#endif
