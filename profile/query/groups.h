/* groups.h - what the virtual threads of each group did, and each of them.
 *
 *   self, blocked ...  from the group's trees, with what was open where no node of the chosen phases has it
 *   paused, wall       from the virtual threads: those that live, and those that ended or were in a chosen phase; wall
 *                      is the sum of their lives
 *   recorder           callbacks of the client's, and own cost that was taken off the trees
 *
 * So self + runnable + blocked + waiting + uncounted + recorder + paused = wall in a sound file (ledger.h). */
#ifndef QP_QUERY_GROUPS_H
#define QP_QUERY_GROUPS_H

#include "profile/query/query.h"

struct qp_group_totals {
    struct qp_totals totals;
    uint64_t created; /* that entered a method in the chosen phases */
    uint64_t ended;   /* in the chosen phases */
    uint64_t living;  /* at the end */
    uint64_t migrations;
    uint64_t longest;                  /* that one of them was on a carrier without leaving it */
    uint64_t longest_life;             /* of those in lives */
    uint64_t longest_delay;            /* of those in delays */
    uint64_t lives[QP_LIVES_BUCKETS];  /* how long those that ended lived (percentile.h) */
    uint64_t delays[QP_LIVES_BUCKETS]; /* how long each was runnable, each time that it went on */
};

struct qp_groups {
    struct qp_group_totals *items; /* by group; of groups of other products all is 0 */
};

/* The groups of a query that chose no thread. Returns false without memory; nothing is to be closed then. */
bool qp_groups_open(struct qp_groups *groups, const struct qp_query *query);
void qp_groups_close(struct qp_groups *groups);

/* How many virtual threads of all groups together entered a method in the chosen phases. */
uint64_t qp_groups_created(const struct qp_query *query);

/* What a virtual thread did in the chosen phases: its times, and what is open. How many events each had is not
 * recorded: own cost is taken off its times in the proportion in which it is off its group's. A kept one has
 * something in its own phase only, and nothing when that was cleared. The first gives times by state and returns what
 * was paused: for a million of them one after the other. */
uint64_t qp_thread_times(const struct qp_query *query, uint32_t thread, uint64_t times[QP_TIMES]);
struct qp_totals qp_thread_totals(const struct qp_query *query, uint32_t thread);

/* Whether what was recorded of a virtual thread is of a chosen phase: its times, migrations and longest. */
bool qp_thread_is_chosen(const struct qp_query *query, uint32_t thread);

#endif
