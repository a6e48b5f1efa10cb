/* divisions.h - a run in parts: what its functions, files, classes or modules did, or its threads. The self times of
 * the parts add up to that of the run.
 *
 *   function functions of one key (function_key.h), whatever their ids
 *   file     functions of one source file
 *   class    functions of one class, as their client tells it, or as their names do: Line:walk, lexer.next
 *   module   functions whose source files lie in one folder
 *   thread   what a system thread ran itself, and what all virtual threads of a group ran */
#ifndef QP_TREE_DIVISIONS_H
#define QP_TREE_DIVISIONS_H

#include "profile/coverage/lines.h"
#include "profile/source/pattern.h"
#include "profile/query/query.h"

/* X(constant, the word for it). */
#define QP_DIVISIONS_LIST(X)                                                                                           \
    X(FUNCTION, "function")                                                                                            \
    X(FILE, "file")                                                                                                    \
    X(CLASS, "class")                                                                                                  \
    X(MODULE, "module")                                                                                                \
    X(THREAD, "thread")

enum qp_divided_by {
#define X(constant, word) QP_DIVIDED_BY_##constant,
    QP_DIVISIONS_LIST(X)
#undef X
};

#define X(constant, word) +1
enum { QP_DIVISIONS = QP_DIVISIONS_LIST(X) }; /* ways to divide a run */
#undef X

struct qp_division {
    struct qp_text name;       /* without bytes: functions that have no file, or class */
    uint32_t thread;           /* index; QP_NONE = no thread's */
    uint32_t group;            /* the same of virtual threads */
    uint32_t functions;        /* ids that have calls or time; not of threads */
    uint32_t method;           /* the first of these; QP_NONE of threads, and where there is none */
    struct qp_lines_runs runs; /* of functions: what their blocks did */
    struct qp_totals totals;   /* what is open several times on a path counts once in total and elapsed */
};

struct qp_divisions {
    struct qp_division *items; /* most self time first, then most total, most elapsed, most calls */
    uint32_t count;
};

/* The parts that have calls or time and whose names pass the filter; threads all pass. Returns false without memory;
 * nothing is to be closed then. */
bool qp_divisions_open(struct qp_divisions *parts, const struct qp_query *query, enum qp_divided_by by,
                       const struct qp_filter *filter);
void qp_divisions_close(struct qp_divisions *parts);

#endif
