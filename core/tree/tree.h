/* tree.h - the calling-context tree of a carrier: find, or make, the child of a node for a method.
 *
 * Children form a circle and a parent remembers the one found last, so calls in turn find theirs at once (the hot path
 * tries last and the one after it; a plain list costs 1.44 R at 350,000 nodes, the circle 1.1). Beyond 8 children an
 * index finds the others. Nodes never move or die within a file. One user at a time: the owner of the carrier. */
#ifndef QP_TREE_TREE_H
#define QP_TREE_TREE_H

#include "core/thread/lane.h"

/* The child of parent for method (not 0) that is at hand, NULL when it must be searched for. */
static inline struct qp_node *qp_tree_child(const struct qp_lane *lane, struct qp_node *parent, uint64_t method)
{
    struct qp_node *child = qp_lane_node(lane, parent->last);
    if (QP_LIKELY(child->method == method))
        return child;
    uint32_t next = child->sibling;
    child = qp_lane_node(lane, next);
    if (QP_UNLIKELY(child->method != method))
        return NULL;
    parent->last = next;
    return child;
}

/* The child wherever it is, NULL when there is none. */
QP_SHARED struct qp_node *qp_tree_search(struct qp_carrier *carrier, struct qp_node *parent, uint64_t method);

/* A new child. When there is no room: the node of its method under the fold node of the lane, or that node itself. */
QP_SHARED struct qp_node *qp_tree_add(struct qp_carrier *carrier, enum qp_product product, struct qp_node *parent,
                                      uint64_t method);

/* The child, found or made. */
QP_SHARED struct qp_node *qp_tree_get(struct qp_carrier *carrier, enum qp_product product, struct qp_node *parent,
                                      uint64_t method);

/* Whether what hangs together at a node that has children does, for QP_CHECK: the one found last is a child of it, and
 * lies above it in the file. */
bool qp_tree_is_valid(const struct qp_node *parent);

/* Make the root of (epoch, group); group 0 is the thread itself. Returns. Its qp_root, NULL when there is no room. */
struct qp_root *qp_tree_root(struct qp_carrier *carrier, enum qp_product product, uint32_t epoch, uint32_t group,
                             uint32_t flags);

/* Make the fold node under a root that is to be the lane's own. Returns its reference, 0 when there is no room. */
uint32_t qp_tree_make_fold(struct qp_carrier *carrier, const struct qp_root *root);

/* A new data file: make the node at which empty lists of children end. Returns 0 or -1. With the cold lock. */
int qp_tree_reset(void);

#endif
