/* groups.h - times of virtual threads, for each group and each thread.
 *
 * The numbers of a group come from different records:
 *
 *   self, blocked ...  its call trees, plus open time that no node of the chosen phases includes
 *   paused, wall       its virtual threads: living ones, and those that ended or were in a chosen phase. wall is the
 * sum of their lives recorder           the client's callbacks (its virtual threads), and overhead subtracted from its
 * trees
 *
 * So self + runnable + blocked + waiting + uncounted + recorder + paused = wall in a consistent file (ledger.h). */
#pragma once

#include "profile/query/query.h"

struct qp_group_totals {
    struct qp_totals totals;
    uint64_t created; /* virtual threads that entered a method in the chosen phases */
    uint64_t ended;   /* virtual threads that ended in the chosen phases */
    uint64_t living;  /* virtual threads living at the end */
    uint64_t migrations;
    uint64_t longest;                  /* longest time on a carrier without leaving it */
    uint64_t longest_life;             /* longest duration counted in the histogram `lives` */
    uint64_t longest_delay;            /* longest duration counted in the histogram `delays` */
    uint64_t lives[QP_LIVES_BUCKETS];  /* histogram of the lives of threads that ended (percentile.h) */
    uint64_t delays[QP_LIVES_BUCKETS]; /* histogram of the times spent runnable before each resumption */
};

struct qp_groups {
    struct qp_group_totals *items; /* totals of each group; all 0 for groups of other products */
};

/* Add up the groups of a query. The query must not select a single thread. Return false if out of memory; then
 * nothing needs to be closed. */
bool qp_groups_open(struct qp_groups *groups, const struct qp_query *query);
void qp_groups_close(struct qp_groups *groups);

/* Return how many virtual threads of all groups entered a method in the chosen phases. */
uint64_t qp_groups_created(const struct qp_query *query);

/* Return a virtual thread's times in the chosen phases, including open time. The number of events is recorded per
 * group, not per thread. So each of the thread's times is reduced by the fraction of the whole group's time that is
 * overhead. A top-k thread has times in its own phase only, and no times if that phase was cleared. qp_thread_times is
 * the faster function, for a million threads: it stores times by state and returns the paused time. */
uint64_t qp_thread_times(const struct qp_query *query, uint32_t thread, uint64_t times[QP_TIMES]);
struct qp_totals qp_thread_totals(const struct qp_query *query, uint32_t thread);

/* Return true if the epoch in which a virtual thread's times, migrations and longest time were recorded belongs to a
 * chosen phase. */
bool qp_thread_is_chosen(const struct qp_query *query, uint32_t thread);
