/* runs.h - what several runs of one program say of its functions: one side of a comparison.
 *
 * A run is read, reduced to numbers per function and per edge (who called whom), and its file may be closed: all texts
 * are copied. So memory is bounded by functions, edges and runs, not by files.
 *
 * Functions are the same by their keys (function_key.h), and only those are here that were called or have time. Times
 * are nanoseconds, since each run has ticks of its own. */
#ifndef QP_COMPARE_RUNS_H
#define QP_COMPARE_RUNS_H

#include "profile/source/function_key.h"
#include "profile/query/query.h"
#include "profile/compare/ran_lines.h"
#include "profile/load/run_identity.h"
#include "format/texts.h"

struct qp_run_numbers {
    uint64_t calls;
    uint64_t self;
    uint64_t total;
    uint64_t runnable;
    uint64_t blocked;
    uint64_t waiting;
};

struct qp_run {
    const char *path; /* the caller's, who keeps it */
    struct qp_text program;
    uint32_t pid;
    enum qp_product product;
    enum qp_clock_kind clock;
    enum qp_ending ending;
    uint64_t start;                     /* since 1970, nanoseconds */
    struct qp_run_identity *identities; /* its own, or those of the runs that were merged in its file */
    uint32_t merged;                    /* how many these are; 0 = it is one run as it was recorded */
    uint64_t duration;
    uint64_t damages;
    bool has_time;                    /* of functions */
    bool sampled;                     /* what stands for calls are samples */
    bool has_lines;                   /* lines were counted or timed, which costs time */
    struct qp_run_numbers all;        /* self time is that of functions: not what a thread did outside of them */
    struct qp_run_numbers *functions; /* by number, of the functions that were known when it was added */
    uint32_t function_count;
    uint64_t *edges; /* calls by edge, the same */
    uint32_t edge_count;
};

/* Functions by number; QP_NONE = no function: the callee was called first on its thread. */
struct qp_run_edge {
    uint32_t caller;
    uint32_t callee;
};

struct qp_runs {
    struct qp_run *items;
    uint32_t count;
    struct qp_function_keys functions;
    struct qp_run_edge *edges;
    uint32_t edge_count;
    struct qp_map edge_map; /* caller << 32 | callee: edge + 1 */
    struct qp_texts texts;
    struct qp_ran_lines lines; /* of runs without time: coverage */
};

/* Add a run. A zeroed struct has none. Returns false without memory; the struct is to be closed still. */
bool qp_runs_add(struct qp_runs *runs, const struct qp_query *query, const char *path);
void qp_runs_close(struct qp_runs *runs);

/* What a run says of a function, of an edge; zeros where it has none of it, and for QP_NONE. */
struct qp_run_numbers qp_runs_numbers(const struct qp_runs *runs, uint32_t run, uint32_t function);
uint64_t qp_runs_edge(const struct qp_runs *runs, uint32_t run, uint32_t edge);

#endif
