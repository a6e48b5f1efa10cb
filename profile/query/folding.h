/* folding.h - recursion folding: search for an earlier path of the same method, while call paths are built in a walk
 * over nodes.
 *
 * A walk goes down to a node's children and up again. Each path is entered on the way down, and left on the way up. */
#pragma once

#include "base/scratch.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct qp_folding {
    struct qp_scratch scratch; /* owns all arrays */
    uint32_t *levels;          /* for each path: its distance from the top */
    uint32_t *line;            /* for each level: last entered path */
    uint32_t *latest;          /* for each method: its last entered path */
    uint32_t *line_before;     /* for each node: previous value in `line`, saved on enter */
    uint32_t *latest_before;   /* for each node: previous value in `latest`, saved on enter */
};

/* Begin a walk. `nodes` and `methods` are the numbers of nodes and methods of the profile. Return false if out of
 * memory; close the folding in either case. */
bool qp_folding_open(struct qp_folding *folding, size_t nodes, size_t methods);
void qp_folding_close(struct qp_folding *folding);

/* Register a new path below `parent`, or at the top if `parent` is QP_NONE. */
void qp_folding_made(struct qp_folding *folding, uint32_t path, uint32_t parent);

/* Return the lowest path of a method among `path` and the paths above it. Return QP_NONE if the method has none
 * there. */
uint32_t qp_folding_find(const struct qp_folding *folding, uint32_t path, uint32_t method);

/* Enter or leave a node, given its path and its method; QP_NONE = no method. */
void qp_folding_enter(struct qp_folding *folding, uint32_t node, uint32_t path, uint32_t method);
void qp_folding_leave(struct qp_folding *folding, uint32_t node, uint32_t path, uint32_t method);
