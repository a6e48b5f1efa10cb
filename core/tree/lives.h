/* lives.h - the virtual threads of a group that began, went on and ended on one carrier in one epoch: sums, histograms
 * and those that had the most of something. By the owner of the carrier, in an event. */
#ifndef QP_TREE_LIVES_H
#define QP_TREE_LIVES_H

#include "core/thread/lane.h"

/* The lives record of a root, found or made; NULL when there is no room, and for a carrier's own root. */
struct qp_lives_record *qp_lives_of(struct qp_root *root);

/* The same of a group in the lane's present epoch, found again in line. */
struct qp_lives_record *qp_lives_search(struct qp_lane *lane, enum qp_product product, uint32_t group);

/* Groups lie one behind the other in the file: by their number there, neighbours have a place each. By the reference
 * all shared two of eight places, and 40 of 100 switches of a scheduler with four groups went the slow way. */
static inline uint64_t *qp_lives_place(struct qp_lane *lane, enum qp_product product, uint32_t group)
{
    uint32_t number = group / (sizeof(struct qp_group_record) / QP_UNIT);
    return &qp_lane_cold(lane, product)->lives[number % QP_LANE_LIVES];
}

static inline struct qp_lives_record *qp_lives_at_hand(struct qp_lane *lane, enum qp_product product, uint32_t group)
{
    uint64_t known = *qp_lives_place(lane, product, group);
    if (QP_LIKELY(known >> 32 == group))
        return qp_lane_at(lane, (uint32_t)known);
    return NULL;
}

/* The bucket of a duration. */
static inline unsigned qp_lives_bucket(uint64_t ticks)
{
    unsigned bucket = 63 - (unsigned)__builtin_clzll(ticks | 1);
    return bucket < QP_LIVES_BUCKETS ? bucket : QP_LIVES_BUCKETS - 1;
}

/* A virtual thread was runnable for so long before it went on. */
static inline void qp_lives_add_delay(struct qp_lives_record *lives, uint64_t ticks)
{
    lives->delays[qp_lives_bucket(ticks)]++;
    if (ticks > lives->longest_delay)
        lives->longest_delay = ticks;
}

/* A virtual thread's part of the root's epoch, which is over at its `since`, because it ended or the epoch did. */
void qp_lives_add(struct qp_root *root, const struct qp_context *context, bool ended);

/* A new data file. */
void qp_lives_reset_records(void);

#endif
