/* stacks.h - the call paths of a query as stacks with their costs, tree by tree, for formats of samples, whose readers
 * process every stack as a whole.
 *
 * Such readers get slow with the number of paths and their depth (speedscope took 18 s and 535 MB for 858,000 paths).
 * Beyond a limit only the costliest paths are emitted, each with a share of the run that a viewer can show. The other
 * paths are folded into the nearest path above them that is among the costliest 1/1000: their costs are emitted by
 * function, as stacks of that path, QP_STACKS_SHORTENED and the function. So no cost of a function is lost, only call
 * paths are. (Folded into the nearest emitted path instead, a bushy tree of a million paths still had a million
 * stacks.)
 *
 * Paths are emitted as recorded: a path on several threads, or in several phases, comes several times. */
#pragma once

#include "profile/query/links.h"
#include "profile/query/query.h"

/* Frames that are not methods. */
#define QP_STACKS_SHORTENED      (QP_NONE - 1) /* omitted frames */
#define QP_STACKS_NO_ROOM        QP_NONE       /* paths that did not fit into the data file */

#define QP_STACKS_SHORTENED_NAME "(path shortened)"

#define QP_STACKS_DEPTH          1000 /* maximum number of method frames of a stack before it is shortened */

struct qp_stacks_cost {
    uint64_t calls, self, runnable, blocked, waiting;
};

/* A call path with its own cost. Nanoseconds add up to those of query->methods, function by function: rounding
 * remainders carry over to the next path. */
struct qp_stacks_path {
    const uint32_t *frames; /* methods, outermost first; empty for the time of a group outside of methods */
    uint32_t depth;
    struct qp_stacks_cost cost;
};

/* A thread or a group; each has its own tree. */
struct qp_stacks_top {
    uint32_t thread; /* index of a carrier, QP_NONE = it is a group */
    uint32_t group;  /* index, QP_NONE = it is a thread */
    uint64_t weight; /* ticks of self time of all its stacks; number of calls if the query has no times */
};

struct qp_stacks {
    const struct qp_query *query;
    struct qp_stacks_top *tops;
    uint32_t top_count;
    bool timed;       /* false: there are only calls */
    uint64_t emitted; /* call paths emitted so far */
    uint64_t folded;  /* call paths folded so far */

    struct qp_links links;               /* the sibling of a root is the next root of its top */
    uint32_t *first_root;                /* by top */
    uint64_t *calls_below;               /* by node, including itself; NULL = the query has times */
    uint64_t least;                      /* minimum elapsed ticks, or calls, of an emitted path */
    uint64_t least_above;                /* minimum to have others folded into it */
    struct qp_stacks_cost *rest;         /* by method: sums of currently folded stacks; NULL = nothing is folded */
    struct qp_stacks_cost *emitted_sums; /* by method: ticks of all emitted stacks */
    uint32_t *touched;                   /* methods with an entry in rest */
    uint32_t touched_count;
    uint32_t *frames;
    bool stopped; /* by a callback */
};

/* If there are more than `most` paths, only the costliest are emitted, fewer if they are deep, and of those only paths
 * with at least `share` (0 to 1) of the run's elapsed time, or of its calls if it has no times. */
struct qp_stacks_limit {
    uint32_t most; /* 0 = emit all */
    double share;
};

/* Return false if out of memory; then there is nothing to close. */
bool qp_stacks_open(struct qp_stacks *stacks, const struct qp_query *query, struct qp_stacks_limit limit);
void qp_stacks_close(struct qp_stacks *stacks);

/* Emit all stacks of a top that have any cost, parents before children. Each top may be walked once. Return false if
 * the callback returned false, which ends the walk. */
typedef bool qp_stacks_emit(void *of, const struct qp_stacks_path *path);
bool qp_stacks_walk(struct qp_stacks *stacks, uint32_t top, qp_stacks_emit *emit, void *of);

/* Number the methods that are on some path, from 0 on, including those without calls and time. Return an array with
 * the number of each method, QP_NONE for a method on no path; the caller frees it. Return NULL if out of memory. */
uint32_t *qp_stacks_number(const struct qp_query *query, uint32_t *count);

/* Write a line that describes the shortened paths of the tops walked so far; empty if there are none. */
void qp_stacks_describe_shortened(const struct qp_stacks *stacks, char *text, size_t size);
