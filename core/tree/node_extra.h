/* node_extra.h - rarely used numbers of a node: suspensions and their wakers, cycles, monitors, allocations, shortest
 * and longest call.
 *
 * Only the thread that owns the carrier may call these functions, during an event. */
#pragma once

#include "core/thread/tstate.h"

/* Return the node's extra record, NULL if there is none yet. */
static inline struct qp_node_extra_record *qp_node_extra_find(const struct qp_tstate *tstate,
                                                              const struct qp_node *node)
{
    uint32_t extra = qp_load_relaxed(&node->extra);
    return extra == 0 ? NULL : qp_tstate_at(tstate, extra);
}

static inline void qp_node_extra_allocate(struct qp_node_extra_record *extra, uint64_t bytes, uint64_t objects)
{
    extra->allocated_bytes += bytes;
    extra->allocated_objects += objects;
    extra->allocations++;
}

/* Find or make the node's extra record. Return NULL if there is no room. */
struct qp_node_extra_record *qp_node_extra_of(struct qp_carrier *carrier, enum qp_product product,
                                              struct qp_node *node);

/* Return the waiting node's edge that was used last, if this edge leads to the node `waker`, which was on top of the
 * waker's stack. Otherwise return NULL. */
static inline struct qp_edge_record *qp_node_extra_last_edge(const struct qp_tstate *tstate,
                                                             const struct qp_node_extra_record *extra, uint32_t waker)
{
    struct qp_edge_record *edge = qp_tstate_at(tstate, extra->edge);
    return extra->edge != 0 && edge->waker == waker ? edge : NULL;
}

/* Find or make the edge from a waiting node to the node `waker`, which was on top of the waker's stack. Return NULL
 * if there is no room. */
struct qp_edge_record *qp_node_extra_edge(struct qp_carrier *carrier, enum qp_product product,
                                          struct qp_node_extra_record *extra, uint32_t waker);
