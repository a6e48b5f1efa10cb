/* vthread.h - virtual threads by their id: tables that are read without locks.
 *
 *           find  get   end
 *   find    ok    ok    ok    any thread, in an event
 *   get           ok    ok    the same, as look_up; take the lock of the id's table where find misses
 *   end                 ok    the same
 *
 * Contexts are type-stable and tables are never unmapped, so a search in an old table, or while slots move, finds a
 * context whose id it then compares, or misses. Free contexts belong to carriers, which take and give back some at
 * once: so creating and ending needs no lock that all carriers share. */
#ifndef QP_VTHREAD_VTHREAD_H
#define QP_VTHREAD_VTHREAD_H

#include "base/atomic.h"
#include "base/attribute.h"
#include "core/thread/lane.h"

#include <stdint.h>

/* The live virtual thread with this id. NULL when there is none; and now and then where there is one, while others come
 * and go: it is for those who then look_up or get. */
QP_SHARED struct qp_context *qp_vthread_find(enum qp_product product, uint64_t id);

/* Return true if the context, which may be NULL, is that of the virtual thread with this id, and that lives. */
static inline bool qp_vthread_is(const struct qp_context *context, uint64_t id)
{
    return context && qp_load_relaxed(&context->virtual_id) == id &&
           qp_load_acquire(&context->state) != QP_CONTEXT_FREE; /* pairs with publish */
}

/* Find a virtual thread's context; NULL only if there is none. */
struct qp_context *qp_vthread_look_up(struct qp_lane *lane, enum qp_product product, uint64_t id);

/* Find a virtual thread's context, or make it at this tick (0 = now), with an empty stack and no group. Return NULL if
 * there is no room. */
struct qp_context *qp_vthread_get(struct qp_lane *lane, enum qp_product product, uint64_t id, uint64_t tick);

/* The virtual thread ended: free its context. No lane has it mounted. Returns false when another thread was faster. */
bool qp_vthread_end(struct qp_lane *lane, enum qp_product product, struct qp_context *context);

/* Of the free contexts of the lane keep so many, and let other carriers have the rest. */
void qp_vthread_give_back(struct qp_lane *lane, enum qp_product product, uint32_t kept);

/* Call visit for each live one. */
void qp_vthread_each(enum qp_product product, void (*visit)(struct qp_context *context, void *data), void *data);

/* A new run of the product; a new data file. */
void qp_vthread_reset(enum qp_product product);
void qp_vthread_reset_records(void);

#endif
