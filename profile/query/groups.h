/* groups.h - times of virtual threads, for each group and each thread.
 *
 *   self, blocked ...  from the group's trees, plus open time that no node of the chosen phases shows
 *   paused, wall       from the virtual threads: living ones, and those that ended or were in a chosen phase; wall
 *                      is the sum of their lives
 *   recorder           the client's callbacks, and overhead subtracted from the trees
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
    uint64_t longest_life;             /* of those in lives */
    uint64_t longest_delay;            /* of those in delays */
    uint64_t lives[QP_LIVES_BUCKETS];  /* lives of those that ended (percentile.h) */
    uint64_t delays[QP_LIVES_BUCKETS]; /* runnable times, one for each resumption */
};

struct qp_groups {
    struct qp_group_totals *items; /* by group; all 0 for groups of other products */
};

/* Sum up the groups of a query that chose no thread. Return false if out of memory; then nothing needs to be closed. */
bool qp_groups_open(struct qp_groups *groups, const struct qp_query *query);
void qp_groups_close(struct qp_groups *groups);

/* Return how many virtual threads of all groups entered a method in the chosen phases. */
uint64_t qp_groups_created(const struct qp_query *query);

/* Return a virtual thread's times in the chosen phases, including open time. Its number of events is not recorded, so
 * overhead is subtracted in the same proportion as for its group. A top-k thread has time in its own phase only, and
 * none if that was cleared. qp_thread_times is faster, for a million threads: it stores times by state and returns the
 * paused time. */
uint64_t qp_thread_times(const struct qp_query *query, uint32_t thread, uint64_t times[QP_TIMES]);
struct qp_totals qp_thread_totals(const struct qp_query *query, uint32_t thread);

/* Return true if a virtual thread's recorded times, migrations and longest time were recorded in a chosen phase. */
bool qp_thread_is_chosen(const struct qp_query *query, uint32_t thread);
