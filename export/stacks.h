/* stacks.h - the call paths of a query as stacks with their costs, tree by tree, for formats of samples, whose readers
 * process every stack as a whole.
 *
 * Such readers get slow with the number of paths and their depth: speedscope needed 18 s and 535 MB to open 858,000
 * paths. Beyond a limit only the costliest paths are emitted, each with a share of the run that a viewer can show.
 *
 * Every other path is folded into an emitted path above it. The costs of the folded paths are added up by function and
 * emitted as stacks that consist of the path above, QP_STACKS_SHORTENED and the function. So a function loses no cost,
 * only its call paths. Only roots and the costliest 1/1000 of the paths collect folded paths. (If every emitted path
 * did, a tree of a million short paths would still yield a million stacks.)
 *
 * Paths are emitted as recorded: a path on several threads or in several phases is emitted once for each. */
#pragma once

#include "base/scratch.h"
#include "profile/query/links.h"
#include "profile/query/query.h"

/* Frames that are not methods. */
#define QP_STACKS_SHORTENED      (QP_NONE - 1) /* omitted frames */
#define QP_STACKS_NO_ROOM        QP_NONE       /* paths that did not fit into the data file */

#define QP_STACKS_SHORTENED_NAME "(path shortened)"

#define QP_STACKS_DEPTH          1000 /* maximum number of method frames of a stack before it is shortened */

struct qp_stacks_cost {
    uint64_t calls, self, runnable, blocked, waiting;
    uint64_t objects, bytes; /* allocations, if the measure is time */
};

/* A call path with its own cost, in nanoseconds and calls. For each function, the nanoseconds of all its paths add
 * up to its nanoseconds in query->methods, because rounding remainders carry over to the function's next path. */
struct qp_stacks_path {
    const uint32_t *frames; /* methods, outermost first; empty for a group's time outside of methods */
    uint32_t depth;
    struct qp_stacks_cost cost;
};

/* A thread or a group of virtual threads, with a call tree of its own. */
struct qp_stacks_top {
    uint32_t thread; /* index of a carrier; QP_NONE for a group */
    uint32_t group;  /* index of a group; QP_NONE for a thread */
    uint64_t weight; /* ticks of self time in all its stacks; number of calls if the query has no times */
};

struct qp_stacks {
    const struct qp_query *query;
    struct qp_stacks_top *tops;
    uint32_t top_count;
    bool timed;       /* false: the query has only calls */
    uint64_t emitted; /* call paths emitted so far */
    uint64_t folded;  /* call paths folded so far */

    struct qp_scratch scratch;   /* owns all arrays */
    struct qp_links links;       /* call tree; the sibling of a root is the next root of the same thread or group */
    uint32_t *first_root;        /* by top: index of its first root */
    uint64_t *calls_below;       /* by node: number of calls of the node and of all nodes below it; NULL = the query
                                  * has times */
    uint64_t least;              /* minimum elapsed ticks, or calls, of an emitted path */
    uint64_t least_above;        /* minimum weight of a path that collects folded paths */
    struct qp_stacks_cost *rest; /* for each method: costs of the paths folded into the current path */
    struct qp_stacks_cost *emitted_sums; /* indexed by method: ticks of all emitted stacks */
    uint32_t *touched;                   /* methods with costs in `rest` */
    uint32_t touched_count;
    uint32_t *frames;
    bool stopped; /* a callback returned false */
};

/* Limit on the emitted paths. If a query has more than `most` paths, only the costliest are emitted. At most `most`
 * paths are emitted, and fewer if the paths are deep. Each has at least `share` (0 to 1) of the run's elapsed time, or
 * of its calls if the query has no times. */
struct qp_stacks_limit {
    uint32_t most; /* 0 = emit all */
    double share;
};

/* Return false if out of memory; then there is nothing to close. */
bool qp_stacks_open(struct qp_stacks *stacks, const struct qp_query *query, struct qp_stacks_limit limit);
void qp_stacks_close(struct qp_stacks *stacks);

/* Call `emit` for all stacks of tops[top] that have any cost, parents before children. Walk each top at most once.
 * Return false if `emit` returned false, which ends the walk. */
typedef bool qp_stacks_emit(void *of, const struct qp_stacks_path *path);
bool qp_stacks_walk(struct qp_stacks *stacks, uint32_t top, qp_stacks_emit *emit, void *of);

/* Number the methods that are on any path, from 0 on, even if they have neither calls nor time. Return an array of
 * `scratch` with the number of each method (QP_NONE = on no path), or NULL if out of memory. */
uint32_t *qp_stacks_number(const struct qp_query *query, struct qp_scratch *scratch, uint32_t *count);

/* Write a line about the paths that qp_stacks_walk has shortened so far, or an empty text if there are none. */
void qp_stacks_describe_shortened(const struct qp_stacks *stacks, char *text, size_t size);
