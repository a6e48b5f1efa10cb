/* vthread.h - virtual threads by their id: hash tables that are read without locks.
 *
 * Any thread may call these functions during an event. "ok" means that two threads may be in both functions at once:
 *
 *           find  get   end
 *   find    ok    ok    ok    takes no lock
 *   get           ok    ok    takes the lock of the id's table if find misses; look_up does the same
 *   end                 ok    takes the lock of the id's table
 *
 * The memory of a context is only reused for contexts, and tables are never unmapped. So a search in an old table, or
 * while slots move, either finds a context and compares its id, or finds nothing. Free contexts belong to carriers,
 * which take and give back several at once. So most virtual threads are created and ended without a lock that all
 * carriers share. */
#pragma once

#include "base/atomic.h"
#include "base/attribute.h"
#include "core/thread/tstate.h"

#include <stdint.h>

/* Return the live virtual thread with this id, NULL if there is none. While other virtual threads are created or
 * end, the search may also return NULL for a live one. Callers that must find the virtual thread then call
 * qp_vthread_look_up or qp_vthread_get. */
QP_SHARED struct qp_context *qp_vthread_find(enum qp_product product, uint64_t id);

/* Return true if the context, which may be NULL, belongs to the live virtual thread with this id. */
static inline bool qp_vthread_is(const struct qp_context *context, uint64_t id)
{
    return context && qp_load_relaxed(&context->virtual_id) == id &&
           qp_load_acquire(&context->state) != QP_CONTEXT_FREE; /* pairs with publish */
}

/* Find a virtual thread's context. Return NULL only if there is no such virtual thread. */
struct qp_context *qp_vthread_look_up(struct qp_tstate *tstate, enum qp_product product, uint64_t id);

/* Find a virtual thread's context, or make it at this tick (0 = now), with an empty stack and no group. Return NULL if
 * there is no room. */
struct qp_context *qp_vthread_get(struct qp_tstate *tstate, enum qp_product product, uint64_t id, uint64_t tick);

/* Free the context of a virtual thread that ended and is mounted nowhere. Return false if another thread has freed it
 * already. */
bool qp_vthread_end(struct qp_tstate *tstate, enum qp_product product, struct qp_context *context);

/* Keep `kept` of the thread state's free contexts, and give the rest to other carriers. */
void qp_vthread_give_back(struct qp_tstate *tstate, enum qp_product product, uint32_t kept);

/* Call visit for each live virtual thread. */
void qp_vthread_each(enum qp_product product, void (*visit)(struct qp_context *context, void *data), void *data);

/* Reset for a new run of the product. */
void qp_vthread_reset(enum qp_product product);
