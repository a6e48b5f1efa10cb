/* edges.h - a carrier's index: from a reference and a method to another reference.
 *
 * Holds the children of nodes that have more than a few, the block arrays of (root, method), the roots of groups and
 * the side records of nodes. It grows in steps: each put moves a few old entries, so that no event waits for a whole
 * rehash (2 million entries would take 20 ms). One user at a time: the owner of the carrier. A zeroed struct is empty.
 */
#ifndef QP_CORE_EDGES_H
#define QP_CORE_EDGES_H

#include <stdint.h>

struct qp_edge {
    uint64_t method;
    uint32_t from;
    uint32_t to; /* 0 = empty slot */
};

struct qp_edge_table {
    struct qp_edge *slots;
    uint64_t capacity; /* 0 or a power of two */
};

struct qp_edges {
    struct qp_edge_table now;
    struct qp_edge_table old; /* being moved; capacity 0 = nothing to move */
    uint64_t count;
    uint64_t moved; /* slots of old that are empty by now */
};

/* Returns. 0 when absent. */
uint32_t qp_edges_get(const struct qp_edges *edges, uint32_t from, uint64_t method);

/* Add what is absent so far. Returns. 0, or -1 without memory. */
int qp_edges_put(struct qp_edges *edges, uint32_t from, uint64_t method, uint32_t to);

void qp_edges_fini(struct qp_edges *edges);

#endif
