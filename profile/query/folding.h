/* folding.h - recursion folding while call paths are built in a walk over nodes.
 *
 * A walk goes down to a node's children and up again. Each path is entered on the way down, and left on the way up. */
#pragma once

#include "base/scratch.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct qp_folding {
    struct qp_scratch scratch; /* has all arrays */
    uint32_t *levels;          /* by path: its distance from the top */
    uint32_t *line;            /* by level: last entered path */
    uint32_t *latest;          /* by method: its last entered path */
    uint32_t *line_before;     /* by node: previous value of line, saved on enter */
    uint32_t *latest_before;   /* by node: previous value of latest, saved on enter */
};

/* Return false if out of memory. Must be closed in either case. */
bool qp_folding_open(struct qp_folding *folding, size_t nodes, size_t methods);
void qp_folding_close(struct qp_folding *folding);

/* Note a new path below `parent`, which is QP_NONE for a top path. */
void qp_folding_made(struct qp_folding *folding, uint32_t path, uint32_t parent);

/* Return the last entered path of a method among this path and those above it, or QP_NONE. */
uint32_t qp_folding_find(const struct qp_folding *folding, uint32_t path, uint32_t method);

/* Enter and leave a node with its path and method, QP_NONE = none. */
void qp_folding_enter(struct qp_folding *folding, uint32_t node, uint32_t path, uint32_t method);
void qp_folding_leave(struct qp_folding *folding, uint32_t node, uint32_t path, uint32_t method);
