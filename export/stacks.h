/* stacks.h - the call paths of a query as stacks with what each cost, tree by tree: for formats of samples, whose
 * readers take every stack as a whole.
 *
 * Such readers get slow with the number of paths and with their depth (speedscope took 18 s and 535 MB for 858,000
 * paths), so of more than a limit only the costliest are told, each with a share of the run that a viewer can show.
 * What is not told is folded into the nearest path above it of those that cost most, one in a thousand: its costs are
 * told by function, as stacks of that path, QP_STACKS_SHORTENED and the function. So no cost of any function is lost,
 * and only ways are. (Folded into the nearest path that is told, a bushy tree of a million paths had a million stacks
 * still.)
 *
 * Paths are told as recorded: one that was recorded on several threads, or in several phases, comes several times. */
#ifndef QP_EXPORT_STACKS_H
#define QP_EXPORT_STACKS_H

#include "profile/query/links.h"
#include "profile/query/query.h"

/* Frames that are no methods. */
#define QP_STACKS_SHORTENED      (QP_NONE - 1) /* frames that were left out */
#define QP_STACKS_NO_ROOM        QP_NONE       /* paths that found no room in the data file */

#define QP_STACKS_SHORTENED_NAME "(path shortened)"

#define QP_STACKS_DEPTH          1000 /* frames from methods that a stack has at most, before it is shortened */

/* Nanoseconds that add up to those of query->methods, function by function: what is lost in rounding one stack is told
 * with the next. */
struct qp_stack {
    const uint32_t *frames; /* methods, the outermost first; none for the time of a group in no method */
    uint32_t depth;
    uint64_t calls;
    uint64_t self;
    uint64_t runnable;
    uint64_t blocked;
    uint64_t waiting;
};

/* A thread or a group: each has a tree of its own. */
struct qp_stacks_top {
    uint32_t thread; /* index of a carrier, QP_NONE = a group's */
    uint32_t group;  /* index, QP_NONE = a thread's */
    uint64_t weight; /* ticks of self time of all its stacks; calls, in a query without times */
};

struct qp_stacks {
    const struct qp_query *query;
    struct qp_stacks_top *tops;
    uint32_t top_count;
    bool timed;      /* else there are only calls */
    uint64_t told;   /* call paths of tops that were walked */
    uint64_t folded; /* the others */

    struct qp_links links; /* of a root, its sibling is the next of its top */
    uint32_t *first_root;  /* by top */
    uint64_t *calls_below; /* by node, with its own; NULL = the query has time */
    uint64_t least;        /* elapsed ticks, or calls, that a path needs to be told */
    uint64_t least_above;  /* that it needs to have others folded into it */
    struct qp_stacks_sum {
        uint64_t calls, self, runnable, blocked, waiting;
    } * rest;                   /* by method: of stacks that are folded now; NULL = nothing is */
    struct qp_stacks_sum *said; /* by method: ticks of the stacks that were told */
    uint32_t *touched;          /* methods that rest has something of */
    uint32_t touched_count;
    uint32_t *frames;
    bool stopped; /* by a callback */
};

/* If there are more paths than `most`, the costliest are told, fewer where they are deep, and of those the paths with
 * at least `share` (0 to 1) of the run's elapsed time, or of its calls if it has no time. */
struct qp_stacks_limit {
    uint32_t most; /* 0 = all are told */
    double share;
};

/* Return false without memory; nothing is to be closed then. */
bool qp_stacks_open(struct qp_stacks *stacks, const struct qp_query *query, struct qp_stacks_limit limit);
void qp_stacks_close(struct qp_stacks *stacks);

/* All stacks of a top that cost anything, parents before their children; each top is walked once.
 * Returns false when the callback did, which ends the walk. */
typedef bool qp_stacks_tell(void *of, const struct qp_stack *stack);
bool qp_stacks_walk(struct qp_stacks *stacks, uint32_t top, qp_stacks_tell *tell, void *of);

/* By method: whether some path has it, be it that it has neither calls nor time there. The caller frees it; NULL
 * without memory. */
bool *qp_stacks_methods(const struct qp_query *query);

/* What was shortened in the tops walked so far, in a line; empty: nothing. */
void qp_stacks_left_out(const struct qp_stacks *stacks, char *text, size_t size);

#endif
