/* tree.h - the calling-context tree of a carrier: find or make the child of a node for a method.
 *
 * Children form a circular list, and the parent remembers the child found last. The hot path tries that child and the
 * one after it, so two callees that alternate are found at once. With 350,000 nodes an entry and exit take 1.1 times as
 * long as two clock reads; with a plain list they took 1.44 times as long. If a node has more than 8 children, an index
 * finds the others. Nodes never move or die within a file. Only the thread that owns the carrier may use its tree. */
#pragma once

#include "core/thread/tstate.h"

/* Return the child of `parent` for `method`, which is not 0. Check only the child found last and the sibling after
 * it. If neither is the method's child, return NULL; then qp_tree_search may find the child. */
static inline struct qp_node *qp_tree_child(const struct qp_tstate *tstate, struct qp_node *parent, uint64_t method)
{
    struct qp_node *child = qp_tstate_node(tstate, parent->last);
    if (QP_LIKELY(child->method == method))
        return child;
    uint32_t next = child->sibling;
    child = qp_tstate_node(tstate, next);
    if (QP_UNLIKELY(child->method != method))
        return NULL;
    parent->last = next;
    return child;
}

/* Search all children for the method's child. Return NULL if there is none. */
QP_SHARED struct qp_node *qp_tree_search(struct qp_carrier *carrier, struct qp_node *parent, uint64_t method);

/* Add a new child for the method. If there is no room, return the method's node below the thread state's fold node, or
 * the fold node itself. */
QP_SHARED struct qp_node *qp_tree_add(struct qp_carrier *carrier, enum qp_product product, struct qp_node *parent,
                                      uint64_t method);

/* Find or make the child for the method. If there is no room, return the node that qp_tree_add returns. */
QP_SHARED struct qp_node *qp_tree_get(struct qp_carrier *carrier, enum qp_product product, struct qp_node *parent,
                                      uint64_t method);

/* Return true if a node with children is consistent: the child in node.last has the node as its parent, and lies
 * above the node in the file. For QP_CHECK. */
bool qp_tree_is_valid(const struct qp_node *parent);

/* Find or make the carrier's root for an epoch and a group. Group 0 stands for the thread's own stack. Return NULL if
 * there is no room. */
struct qp_root *qp_tree_root(struct qp_carrier *carrier, enum qp_product product, uint32_t epoch, uint32_t group,
                             uint32_t flags);

/* Find or make the root of a named context beside the root of the same epoch and group. Return that one for 0, and if
 * there is no room. */
struct qp_root *qp_tree_root_named(struct qp_carrier *carrier, enum qp_product product, uint32_t epoch, uint32_t group,
                                   uint16_t named);

/* Make the fold node below `root`, which becomes the thread state's own root. The fold node collects the calls for
 * which there is no room for a node. Return its reference, or 0 if there is no room. */
uint32_t qp_tree_make_fold(struct qp_carrier *carrier, const struct qp_root *root);

/* Reset for a new data file: make the sentinel node, to which nodes without children refer. Return 0, or -1 if there is
 * no room. Call this with the cold lock. */
int qp_tree_reset(void);
