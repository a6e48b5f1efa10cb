/* folding.h - where recursion leads back to, while call paths are put together in the order of a walk: down to a node's
 * children and up again. On the way down each path is entered, and left on the way up. */
#ifndef QP_QUERY_FOLDING_H
#define QP_QUERY_FOLDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct qp_folding {
    uint32_t *levels;   /* by path: how far below its top */
    uint32_t *line;     /* by level: the path that was entered last there */
    uint32_t *latest;   /* by method: the path of it that was entered last */
    uint32_t *overline; /* by node: what stood in the line before it was entered */
    uint32_t *earlier;  /* by node: what was the method's latest */
};

/* Returns false without memory. Closed in either case. */
bool qp_folding_open(struct qp_folding *folding, size_t nodes, size_t methods);
void qp_folding_close(struct qp_folding *folding);

/* A path was made below another one; parent QP_NONE = it is a top. */
void qp_folding_made(struct qp_folding *folding, uint32_t path, uint32_t parent);

/* The path, this one or above it, of a method; QP_NONE = there is none. The path is the one that was entered last. */
uint32_t qp_folding_find(const struct qp_folding *folding, uint32_t path, uint32_t method);

/* A node with its path and method, QP_NONE = none. */
void qp_folding_enter(struct qp_folding *folding, uint32_t node, uint32_t path, uint32_t method);
void qp_folding_leave(struct qp_folding *folding, uint32_t node, uint32_t path, uint32_t method);

#endif
