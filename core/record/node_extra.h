/* node_extra.h - a node's colder numbers: blocked and waiting time, cycles, monitors, minimum and maximum.
 *
 * Called by the owner of the carrier, in an event. */
#ifndef QP_RECORD_NODE_EXTRA_H
#define QP_RECORD_NODE_EXTRA_H

#include "core/record/lane.h"

/* The extra record of a node of the carrier's trees, NULL when there is none. */
struct qp_node_extra_record *qp_node_extra_find(const struct qp_carrier *carrier, const struct qp_node *node);

/* The node's extra record, found or made; NULL when there is no room. */
struct qp_node_extra_record *qp_node_extra_of(struct qp_carrier *carrier, enum qp_product product,
                                              struct qp_node *node);

#endif
