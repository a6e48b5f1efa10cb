/* node_extra.h - a node's colder numbers: what virtual threads were suspended in it and who woke them, cycles,
 * monitors, minimum and maximum.
 *
 * Called by the owner of the carrier, in an event. */
#ifndef QP_TREE_NODE_EXTRA_H
#define QP_TREE_NODE_EXTRA_H

#include "core/thread/lane.h"

/* The node's extra record, NULL when there is none yet. */
static inline struct qp_node_extra_record *qp_node_extra_find(const struct qp_lane *lane, const struct qp_node *node)
{
    uint32_t extra = qp_load_relaxed(&node->extra);
    return extra == 0 ? NULL : qp_lane_at(lane, extra);
}

/* The same, made if there is none; NULL when there is no room. */
struct qp_node_extra_record *qp_node_extra_of(struct qp_carrier *carrier, enum qp_product product,
                                              struct qp_node *node);

/* The edge from a waiter to the node on top of who woke it, when it is the one used last; else NULL. */
static inline struct qp_edge_record *qp_node_extra_last_edge(const struct qp_lane *lane,
                                                             const struct qp_node_extra_record *extra, uint32_t waker)
{
    struct qp_edge_record *edge = qp_lane_at(lane, extra->edge);
    return extra->edge != 0 && edge->waker == waker ? edge : NULL;
}

/* The same, found or made. */
struct qp_edge_record *qp_node_extra_edge(struct qp_carrier *carrier, struct qp_node_extra_record *extra,
                                          uint32_t waker);

#endif
