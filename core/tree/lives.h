/* lives.h - sums, histograms and top-k of a group's virtual threads on one carrier in one epoch.
 *
 * These records cover the virtual threads that began, resumed or ended on the carrier. Only the thread that owns the
 * carrier may call these functions, during an event. */
#pragma once

#include "core/thread/tstate.h"

/* Find or make the lives record of a group's root. Return NULL if there is no room, or if the root belongs to a
 * carrier's own stack. */
struct qp_lives_record *qp_lives_of(struct qp_root *root);

/* Find or make the lives record of a group in the thread state's current epoch. qp_lives_cached then finds the record
 * inline. */
struct qp_lives_record *qp_lives_search(struct qp_tstate *tstate, enum qp_product product, uint32_t group);

/* Return the cache slot of a group. Group records lie one after another in the file, so the slot is chosen by the
 * record's number: neighbours then have different slots. With a slot chosen by the reference itself, all groups shared
 * two of eight slots, and 40 of 100 switches of a scheduler with four groups took the slow path. */
static inline uint64_t *qp_lives_place(struct qp_tstate *tstate, enum qp_product product, uint32_t group)
{
    uint32_t number = group / (sizeof(struct qp_group_record) / QP_UNIT);
    return &qp_tstate_cold(tstate, product)->lives[number % QP_TSTATE_LIVES];
}

static inline struct qp_lives_record *qp_lives_cached(struct qp_tstate *tstate, enum qp_product product, uint32_t group)
{
    uint64_t known = *qp_lives_place(tstate, product, group);
    if (QP_LIKELY(known >> 32 == group))
        return qp_tstate_at(tstate, (uint32_t)known);
    return NULL;
}

/* Return the histogram bucket of a duration. */
static inline unsigned qp_lives_bucket(uint64_t ticks)
{
    unsigned bucket = 63 - (unsigned)__builtin_clzll(ticks | 1);
    return bucket < QP_LIVES_BUCKETS ? bucket : QP_LIVES_BUCKETS - 1;
}

/* Add the delay of a virtual thread to the histogram. The delay is the time for which the virtual thread was
 * runnable before it resumed, in ticks. */
static inline void qp_lives_add_delay(struct qp_lives_record *lives, uint64_t ticks)
{
    lives->delays[qp_lives_bucket(ticks)]++;
    if (ticks > lives->longest_delay)
        lives->longest_delay = ticks;
}

/* Add a virtual thread's times in the root's epoch to the root's lives record. The times end at the tick
 * context->since. If `ended` is true, the virtual thread ended at this tick. Otherwise the epoch ended, or the virtual
 * thread left the group. */
void qp_lives_add(struct qp_root *root, const struct qp_context *context, bool ended);
