/* breakdown.h - breakdown of a run by function, file, class, module, thread, phase or context.
 *
 * The self times of the rows add up to the self time of the run.
 *
 *   function   functions of one key (function_key.h), whatever their ids
 *   file       functions of one source file
 *   class      functions of one class, as registered, or by their names: Line:walk, lexer.next
 *   module     functions whose source files are in one folder
 *   thread     a row for what each system thread ran outside of virtual threads, and a row for all virtual threads
 *              of each group
 *   phase      phases of one name; each phase without a name
 *   context    each named context (qprof_context), and what ran in none */
#pragma once

#include "profile/coverage/lines.h"
#include "profile/source/pattern.h"
#include "profile/query/query.h"

/* X(constant, value of the option --by). */
#define QP_BREAKDOWNS_LIST(X)                                                                                          \
    X(FUNCTION, "function")                                                                                            \
    X(FILE, "file")                                                                                                    \
    X(CLASS, "class")                                                                                                  \
    X(MODULE, "module")                                                                                                \
    X(THREAD, "thread")                                                                                                \
    X(PHASE, "phase")                                                                                                  \
    X(CONTEXT, "context")

enum qp_breakdown_by {
#define X(constant, word) QP_BREAKDOWN_BY_##constant,
    QP_BREAKDOWNS_LIST(X)
#undef X
};

#define X(constant, word) +1
enum { QP_BREAKDOWNS = QP_BREAKDOWNS_LIST(X) }; /* number of breakdowns */
#undef X

struct qp_breakdown_row {
    struct qp_text name;       /* empty for the row of the functions without a file, class or name, and for a phase
                                * without a name */
    uint32_t thread;           /* index of a system thread; QP_NONE = the row is not a system thread */
    uint32_t group;            /* index of a group; QP_NONE = the row is not a group of virtual threads */
    uint32_t phase;            /* index of the first phase of the row; QP_NONE = the row is not a phase */
    uint32_t named;            /* index of a named context; QP_NONE = the row is not a named context */
    uint32_t functions;        /* number of methods with calls or time; 0 for threads, phases and contexts */
    uint32_t method;           /* index of the first method with calls or time; QP_NONE = there is none, or the row
                                * is a thread, group, phase or context */
    struct qp_lines_runs runs; /* rows of functions only: execution counts of the blocks */
    struct qp_totals totals;   /* `total` and `elapsed` count recursion only once */
};

struct qp_breakdown {
    struct qp_breakdown_row *items; /* sorted by self time, then total, then elapsed, then calls, descending */
    uint32_t count;
};

/* Collect the rows that have calls or time and whose names pass the filter; threads always pass. Return false
 * if out of memory; then nothing needs to be closed. */
bool qp_breakdown_open(struct qp_breakdown *parts, const struct qp_query *query, enum qp_breakdown_by by,
                       const struct qp_filter *filter);
void qp_breakdown_close(struct qp_breakdown *parts);
