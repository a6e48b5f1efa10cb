/* calltree.h - the trees of a query made one: equal call paths on several threads, or in several phases, are one. */
#ifndef QP_TREE_CALLTREE_H
#define QP_TREE_CALLTREE_H

#include "profile/query/rollup.h"

/* How the trees of a query are put together. */
enum qp_calltree_shape {
    QP_CALLTREE_MERGED,        /* one top for all */
    QP_CALLTREE_APART,         /* a top for each thread and each group of virtual threads */
    QP_CALLTREE_UNDER_SPAWNER, /* one top; a group's tree hangs under the path on which the first of it was created */
    QP_CALLTREE_UNDER_RESUMER  /* the same of where it was resumed first */
};

/* Which call paths are in the tree. */
struct qp_calltree_choice {
    enum qp_calltree_shape shape;
    const bool *focus;  /* by method: only what is in one of these and below; NULL = all */
    const bool *ignore; /* by method: without what is in one of these and below; NULL = all */
    bool fold;          /* a method that is called again below itself goes on where it was first */
    double least_share; /* percent: paths with less may have no paths below them, whose time they keep; for the first
                           two shapes if nothing else is chosen. 0 = all paths */
};

struct qp_call_path {
    uint32_t parent;  /* index, QP_NONE = a top */
    uint32_t method;  /* index, QP_NONE = a top, a group's, or call paths that found no room */
    uint32_t group;   /* index: what follows is a group's tree, under who created or resumed it; QP_NONE = it is not */
    uint32_t child;   /* index of one of its children */
    uint32_t sibling; /* index of another child of its parent */
    uint64_t calls;
    uint64_t self;
    uint64_t total; /* ticks; where the query has no time at all, calls of the path and below */
    uint64_t elapsed;
    uint64_t recorder; /* what was subtracted from total (own_cost.h) */
    uint64_t runnable;
    uint64_t blocked;
    uint64_t waiting;
    bool estimated; /* a part of elapsed is */
    bool chosen;    /* it has what was chosen; of others only the calls are told */
    bool kept;      /* it, or a path below it, has what was chosen */
    bool pruned;    /* the paths below it are left out (least_share) */
};

struct qp_calltree {
    struct qp_call_path *items; /* tops first, parents before their children */
    uint32_t count;
    uint32_t tops;
    uint32_t *threads; /* by top, when they are kept apart: index of a carrier, or of a group */
    bool *groups;      /* by top: it is a group */
};

/* What a call path has above a node, by bit, and what it has with a method more. */
enum { QP_CALLTREE_FOCUSED = 1, QP_CALLTREE_IGNORED = 2 };

static inline unsigned qp_calltree_passed(const struct qp_calltree_choice *choice, unsigned above, uint32_t method)
{
    if (method == QP_NONE)
        return above;
    return above | (choice->focus && choice->focus[method] ? QP_CALLTREE_FOCUSED : 0) |
           (choice->ignore && choice->ignore[method] ? QP_CALLTREE_IGNORED : 0);
}

static inline bool qp_calltree_chosen(const struct qp_calltree_choice *choice, unsigned passed)
{
    return (!choice->focus || (passed & QP_CALLTREE_FOCUSED)) && !(passed & QP_CALLTREE_IGNORED);
}

/* A group of which the query does not show where it was created, or resumed, hangs under the top. Returns false without
 * memory; nothing is to be freed then. */
bool qp_calltree_open(struct qp_calltree *tree, const struct qp_query *query, const struct qp_calltree_choice *choice);
void qp_calltree_close(struct qp_calltree *tree);

/* Put the children of a path that have calls, time or children into array, the heavy ones first.
 * The result is their number. */
uint32_t qp_calltree_children(const struct qp_calltree *tree, uint32_t path, uint32_t *array);

#endif
